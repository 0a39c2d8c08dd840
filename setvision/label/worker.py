"""What a worker does with one photo: read it, unless that was done, and make its pictures."""

import hashlib
import os
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import get_ident
from typing import Protocol

from setvision.errors import (
    ClusterError,
    ImageReadError,
    MissingExtraError,
    OutputError,
    SetVisionError,
)
from setvision.label.addresses import is_address
from setvision.label.listing import Failure, Photo
from setvision.label.products import Products, make
from setvision.label.records import Labelled, Origin, labelled
from setvision.label.remote import fetch
from setvision.label.store import Store, one_line
from setvision.label.version import model_version
from setvision.media.load import load, read_bytes
from setvision.message import Message, msg, plain
from setvision.opencv import cv2
from setvision.pipeline import WORKING_SIDE, Reader, in_full
from setvision.table import Table
from setvision.vision.taught import Taught, network_hash
from setvision.vision.types import Image

__all__ = ["Delivered", "Task", "Work", "content_of", "deliver", "digest", "label"]


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
    store: Store | None
    """Where the pictures go; None to hand them back."""
    deck: bytes | None = None
    """The file of a taught deck, which other machines may not have."""


@dataclass(frozen=True, slots=True)
class Task:
    """One photo, and what is known of it."""

    photo: Photo
    known: Labelled | None = None
    """What was read from its content earlier: then only its pictures are made."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A record and its pictures, by a worker that can't write them itself."""

    record: Labelled
    pictures: tuple[tuple[str, bytes], ...]
    """Name below the folder of the job, and content."""


def digest(photo: Photo) -> str | Failure:
    """Return the SHA-256 of a photo's content."""
    try:
        return hashlib.sha256(content_of(photo.path)).hexdigest()
    except ImageReadError as error:
        return _failure(photo.path, error)


def deliver(work: Work, task: Task) -> Labelled | Delivered | Failure:
    """Label a photo as :func:`label` does, and hand its pictures back."""
    return label(replace(work, store=None), task)


def label(work: Work, task: Task) -> Labelled | Delivered | Failure:
    """Label a photo.

    Returns
    -------
    Labelled or Delivered or Failure
        The record, as it goes into the journal; or why there is none.

    Raises
    ------
    OutputError
        When a picture cannot be written.
    ClusterError
        When this process has other networks than the job.
    MissingExtraError
        When a package for an address is missing. All else that goes wrong is the photo's own
        failure.
    """
    _prepare()
    _check(work)
    path = task.photo.path
    try:
        data = content_of(path)
        sha256 = hashlib.sha256(data).hexdigest()
        photo = load(data, max_side=WORKING_SIDE, name="")
        known = task.known
        if known is None or known.origin is None or known.origin.sha256 != sha256:
            table = in_full(_reader(work.decks, work.deck, get_ident()).read(photo.image), photo)
            origin = Origin(sha256, len(data), work.model, work.by)
            known = labelled(table, task.photo.name, origin)
        known = replace(known, image=task.photo.name, stem=task.photo.stem)
        pictures = make(known, photo, work.products)
        if work.store is None:
            delivered = tuple(pictures)
            return Delivered(known, delivered) if delivered else known
        for name, picture in pictures:
            work.store.write_bytes(name, picture)
        return known
    except (OutputError, MissingExtraError):
        raise
    except ImageReadError as error:
        return _failure(path, error)
    except Exception as error:  # one photo must not stop the others
        reason = error.message if isinstance(error, SetVisionError) else plain(one_line(error))
        kind = type(error).__name__
        return Failure(path, msg("could not be read: {kind}: {reason}", kind=kind, reason=reason))


def content_of(path: str) -> bytes:
    """Return what the file of a photo holds, at a path or an address; raises ImageReadError."""
    return fetch(path) if is_address(path) else read_bytes(Path(path), "")


def _check(work: Work) -> None:
    """See whether this process, which may be anywhere, reads as the job wants it read."""
    own = _own_version(work.decks, work.deck)
    if own != work.model:
        raise ClusterError(
            msg(
                "a worker has other networks ({theirs}) than this command ({ours}); install the "
                "same setvision on both",
                theirs=own,
                ours=work.model,
            )
        )


def _failure(path: str, error: ImageReadError) -> Failure:
    is_missing = not is_address(path) and not os.path.lexists(path)
    return Failure(path, _without_name(error.message), is_missing)


def _without_name(message: Message) -> Message:
    """Return what is wrong with a picture without its name, which is said beside it."""
    problem = message.fields.get("problem")
    return problem if isinstance(problem, Message) else message


@cache
def _reader(decks: int, deck: bytes | None, thread: int) -> TableReader:
    """Load the networks, once for each thread: a worker of a cluster may have several."""
    taught = None if deck is None else Taught.from_bytes(deck, "", network_hash())
    return Reader(decks, taught)


@cache
def _own_version(decks: int, deck: bytes | None) -> str:
    return model_version(decks, deck)


@cache
def _prepare() -> None:
    """Use one thread: there is a worker for each processor."""
    cv2.setNumThreads(1)
