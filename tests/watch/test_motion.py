"""What differs between two pictures, and what is only light, noise or a pixel's shift."""

import cv2
import numpy as np
import pytest

from setvision.watch.motion import changed, lighting, noise_between, shrink
from tests.watch.tables import sample


@pytest.fixture(scope="module")
def small():
    return shrink(sample())


def noisy(image: np.ndarray, sigma: float, seed: int = 0) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_pictures_are_compared_at_one_size(small):
    assert small.shape == (180, 320, 3)
    assert shrink(np.zeros((1600, 900, 3), np.uint8)).shape == (320, 180, 3)
    assert shrink(np.zeros((20, 2000, 3), np.uint8)).shape == (8, 320, 3)


def test_noise_is_no_change(small):
    one, two = noisy(small, 4, 1), noisy(small, 4, 2)
    assert changed(one, two, noise_between(one, two)).mean() < 1e-3


@pytest.mark.parametrize("gain", [0.6, 0.85, 1.2])
def test_exposure_is_no_change(small, gain):
    brighter = cv2.convertScaleAbs(small, alpha=gain)
    assert changed(small, brighter, 1.0).mean() < 5e-3


def test_a_lamp_at_one_side_is_no_change(small):
    slope = np.exp(np.linspace(-0.3, 0.3, 320, dtype=np.float32))[None, :, None]
    tint = np.float32([0.9, 1.0, 1.1])
    lit = np.clip(small * 0.8 * slope * tint, 0, 255).astype(np.uint8)
    assert changed(small, lit, 1.0).mean() < 5e-3
    factors = lighting(small, lit)
    np.testing.assert_allclose(factors[90, 160], 0.8 * tint, rtol=0.05)
    assert factors[90, 300, 0] / factors[90, 20, 0] == pytest.approx(np.exp(0.6 * 280 / 320), 0.06)


def test_a_shift_by_a_pixel_is_no_change(small):
    shifted = np.roll(small, 1, 1)
    assert changed(small, shifted, 1.0).mean() < 5e-3


def test_something_new_is_a_change_where_it_is(small):
    other = small.copy()
    other[60:100, 100:150] = (120, 150, 200)
    mask = changed(small, other, 1.0)
    assert mask[60:100, 100:150].mean() > 0.6
    mask[55:105, 95:155] = False
    assert mask.mean() < 1e-3


def test_a_hand_does_not_pass_for_another_light(small):
    other = small.copy()
    other[:, :80] = (120, 150, 200)
    assert changed(small, other, 1.0)[:, 90:].mean() < 0.01
