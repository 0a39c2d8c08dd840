"""The color of inks, whatever the lamp."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from setvision.vision.ink import ink_shares

RED = (0.9, 0.8, 0.12)
PURPLE = (0.5, 1.0, 0.6)
"""What inks take away of blue, green and red light, as natural logarithms."""


def card(ink, lamp=(0.7, 0.7, 0.7), thickness=1.0, is_outlined=False) -> np.ndarray:
    """A card with a box of one ink, (80, 128, 3)."""
    depth = np.zeros((80, 128, 1))
    depth[25:55, 40:90] = thickness
    if is_outlined:
        depth[27:53, 42:88] = 0
    light = np.float64(lamp) * np.exp(-depth * np.float64(ink))
    return np.rint(255 * light ** (1 / 2.2)).astype(np.uint8)


def test_the_share_is_that_of_the_ink():
    shares = ink_shares(np.stack([card(RED), card(PURPLE)]))
    true = [np.float64(ink) / sum(ink) for ink in (RED, PURPLE)]
    np.testing.assert_allclose(shares, true, atol=0.01)


lights = st.floats(0.25, 0.95)


@given(st.tuples(lights, lights, lights), st.floats(0.5, 1.2), st.booleans())
def test_lamp_and_thickness_do_not_change_it(lamp, thickness, is_outlined):
    for ink in (RED, PURPLE):
        (share,) = ink_shares(card(ink, lamp, thickness, is_outlined)[None])
        np.testing.assert_allclose(share, np.float64(ink) / sum(ink), atol=0.03)


def test_of_each_crop_for_itself():
    both = ink_shares(np.stack([card(RED), card(PURPLE)]))
    assert both.dtype == np.float32
    np.testing.assert_allclose(both, [ink_shares(card(i)[None])[0] for i in (RED, PURPLE)])


def test_no_crops_and_empty_ones():
    assert ink_shares(np.empty((0, 80, 128, 3), np.uint8)).shape == (0, 3)
    assert np.isfinite(ink_shares(np.full((2, 80, 128, 3), 90, np.uint8))).all()
