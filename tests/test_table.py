"""The cards of a table chosen together, and the verdict."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setvision.cards import DECK, Card, Color, Edition, Fill, Shape
from setvision.rules import find_sets, is_set
from setvision.surety import Surety
from setvision.table import Verdict, _in_possible_sets, choose, faces_of, unique_posterior
from setvision.vision.types import Readings

RED_OVALS = [Card(Color.RED, Shape.OVAL, n, Fill.SOLID) for n in (1, 2, 3)]
NO_SET = [
    Card(Color.RED, Shape.OVAL, 1, Fill.SOLID),
    Card(Color.RED, Shape.OVAL, 2, Fill.SOLID),
    Card(Color.GREEN, Shape.DIAMOND, 1, Fill.OPEN),
]


def read_as(
    *cards: Card, sure: float = 0.99999, card=1.0, whole=1.0, european=0.0, ink=0.2
) -> Readings:
    """Readings that believe each card with `sure` in every feature."""
    probs = np.full((len(cards), 4, 3), (1 - sure) / 2, np.float32)
    for row, each in zip(probs, cards, strict=True):
        row[np.arange(4), list(each.values)] = sure
    n = len(cards)
    return Readings(
        probs,
        np.broadcast_to(np.float32(card), n).copy(),
        np.broadcast_to(np.float32(whole), n).copy(),
        np.full(n, european, np.float32),
        np.zeros((n, 192), np.float32),
        np.stack([np.full(n, 0.4), 0.6 - np.full(n, ink), np.full(n, ink)], 1).astype(np.float32),
    )


def in_a_row(count: int) -> np.ndarray:
    """Quads side by side, in reading order."""
    quad = np.array([[0, 0], [60, 0], [60, 40], [0, 40]], np.float32)
    return np.stack([quad + np.float32([80 * k, 0]) for k in range(count)]).reshape(-1, 4, 2)


def table_of(readings: Readings, **options):
    count = len(readings.card)
    return choose(in_a_row(count), readings, 80 * count + 10, 60, **options)


def test_three_sure_cards_that_make_a_set():
    table = table_of(read_as(*RED_OVALS))
    assert [seen.card for seen in table.cards] == RED_OVALS
    assert all(seen.sure and not seen.doubts for seen in table.cards)
    assert table.sets == table.sure_sets == ((1, 2, 3),)
    assert table.verdict is Verdict.SETS


def test_sure_cards_without_a_set():
    table = table_of(read_as(*NO_SET))
    assert table.sets == ()
    assert table.verdict is Verdict.NONE
    assert str(table.reason) == "no SET among 3 cards"


def test_a_sure_set_stands_whatever_the_rest_is():
    readings = read_as(*RED_OVALS, DECK[80])
    readings.probs[3, 0] = [0.4, 0.3, 0.3]
    table = table_of(readings)
    assert not table.cards[3].sure
    assert table.verdict is Verdict.SETS


def test_a_set_that_hangs_on_a_doubtful_card_is_not_sure():
    readings = read_as(*RED_OVALS)
    readings.probs[2, 3] = [0.7, 0.3, 0.0]
    table = table_of(readings)
    assert table.sets == ((1, 2, 3),)
    assert table.sure_sets == ()
    assert table.cards[2].doubts == ("fill",)
    assert table.verdict is Verdict.UNSURE
    assert "card 3 (fill)" in str(table.reason)


def test_none_is_not_said_when_another_reading_would_make_a_set():
    nearly = Card(Color.RED, Shape.OVAL, 3, Fill.OPEN)
    readings = read_as(*RED_OVALS[:2], nearly)
    solid, openly = list(Fill).index(Fill.SOLID), list(Fill).index(Fill.OPEN)
    readings.probs[2, 3] = 0
    readings.probs[2, 3, [solid, openly]] = [0.05, 0.95]
    table = table_of(readings)
    assert table.sets == ()
    assert table.verdict is Verdict.UNSURE


def test_none_is_said_when_no_reading_of_the_doubtful_card_makes_a_set():
    readings = read_as(*NO_SET)
    other = (NO_SET[2].values[0] + 1) % 3
    readings.probs[2, 0] = 0
    readings.probs[2, 0, [NO_SET[2].values[0], other]] = [0.8, 0.2]
    table = table_of(readings)
    assert not table.cards[2].sure
    assert table.verdict is Verdict.NONE


@pytest.mark.parametrize(("card", "whole"), [(0.3, 1.0), (0.99, 0.2)])
def test_a_half_hidden_card_forbids_none_but_not_a_sure_set(card, whole):
    hidden = {"card": [1, 1, 1, card], "whole": [1, 1, 1, whole]}
    assert table_of(read_as(*NO_SET, DECK[80], **hidden)).verdict is Verdict.UNSURE
    assert table_of(read_as(*RED_OVALS, DECK[80], **hidden)).verdict is Verdict.SETS


def test_no_cards():
    table = choose(np.empty((0, 4, 2), np.float32), read_as(), 640, 480)
    assert table.cards == ()
    assert (table.verdict, str(table.reason)) == (Verdict.UNSURE, "no cards found")


@pytest.mark.parametrize("count", [1, 2])
def test_fewer_than_three_cards_hold_no_set(count):
    assert table_of(read_as(*DECK[:count])).verdict is Verdict.NONE


def test_a_face_that_another_card_shows_surely_is_ruled_out():
    readings = read_as(RED_OVALS[0], RED_OVALS[0], DECK[80])
    readings.probs[1, 2] = [0.55, 0.45, 0.0]
    table = table_of(readings)
    assert [seen.card for seen in table.cards[:2]] == RED_OVALS[:2]
    assert not table.cards[1].sure


def test_only_the_cards_that_matter_are_named():
    far = Card(Color.PURPLE, Shape.SQUIGGLE, 2, Fill.STRIPED)
    readings = read_as(*RED_OVALS, far)
    readings.probs[2, 3] = [0.7, 0.3, 0.0]
    readings.probs[3, 1] = [0.1, 0.9, 0.0]
    table = table_of(readings)
    assert not table.cards[3].sure
    assert str(table.reason) == "the SET found needs card 3 (fill), not read surely"


def test_a_table_that_cannot_be_read_at_all_is_judged_quickly():
    readings = read_as(*DECK[:27], sure=1 / 3)
    table = table_of(readings)
    assert not any(seen.sure for seen in table.cards)
    assert table.verdict is Verdict.UNSURE


def test_two_clear_twins_are_both_doubted():
    table = table_of(read_as(DECK[5], DECK[5], DECK[80]))
    assert [seen.doubts for seen in table.cards] == [("twin",), ("twin",), ()]


def test_with_two_decks_twins_are_cards_like_others():
    table = table_of(read_as(*RED_OVALS, RED_OVALS[0]), decks=2)
    assert all(seen.sure for seen in table.cards)
    assert table.sets == ((1, 2, 3), (2, 3, 4))


def test_what_looks_strange_is_never_sure():
    table = table_of(read_as(*RED_OVALS), strange=np.array([False, True, False]))
    assert [seen.sure for seen in table.cards] == [True, False, True]
    assert table.cards[1].doubts == ("look",)
    assert table.verdict is Verdict.UNSURE


def test_what_a_few_photos_taught_must_be_clear_to_be_sure():
    generous = Surety(bias=9.0)  # as for a reader that is right more often than it believes
    readings = read_as(*NO_SET)
    readings.probs[0, 0] = 0.98, 0.01, 0.01
    assert table_of(readings, surety=generous).cards[0].sure
    taught = np.array([True, False, False, False])
    assert table_of(readings, surety=generous, taught=~taught).cards[0].sure
    first, *others = table_of(readings, surety=generous, taught=taught).cards
    assert first.confidence == pytest.approx(0.98)
    assert not first.sure
    assert first.doubts == ("color",)
    assert all(seen.sure for seen in others)


def test_ids_follow_the_reading_order():
    cards = [DECK[k] for k in (3, 30, 60, 77)]
    backward = in_a_row(4)[::-1].copy()
    table = choose(backward, read_as(*cards), 400, 60)
    assert [seen.card for seen in table.cards] == cards[::-1]
    assert [seen.id for seen in table.cards] == [1, 2, 3, 4]


def test_ids_may_be_given_and_stay_with_the_cards():
    table = table_of(read_as(*RED_OVALS), ids=[7, 2, 5])
    assert [(seen.id, seen.card) for seen in table.cards] == list(
        zip([7, 2, 5], RED_OVALS, strict=True)
    )
    assert table.sets == ((2, 5, 7),)


def test_a_card_that_is_out_of_the_game_is_not_sure_to_lie_there():
    table = table_of(read_as(*RED_OVALS), out=[RED_OVALS[1]])
    assert [seen.card for seen in table.cards] == RED_OVALS
    assert [seen.sure for seen in table.cards] == [True, False, True]


def test_a_doubtful_card_is_not_taken_for_one_that_is_out_of_the_game():
    doubtful = read_as(RED_OVALS[0])
    doubtful.probs[0, 2] = (0.55, 0.45, 0)
    assert table_of(doubtful, out=[RED_OVALS[0]]).cards[0].card == RED_OVALS[1]


@pytest.mark.parametrize(
    ("european", "edition"), [(0.1, Edition.STANDARD), (0.9, Edition.EUROPEAN)]
)
def test_the_edition_is_that_of_most_cards(european, edition):
    assert table_of(read_as(*DECK[:3], european=european)).edition is edition


def test_sets_agree_with_the_rules_on_random_tables():
    rng = np.random.default_rng(3)
    for _ in range(30):
        cards = [DECK[int(k)] for k in rng.permutation(81)[:12]]
        table = table_of(read_as(*cards))
        by_id = {seen.id: seen.card for seen in table.cards}
        found = {frozenset(by_id[k] for k in ids) for ids in table.sets}
        assert found == {frozenset(cards[k] for k in places) for places in find_sets(cards)}
        assert table.verdict is (Verdict.SETS if found else Verdict.NONE)


@pytest.mark.parametrize("index", range(81))
def test_faces_are_in_the_order_of_the_deck(index):
    faces = faces_of(read_as(DECK[index], sure=1.0).probs)
    assert faces.shape == (1, 81)
    assert faces[0, index] == 1
    assert faces.sum() == 1


@given(st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_uniqueness_gives_probabilities_in_any_order(count, seed):
    rng = np.random.default_rng(seed)
    likelihood = rng.dirichlet(np.full(81, 0.05), count)
    posterior = unique_posterior(likelihood)
    assert posterior.shape == (count, 81)
    np.testing.assert_allclose(posterior.sum(1), 1, rtol=1e-9)
    order = rng.permutation(count)
    np.testing.assert_allclose(unique_posterior(likelihood[order]), posterior[order], atol=1e-9)


def test_a_single_card_is_not_changed():
    likelihood = np.random.default_rng(0).dirichlet(np.ones(81), 1)
    np.testing.assert_allclose(unique_posterior(likelihood), likelihood, atol=1e-9)


@given(st.integers(0, 10_000))
def test_possible_sets_are_those_of_some_choice_of_faces(seed):
    rng = np.random.default_rng(seed)
    likely = rng.random((6, 81)) < rng.choice([0.02, 0.05])
    likely[np.arange(6), rng.integers(0, 81, 6)] = True
    faces = [np.flatnonzero(row) for row in likely]
    expected = {
        row
        for rows in combinations(range(6), 3)
        for choice in product(*(faces[row] for row in rows))
        if len(set(choice)) == 3 and is_set(*(DECK[face] for face in choice))
        for row in rows
    }
    assert _in_possible_sets(likely) == expected


def test_a_color_that_is_unlike_the_same_of_other_cards_is_doubted():
    outlines = [Card(Color.RED, Shape.OVAL, n, Fill.OPEN) for n in (1, 2, 3)]
    readings = read_as(*outlines, sure=0.998, ink=[0.15, 0.16, 0.25])
    table = table_of(readings, surety=Surety(bias=5))
    assert [seen.sure for seen in table.cards] == [True, True, False]
    assert table.cards[2].doubts == ("color",)
    assert table.cards[2].confidence == pytest.approx(0.998)
    assert table.sure_sets == ()
    alike = read_as(*outlines, sure=0.998, ink=0.15)
    assert all(seen.sure for seen in table_of(alike, surety=Surety(bias=5)).cards)


def test_inks_name_the_likelier_color_but_make_nothing_sure():
    cards = [Card.parse(code) for code in ("1gew", "2ged", "1pew", "2geo")]
    readings = read_as(*cards, ink=[0.42, 0.42, 0.33, 0.33])
    readings.probs[3, 0] = (0.0, 0.6, 0.4)
    table = table_of(readings)
    assert [seen.card.code for seen in table.cards] == ["1gew", "2ged", "1pew", "2peo"]
    last = table.cards[-1]
    assert not last.sure
    assert last.confidence < 0.5
    assert last.doubts == ("color",)
    np.testing.assert_array_equal(last.probs, readings.probs[3])
    # It may still be green, whatever the inks say: then it makes a SET with nothing here.
    assert table.verdict is Verdict.NONE


def test_a_doubtful_card_is_called_as_before_unless_another_face_is_clearly_likelier():
    green, purple = Card.parse("2geo"), Card.parse("2peo")
    readings = read_as(green)
    for p, called in ((0.3, green), (0.1, green), (0.7, purple), (0.9, purple)):
        readings.probs[0, 0] = (0, 1 - p, p)
        for before in (green, purple):
            (seen,) = table_of(readings, ids=[7], before={7: before}).cards
            assert seen.card == (before if 1 / 5 < p / (1 - p) < 5 else called)
            assert seen.confidence <= max(p, 1 - p)
    (seen,) = table_of(readings, ids=[7], before={8: green}).cards
    assert seen.card == purple
