"""Where frames come from: a camera, a video file, a folder of pictures, a stream, a browser."""

import os
import re
import stat
from pathlib import Path
from typing import Final, Protocol

from setvision.errors import SourceError
from setvision.media.load import shown
from setvision.media.sources import SUFFIXES
from setvision.message import Message, msg
from setvision.opencv import cv2
from setvision.watch.live_source import Capture, Live, Pushed
from setvision.watch.recorded import Pictures, Video
from setvision.watch.types import Frame

__all__ = ["Pushed", "Source", "is_recorded", "open_source"]

_SIZE: Final = (1280, 720)
_ADDRESS: Final = re.compile(r"(rtsps?|rtmps?|https?|udp|tcp|mms)://", re.IGNORECASE)
_PASSWORD: Final = re.compile(r"(://[^/@:]*):[^/@]*@")
_CAMERA: Final = re.compile(r"(?:/dev/video)?(\d{1,9})")
_TIMEOUT_MS: Final = 5000
_QUIET: Final = "-8"
_OF_A_PHOTO: Final = 20
"""A photo lasts for so many frames: a card is there once it was seen more than once."""


class Source(Protocol):
    """Gives frames, the newest first of all."""

    name: str
    """As the user gave it, for messages."""
    is_live: bool
    """Whether it is a camera or stream, whose past frames are lost."""

    def newest(self, timeout_s: float) -> Frame | None:
        """Return the newest frame not given yet; None when none came in time or it has ended."""

    @property
    def has_ended(self) -> bool:
        """Whether there will be no more frames."""

    @property
    def trouble(self) -> Message | None:
        """One line while a camera is lost or busy; it is taken up again when it returns."""

    def close(self) -> None:
        """Let go of it."""


def is_recorded(source: str) -> bool:
    """Tell whether a source is a file or folder, which is there or not, and no camera or stream."""
    return _CAMERA.fullmatch(source) is None and _ADDRESS.match(source) is None


def open_source(source: str, *, is_fast: bool = False) -> Source:
    """Open what a user named.

    Parameters
    ----------
    source : str
        The number of a camera, such as "0"; the path of a video, a picture or a folder of pictures;
        or the address of a stream.
    is_fast : bool
        Whether files are played frame by frame as fast as they are asked for.

    Returns
    -------
    Source

    Raises
    ------
    SourceError
        If there is nothing of that name, or it gives no pictures.
    """
    camera = _CAMERA.fullmatch(source)
    if camera:
        return _camera(source, int(camera[1]))
    if _ADDRESS.match(source):
        return _stream(source)
    path = Path(source)
    mode = _mode(path) if source else None  # without a name it would be the current folder
    if mode is None:
        raise SourceError(
            msg(
                "{name}: there is no such file or folder; a camera is a number such as 0, "
                "a stream an address such as rtsp://host/name",
                name=shown(source) or repr(source),
            )
        )
    if stat.S_ISDIR(mode):
        return _folder(source, path, is_fast)
    if not stat.S_ISREG(mode):
        raise SourceError(msg("{name}: is not a file", name=shown(source)))
    if not os.access(path, os.R_OK):
        raise _forbidden(source)
    if path.suffix.lower() in SUFFIXES:
        return Pictures(source, [path] * _OF_A_PHOTO, is_fast=is_fast)
    _hush()
    return Video(source, is_fast=is_fast)


def _mode(path: Path) -> int | None:
    """Return of what kind a file is; None when there is none."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a null character
        return None
    except PermissionError:
        raise _forbidden(str(path)) from None
    except OSError as error:
        raise _unreadable(str(path), error) from None


def _forbidden(name: str) -> SourceError:
    return SourceError(msg("{name}: may not be read; check its permissions", name=shown(name)))


def _unreadable(name: str, error: OSError) -> SourceError:
    reason = error.strerror or error
    return SourceError(msg("{name}: cannot be read ({reason})", name=shown(name), reason=reason))


def _folder(name: str, path: Path, is_fast: bool) -> Source:
    try:
        files = sorted(
            each
            for each in path.iterdir()
            if each.suffix.lower() in SUFFIXES and not each.name.startswith(".") and each.is_file()
        )
    except OSError as error:
        raise _unreadable(name, error) from None
    if not files:
        raise SourceError(msg("{name}: has no pictures in it", name=shown(name)))
    return Pictures(name, files, is_fast=is_fast)


def _camera(name: str, number: int) -> Source:
    _hush()
    first = _open_camera(number)
    if first is None and not _is_plugged_in(number):
        raise SourceError(
            msg("there is no camera {number}; plug it in or try another number", number=number)
        )
    lost = msg(
        "camera {number} gives no picture: plug it in again, or close the program that uses it",
        number=number,
    )
    return Live(name, _Opener(first, lambda: _open_camera(number)), lost)


def _is_plugged_in(number: int) -> bool:
    """Tell whether there is a camera that gives nothing now; only Linux knows."""
    return Path(f"/dev/video{number}").exists()


def _open_camera(number: int) -> Capture | None:
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        capture.release()
        return None
    # Uncompressed pictures of this size come six a second through many a cable; and old pictures
    # in the driver's queue would be shown late. Drivers that can't do it leave things as they are.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, _SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _SIZE[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _stream(address: str) -> Source:
    _hush()
    name = _PASSWORD.sub(r"\1:***@", address)
    first = _open_stream(address)
    if first is None:
        raise SourceError(
            msg("{name}: no stream can be read there; check the address", name=shown(name))
        )
    lost = msg("{name} sends no pictures; they come again when it does", name=shown(name))
    return Live(name, _Opener(first, lambda: _open_stream(address)), lost)


def _open_stream(address: str) -> Capture | None:
    limits = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _TIMEOUT_MS,
    ]  # fmt: skip
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        capture.release()
        return None
    return capture


class _Opener:
    """Gives what is open already at first, then opens anew."""

    def __init__(self, first: Capture | None, again: "_Again") -> None:
        self._first = first
        self._again = again

    def __call__(self) -> Capture | None:
        first, self._first = self._first, None
        return first if first is not None else self._again()


class _Again(Protocol):
    def __call__(self) -> Capture | None: ...


def _hush() -> None:
    """Keep OpenCV and FFmpeg from writing over the program's own messages."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _QUIET)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
