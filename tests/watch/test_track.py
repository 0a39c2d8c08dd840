"""Which card of a frame is which of those that are known."""

import numpy as np
import pytest

from setvision.cards import DECK
from setvision.vision.types import Readings
from setvision.watch.evidence import Evidence, joined
from setvision.watch.track import Track, by_face, by_place, overlaps


def card(x: float, y: float = 0) -> np.ndarray:
    return np.float32([[x, y], [x + 60, y], [x + 60, y + 40], [x, y + 40]])


def reading(face: int, sure: float = 0.999) -> Readings:
    probs = np.full((1, 4, 3), (1 - sure) / 2, np.float32)
    probs[0, np.arange(4), list(DECK[face].values)] = sure
    one = np.float32([0.999])
    return Readings(probs, one, one, one * 0, np.zeros((1, 192), np.float32), np.zeros((1, 3)))


def track(face: int, quad: np.ndarray) -> Track:
    evidence = Evidence()
    evidence.add(reading(face), 0)
    return Track(quad, evidence, LOOKS[0], 0.0, 0.0)


def seen(*faces: int) -> Readings:
    return joined([reading(face) for face in faces])


CLEAR = np.array([True, True])
LOOKS = [np.full((24, 40), 960**-0.5, np.float32)] * 2
BARE = [np.zeros((24, 40), np.float32)]


def test_common_area():
    shares = overlaps(np.stack([card(0)]), np.stack([card(0), card(30), card(100)]))
    assert shares[0] == pytest.approx([1, 1 / 3, 0], abs=1e-4)
    assert overlaps(np.empty((0, 4, 2), np.float32), np.stack([card(0)])).shape == (0, 1)


def test_cards_are_known_by_their_places():
    tracks = [track(5, card(0)), track(7, card(100))]
    matches = by_place(tracks, np.stack([card(103), card(2)]), seen(7, 5), LOOKS, CLEAR)
    assert {(match.track, match.row) for match in matches} == {(tracks[0], 1), (tracks[1], 0)}


def test_another_card_in_a_place_is_another_card():
    assert by_place([track(5, card(0))], np.stack([card(0)]), seen(7), LOOKS[:1], CLEAR[:1]) == []


def test_unless_a_hand_is_near_and_may_hide_a_symbol():
    matches = by_place([track(5, card(0))], np.stack([card(0)]), seen(7), LOOKS[:1], ~CLEAR[:1])
    assert [match.row for match in matches] == [0]


def test_a_card_that_is_carried_over_another_is_not_taken_for_it():
    lying, carried = track(5, card(0)), track(7, card(200))
    carried.card = DECK[7]
    assert by_place([lying, carried], np.stack([card(4)]), seen(7), LOOKS[:1], ~CLEAR[:1]) == []
    assert by_place([lying], np.stack([card(4)]), seen(7), LOOKS[:1], ~CLEAR[:1], [DECK[7]]) == []
    doubtful = Track(card(0), Evidence(), LOOKS[0], 0.0, 0.0)
    doubtful.evidence.add(reading(5, 0.7), 0)
    assert (
        by_place([doubtful], np.stack([card(4)]), seen(7), LOOKS[:1], ~CLEAR[:1], [DECK[7]]) == []
    )
    # Where it still lies in its place, what is seen elsewhere is a misread card.
    both = by_place([lying, carried], np.stack([card(4), card(200)]), seen(7, 7), LOOKS, ~CLEAR)
    assert {(match.track, match.row) for match in both} == {(lying, 0), (carried, 1)}


def test_a_doubtful_reading_says_nothing_against_a_card():
    doubtful = reading(7, 0.7)
    quads = np.stack([card(0)])
    assert len(by_place([track(5, card(0))], quads, doubtful, LOOKS[:1], CLEAR[:1])) == 1


def test_what_can_not_be_read_and_looks_otherwise_is_another_thing():
    quads = np.stack([card(0)])
    grain = reading(7, 0.4)
    grain.probs[0, np.arange(4), list(DECK[5].values)] = 0.1
    assert by_place([track(5, card(0))], quads, grain, BARE, CLEAR[:1]) == []
    assert len(by_place([track(5, card(0))], quads, grain, LOOKS[:1], CLEAR[:1])) == 1


def test_a_card_that_looks_otherwise_but_reads_as_it_did_is_still_there():
    quads = np.stack([card(0)])
    assert len(by_place([track(5, card(0))], quads, reading(5, 0.8), BARE, CLEAR[:1])) == 1


def test_where_no_whole_card_is_seen_what_reads_a_little_like_a_card_is_not_it():
    quads = np.stack([card(0)])
    pattern = Readings(
        np.full((1, 4, 3), 1 / 3, np.float32), np.float32([0.6]), np.float32([0.7]),
        np.float32([0]), np.zeros((1, 192), np.float32), np.zeros((1, 3)),
    )  # fmt: skip
    assert by_place([track(5, card(0))], quads, pattern, BARE, CLEAR[:1]) == []
    assert len(by_place([track(5, card(0))], quads, pattern, BARE, ~CLEAR[:1])) == 1


def test_cards_that_were_moved_are_known_by_their_faces():
    tracks = [track(5, card(0)), track(7, card(100))]
    (match,) = by_face(tracks, np.stack([card(300, 200), card(400)]), seen(7, 9))
    assert (match.track, match.row, match.is_elsewhere) == (tracks[1], 0, True)


def test_of_twins_the_nearer_one_is_it():
    tracks = [track(5, card(0)), track(5, card(100))]
    (match,) = by_face(tracks, np.stack([card(150)]), seen(5))
    assert match.track is tracks[1]


def test_nothing_seen_matches_nothing():
    nothing = np.empty((0, 4, 2), np.float32)
    assert (
        by_place([track(5, card(0))], nothing, seen(5).take(np.array([], int)), [], CLEAR[:0]) == []
    )
    assert by_face([], np.stack([card(0)]), seen(5)) == []
