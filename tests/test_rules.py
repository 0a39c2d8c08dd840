"""The rules, checked against their definition on all cards there are."""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setvision.cards import DECK, SMALL_DECK, Card, Edition, Feature
from setvision.errors import DuplicateCardError
from setvision.rules import THIRD, Outcome, explain, find_sets, is_set, third

hands = st.lists(st.sampled_from(DECK), max_size=21, unique=True)


def parsed(codes: str) -> list[Card]:
    """The cards of some codes: ``parsed("1rfo 2rto")``."""
    return [Card.parse(code) for code in codes.split()]


def is_set_by_definition(a: Card, b: Card, c: Card) -> bool:
    """Each feature, looked at alone, is the same on all three or different on all three."""
    return all(
        len({getattr(card, feature) for card in (a, b, c)}) in (1, 3)
        for feature in ("color", "shape", "count", "fill")
    )


SETS = [trio for trio in combinations(DECK, 3) if is_set_by_definition(*trio)]


class TestIsSet:
    def test_all_triples_agree_with_the_definition(self):
        triples = list(combinations(DECK, 3))
        assert len(triples) == 85_320
        wrong = [trio for trio in triples if is_set(*trio) is not is_set_by_definition(*trio)]
        assert not wrong

    @pytest.mark.parametrize(
        ("codes", "expected"),
        [
            ("1rfo 2rfo 3rfo", True),
            ("1rfo 2gtw 3ped", True),
            ("1rfo 2rfo 3gfo", False),
            ("1rfo 1rto 1rew", False),
        ],
    )
    def test_examples_in_any_order(self, codes, expected):
        for trio in permutations(parsed(codes)):
            assert is_set(*trio) is expected

    @pytest.mark.parametrize("codes", ["1rfo 1rfo 2rfo", "1rfo 2rfo 1rfo", "2rfo 1rfo 1rfo"])
    def test_a_card_given_twice_is_refused(self, codes):
        with pytest.raises(DuplicateCardError, match=r"one red solid oval \(1rfo\) .* 2 times"):
            is_set(*parsed(codes))

    def test_three_equal_cards_are_no_set(self):
        with pytest.raises(DuplicateCardError, match=r"3 times \(cards 1, 2, 3\)"):
            is_set(*parsed("3ped 3ped 3ped"))


class TestThird:
    def test_every_pair_has_exactly_one(self):
        for a, b in combinations(DECK, 2):
            c = third(a, b)
            assert c not in (a, b)
            assert is_set_by_definition(a, b, c)
            assert third(b, a) == c
            assert third(a, c) == b

    @pytest.mark.parametrize(
        ("pair", "expected"), [("1rfo 2rfo", "3rfo"), ("1rfo 2gtw", "3ped"), ("1rfo 1rto", "1reo")]
    )
    def test_examples(self, pair, expected):
        assert third(*parsed(pair)).code == expected

    def test_equal_cards_have_none(self):
        with pytest.raises(DuplicateCardError, match="a deck has each card once"):
            third(DECK[7], DECK[7])

    def test_the_table_is_a_latin_square_with_the_cards_on_its_diagonal(self):
        assert all(sorted(row) == list(range(81)) for row in THIRD)
        assert all(THIRD[a][a] == a for a in range(81))


class TestCountsOfTheDeck:
    def test_there_are_1080_sets(self):
        assert len(SETS) == 1080
        assert len(find_sets(DECK)) == 1080

    def test_forty_go_through_each_card(self):
        through = Counter(card for trio in SETS for card in trio)
        assert through == dict.fromkeys(DECK, 40)

    def test_by_the_number_of_features_that_differ(self):
        differing = Counter(
            sum(check.outcome is Outcome.DIFFERENT for check in explain(*trio).checks)
            for trio in SETS
        )
        assert differing == {1: 108, 2: 324, 3: 432, 4: 216}

    def test_the_small_deck_has_117(self):
        assert len(find_sets(SMALL_DECK)) == 117

    def test_two_values_of_each_feature_hold_no_set(self):
        """Sixteen cards with no third value anywhere."""
        assert find_sets([card for card in DECK if max(card.values) < 2]) == []


