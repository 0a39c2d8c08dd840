"""Single frames of a video as photos, so that labelling programs can open them."""

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from setvision.label.listing import Failure
from setvision.label.store import remove, write_bytes
from setvision.message import msg
from setvision.opencv import cv2
from setvision.vision.types import Image

__all__ = ["FRAMES", "sample"]

FRAMES: Final = "frames"
"""The folder of frames in that of a job; each video has one of its own in there."""

_DONE: Final = "sampled.json"
_QUALITY: Final = 95


def sample(video: str, every_s: float, out: Path, name: str) -> list[str] | Failure:
    """Write a frame every so many seconds, the first one first.

    What was done before is not done again, unless the video or the interval is another.

    Parameters
    ----------
    video
        Path of the file.
    every_s
        Seconds from one frame to the next, above 0.
    out
        Folder of the job.
    name
        What the frames' folder is called.

    Returns
    -------
    list of str or Failure
        The paths of the frames, named by their time in milliseconds.

    Raises
    ------
    OutputError
        When a frame cannot be written.
    """
    try:
        stat = os.stat(video)
    except OSError as error:
        return Failure(video, msg("cannot be read ({reason})", reason=error.strerror or error))
    folder = out / FRAMES / name
    done = {
        "video": os.path.abspath(video),
        "bytes": stat.st_size,
        "modified_ns": stat.st_mtime_ns,
        "every_s": every_s,
    }
    if not _is_done(folder / _DONE, done):
        remove(folder / _DONE)
        for old in folder.glob("*.jpg"):
            remove(old)
        count = 0
        for milliseconds, image in _frames(video, every_s):
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            write_bytes(out, f"{FRAMES}/{name}/{milliseconds:09d}.jpg", bytes(data))
            count += 1
        if count == 0:
            return Failure(video, msg("is no video that can be played here"))
        write_bytes(out, f"{FRAMES}/{name}/{_DONE}", json.dumps(done).encode())
    return [str(path) for path in sorted(folder.glob("*.jpg"))]


def _is_done(path: Path, done: dict[str, object]) -> bool:
    try:
        return bool(json.loads(path.read_bytes()) == done)
    except (OSError, ValueError):
        return False


def _frames(video: str, every_s: float) -> Iterator[tuple[int, Image]]:
    """Yield time in milliseconds and uint8 (h, w, 3) picture of the frames that are wanted."""
    capture = cv2.VideoCapture(video)
    try:
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if math.isfinite(rate) and rate > 0 else 25.0
        wanted, number = 0.0, 0
        while capture.grab():
            # Half a frame, since times that are meant to be equal differ by what rounding leaves.
            if (number + 0.5) / rate >= wanted:
                is_read, image = capture.retrieve()
                if is_read:
                    yield round(1000 * number / rate), image
                while wanted <= (number + 0.5) / rate:
                    wanted += every_s
            number += 1
    finally:
        capture.release()
