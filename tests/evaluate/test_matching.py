from dataclasses import replace

import pytest

from setvision.errors import LabelsError
from setvision.evaluate.matching import Pair, compare, pair_photos
from setvision.label.geometry import box_of, overlap, quad_of_box
from setvision.label.records import Labelled
from tests.evaluate.records import card, photo, quad_at


def found(pairs: tuple[Pair, ...]) -> list[tuple[str | None, str | None]]:
    """The codes of pairs, as labelled and as read."""
    return [
        (
            pair.truth.card.code if pair.truth and pair.truth.card else None,
            pair.seen.card.code if pair.seen and pair.seen.card else None,
        )
        for pair in pairs
    ]


def test_found_missed_and_false() -> None:
    truth = photo(card("1rfo", 0), card("2gtw", 100))
    seen = photo(card("3ped", 300), card("1gfo", 2))
    pairs = compare(truth, seen, 0.5).pairs
    assert found(pairs) == [("1rfo", "1gfo"), ("2gtw", None), (None, "3ped")]
    assert pairs[0].overlap == pytest.approx(58 / 62, abs=0.01)  # moved by 2 of 60 pixels


def test_the_greatest_overlap_counts() -> None:
    truth = photo(card("1rfo", 0), card("2gtw", 20))
    seen = photo(card("2gtw", 18), card("1rfo", 1))
    assert found(compare(truth, seen, 0.3).pairs) == [("1rfo", "1rfo"), ("2gtw", "2gtw")]


def test_a_card_is_found_once() -> None:
    truth = photo(card("1rfo", 0))
    seen = photo(card("1gfo", 5), card("1rfo", 0))
    assert found(compare(truth, seen, 0.5).pairs) == [("1rfo", "1rfo"), (None, "1gfo")]


@pytest.mark.parametrize(("least", "pairs"), [(0.3, 1), (0.4, 2)])
def test_less_overlap_is_another_card(least: float, pairs: int) -> None:
    truth, seen = photo(card("1rfo", 0)), photo(card("1rfo", 30))  # a third of both together
    assert len(compare(truth, seen, least).pairs) == pairs


def test_what_need_not_be_read_is_neither_right_nor_wrong() -> None:
    truth = photo(card("1rfo", 0), ignored=(quad_at(200),))
    seen = photo(card("1rfo", 0), card("2gtw", 210), card("3ped", 400))
    assert found(compare(truth, seen, 0.5).pairs) == [("1rfo", "1rfo"), (None, "3ped")]


def test_boxes_are_compared_with_boxes() -> None:
    """A card that stands on its corner covers half of the box around it."""
    diamond = ((50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0))
    box = quad_of_box(box_of(diamond, 640, 480))
    assert overlap(diamond, box) == pytest.approx(0.5, abs=0.03)
    turned = photo(replace(card("1rfo", 0), quad=diamond))
    upright = photo(replace(card("1rfo", 0), quad=box))
    assert found(compare(upright, turned, 0.9).pairs) == [("1rfo", "1rfo")]
    assert found(compare(turned, upright, 0.9).pairs) == [("1rfo", "1rfo")]


def test_a_reading_of_a_smaller_copy_is_stretched() -> None:
    truth = photo(card("1rfo", 100))
    small = Labelled("a.jpg", 320, 240, (replace(card("1rfo", 0), quad=half(quad_at(100))),))
    pairs = compare(truth, small, 0.5).pairs
    assert pairs[0].overlap == pytest.approx(1.0, abs=0.01)


def half(quad: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return tuple(((x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5) for x, y in quad)


def test_without_a_reading_all_is_missed() -> None:
    compared = compare(photo(card("1rfo", 0)), None, 0.5)
    assert found(compared.pairs) == [("1rfo", None)]
    assert compared.seen is None


@pytest.mark.parametrize(
    ("label", "reading"),
    [
        ("a.jpg", "a.jpg"),
        ("a.jpg", "/home/me/photos/a.jpg"),
        ("photos/a.png", "elsewhere\\a.jpg"),
        ("holiday/a", "holiday/a.JPEG"),
    ],
)
def test_photos_are_known_by_the_end_of_their_names(label: str, reading: str) -> None:
    pairs, rest = pair_photos([photo(image=label)], [photo(image="b.jpg"), photo(image=reading)])
    assert [seen.image for _, seen in pairs if seen] == [reading]
    assert [record.image for record in rest] == ["b.jpg"]


def test_photos_of_one_name_are_known_by_their_folders() -> None:
    labels = [photo(image=f"{name}/1.jpg") for name in ("a", "b", "c")]
    readings = [photo(image=f"in/{name}/1.jpg") for name in ("c", "a")]
    pairs, rest = pair_photos(labels, readings)
    assert [seen.image if seen else None for _, seen in pairs] == ["in/a/1.jpg", None, "in/c/1.jpg"]
    assert rest == []


@pytest.mark.parametrize(
    ("labels", "readings"),
    [
        (["1.jpg"], ["a/1.jpg", "b/1.jpg"]),
        (["a/1.jpg", "b/1.jpg"], ["1.jpg"]),
        (["1.jpg"], ["1.jpg", "1.png"]),
    ],
)
def test_what_cannot_be_told_apart_is_refused(labels: list[str], readings: list[str]) -> None:
    with pytest.raises(LabelsError, match=r"1\.jpg"):
        pair_photos([photo(image=name) for name in labels], [photo(image=n) for n in readings])
