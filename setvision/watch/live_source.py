"""Pictures that come by themselves: cameras, streams, and what a browser sends. Newest only."""

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

import numpy as np

from setvision.message import Message
from setvision.opencv import cv2
from setvision.vision.types import Image
from setvision.watch.types import Frame

__all__ = ["Capture", "Live", "Pushed"]

_RETRY_S: Final = 1.0
_MISSES: Final = 5
"""So many failed readings in a row mean that a camera is gone."""

_PAUSE_S: Final = 0.02
_SILENT_S: Final = 4.0
"""A camera that gave no picture for so long is in trouble, whatever its driver says."""

_CLOSING_S: Final = 2.0


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def isOpened(self) -> bool:  # noqa: N802, D102
        ...

    def read(self) -> tuple[bool, Image | None]:  # noqa: D102
        ...

    def release(self) -> None:  # noqa: D102
        ...


class _Newest:
    """Holds the last picture that nobody took yet; older ones are dropped."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._count = 0
        self._started = time.monotonic()
        self._is_closed = False

    def put(self, image: Image) -> None:
        with self._changed:
            age = time.monotonic() - self._started
            self._frame = Frame(image, age, self._count)
            self._count += 1
            self._changed.notify_all()

    def take(self, timeout_s: float) -> Frame | None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._frame is not None or self._is_closed, max(0.0, timeout_s)
            )
            frame, self._frame = self._frame, None
            return frame

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


class Pushed:
    """Pictures that somebody else pushes, such as a browser with its own camera.

    Parameters
    ----------
    name : str
        For messages.
    """

    is_live = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._newest = _Newest()
        self._has_ended = False

    def push(self, image: Image) -> None:
        """Give the next picture, (H, W, 3) uint8 BGR; one that was not taken yet is dropped."""
        self._newest.put(image)

    def newest(self, timeout_s: float) -> Frame | None:
        """Return the newest picture that was not given yet, or None when none comes in time."""
        return self._newest.take(timeout_s)

    @property
    def has_ended(self) -> bool:
        """Whether it was closed."""
        return self._has_ended

    @property
    def trouble(self) -> Message | None:
        """Nothing: who pushes knows best."""
        return None

    def close(self) -> None:
        """Take no more pictures."""
        self._has_ended = True
        self._newest.close()


class Live:
    """A camera or stream, read by a thread of its own so that no old pictures pile up.

    Parameters
    ----------
    name : str
        As the user gave it.
    open_ : callable
        Opens it; returns None where that can't be done now.
    lost : Message
        What is said while it can't be read.
    """

    is_live = True

    def __init__(self, name: str, open_: Callable[[], Capture | None], lost: Message) -> None:
        self.name = name
        self._open = open_
        self._lost = lost
        self._newest = _Newest()
        self._stop = threading.Event()
        self._is_lost = False
        self._read_s = time.monotonic()
        self._thread = threading.Thread(target=self._run, name=f"read {name}", daemon=True)
        self._thread.start()

    def newest(self, timeout_s: float) -> Frame | None:
        """Return the newest picture that was not given yet, or None when none comes in time."""
        return self._newest.take(timeout_s)

    @property
    def has_ended(self) -> bool:
        """Whether it was closed; what is only lost may return."""
        return self._stop.is_set()

    @property
    def trouble(self) -> Message | None:
        """One line while no pictures come."""
        is_silent = time.monotonic() - self._read_s > _SILENT_S
        return self._lost if self._is_lost or is_silent else None

    def close(self) -> None:
        """Let the camera go."""
        self._stop.set()
        self._newest.close()
        self._thread.join(_CLOSING_S)

    def _run(self) -> None:
        while not self._stop.is_set():
            capture = self._open()
            if capture is None:
                self._is_lost = True
                self._stop.wait(_RETRY_S)
                continue
            try:
                self._read_all(capture)
            finally:
                capture.release()

    def _read_all(self, capture: Capture) -> None:
        """Hand on pictures until it is lost or closed."""
        misses = 0
        while not self._stop.is_set() and misses < _MISSES:
            image = _read(capture)
            if image is None:
                misses += 1
                self._stop.wait(_PAUSE_S)
                continue
            misses = 0
            self._is_lost = False
            self._read_s = time.monotonic()
            self._newest.put(image)
        if misses:
            self._is_lost = True


def _read(capture: Capture) -> Image | None:
    try:
        is_read, image = capture.read()
        if not is_read or image is None or image.size == 0:
            return None
        if image.ndim == 2 or image.shape[2] == 1:
            image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    except cv2.error:
        return None
    return image
