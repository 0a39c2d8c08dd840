"""Events are told once, when they are complete."""

import numpy as np
import pytest

from setvision.cards import Card
from setvision.vision.types import Readings
from setvision.watch.events import Teller
from setvision.watch.evidence import Evidence
from setvision.watch.track import Track
from setvision.watch.types import EventKind

A_SET = ("1rfo", "2rfo", "3rfo")
OTHERS = ("1gfd", "2pew", "3rtd", "1pto", "2gew", "3gtd", "1rew", "2pfd", "3geo")


def lying(code: str, number: int) -> Track:
    x = 100.0 * number
    quad = np.float32([[x, 0], [x + 60, 0], [x + 60, 40], [x, 40]])
    look = np.zeros((24, 40), np.float32)
    return Track(quad, Evidence(), look, 0.0, 0.0, id=number, card=Card.parse(code), is_known=True)


@pytest.fixture
def tracks():
    return [lying(code, k) for k, code in enumerate((*A_SET, *OTHERS), start=1)]


@pytest.fixture
def teller(tracks):
    """Knows twelve cards and has told of them."""
    teller = Teller()
    for track in tracks:
        teller.note_birth(track, 0.0)
    (dealt,) = teller.tell(tracks, 1.0, False, 1.0)
    assert (dealt.kind, len(dealt.cards)) == (EventKind.DEALT, 12)
    return teller


def codes(event) -> list[str]:
    return [card.code for card in event.cards]


def test_cards_taken_one_by_one_are_one_taking(teller, tracks):
    for k, time_s in enumerate((5.0, 5.6, 6.2)):
        teller.note_death(tracks[k], time_s)
        assert teller.tell(tracks[k + 1 :], 0.4, False, time_s + 0.1) == ()
    (taken,) = teller.tell(tracks[3:], 0.0, True, 6.6)
    assert (taken.kind, codes(taken), taken.ids) == (EventKind.TAKEN, list(A_SET), (1, 2, 3))
    assert teller.tell(tracks[3:], 1.0, False, 7.0) == ()


def test_three_cards_that_make_no_set_are_told_when_the_hand_is_gone(teller, tracks):
    for track in tracks[2:5]:
        teller.note_death(track, 5.0)
    rest = tracks[:2] + tracks[5:]
    assert teller.tell(rest, 0.1, False, 6.0) == ()
    assert teller.tell(rest, 0.4, True, 6.0) == ()
    (taken,) = teller.tell(rest, 0.4, False, 6.1)
    assert taken.ids == (3, 4, 5)


def test_a_single_card_is_told_after_waiting_for_more(teller, tracks):
    teller.note_death(tracks[0], 5.0)
    assert teller.tell(tracks[1:], 1.0, False, 6.0) == ()
    (taken,) = teller.tell(tracks[1:], 1.6, False, 6.6)
    assert codes(taken) == ["1rfo"]


def test_two_sets_taken_in_one_go_are_two_takings(teller, tracks):
    second = [lying(code, 20 + k) for k, code in enumerate(("1gfd", "2gfd", "3gfd"))]
    for time_s, track in enumerate((*tracks[:3], *second)):
        teller.note_death(track, 5.0 + time_s / 10)
    told = teller.tell(tracks[3:], 0.5, False, 7.0)
    assert [codes(event) for event in told] == [list(A_SET), ["1gfd", "2gfd", "3gfd"]]


def test_a_card_that_is_there_again_at_once_never_left(teller, tracks):
    teller.note_death(tracks[0], 5.0)
    assert teller.numbers == {1}
    assert teller.number_again(tracks[0].card) == 1
    assert teller.tell(tracks, 3.0, False, 9.0) == ()


def test_cards_that_were_taken_come_back(teller, tracks):
    for track in tracks[:3]:
        teller.note_death(track, 5.0)
    teller.tell(tracks[3:], 0.5, False, 5.5)
    assert teller.number_again(tracks[0].card) == 0
    assert teller.number_before(tracks[0].card) == 1
    for track in tracks[:3]:
        teller.note_birth(track, 8.0)
    (returned,) = teller.tell(tracks, 0.5, False, 8.5)
    assert (returned.kind, codes(returned)) == (EventKind.RETURNED, list(A_SET))
    assert teller.number_before(tracks[0].card) == 0


