"""Cards of one table have one size."""

import cv2
import numpy as np
import pytest

from setvision.vision.sizes import size_ratios

CARD = np.array([[0, 0], [90, 0], [90, 60], [0, 60]], np.float32)


def grid(rows: int, columns: int) -> np.ndarray:
    corners = [CARD + np.float32([110 * c, 80 * r]) for r in range(rows) for c in range(columns)]
    return np.stack(corners)


def tilted(quads: np.ndarray) -> np.ndarray:
    """Seen from low: the upper row is about two thirds as wide as the lower one."""
    before = np.array([[0, 0], [440, 0], [440, 240], [0, 240]], np.float32)
    after = np.array([[80, 40], [360, 40], [440, 240], [0, 240]], np.float32)
    view = cv2.getPerspectiveTransform(before, after)
    return cv2.perspectiveTransform(quads.reshape(1, -1, 2), view).reshape(-1, 4, 2)


def test_equal_cards_in_perspective_agree():
    quads = tilted(grid(3, 4))
    areas = np.array([cv2.contourArea(quad) for quad in quads])
    assert areas.max() / areas.min() > 1.8
    assert np.abs(size_ratios(quads, np.ones(12, np.float32))).max() < 0.15


def test_a_picture_of_a_card_stands_out():
    quads = np.concatenate([tilted(grid(3, 4)), CARD[None] * 0.22 + 20])
    ratios = size_ratios(quads, np.ones(13, np.float32))
    assert ratios[12] < -1.3
    assert np.abs(ratios[:12]).max() < 0.3


def test_what_is_not_trusted_does_not_count():
    quads = np.concatenate([grid(2, 2), grid(2, 2) * 3])
    trust = np.array([1] * 4 + [0.2] * 4, np.float32)
    ratios = size_ratios(quads, trust)
    np.testing.assert_allclose(ratios[:4], 0, atol=1e-6)
    assert (ratios[4:] > 1.3).all()


@pytest.mark.parametrize("count", [0, 1, 3])
def test_few_cards_are_not_judged(count):
    quads = grid(1, 4)[:count]
    assert not size_ratios(quads, np.ones(count, np.float32)).any()


def test_a_single_row_is_no_difficulty():
    ratios = size_ratios(grid(1, 5), np.ones(5, np.float32))
    np.testing.assert_allclose(ratios, 0, atol=1e-6)
