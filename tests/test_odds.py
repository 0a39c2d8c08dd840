"""The odds: counted one by one where that is quick, and against published numbers."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from setvision.cards import DECK, SMALL_DECK
from setvision.odds import SET_FREE_LAYOUTS, chance_of_no_set, count_set_free, expected_sets
from setvision.rules import THIRD, find_sets


def count_one_by_one(cards: int, deck: list[int]) -> int:
    """Go through all SET-free layouts, cards in ascending order."""

    def count(layout: list[int], candidates: list[int], missing: int) -> int:
        if missing == 1:
            return len(candidates)
        total = 0
        for i, card in enumerate(candidates):
            made = {THIRD[card][other] for other in layout}
            rest = [c for c in candidates[i + 1 :] if c not in made]
            total += count([*layout, card], rest, missing - 1)
        return total

    return count([], deck, cards)


class TestCounts:
    @pytest.mark.parametrize("cards", [1, 2, 3, 4])
    def test_one_by_one_in_the_full_deck(self, cards):
        assert count_one_by_one(cards, list(range(81))) == count_set_free(cards)

    def test_five_one_by_one_through_the_first_card(self):
        """Every card is like any other: those with the first one are 5 in 81 of all."""
        through = 0
        for a, b in combinations(range(1, 81), 2):
            if THIRD[0][a] == b:
                continue
            taken = {THIRD[0][a], THIRD[0][b], THIRD[a][b]}
            rest = [c for c in range(b + 1, 81) if c not in taken]
            for i, c in enumerate(rest):
                made = {THIRD[0][c], THIRD[a][c], THIRD[b][c]}
                through += sum(d not in made for d in rest[i + 1 :])
        assert through * 81 == 22_441_536 * 5

    @pytest.mark.parametrize("cards", range(1, 11))
    def test_one_by_one_in_the_small_deck(self, cards):
        solid = [card.index for card in SMALL_DECK]
        assert count_one_by_one(cards, solid) == count_set_free(cards, small_deck=True)

    @pytest.mark.parametrize(
        ("cards", "layouts"),
        [
            (0, 1),
            (1, 81),
            (2, 3_240),
            (3, 84_240),
            (4, 1_579_500),
            (5, 22_441_536),
            (12, 2_284_535_476_080),
        ],
    )
    def test_known_numbers(self, cards, layouts):
        assert count_set_free(cards) == layouts

    @pytest.mark.parametrize(
        ("cards", "layouts"), [(15, 2_970_003_246_912), (20, 682_344), (21, None)]
    )
    def test_known_numbers_of_the_table(self, cards, layouts):
        table = dict(enumerate(SET_FREE_LAYOUTS))
        assert table.get(cards) == layouts

    @pytest.mark.parametrize("cards", range(13))
    def test_the_table_is_what_is_counted(self, cards):
        assert SET_FREE_LAYOUTS[cards] == count_set_free(cards)

    def test_the_largest_layouts_of_solid_cards_have_nine(self):
        assert count_set_free(9, small_deck=True) == 2_106
        assert count_set_free(10, small_deck=True) == 0

    @pytest.mark.slow
    @pytest.mark.parametrize("cards", range(13, 22))
    def test_the_rest_of_the_table_is_what_is_counted(self, cards):
        assert count_set_free(cards) == dict(enumerate(SET_FREE_LAYOUTS)).get(cards, 0)


class TestChances:
    def test_of_no_set(self):
        assert round(1 / float(chance_of_no_set(12)), 2) == 30.96
        assert round(1 / float(chance_of_no_set(15))) == 2742
        assert chance_of_no_set(0) == chance_of_no_set(2) == 1
        assert chance_of_no_set(3) == Fraction(78, 79)
        assert chance_of_no_set(21) == chance_of_no_set(81) == 0

    def test_expected_sets(self):
        assert expected_sets(12) == Fraction(220, 79)
        assert expected_sets(2) == 0
        assert expected_sets(81) == len(find_sets(DECK)) == Fraction(comb(81, 3), 79)

    @pytest.mark.parametrize("function", [count_set_free, chance_of_no_set, expected_sets])
    def test_a_negative_number_of_cards_is_refused(self, function):
        with pytest.raises(ValueError, match="a layout cannot have -1 cards"):
            function(-1)
