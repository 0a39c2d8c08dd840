"""Corners in one order, and cards cut out of a frame."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setvision.vision.rectify import Pyramid, crop_points_to_frame, order_corners, rectify

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@st.composite
def card_quads(draw) -> np.ndarray:
    """A card of any size and turn, somewhat askew, corners in the one order."""
    width = draw(st.floats(40, 300))
    height = width / draw(st.floats(1.35, 1.8))
    angle, shear = draw(st.floats(0, 2 * np.pi)), draw(st.floats(-0.15, 0.15))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (UNIT - 0.5) * [width, height] @ np.array([[1, 0], [shear, 1]]) @ turn.T + 400
    return order_corners(corners[None].astype(np.float32))[0]


@given(card_quads())
def test_corners_go_clockwise_from_a_long_side(quad):
    following = np.roll(quad, -1, 0)
    assert (quad[:, 0] * following[:, 1] - quad[:, 1] * following[:, 0]).sum() > 0
    sides = np.linalg.norm(following - quad, axis=1)
    assert sides[0] + sides[2] > sides[1] + sides[3]
    assert quad[0].sum() <= quad[2].sum()


@given(card_quads(), st.integers(0, 3), st.booleans())
def test_the_order_does_not_depend_on_where_one_starts(quad, start, backward):
    other = np.roll(quad, start, 0)
    if backward:
        other = other[::-1]
    np.testing.assert_array_equal(order_corners(other[None])[0], quad)


@given(card_quads())
def test_the_card_s_corners_are_the_quad(quad):
    np.testing.assert_allclose(crop_points_to_frame(UNIT[None], quad[None])[0], quad, atol=0.01)


def test_an_upright_piece_is_cut_out_as_it_is():
    image = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    quad = np.array([[[49.5, 39.5], [177.5, 39.5], [177.5, 119.5], [49.5, 119.5]]], np.float32)
    crop = rectify(Pyramid(image), quad, (128, 80), 0.0)[0]
    np.testing.assert_allclose(crop.astype(int), image[40:120, 50:178].astype(int), atol=2)


def test_a_large_card_is_averaged_not_sampled():
    stripes = np.tile(np.array([0, 255], np.uint8).repeat(1), (800, 640))[..., None].repeat(3, 2)
    quad = np.array([[[0, 0], [1279, 0], [1279, 799], [0, 799]]], np.float32)
    crop = rectify(Pyramid(stripes), quad, (128, 80), 0.0)[0]
    assert np.abs(crop[5:-5, 5:-5].astype(int) - 127).max() < 12


@pytest.mark.parametrize("shift", [-5000, -50, 5000])
def test_a_card_outside_the_frame_fails_nothing(shift):
    image = np.zeros((60, 80, 3), np.uint8)
    quad = np.array([[[0, 0], [60, 0], [60, 40], [0, 40]]], np.float32) + shift
    assert rectify(Pyramid(image), quad, (128, 80), 0.06).shape == (1, 80, 128, 3)


def test_a_pyramid_never_gets_smaller_than_a_pixel():
    pyramid = Pyramid(np.zeros((1, 5, 3), np.uint8))
    assert pyramid.level(6).shape == (1, 1, 3)
