"""A watched table kept: its frames as a video, and what was known of them as lines of JSON."""

import contextlib
import json
import os
import shutil
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from setvision.errors import UsageError
from setvision.media.load import shown
from setvision.message import Joined, msg
from setvision.opencv import cv2, path_of_video

__all__ = ["Recorder"]

Image = NDArray[np.uint8]

_RATE: Final = 25.0  # frames a second; those of a camera come at any moment
_CODECS: Final = {".mp4": "mp4v", ".mkv": "mp4v", ".avi": "MJPG"}
_LEAST_FREE: Final = 64 * 1024 * 1024
_WHOLE: Final = 0.9
_LONGEST_REPEAT: Final = 250  # frames; a camera that was away for longer is not waited for


class Recorder:
    """Keeps what a camera sees, at the pace at which it was seen.

    The lines stand in a file with ``.jsonl`` after the name of the video. They are written at once;
    of the videos, Matroska (``.mkv``) and ``.avi`` can be played even when the program was killed.

    Parameters
    ----------
    path
        The video, a new file.

    Raises
    ------
    UsageError
        When the file or the one beside it exists, can't be written, or has another ending.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.suffix.lower() not in _CODECS:
            raise UsageError(
                msg(
                    "{path}: a video is recorded as {endings}",
                    path=shown(path),
                    endings=Joined(tuple(_CODECS)),
                )
            )
        self.lines_path = path.with_name(f"{path.name}.jsonl")
        whole = path_of_video(path)
        if whole is None:
            raise UsageError(
                msg("{path}: a video can't have such a name; choose another", path=shown(path))
            )
        self._whole = whole
        for each in (path, self.lines_path):
            if os.path.lexists(each):
                raise UsageError(
                    msg("{path} exists already; choose another name", path=shown(each))
                )
        self._video: Any = None
        self._size = (0, 0)
        self._began_s = 0.0
        self._written = 0
        self._last: Image | None = None
        self._lines: IO[str] = _opened(self.lines_path)

    def keep(self, image: Image, time_s: float) -> None:
        """Append a frame.

        Parameters
        ----------
        image
            uint8 (h, w, 3) blue-green-red; brought to the size of the first.
        time_s
            When it was taken, in seconds from any moment on.

        Raises
        ------
        UsageError
            When the disk is full or the video can't be written.
        """
        if self._video is None:
            self._size = (image.shape[1], image.shape[0])
            self._began_s = time_s
            self._open()
        if image.shape[1::-1] != self._size:
            image = np.asarray(cv2.resize(image, self._size), np.uint8)
        due = round((time_s - self._began_s) * _RATE)
        if due - self._written > _LONGEST_REPEAT:
            self._began_s += (due - self._written) / _RATE
            due = self._written
        if due < self._written:
            return
        if shutil.disk_usage(self.path.parent).free < _LEAST_FREE:
            raise UsageError(
                msg("{path}: the disk is full; recording has stopped", path=shown(self.path))
            )
        # What was seen until now is what the frame before shows.
        for _ in range(due - self._written if self._last is not None else 0):
            self._write(self._last)
        self._write(image)
        self._last = image

    def note(self, line: dict[str, Any]) -> None:
        """Append a line to the file beside the video.

        Raises
        ------
        UsageError
            When it can't be written.
        """
        try:
            self._lines.write(json.dumps(line) + "\n")
            self._lines.flush()
        except OSError as error:
            raise UsageError(
                msg(
                    "cannot write {path}: {reason}",
                    path=shown(self.lines_path),
                    reason=error.strerror or error,
                )
            ) from None

    def close(self) -> None:
        """Finish both files.

        Raises
        ------
        UsageError
            When the video can't be played as far as it was recorded: OpenCV does not tell that what
            it writes goes nowhere, as where files may not grow larger.
        """
        with contextlib.suppress(OSError):  # that it can't be written was told
            self._lines.close()
        if self._video is None:
            return
        self._video.release()
        self._video = None
        if self._written and not self._is_whole():
            raise UsageError(
                msg(
                    "{path} could not be written whole: is there room, or a limit to files?",
                    path=shown(self.path),
                )
            )

    def _is_whole(self) -> bool:
        played = cv2.VideoCapture(self._whole)
        try:
            late = int(_WHOLE * (self._written - 1))
            if played.get(cv2.CAP_PROP_FRAME_COUNT) <= late:
                return False
            # A head that is there may still count frames that are not.
            played.set(cv2.CAP_PROP_POS_FRAMES, late)
            return played.read()[0]
        finally:
            played.release()

    def _open(self) -> None:
        code = cv2.VideoWriter.fourcc(*_CODECS[self.path.suffix.lower()])
        self._video = cv2.VideoWriter(self._whole, code, _RATE, self._size)
        if not self._video.isOpened():
            raise UsageError(
                msg("{path}: this computer's OpenCV can't write it", path=shown(self.path))
            )

    def _write(self, image: Image | None) -> None:
        self._video.write(image)
        self._written += 1


def _opened(path: Path) -> IO[str]:
    try:
        return path.open("x", encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            msg("cannot write {path}: {reason}", path=shown(path), reason=reason)
        ) from None
