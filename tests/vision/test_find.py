"""From the finder's maps to quads, and the choice among them."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from training.targets import STRIDE, finder_targets, quad_parameters

from setvision.vision.find import decode, find, suppress

SIDE = 448


def maps_of(*quads: np.ndarray) -> np.ndarray:
    """What a perfect finder answers."""
    owner = np.full((SIDE, SIDE), -1, np.int16)
    for k, quad in enumerate(quads):
        cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), k)
    parameters, state = finder_targets(list(quads), [1.0] * len(quads), owner)
    core = np.where(state == 1, 8, -8).astype(np.float32)
    return np.concatenate([core[None], parameters])


def a_quad(x: float, y: float, length: float, aspect: float, angle: float, lean: float):
    """A card seen in perspective, first edge along a long side."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, length / aspect / 2]
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = half @ turn.T
    points = points / (1 + lean * points[:, 1:] / length) * [1, 0.9]
    return (points + np.array([x, y])).astype(np.float32)


@given(
    st.floats(170, 270),
    st.floats(170, 270),
    st.floats(40, 250),
    st.floats(1.35, 1.8),
    st.floats(0, 2 * np.pi),
    st.floats(-0.2, 0.2),
)
def test_a_perfect_answer_gives_the_very_quad(x, y, length, aspect, angle, lean):
    truth = a_quad(x, y, length, aspect, angle, lean)
    quads, scores = decode(maps_of(truth))
    assert len(quads) == 1
    assert scores[0] > 0.99
    starts = [np.abs(np.roll(quads[0], 2 * k, 0) - truth).max() for k in range(2)]
    assert min(starts) < 0.5


def test_cards_side_by_side_stay_apart():
    truth = [a_quad(100 + 110 * k, 200, 100, 1.55, 0.1 * k, 0) for k in range(3)]
    quads, _ = decode(maps_of(*truth))
    assert sorted(np.round(quad.mean(0)[0]) for quad in quads) == [100, 210, 320]


def test_nothing_to_be_seen():
    quads, scores = decode(np.full((11, 56, 56), -8, np.float32))
    assert quads.shape == (0, 4, 2)
    assert scores.shape == (0,)


@given(st.floats(0, np.pi))
def test_parameters_do_not_change_by_half_a_turn(angle):
    quad = a_quad(200, 200, 120, 1.5, angle, 0.1)
    np.testing.assert_allclose(
        quad_parameters(quad), quad_parameters(np.roll(quad, 2, 0)), atol=2e-3
    )
    assert STRIDE == 8


def test_of_two_claims_to_one_place_the_better_stays():
    card = a_quad(200, 200, 120, 1.5, 0.2, 0)
    kept = suppress(np.stack([card, card + 4]), np.array([0.6, 0.9], np.float32))
    assert kept.tolist() == [1]


def test_cards_that_overlap_by_a_third_both_stay():
    card = a_quad(200, 200, 120, 1.5, 0, 0)
    kept = suppress(np.stack([card, card + np.float32([80, 0])]), np.ones(2, np.float32))
    assert sorted(kept.tolist()) == [0, 1]


def test_suppressing_nothing():
    assert suppress(np.empty((0, 4, 2), np.float32), np.empty(0, np.float32)).shape == (0,)


def found_with(*quads: np.ndarray) -> list[np.ndarray]:
    """What is proposed when the finder sees these."""
    maps = maps_of(*quads)
    return list(find(np.zeros((640, 640, 3), np.uint8), lambda batch: [maps[None]]).quads)


def upright(top: float, bottom: float) -> np.ndarray:
    """A card, or a part of one, first edge along a long side of the card."""
    return np.array([[250, top], [250, bottom], [150, bottom], [150, top]], np.float32)


def test_two_parts_of_one_card_are_proposed_as_one_too():
    proposed = found_with(upright(125, 219), upright(181, 275))
    assert len(proposed) == 3
    starts = [np.abs(np.roll(proposed[-1], 2 * k, 0) - upright(125, 275)).max() for k in range(2)]
    assert min(starts) < 3


def test_cards_that_hardly_overlap_are_not_joined():
    card = a_quad(200, 200, 120, 1.5, 0, 0)
    assert len(found_with(card, card + np.float32([100, 0]))) == 2
    assert len(found_with(card, card + np.float32([0, 90]))) == 2
