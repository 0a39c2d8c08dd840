"""A layer laid on a frame gives what drawing into the frame gives."""

from dataclasses import replace

import numpy as np
import pytest

from setvision.media.draw import overlay, set_style
from setvision.media.layer import draw_layer, lay_on
from tests.media.tables import grid_table

SETS = ("1rfo", "2rfo", "3rfo", "1gfo", "2gfo", "3gfo", "1pfo", "2pfo", "3pfo")
TABLE = replace(grid_table(SETS, doubts={4: ("fill",)}, reason="it is so"), width=1280, height=720)


def frame(width: int = 1280, height: int = 720, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_as_drawn(seed):
    image = frame(seed=seed)
    laid = lay_on(image, draw_layer(1280, 720, TABLE))
    assert np.abs(laid.astype(int) - overlay(image, TABLE)).max() <= 6  # rounding, line over line


def test_the_frame_is_left_alone():
    image = frame()
    before = image.copy()
    lay_on(image, draw_layer(1280, 720, TABLE))
    assert np.array_equal(image, before)


def test_one_layer_for_many_frames():
    layer = draw_layer(1280, 720, TABLE)
    for seed in range(3):
        image = frame(seed=seed)
        inner = image[500:520, 900:920]
        assert np.array_equal(lay_on(image, layer)[500:520, 900:920], inner)


def test_small_frames_are_enlarged():
    laid = lay_on(frame(640, 360), draw_layer(640, 360, TABLE))
    assert laid.shape == (562, 1000, 3)


def test_nothing_is_drawn_over_an_empty_table():
    image = frame()
    layer = draw_layer(1280, 720, replace(TABLE, cards=(), sets=()))
    assert len(layer.places) == 0
    assert np.array_equal(lay_on(image, layer), image)


def test_marks_take_the_place_of_the_sets():
    alone = {seen: [set_style(0)] for seen in TABLE.sets[0]}
    laid = lay_on(np.zeros((720, 1280, 3), np.uint8), draw_layer(1280, 720, TABLE, marks=alone))
    colors = {set_style(k).color for k in range(6)}  # the seventh is a grey, as edges of letters
    there = {tuple(color) for color in laid.reshape(-1, 3).tolist()}
    assert colors & there == {set_style(0).color}
