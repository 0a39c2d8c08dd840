"""What is drawn can be told apart, is where the cards are, and leaves the photo alone."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from setvision.media import lettering
from setvision.media.draw import annotated, overlay, set_style
from setvision.media.strokes import inset
from setvision.message import plain
from setvision.table import Verdict
from setvision.words import words_for
from tests.media.tables import grid_table

SETS = ("1rfo", "2rfo", "3rfo", "1gfo", "2gfo", "3gfo", "1pfo", "2pfo", "3pfo")
NO_SET = ("1rfo", "2rfo", "1gtd", "2peo")
AMBER = (0, 176, 255)


def photo(width: int = 840, height: int = 600, value: int = 90) -> np.ndarray:
    return np.full((height, width, 3), value, np.uint8)


def count_of(image: np.ndarray, color: tuple[int, int, int]) -> int:
    return int((image == np.array(color, np.uint8)).all(axis=-1).sum())


def test_input_is_never_changed() -> None:
    image = photo(1200, 900)
    before = image.copy()
    for draw in (annotated, overlay):
        drawn = draw(image, grid_table(SETS))
        assert np.array_equal(image, before)
        assert not np.shares_memory(drawn, image)
    empty = replace(grid_table(()), width=1200, height=900)
    assert not np.shares_memory(overlay(image, empty), image)


def test_banner_is_above_the_picture() -> None:
    image = photo(1200, 900)
    table = grid_table(SETS)
    drawn = annotated(image, table)
    assert drawn.dtype == np.uint8
    assert drawn.shape[1] == 1200
    banner = drawn.shape[0] - 900
    assert banner > 50
    assert np.array_equal(drawn[banner:], overlay(image, table))


def test_small_pictures_are_enlarged_for_the_letters() -> None:
    assert max(overlay(photo(300, 200), grid_table(SETS)).shape) == 1000


@pytest.mark.parametrize("size", [(1, 1), (1, 700), (700, 1), (20, 3000), (4000, 300)])
def test_odd_shapes_of_pictures(size: tuple[int, int]) -> None:
    for table in (grid_table(()), grid_table(SETS, doubts={1: ("hidden",)}, reason="it is so")):
        drawn = annotated(photo(*size), table)
        assert drawn.ndim == 3


def test_frames_are_where_the_cards_are() -> None:
    table = replace(grid_table(NO_SET), width=1600, height=1200)
    drawn = overlay(photo(1600, 1200, 200), table)
    for seen in table.cards:
        right = seen.quad[1:3].mean(axis=0).astype(int)
        around = drawn[right[1] - 3 : right[1] + 4, right[0] - 6 : right[0] + 7]
        assert (around == 255).all(axis=-1).any()
        middle = seen.quad.mean(axis=0).astype(int)
        assert (
            drawn[middle[1] - 20 : middle[1] + 20, middle[0] - 40 : middle[0] + 40] == 200
        ).all()


def test_cards_are_scaled_to_a_picture_of_another_size() -> None:
    table = replace(grid_table(SETS), width=1600, height=1200)
    big = replace(
        table,
        width=3200,
        height=2400,
        cards=tuple(replace(c, quad=(c.quad + 0.5) * 2 - 0.5) for c in table.cards),
    )
    assert np.array_equal(overlay(photo(1600, 1200), table), overlay(photo(1600, 1200), big))


def test_each_set_is_told_by_each_of_letter_and_color_with_dashes() -> None:
    styles = [set_style(k) for k in range(35)]
    assert len({style.letter for style in styles}) == 35
    assert len({(style.color, style.dashes) for style in styles}) == 35
    # Neighbors in the list differ in both, so that grey prints and colors work alike.
    for first, second in pairwise(styles):
        assert first.color != second.color
        assert first.dashes != second.dashes


def test_colors_stay_apart_for_the_color_blind() -> None:
    # Red-green blindness as Vienot, Brettel and Mollon (1999) model it, on linear light.
    colors = np.array([set_style(k).color[::-1] for k in range(7)], np.float64) / 255
    blind = (
        np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]),
        np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]),
    )
    for matrix in blind:
        seen = (colors**2.2) @ matrix.T
        seen = np.clip(seen, 0, 1) ** (1 / 2.2)
        for a, b in combinations(range(7), 2):
            assert np.abs(seen[a] - seen[b]).max() > 0.1


def test_all_colors_of_the_sets_are_drawn() -> None:
    drawn = overlay(photo(1600, 1200), replace(grid_table(SETS), width=820, height=470))
    for number in range(7):
        assert count_of(drawn, set_style(number).color) > 50


def test_only_doubted_cards_are_hatched() -> None:
    size = {"width": 840, "height": 600}
    sure = replace(grid_table(NO_SET), **size)
    doubted = replace(grid_table(NO_SET, doubts={2: ("fill",)}), **size)
    assert count_of(overlay(photo(), sure), AMBER) == 0
    drawn = overlay(photo(), doubted)
    assert count_of(drawn, AMBER) > 500
    scale = drawn.shape[1] / 840
    left, right = (doubted.cards[1].quad[[0, 1], 0] * scale).astype(int)
    assert count_of(drawn[:, : left - 40], AMBER) == 0
    assert count_of(drawn[:, right + 40 :], AMBER) == 0


def test_unsure_verdict_marks_the_banner() -> None:
    table = replace(
        grid_table(NO_SET), verdict=Verdict.UNSURE, reason=plain("card 2 is half hidden")
    )
    assert count_of(annotated(photo(), table)[:10], AMBER) > 0
    assert count_of(annotated(photo(), grid_table(NO_SET))[:10], AMBER) == 0


def test_very_many_sets_fit_a_banner() -> None:
    codes = [f"{n}{c}{f}{s}" for c in "rgp" for s in "owd" for n in "123" for f in "fte"][:27]
    table = grid_table(codes, columns=9)
    assert len(table.sets) == 117
    drawn = annotated(photo(1800, 500), table)
    assert drawn.shape[0] < 3 * 500


def test_cards_that_are_cut_by_the_edge_or_far_outside() -> None:
    table = grid_table(SETS)
    moved = tuple(
        replace(c, quad=c.quad + shift)
        for c, shift in zip(table.cards, (-100, 700, 1e5, -1e7, 300, 0, 0, 0, 0), strict=True)
    )
    assert overlay(photo(), replace(table, cards=moved)).shape[1] == 1000


def test_flat_quads_do_no_harm() -> None:
    table = grid_table(SETS)
    flat = tuple(replace(c, quad=np.full((4, 2), 50, np.float32)) for c in table.cards)
    assert overlay(photo(), replace(table, cards=flat)).shape[1] == 1000


@pytest.mark.parametrize("turn", [1, -1])
def test_inset_moves_sides_inwards_whichever_way_they_run(turn: int) -> None:
    square = np.array([[0.0, 0], [100, 0], [100, 60], [0, 60]])[::turn]
    assert np.allclose(inset(square, 5).min(axis=0), [5, 5])
    assert np.allclose(inset(square, 5).max(axis=0), [95, 55])
    assert np.allclose(inset(square, -5).min(axis=0), [-5, -5])


def test_lettering() -> None:
    canvas = photo(400, 100, 0)
    lettering.write(canvas, "2 SETs", 10, 60, 20, (255, 255, 255))
    rows = np.flatnonzero((canvas > 128).any(axis=(1, 2)))
    assert 18 <= rows[-1] - rows[0] + 1 <= 24
    assert abs(rows[-1] - 60) <= 3
    columns = np.flatnonzero((canvas > 128).any(axis=(0, 2)))
    assert columns[-1] <= 10 + lettering.text_width("2 SETs", 20) + 3
    assert lettering.text_width("Tür", 20) == lettering.text_width("Tur", 20)
    lines = lettering.wrapped("one two three four", 20, lettering.text_width("one two", 20))
    assert " ".join(lines) == "one two three four"
    assert lines[0] == "one two"
    assert lettering.wrapped("", 20, 100) == []


def test_letters_without_accents() -> None:
    assert lettering.plain_letters("Größe, körvonalazott, bővítő, één Ж") == (
        "Grosse, korvonalazott, bovito, een ?"
    )


@pytest.mark.parametrize("lang", ["de", "nl", "hu"])
def test_the_picture_speaks_the_language(lang: str) -> None:
    table = grid_table(SETS, doubts={1: ("hidden",)})
    image = photo(table.width, table.height)
    english, other = overlay(image, table), overlay(image, table, words_for(lang))
    assert english.shape == other.shape
    assert not np.array_equal(english, other)
