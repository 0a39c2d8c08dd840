"""Readings of one card add up, but frames of a still picture repeat their mistakes."""

import numpy as np
import pytest

from setvision.cards import DECK
from setvision.table import faces_of
from setvision.vision.types import Readings
from setvision.watch.evidence import Evidence, joined


def reading(face: int, sure: float, whole: float = 1.0, ink: float = 0.2) -> Readings:
    probs = np.full((1, 4, 3), (1 - sure) / 2, np.float32)
    probs[0, np.arange(4), list(DECK[face].values)] = sure
    one = np.float32([0.999])
    features = np.ones((1, 192), np.float32)
    return Readings(
        probs, one, one * np.float32(whole), one * 0, features, np.float32([[0.4, 0.6 - ink, ink]])
    )


def face_of(evidence: Evidence) -> int:
    return int(faces_of(evidence.readings.probs)[0].argmax())


def belief(evidence: Evidence) -> float:
    return float(evidence.readings.belief[0])


def test_one_reading_is_believed_less_than_it_says():
    evidence = Evidence()
    evidence.add(reading(5, 0.9), 0)
    assert face_of(evidence) == 5
    assert 0.3 < belief(evidence) < reading(5, 0.9).belief[0]
    assert evidence.weight == pytest.approx(1, abs=0.01)


def test_readings_that_agree_are_believed_as_much_as_one_of_them_and_never_more():
    evidence = Evidence()
    beliefs = []
    for _ in range(200):
        evidence.add(reading(5, 0.9), 0)
        beliefs.append(belief(evidence))
    assert beliefs[0] < beliefs[1] < beliefs[2]
    assert beliefs[-1] == pytest.approx(float(reading(5, 0.9).belief[0]), abs=1e-3)
    np.testing.assert_allclose(evidence.readings.probs, reading(5, 0.9).probs, atol=1e-3)
    assert evidence.weight <= 8


def test_many_readings_outvote_one():
    evidence = Evidence()
    evidence.add(reading(7, 0.8), 0)
    for _ in range(4):
        evidence.add(reading(5, 0.8), 0)
    assert face_of(evidence) == 5


def test_a_card_under_a_hand_says_little():
    evidence = Evidence()
    evidence.add(reading(5, 0.9), 0)
    for _ in range(5):
        evidence.add(reading(7, 0.9, whole=0.02), 0)
    assert face_of(evidence) == 5


def test_after_a_move_new_readings_count_more():
    faded, kept = Evidence(), Evidence()
    for evidence in (faded, kept):
        for _ in range(6):
            evidence.add(reading(5, 0.9), 0)
    faded.fade(0.1)
    for evidence in (faded, kept):
        evidence.add(reading(7, 0.9), 0)
    assert face_of(kept) == 5
    assert face_of(faded) == 7


def test_readings_of_several_cards_are_put_together():
    both = joined([reading(5, 0.9), reading(7, 0.8)])
    assert faces_of(both.probs).argmax(1).tolist() == [5, 7]
    assert both.features.shape == (2, 192)


def test_the_ink_is_that_of_all_readings_by_their_weight():
    evidence = Evidence()
    evidence.add(reading(5, 0.9, ink=0.1), 0)
    evidence.add(reading(5, 0.9, ink=0.4), 0, 0.5)
    np.testing.assert_allclose(evidence.readings.ink, [[0.4, 0.4, 0.2]], atol=1e-4)
    evidence.fade(0.3)
    np.testing.assert_allclose(evidence.readings.ink, [[0.4, 0.4, 0.2]], atol=1e-4)
