"""What a worker does with one photo: read it, unless that was done, and make its pictures."""

import contextlib
import hashlib
import os
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol

from setvision.errors import ImageReadError, OutputError, SetVisionError
from setvision.label.listing import Failure, Photo
from setvision.label.products import Products, make
from setvision.label.records import Labelled, Origin, labelled
from setvision.media.load import load, read_bytes
from setvision.message import Message, msg, plain
from setvision.opencv import cv2
from setvision.pipeline import WORKING_SIDE, Reader, in_full
from setvision.table import Table
from setvision.vision.types import Image

__all__ = ["Task", "Work", "digest", "label"]


class TableReader(Protocol):
    """What reads a table: :class:`setvision.pipeline.Reader`, or a stand-in in tests."""

    def read(self, image: Image) -> Table:
        """Read an upright picture."""


@dataclass(frozen=True, slots=True)
class Work:
    """What holds for all photos of a job."""

    model: str
    """The version of the networks, for the records."""
    by: str
    decks: int
    products: Products
    folder: Path
    """Where the pictures go."""


@dataclass(frozen=True, slots=True)
class Task:
    """One photo, and what is known of it."""

    photo: Photo
    known: Labelled | None = None
    """What was read from its content earlier: then only its pictures are made."""


def digest(photo: Photo) -> str | Failure:
    """Return the SHA-256 of a photo's content."""
    try:
        return hashlib.sha256(read_bytes(Path(photo.path), "")).hexdigest()
    except ImageReadError as error:
        return Failure(photo.path, _without_name(error.message))


def label(work: Work, task: Task) -> Labelled | Failure:
    """Label a photo.

    Returns
    -------
    Labelled or Failure
        The record, as it goes into the journal; or why there is none.

    Raises
    ------
    OutputError
        When a picture cannot be written. All else that goes wrong is the photo's own failure.
    """
    _prepare()
    path = task.photo.path
    try:
        data = read_bytes(Path(path), "")
        sha256 = hashlib.sha256(data).hexdigest()
        photo = load(data, max_side=WORKING_SIDE, name="")
        known = task.known
        if known is None or known.origin is None or known.origin.sha256 != sha256:
            table = in_full(_reader(work.decks).read(photo.image), photo)
            origin = Origin(sha256, len(data), work.model, work.by)
            known = labelled(table, task.photo.name, origin)
        known = replace(known, image=task.photo.name, stem=task.photo.stem)
        make(known, photo, work.products, work.folder)
        return known
    except OutputError:
        raise
    except ImageReadError as error:
        return Failure(path, _without_name(error.message))
    except Exception as error:  # one photo must not stop the others
        reason = error.message if isinstance(error, SetVisionError) else plain(_one_line(error))
        kind = type(error).__name__
        return Failure(path, msg("could not be read: {kind}: {reason}", kind=kind, reason=reason))


def _without_name(message: Message) -> Message:
    """Return what is wrong with a picture without its name, which is said beside it."""
    problem = message.fields.get("problem")
    return problem if isinstance(problem, Message) else message


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


@cache
def _reader(decks: int) -> TableReader:
    return Reader(decks)


@cache
def _prepare() -> None:
    """Use one thread, and keep what C libraries print about damaged files off the terminal."""
    cv2.setNumThreads(1)
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