def test_new_cards_fill_up_the_table_or_are_added(teller, tracks):
    for track in tracks[:3]:
        teller.note_death(track, 5.0)
    teller.tell(tracks[3:], 0.5, False, 5.5)
    new = [lying(code, k) for k, code in enumerate(("1ped", "2ped", "3ptw"), start=1)]
    more = [lying(code, k) for k, code in enumerate(("1gto", "2gto", "3gtw"), start=13)]
    for track in new:
        teller.note_birth(track, 8.0)
    (dealt,) = teller.tell([*new, *tracks[3:]], 0.5, False, 8.5)
    for track in more:
        teller.note_birth(track, 12.0)
    (added,) = teller.tell([*new, *more, *tracks[3:]], 0.5, False, 12.5)
    assert [dealt.kind, added.kind] == [EventKind.DEALT, EventKind.ADDED]


def test_what_was_taken_is_told_before_what_was_dealt(teller, tracks):
    for track in tracks[:3]:
        teller.note_death(track, 5.0)
    new = lying("1ped", 20)
    teller.note_birth(new, 5.2)
    told = teller.tell([new, *tracks[3:]], 2.0, False, 8.0)
    assert [event.kind for event in told] == [EventKind.TAKEN, EventKind.DEALT]


def test_a_table_that_is_cleared(teller, tracks):
    for track in tracks:
        teller.note_death(track, 5.0)
    (cleared,) = teller.tell([], 0.5, False, 5.5)
    assert (cleared.kind, len(cleared.cards)) == (EventKind.CLEARED, 12)


def test_with_hands_that_never_rest_it_is_told_at_last(teller, tracks):
    teller.note_death(tracks[0], 5.0)
    assert teller.tell(tracks[1:], 0.0, True, 10.0) == ()
    assert len(teller.tell(tracks[1:], 0.0, True, 11.1)) == 1


def test_places_move_with_the_picture(teller, tracks):
    teller.note_death(tracks[0], 5.0)
    shift = np.array([[1, 0, 10], [0, 1, 5], [0, 0, 1.0]])
    teller.move(shift)
    np.testing.assert_allclose(teller.vacant[0], tracks[0].quad + np.float32([10, 5]))


def test_what_can_hardly_be_read_is_not_told_before_it_is_known(teller, tracks):
    new = [lying(code, 12 + k) for k, code in enumerate(("1pew", "2gto", "3rew"), start=1)]
    thing = lying("3red", 16)
    thing.is_known = False
    for track in (*new, thing):
        teller.note_birth(track, 5.0)
    (added,) = teller.tell([*tracks, *new, thing], 1.0, False, 6.0)
    assert added.ids == (13, 14, 15)


def test_what_was_no_card_is_not_taken_with_a_set(teller, tracks):
    tracks[5].is_known = False
    for track in (*tracks[:3], tracks[5]):
        teller.note_death(track, 5.0)
    (taken,) = teller.tell(tracks[3:5] + tracks[6:], 1.0, False, 8.0)
    assert taken.ids == (1, 2, 3)


def test_a_card_that_was_hidden_and_is_glimpsed_is_not_told_as_taken(teller, tracks):
    for track in tracks[:4]:
        teller.note_death(track, 5.0)
    hidden = {tracks[3].card}
    (taken,) = teller.tell(tracks[4:], 0.5, False, 6.0, hidden)
    assert codes(taken) == list(A_SET)
    assert teller.tell(tracks[4:], 2.0, False, 8.0, hidden) == ()
    assert teller.number_again(tracks[3].card) == tracks[3].id
    assert teller.tell(tracks[3:], 2.0, False, 9.0) == ()


def test_a_set_in_a_hand_is_taken(teller, tracks):
    for track in tracks[:3]:
        teller.note_death(track, 5.0)
    (taken,) = teller.tell(tracks[3:], 0.0, True, 5.5, {tracks[0].card})
    assert codes(taken) == list(A_SET)


def doubtful(code: str, other: str, share: float, number: int) -> Track:
    """A card that was never known: the other one, but for a share of the likelihood."""
    probs = np.full((1, 4, 3), 1e-4, np.float32)
    probs[0, np.arange(4), list(Card.parse(code).values)] += share
    probs[0, np.arange(4), list(Card.parse(other).values)] += 1 - share
    one = np.float32([0.99])
    track = lying(other, number)
    track.is_known = False
    features = np.zeros((1, 192), np.float32)
    track.evidence.add(Readings(probs, one, one, one * 0, features, np.zeros((1, 3))), 0)
    return track


@pytest.mark.parametrize(("share", "told"), [(0.2, "3rfo"), (0.002, "3pfo")])
def test_a_doubtful_card_of_three_taken_most_likely_makes_a_set(teller, tracks, share, told):
    tracks[2] = doubtful("3rfo", "3pfo", share, 3)
    for track in tracks[:3]:
        teller.note_death(track, 5.0)
    (taken,) = teller.tell(tracks[3:], 0.5, False, 6.0)
    assert codes(taken) == ["1rfo", "2rfo", told]
