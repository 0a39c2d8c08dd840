"""The window: how large it is, whatever stands beside the picture."""

import numpy as np
import pytest

from setvision.apps import window as module
from setvision.apps.window import Window

TABLE = np.zeros((600, 1000, 3), np.uint8)
WITH_PANEL = np.zeros((600, 1400, 3), np.uint8)


@pytest.fixture
def size(monkeypatch):
    """The size of a window on a screen that isn't there, in pixels."""
    size = [0, 0]
    for name in ("namedWindow", "setWindowTitle", "setMouseCallback", "imshow"):
        monkeypatch.setattr(module.cv2, name, lambda *_: None)
    monkeypatch.setattr(
        module.cv2, "resizeWindow", lambda _, w, h: size.__setitem__(slice(2), [w, h])
    )
    monkeypatch.setattr(module.cv2, "getWindowImageRect", lambda _: (0, 0, *size))
    return size


def test_a_window_grows_by_the_panel_and_nothing_is_squeezed(size):
    window = Window("table")
    window.show(TABLE)
    assert size == [1000, 600]
    window.show(WITH_PANEL)
    assert size == [1400, 600]
    window.show(TABLE)
    assert size == [1000, 600]


def test_the_height_that_somebody_chose_stays(size):
    window = Window("table")
    window.show(TABLE)
    size[:] = [500, 300]
    window.show(TABLE)
    assert size == [500, 300]
    window.show(WITH_PANEL)
    assert size == [700, 300]


def test_a_large_picture_fits_the_screen(size):
    Window("table").show(np.zeros((1200, 2560, 3), np.uint8))
    assert size == [1280, 600]