class TestFindSets:
    def test_an_example(self):
        table = parsed("1rfo 2gtw 2rfo 3ped 3rfo 1gto")
        assert find_sets(table) == [(0, 1, 3), (0, 2, 4)]

    @pytest.mark.parametrize("codes", ["", "1rfo", "1rfo 2rfo", "1rfo 2rfo 3gfo"])
    def test_none(self, codes):
        assert find_sets(parsed(codes)) == []

    def test_tuples_do_as_well_as_lists(self):
        assert find_sets(tuple(parsed("1rfo 2rfo 3rfo"))) == [(0, 1, 2)]

    def test_duplicates_are_named(self):
        with pytest.raises(DuplicateCardError, match=r"\(2gtw\) is there 2 times \(cards 2, 4\)"):
            find_sets(parsed("1rfo 2gtw 3ped 2gtw"))

    @given(hands)
    def test_the_search_by_triples_finds_the_same_in_the_same_order(self, hand):
        positions = combinations(range(len(hand)), 3)
        assert find_sets(hand) == [
            trio for trio in positions if is_set_by_definition(*(hand[i] for i in trio))
        ]

    @given(hands, st.randoms(use_true_random=False))
    def test_the_order_of_the_cards_changes_no_set(self, hand, rng: random.Random):
        shuffled = rng.sample(hand, len(hand))
        assert {frozenset(hand[i] for i in trio) for trio in find_sets(hand)} == {
            frozenset(shuffled[i] for i in trio) for trio in find_sets(shuffled)
        }

    @given(st.lists(st.sampled_from(DECK), min_size=21, max_size=21, unique=True))
    def test_21_cards_always_hold_one(self, hand):
        assert find_sets(hand)

    @given(st.lists(st.sampled_from(SMALL_DECK), min_size=10, max_size=10, unique=True))
    def test_10_solid_cards_always_hold_one(self, hand):
        assert find_sets(hand)

    @given(st.randoms(use_true_random=False))
    def test_a_full_game_never_leaves_three_cards_that_are_no_set(self, rng: random.Random):
        left = rng.sample(DECK, 81)
        while found := find_sets(left):
            taken = set(rng.choice(found))
            left = [card for i, card in enumerate(left) if i not in taken]
        assert len(left) != 3
        assert all(sum(values) % 3 == 0 for values in zip(*(c.values for c in left), strict=True))


class TestExplain:
    def test_of_all_triples_exactly_the_failing_features_are_named(self):
        names = [feature.value for feature in Feature]
        values = [[getattr(card, name) for name in names] for card in DECK]
        wrong = []
        for trio in combinations(DECK, 3):
            a, b, c = (values[card.index] for card in trio)
            failing = [
                name for name, *three in zip(names, a, b, c, strict=True) if len(set(three)) == 2
            ]
            explanation = explain(*trio)
            named = [check.feature.value for check in explanation.broken]
            if named != failing or explanation.is_set is not is_set(*trio):
                wrong.append(trio)
        assert not wrong

    def test_the_reason_has_one_part_for_each_failing_feature(self):
        for trio in list(combinations(DECK, 3))[::500]:
            explanation = explain(*trio)
            if not explanation.is_set:
                parts = str(explanation).removeprefix("no SET (").removesuffix(")").split("; ")
                assert [part.split(":")[0] for part in parts] == [
                    check.feature.value for check in explanation.broken
                ]

    @pytest.mark.parametrize(
        ("codes", "text"),
        [
            (
                "1rfo 2rfo 3rfo",
                "SET (color: all red; shape: all oval; count: 1, 2, 3; fill: all solid)",
            ),
            (
                "1rfo 2gtw 3ped",
                "SET (color: red, green, purple; shape: oval, squiggle, diamond; count: 1, 2, 3; "
                "fill: solid, striped, open)",
            ),
            ("1rfo 2rfo 3gfo", "no SET (color: two red, one green)"),
            ("1gfo 2rfo 3rfo", "no SET (color: two red, one green)"),
            ("1rfo 2gfo 3rfo", "no SET (color: two red, one green)"),
            ("1rfo 1gfo 3pfo", "no SET (count: two cards show 1, one shows 3)"),
            ("1rfo 2rfd 3rfd", "no SET (shape: two diamonds, one oval)"),
            (
                "1rfo 1geo 2rto",
                "no SET (color: two red, one green; count: two cards show 1, one shows 2)",
            ),
            (
                "1rfo 1rfw 2gto",
                "no SET (color: two red, one green; shape: two ovals, one squiggle; "
                "count: two cards show 1, one shows 2; fill: two solid, one striped)",
            ),
        ],
    )
    def test_in_english(self, codes, text):
        assert str(explain(*parsed(codes))) == text

    def test_in_the_words_of_the_european_edition(self):
        explanation = explain(*parsed("1rtd 2rtd 3rfo"))
        assert explanation.text(Edition.EUROPEAN) == (
            "no SET (shape: two rectangles, one oval; fill: two speckled, one solid)"
        )

    def test_the_parts_are_there_for_other_languages(self):
        color, shape, count, fill = explain(*parsed("1rfo 2rtw 3reo")).checks
        assert (color.feature, color.outcome, color.values, color.odd) == (
            Feature.COLOR,
            Outcome.SAME,
            (0, 0, 0),
            None,
        )
        assert (shape.outcome, shape.values, shape.odd) == (Outcome.BROKEN, (0, 1, 0), 1)
        assert (count.outcome, count.values, count.odd) == (Outcome.DIFFERENT, (0, 1, 2), None)
        assert (fill.outcome, fill.values, fill.odd) == (Outcome.DIFFERENT, (0, 1, 2), None)

    def test_the_odd_card_is_the_one_that_differs(self):
        for trio in SETS[:50]:
            for other in DECK:
                if other in trio[:2]:
                    continue
                for check in explain(trio[0], trio[1], other).broken:
                    rest = [v for i, v in enumerate(check.values) if i != check.odd]
                    assert rest[0] == rest[1] != check.values[check.odd]

    def test_duplicates_are_refused(self):
        with pytest.raises(DuplicateCardError):
            explain(DECK[0], DECK[1], DECK[0])
