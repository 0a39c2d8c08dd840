"""Single frames of a video as photos, so that labelling programs can open them."""

import contextlib
import glob
import json
import math
import os
from collections.abc import Iterator
from typing import Final

from setvision.label.addresses import is_address
from setvision.label.listing import Failure
from setvision.label.remote import copied, stamp
from setvision.label.store import Store, one_line
from setvision.message import msg
from setvision.opencv import cv2
from setvision.vision.types import Image

__all__ = ["FRAMES", "sample"]

FRAMES: Final = "frames"
"""The folder of frames in that of a job; each video has one of its own in there."""

_DONE: Final = "sampled.json"
_QUALITY: Final = 95


def sample(video: str, every_s: float, store: Store, name: str) -> list[str] | Failure:
    """Write a frame every so many seconds, the first one first.

    What was done before is not done again, unless the video or the interval is another.

    Parameters
    ----------
    video
        Path or address of the file.
    every_s
        Seconds from one frame to the next, above 0.
    store
        Of the job.
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
        done = _stamp(video) | {"every_s": every_s}
        folder = f"{FRAMES}/{name}"
        pattern = f"{glob.escape(folder)}/*.jpg"
        if not _is_done(store, f"{folder}/{_DONE}", done):
            store.remove(f"{folder}/{_DONE}")
            for old in list(store.matching(pattern)):
                store.remove(old)
            with copied(video) if is_address(video) else contextlib.nullcontext(video) as path:
                count = _write(path, every_s, store, folder)
            if count == 0:
                return Failure(video, msg("is no video that can be played here"))
            store.write_bytes(f"{folder}/{_DONE}", json.dumps(done).encode())
    except OSError as error:
        reason = error.strerror or one_line(error)
        return Failure(video, msg("cannot be read ({reason})", reason=reason))
    return [store.where(frame) for frame in sorted(store.matching(pattern))]


def _stamp(video: str) -> dict[str, object]:
    """Return what is another when a video was changed; raises OSError."""
    if is_address(video):
        return {"video": video, **stamp(video)}
    stat = os.stat(video)
    return {
        "video": os.path.abspath(video),
        "bytes": stat.st_size,
        "modified_ns": stat.st_mtime_ns,
    }


def _is_done(store: Store, name: str, done: dict[str, object]) -> bool:
    try:
        return bool(json.loads(store.read_bytes(name)) == done)
    except (OSError, ValueError):
        return False


def _write(path: str, every_s: float, store: Store, folder: str) -> int:
    """Write the frames of a video, and return how many there are."""
    count = 0
    for milliseconds, image in _frames(path, every_s):
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        store.write_bytes(f"{folder}/{milliseconds:09d}.jpg", bytes(data))
        count += 1
    return count


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
