"""Contested calls on a table that was not read surely everywhere."""

from dataclasses import replace

import numpy as np
import pytest

from setvision.calls import Answer, card_at, card_numbered, card_showing, judge, judge_none
from setvision.cards import Card, Feature
from setvision.errors import UsageError
from setvision.table import SeenCard, Table, Verdict
from tests.media.tables import grid_table

CODES = ("1rfo", "2rfo", "3rfo", "1gtd", "2peo", "3gtw")


def doubting(table: Table, number: int, feature: Feature, *beliefs: float) -> list[SeenCard]:
    """The cards of a table, one of them with other beliefs in the values of a feature."""
    cards = list(table.cards)
    seen = cards[number - 1]
    probs = seen.probs.copy()
    probs[list(Feature).index(feature)] = beliefs
    cards[number - 1] = replace(seen, sure=False, doubts=(feature.value,), probs=probs)
    return cards


class TestJudge:
    def test_three_sure_cards(self):
        one, two, three, other, *_ = grid_table(CODES).cards
        yes, no = judge([one, two, three]), judge([one, two, other])
        assert (yes.answer, yes.reason) == (Answer.YES, None)
        assert (no.answer, no.reason) == (Answer.NO, None)
        assert [check.feature for check in no.explanation.broken] == [
            Feature.COLOR,
            Feature.SHAPE,
            Feature.COUNT,
            Feature.FILL,
        ]

    def test_a_doubt_on_which_it_hangs(self):
        cards = doubting(grid_table(CODES), 3, Feature.FILL, 0.8, 0.2, 0.0)
        call = judge(cards[:3])
        assert call.answer is Answer.UNSURE
        assert str(call.reason) == "it hangs on card 3 (fill)"
        assert call.explanation.is_set

    def test_a_doubt_that_changes_nothing(self):
        cards = doubting(grid_table(CODES), 4, Feature.COUNT, 0.6, 0.2, 0.2)
        call = judge([cards[0], cards[1], cards[3]])
        assert call.answer is Answer.NO
        assert str(call.reason) == "every likely reading of card 4 (count) gives this answer"

    def test_a_reading_that_is_not_likely_counts_for_nothing(self):
        cards = doubting(grid_table(CODES), 3, Feature.FILL, 0.999, 0.001, 0.0)
        assert judge(cards[:3]).answer is Answer.YES

    @pytest.mark.parametrize("doubt", ["look", "hidden", "twin"])
    def test_a_strange_card_may_be_any(self, doubt):
        table = grid_table(CODES, doubts={4: (doubt,)})
        assert judge([table.cards[k] for k in (0, 1, 3)]).answer is Answer.UNSURE

    def test_cards_read_alike_are_no_set_with_a_third(self):
        table = grid_table(CODES)
        twin = replace(table.cards[0], id=7)
        call = judge([table.cards[0], twin, table.cards[1]])
        assert (call.answer, call.explanation) == (Answer.NO, None)

    def test_a_call_of_one_card_twice(self):
        one, two, *_ = grid_table(CODES).cards
        with pytest.raises(UsageError, match="three different cards"):
            judge([one, two, one])


@pytest.mark.parametrize(
    ("verdict", "answer"),
    [
        (Verdict.NONE, Answer.YES),
        (Verdict.SETS, Answer.NO),
        (Verdict.UNSURE, Answer.UNSURE),
    ],
)
def test_none_is_right_when_the_verdict_is_none(verdict, answer):
    assert judge_none(replace(grid_table(CODES), verdict=verdict)) is answer


class TestChoosing:
    def test_by_number(self):
        table = grid_table(CODES)
        assert card_numbered(table, 4) is table.cards[3]
        with pytest.raises(UsageError, match="no card 7; they have the numbers 1 to 6"):
            card_numbered(table, 7)
        with pytest.raises(UsageError, match="no card 1; no cards were found"):
            card_numbered(grid_table(()), 1)

    def test_by_point(self):
        table = grid_table(CODES)
        assert card_at(table, 41, 41) is table.cards[0]
        assert card_at(table, 300, 100) is table.cards[1]
        with pytest.raises(UsageError, match="no card was found at 5,5; the picture is 840 x 340"):
            card_at(table, 5, 5)

    def test_where_cards_overlap_the_nearer_middle_counts(self):
        table = grid_table(CODES[:2])
        moved = replace(table.cards[1], quad=table.cards[0].quad + np.float32([100, 0]))
        table = replace(table, cards=(table.cards[0], moved))
        assert card_at(table, 180, 90) is moved
        assert card_at(table, 145, 90) is table.cards[0]

    def test_by_what_it_shows(self):
        table = grid_table(CODES)
        assert card_showing(table, Card.parse("1gtd")) is table.cards[3]
        with pytest.raises(UsageError, match=r"read as three purple open ovals \(3peo\)"):
            card_showing(table, Card.parse("3peo"))

    def test_a_card_that_one_in_doubt_may_be(self):
        table = grid_table(CODES)
        cards = doubting(table, 3, Feature.FILL, 0.8, 0.2, 0.0)
        with pytest.raises(UsageError, match="but card 3 \\(fill\\) may be it; say the number"):
            card_showing(replace(table, cards=tuple(cards)), Card.parse("3rto"))
