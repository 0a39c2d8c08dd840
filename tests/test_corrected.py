"""Who corrects a card gets the table that follows from it."""

from dataclasses import replace

import numpy as np
import pytest

from setvision.cards import Card
from setvision.corrected import corrected
from setvision.errors import UsageError
from setvision.table import Verdict
from tests.media.tables import grid_table


def card(code: str) -> Card:
    return Card.parse(code)


def seen_as(table, number: int, probs: dict[str, float], **changes):
    """A table whose card of a number has given probabilities of some colors."""
    colors = ("red", "green", "purple")
    cards = []
    for seen in table.cards:
        if seen.id == number:
            likely = seen.probs.copy()
            likely[0] = [probs.get(color, 0.0) for color in colors]
            seen = replace(seen, probs=likely, **changes)
        cards.append(seen)
    return replace(table, cards=tuple(cards))


def test_nothing_told_changes_nothing():
    table = grid_table(("1rfo", "2rfo", "3rfo"))
    assert corrected(table, {}) is table


def test_a_set_that_was_none_is_gone():
    table = grid_table(("1rfo", "2rfo", "3rfo"))
    after = corrected(table, {3: card("3rfd")})
    assert [seen.card.code for seen in after.cards] == ["1rfo", "2rfo", "3rfd"]
    assert after.sets == ()
    assert after.verdict is Verdict.NONE
    assert str(after.reason) == "no SET among 3 cards"
    assert after.cards[0] is table.cards[0]


def test_a_set_that_was_misread_is_found():
    table = grid_table(("1rfo", "2rfo", "3rfd", "1gtw"))
    after = corrected(table, {3: card("3rfo")})
    assert after.sets == after.sure_sets == ((1, 2, 3),)
    assert after.verdict is Verdict.SETS


def test_what_is_told_is_sure():
    table = grid_table(("1rfo", "2rfo", "3rfo"), doubts={2: ("fill",)})
    assert table.verdict is Verdict.UNSURE
    after = corrected(table, {2: card("2rfo")})
    assert after.cards[1].sure
    assert after.cards[1].doubts == ()
    assert after.cards[1].confidence == 1
    assert after.verdict is Verdict.SETS


def test_a_face_that_is_told_is_ruled_out_for_the_others():
    table = grid_table(("1rfo", "1pfo", "3gfd"), doubts={2: ("color",)})
    table = seen_as(table, 2, {"purple": 0.6, "red": 0.3, "green": 0.1}, confidence=0.6)
    after = corrected(table, {1: card("1pfo")})
    assert [seen.card.code for seen in after.cards] == ["1pfo", "1rfo", "3gfd"]
    assert not after.cards[1].sure
    assert after.cards[1].doubts == ("color",)
    assert after.cards[1].confidence < 0.7


def test_a_card_that_seems_sure_gives_way_to_what_is_told_but_is_doubted():
    table = grid_table(("1rfo", "1pfo", "2pfo"))
    after = corrected(table, {1: card("1pfo")})
    assert after.cards[0].card.code == "1pfo"
    assert not after.cards[1].sure


def test_with_two_decks_both_may_show_it():
    table = grid_table(("1rfo", "1pfo", "2pfo"))
    after = corrected(table, {1: card("1pfo")}, decks=2)
    assert [seen.card.code for seen in after.cards] == ["1pfo", "1pfo", "2pfo"]
    assert all(seen.sure for seen in after.cards)


def test_a_twin_is_none_any_more_when_the_other_is_corrected():
    table = grid_table(("1rfo", "1rfd", "3gfd"), doubts={1: ("twin",)})
    table = replace(table, cards=(replace(table.cards[0], confidence=0.9999), *table.cards[1:]))
    after = corrected(table, {2: card("2gfd")})
    assert after.cards[0].sure
    assert after.cards[0].doubts == ()


def test_a_twin_of_low_confidence_stays_doubtful():
    table = grid_table(("1rfo", "1rfd", "3gfd"), doubts={1: ("twin",)})
    after = corrected(table, {2: card("2gfd")})
    assert not after.cards[0].sure
    assert after.cards[0].doubts == ("look",)


def test_none_stays_forbidden_by_what_may_be_a_card():
    table = replace(grid_table(("1rfo", "2rfo", "3rfo")), maybe=1)
    after = corrected(table, {3: card("3rfd")})
    assert after.verdict is Verdict.UNSURE
    assert "partly hidden" in str(after.reason)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({9: "1rfo"}, "there is no card 9"),
        ({1: "2gtw", 3: "2gtw"}, "cards 1 and 3 can't both be two green striped squiggles"),
    ],
)
def test_what_can_not_be(told, said):
    table = grid_table(("1rfo", "2rfo", "3rfo"))
    with pytest.raises(UsageError, match=said):
        corrected(table, {number: card(code) for number, code in told.items()})


def test_the_table_itself_stays_as_it_was():
    table = grid_table(("1rfo", "2rfo", "3rfo"))
    before = [seen.probs.copy() for seen in table.cards]
    corrected(table, {3: card("3rfd")})
    assert all(
        np.array_equal(seen.probs, probs) for seen, probs in zip(table.cards, before, strict=True)
    )


def test_what_a_card_is_called_for_other_reasons_than_its_own_look_stays():
    """As where the inks of a table, compared, have named another color."""
    table = grid_table(("1geo", "2peo", "3rfo"), doubts={2: ("color",)})
    table = seen_as(table, 2, {"green": 0.6, "purple": 0.4})
    after = corrected(table, {3: card("3rfd")})
    assert [seen.card.code for seen in after.cards] == ["1geo", "2peo", "3rfd"]
    after = corrected(table, {3: card("2peo")})
    assert [seen.card.code for seen in after.cards] == ["1geo", "2geo", "2peo"]
