"""Odds with known cards, against going through every deal."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from setvision.cards import DECK, SMALL_DECK, Card
from setvision.deals import chance_of_no_set_after, expected_sets_after
from setvision.errors import CardCodeError, DuplicateCardError
from setvision.rules import find_sets


def parsed(codes: str) -> list[Card]:
    return [Card.parse(code) for code in codes.split()]


@pytest.mark.parametrize(
    ("seen", "gone", "more", "small"),
    [
        ("1rfo 2rfo 1gfw", "", 2, False),
        ("1rfo 2gtw", "3ped", 2, False),
        ("1rfo 2rfo 3gfo 1pfd", "3rfo 2gfd", 3, True),
        ("1rfo 2rfo 3rfo", "", 1, False),
        ("1rfo", "2rfo", 0, False),
        ("", "1rfo 2gfw 1pfd", 3, True),
    ],
)
def test_by_going_through_every_deal(seen, gone, more, small):
    table, out = parsed(seen), parsed(gone)
    rest = [card for card in (SMALL_DECK if small else DECK) if card not in (*table, *out)]
    counts = [len(find_sets([*table, *dealt])) for dealt in combinations(rest, more)]
    options = {"seen": table, "gone": out, "small_deck": small}
    assert expected_sets_after(more, **options) == Fraction(sum(counts), len(counts))
    assert chance_of_no_set_after(more, **options) == Fraction(counts.count(0), len(counts))


def test_with_nothing_known():
    assert expected_sets_after(12) == Fraction(220, 79)
    assert chance_of_no_set_after(12) == Fraction(2_284_535_476_080, comb(81, 12))
    assert chance_of_no_set_after(9, small_deck=True) == Fraction(2_106, comb(27, 9))
    assert expected_sets_after(27, small_deck=True) == 117


def test_three_more_to_twelve_without_a_set():
    """Twelve cards of two values in every feature hold no SET; three more are counted."""
    table = [card for card in DECK if max(card.values) < 2][:12]
    chance = chance_of_no_set_after(3, seen=table)
    assert chance is not None
    assert 0 < chance < Fraction(1, 50)


def test_too_much_to_count_is_not_guessed():
    assert chance_of_no_set_after(11, seen=[DECK[0]]) is None
    assert chance_of_no_set_after(11, seen=parsed("1rfo 2rfo 3rfo")) == 0


def test_what_cannot_be():
    with pytest.raises(DuplicateCardError, match=r"one red solid oval \(1rfo\) is named twice"):
        expected_sets_after(1, seen=parsed("1rfo"), gone=parsed("1rfo"))
    with pytest.raises(CardCodeError, match=r"\(1rto\) is not in the small deck"):
        chance_of_no_set_after(1, seen=parsed("1rto"), small_deck=True)
    with pytest.raises(ValueError, match="81 cards cannot be dealt from 80"):
        expected_sets_after(81, seen=parsed("1rto"))


def test_where_there_is_always_a_set_nothing_takes_too_long():
    assert chance_of_no_set_after(21, gone=DECK[:1]) == 0
    assert chance_of_no_set_after(10, gone=SMALL_DECK[:1], small_deck=True) == 0
