"""A window of OpenCV: shows pictures, and tells which keys and places were pressed."""

import os
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2

__all__ = ["Window"]

_NAMES: Final = {27: "esc", 32: "space", 13: "enter", 10: "enter"}
_LARGEST: Final = 1280


class Window:
    """One window, which the user may resize.

    Parameters
    ----------
    title
        What stands above it.
    """

    def __init__(self, title: str) -> None:
        self._name = "setvision"
        self._clicks: list[tuple[int, int]] = []
        self._shape: tuple[int, int] | None = None
        # The Qt of OpenCV's wheels comes without fonts, and says so time and again.
        os.environ.setdefault("QT_LOGGING_RULES", "*.warning=false")
        cv2.namedWindow(
            self._name, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO | cv2.WINDOW_GUI_NORMAL
        )
        cv2.setWindowTitle(self._name, title)
        cv2.setMouseCallback(self._name, self._pressed)

    def show(self, picture: NDArray[np.uint8]) -> None:
        """Show a picture, uint8 (h, w, 3) blue-green-red."""
        height, width = picture.shape[:2]
        if self._shape != (height, width):
            scale = min(1.0, _LARGEST / max(width, height))
            chosen = cv2.getWindowImageRect(self._name)[3] if self._shape is not None else 0
            if self._shape is not None and chosen > 0:
                # A panel beside the picture comes and goes; what the user chose is the height.
                scale = chosen / self._shape[0]
            cv2.resizeWindow(self._name, round(width * scale), round(height * scale))
            self._shape = height, width
        cv2.imshow(self._name, picture)

    def key(self, wait_ms: int) -> str | None:
        """Wait for a key: a letter or digit, ``space``, ``esc``, ``enter``; None for no other.

        A window that was closed answers ``esc``.
        """
        code = cv2.waitKey(max(1, wait_ms))
        if cv2.getWindowProperty(self._name, cv2.WND_PROP_VISIBLE) < 1:
            return "esc"
        if code < 0:
            return None
        code &= 0xFF
        return _NAMES.get(code) or (chr(code).lower() if 33 <= code < 127 else None)

    def clicks(self) -> list[tuple[int, int]]:
        """Return where was clicked since the last call, in pixels of the picture."""
        clicks, self._clicks = self._clicks, []
        return clicks

    def close(self) -> None:
        """Close it."""
        cv2.destroyWindow(self._name)

    def _pressed(self, event: int, x: int, y: int, _flags: int, _with: object) -> None:
        if event == cv2.EVENT_LBUTTONDOWN:
            self._clicks.append((x, y))
