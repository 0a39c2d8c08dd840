"""Pictures and JSON that a program saves for its user."""

import contextlib
import json
import os
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from setvision.errors import UsageError
from setvision.media.draw import annotated
from setvision.media.load import shown
from setvision.media.report import as_dict
from setvision.message import msg
from setvision.opencv import cv2
from setvision.table import Table
from setvision.words import Words

__all__ = ["prepare_folder", "save_moment", "save_picture", "write_whole"]

Image = NDArray[np.uint8]

_QUALITY = 92


def save_moment(image: Image, table: Table, folder: Path, words: Words) -> Path:
    """Save an annotated picture of a table, and JSON of the same name beside it.

    Parameters
    ----------
    image
        uint8 (h, w, 3) blue-green-red.
    table
        What was read from it.
    folder
        Made when missing.
    words
        The language of the picture.

    Returns
    -------
    Path
        Of the picture, named by the time of day; nothing is overwritten.

    Raises
    ------
    UsageError
        When it can't be written.
    """
    path = _free_name(folder)
    line = json.dumps(as_dict(table, path.name)) + "\n"
    write_whole(path.with_suffix(".json"), line.encode())
    save_picture(annotated(image, table, words), path)
    return path


def save_picture(image: Image, path: Path) -> None:
    """Write a picture as JPEG, so that there is the whole file or none.

    Parameters
    ----------
    image
        uint8 (h, w, 3) blue-green-red.
    path
        Its folder is made when missing.

    Raises
    ------
    UsageError
        When it can't be written.
    """
    is_done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not is_done:
        raise UsageError(msg("{path} could not be encoded", path=shown(path)))
    write_whole(path, data.tobytes())


def prepare_folder(folder: Path) -> None:
    """Make a folder where it is missing, and see that files can be written into it.

    Raises
    ------
    UsageError
        When they can't.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UsageError(
            msg(
                "cannot save in {folder}: {reason}",
                folder=shown(folder),
                reason=error.strerror or error,
            )
        ) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that there is the whole of it, or what was there before.

    Parameters
    ----------
    path
        Its folder is made when missing.
    data
        Its content.

    Raises
    ------
    UsageError
        When it can't be written.
    """
    part = path.with_name(f".{os.getpid()}.part")  # never longer than a name may be
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise UsageError(
            msg("cannot write {path}: {reason}", path=shown(path), reason=error.strerror or error)
        ) from None


def _free_name(folder: Path) -> Path:
    name = time.strftime("setvision-%Y%m%d-%H%M%S")
    number = 1
    while True:
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}.jpg"
        if not path.exists() and not path.with_suffix(".json").exists():
            return path
        number += 1
