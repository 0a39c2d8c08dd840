"""Pictures that were recorded: a video file, a folder of pictures. They have an end."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from setvision.errors import ImageReadError, SourceError
from setvision.media.load import load, shown
from setvision.message import Message, msg
from setvision.opencv import cv2, path_of_video
from setvision.vision.types import Image
from setvision.watch.types import Frame

__all__ = ["Pictures", "Video"]

_FASTEST: Final = 240.0
_USUAL: Final = 30.0
_PICTURES: Final = 10.0
"""Pictures a second of a folder."""

_BROKEN: Final = 100
_UNTOLD: Final = 0.1
"""A video ends where so many frames in a row can't be read, or where it should; it is damaged when
more than this share is missing then."""

_PAUSED_S: Final = 1.0
_SIDE: Final = 1600


class _Clock:
    """Tells how long to wait for a moment of the recording.

    After a pause of who watches, the recording goes on from where it was.
    """

    def __init__(self) -> None:
        self._start: float | None = None

    def wait_s(self, time_s: float) -> float:
        """Return the seconds until this moment; negative for one that is past."""
        now = time.monotonic()
        if self._start is None or now - self._start > time_s + _PAUSED_S:
            self._start = now - time_s
        return self._start + time_s - now


class Video:
    """A video file, played at its own rate or frame by frame.

    Parameters
    ----------
    path : str
    is_fast : bool
        Whether every frame is given at once when it is asked for; else frames that are late are
        left out.

    Raises
    ------
    SourceError
        If it can't be played.
    """

    is_live = False

    def __init__(self, path: str, *, is_fast: bool = False) -> None:
        self.name = path
        self._is_fast = is_fast
        whole = path_of_video(path)
        if whole is None:
            raise SourceError(
                msg("{name}: videos of such a name can't be opened; rename it", name=shown(path))
            )
        self._capture = cv2.VideoCapture(whole)
        self._clock = _Clock()
        self._index = 0
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if 0 < rate <= _FASTEST else _USUAL
        self._count = self._capture.get(cv2.CAP_PROP_FRAME_COUNT)
        self._is_damaged = False
        self._next = self._read()
        if self._next is None:
            self.close()
            raise SourceError(
                msg(
                    "{name}: is not a video that can be played; convert it to MP4 first",
                    name=shown(path),
                )
            )

    def newest(self, timeout_s: float) -> Frame | None:
        """Return the frame that is due, or None when none is in time or the video is over."""
        if self._next is None:
            return None
        if self._is_fast:
            return self._take()
        wait_s = self._clock.wait_s(self._next.time_s)
        if wait_s > timeout_s:
            time.sleep(max(0.0, timeout_s))
            return None
        time.sleep(max(0.0, wait_s))
        frame = self._take()
        while self._next is not None and self._clock.wait_s(self._next.time_s) <= 0:
            frame = self._take()
        return frame

    @property
    def has_ended(self) -> bool:
        """Whether the last frame was given."""
        return self._next is None

    @property
    def trouble(self) -> Message | None:
        """One line from the first frame on that could not be read."""
        if not self._is_damaged:
            return None
        return msg("{name}: is damaged; what can't be read is left out", name=shown(self.name))

    def close(self) -> None:
        """Close the file."""
        self._next = None
        self._capture.release()

    def _take(self) -> Frame | None:
        frame, self._next = self._next, self._read()
        return frame

    def _read(self) -> Frame | None:
        left = self._count - self._index
        for missed in range(_BROKEN):
            image = self._image()
            if image is not None:
                self._is_damaged |= missed > 0
                index, self._index = self._index + missed, self._index + missed + 1
                return Frame(image, index / self._rate, index)
            if missed + 1 >= left:
                break
        # Containers that only tell how long they last are a little wrong in how many frames.
        self._is_damaged |= left > _UNTOLD * self._count
        return None

    def _image(self) -> Image | None:
        try:
            is_read, image = self._capture.read()
        except cv2.error:
            return None
        return np.asarray(image, np.uint8) if is_read and image is not None else None


class Pictures:
    """Picture files as the frames of a recording.

    Parameters
    ----------
    name : str
        As the user gave it.
    paths : sequence of path
        At least one, in their order; one that comes several times in a row is read once.
    is_fast : bool
        Whether each is given at once when it is asked for, instead of ten a second.
    """

    is_live = False

    def __init__(self, name: str, paths: Sequence[Path], *, is_fast: bool = False) -> None:
        self.name = name
        self._paths = list(paths)
        self._is_fast = is_fast
        self._clock = _Clock()
        self._index = 0
        self._trouble: Message | None = None
        self._last: tuple[Path, Image | None] | None = None

    def newest(self, timeout_s: float) -> Frame | None:
        """Return the picture that is due, or None when none is in time or all were given.

        Where the one that is due is broken it is None too, so that the trouble can be told.
        """
        if self.has_ended:
            return None
        time_s = self._index / _PICTURES
        if not self._is_fast:
            wait_s = self._clock.wait_s(time_s)
            time.sleep(max(0.0, min(wait_s, timeout_s)))
            if wait_s > timeout_s:
                return None
        index, self._index = self._index, self._index + 1
        path = self._paths[index]
        if self._last is None or self._last[0] != path:
            self._last = path, self._load(path)
        image = self._last[1]
        return None if image is None else Frame(image, time_s, index)

    def _load(self, path: Path) -> Image | None:
        try:
            image = load(path, max_side=_SIDE).image
        except ImageReadError as error:
            self._trouble = error.message
            return None
        self._trouble = None
        return image

    @property
    def has_ended(self) -> bool:
        """Whether the last picture was given."""
        return self._index >= len(self._paths)

    @property
    def trouble(self) -> Message | None:
        """One line when the last file was no picture."""
        return self._trouble

    def close(self) -> None:
        """Give no more pictures."""
        self._index = len(self._paths)
