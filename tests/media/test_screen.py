"""The picture of a window keeps its shape whatever is said in it."""

from dataclasses import replace

import numpy as np

from setvision.media.draw import marks_of_sets, overlay, set_style
from setvision.media.screen import Screen, panel, strip
from setvision.media.styles import AMBER
from setvision.words import words_for
from tests.media.tables import grid_table

TABLE = replace(grid_table(("1rfo", "2rfo", "3rfo", "1gtd")), width=1280, height=720)
IMAGE = np.full((720, 1280, 3), 90, np.uint8)
MARKS = marks_of_sets(TABLE)


def screen() -> Screen:
    return Screen(words_for("en"))


def test_the_strip_has_one_height():
    heights = {
        len(strip(lines, 1280, 18)) for lines in ([], ["1 SET"], ["1 SET", "a reason " * 60])
    }
    assert len(heights) == 1


def test_long_lines_are_cut_inside():
    canvas = strip(["W" * 300, "word " * 100], 400, 12)
    assert (canvas[:, -4:] == canvas[0, 0]).all()


def test_doubt_is_marked():
    assert (strip(["unsure"], 400, 12, is_doubtful=True)[:, 0] == AMBER).all()
    assert not (strip(["1 SET"], 400, 12)[:, 0] == AMBER).all()


def test_the_picture_lies_below_the_strip():
    shown = screen().picture(IMAGE, TABLE, MARKS, ["1 SET", ""])
    assert shown.shape[1] == 1280
    assert np.abs(shown[-720:].astype(int) - overlay(IMAGE, TABLE)).max() <= 6


def test_points_of_the_window_are_found_in_the_frame():
    window = screen()
    for size in ((1280, 720), (640, 360)):
        image = np.zeros((size[1], size[0], 3), np.uint8)
        shown = window.picture(image, TABLE, {}, ["1 SET"])
        x, y = window.point_in_image(shown.shape[1], shown.shape[0])
        assert abs(x - size[0]) < 1
        assert abs(y - size[1]) < 1


def test_other_marks_are_drawn():
    window = screen()
    all_sets = window.picture(IMAGE, TABLE, MARKS, [])
    none = window.picture(IMAGE, TABLE, {}, [])
    color = np.array(set_style(0).color)
    assert (all_sets == color).all(2).any()
    assert not (none == color).all(2).any()
    assert np.array_equal(window.picture(IMAGE, TABLE, MARKS, []), all_sets)


def test_a_panel_beside():
    shown = screen().picture(IMAGE, TABLE, MARKS, ["1 SET"], beside=["Ann: 3 points"])
    assert shown.shape[1] == round(1.3 * 1280)


def test_a_panel_shows_what_fits():
    lines = [f"line {k}" for k in range(500)]
    canvas = panel(lines, 300, 200, 12)
    assert canvas.shape == (200, 300, 3)
    assert (canvas[-10:] == canvas[0, 0]).all()
    assert np.array_equal(canvas, panel(lines[:50], 300, 200, 12))


def test_what_is_shown_again_is_laid_on_and_looks_the_same():
    window = screen()
    first, second, third = (window.picture(IMAGE, TABLE, MARKS, ["1 SET"]) for _ in range(3))
    assert np.array_equal(second, third)
    assert np.abs(first.astype(int) - second).max() <= 2
