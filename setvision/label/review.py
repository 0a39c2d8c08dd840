"""The doubtful photos of a labelled folder while people go through them, one or several at once."""

import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import numpy as np

from setvision.errors import ImageReadError, LabelsError, SetVisionError, UsageError
from setvision.label.addresses import is_address
from setvision.label.corrections import Corrections, Given, corrected
from setvision.label.journal import Journal
from setvision.label.listing import Photo, writable
from setvision.label.made import MADE, Made
from setvision.label.plan import Plan
from setvision.label.records import Labelled, LabelledCard, to_line
from setvision.label.rewriting import Files, Rewriter
from setvision.label.sheet import doubt_order
from setvision.label.store import Store
from setvision.label.worker import content_of
from setvision.media.load import load
from setvision.message import Message, msg, nmsg, shown
from setvision.opencv import cv2

__all__ = ["Item", "Review", "StaleError", "Summary", "reviewed"]

JOURNAL: Final = "labels.jsonl"

_LARGEST: Final = 2400
"""Long side in pixels of the pictures that are shown."""
_QUALITY: Final = 88
_PICTURES: Final = 8


class StaleError(UsageError):
    """Somebody else said something of the same photo meanwhile."""


@dataclass(frozen=True, slots=True)
class Item:
    """A photo as it stands."""

    record: Labelled
    """As somebody said it is, or else as it was read."""
    version: str
    """Is another whenever somebody says something else of it."""
    is_done: bool
    trouble: Message | None
    """Why it can't be shown: it is gone, or another than the one that was read."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a review."""

    count: int
    """Photos to look at."""
    done: int
    as_read: int
    """Those of them in which all was read right."""
    corrected: int
    changed: int
    """Cards that had been read wrong."""
    added: int
    removed: int


class Review:
    """The photos and what is said of them; its methods may be called from several threads.

    Parameters
    ----------
    plan
        What the job was.
    journal
        What was read.
    corrections
        What was said earlier; it is added to.
    rewriter
        Is told of each change.
    """

    def __init__(
        self, plan: Plan, journal: Journal, corrections: Corrections, rewriter: Rewriter
    ) -> None:
        self.decks = plan.decks
        self._journal = journal
        self._corrections = corrections
        self._rewriter = rewriter
        self._lock = threading.Lock()
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._changes: list[int] = []
        self._hashes, self._photos = self._found(plan)

    def _found(self, plan: Plan) -> tuple[list[str], list[Photo]]:
        """Return content and photo of all to be looked at, the most doubtful first."""
        found: dict[str, tuple[float, int]] = {}
        for place, sha256 in enumerate(plan.hashes):
            if sha256 in found:
                continue
            read = self._journal.get(sha256)
            if read is not None and read.is_doubtful:
                found[sha256] = doubt_order(read), place
            elif sha256 in self._corrections:
                found[sha256] = 1.0, place
        ordered = sorted(found, key=found.__getitem__)
        return ordered, [plan.photos[found[sha256][1]] for sha256 in ordered]

    def __len__(self) -> int:
        return len(self._hashes)

    @property
    def trouble(self) -> SetVisionError | None:
        """Why the files of the formats could not be written."""
        return self._rewriter.trouble

    @property
    def is_writing(self) -> bool:
        """Whether files are still to be made anew."""
        return self._rewriter.is_busy

    @property
    def revision(self) -> int:
        """How often something was said."""
        return len(self._changes)

    def changed_since(self, revision: int) -> list[int]:
        """Return the numbers of the photos of which something was said after that."""
        return sorted(set(self._changes[max(0, revision) :]))

    def name(self, number: int) -> str:
        """Return what a photo is called; raises UsageError where there is none."""
        return self._photos[self._checked(number)].name

    def is_done(self, number: int) -> bool:
        """Tell whether somebody confirmed a photo."""
        return self._hashes[self._checked(number)] in self._corrections

    def _checked(self, number: int) -> int:
        if not 0 <= number < len(self._hashes):
            raise UsageError(msg("there is no photo {number}", number=number + 1))
        return number

    def item(self, number: int) -> Item:
        """Return a photo as it stands.

        Raises
        ------
        UsageError
            When there is no such photo.
        """
        trouble: Message | None = None
        try:
            self.picture(number)
        except ImageReadError as error:
            trouble = error.problem
        with self._lock:
            return self._item(number, trouble)

    def _item(self, number: int, trouble: Message | None) -> Item:
        sha256 = self._hashes[self._checked(number)]
        record = self._corrections.get(sha256)
        return Item(
            record=record or self._read(sha256),
            version=_version(record),
            is_done=record is not None,
            trouble=trouble,
        )

    def _read(self, sha256: str) -> Labelled:
        """Return what was read, or where other networks did that what was said first."""
        read = self._journal.get(sha256) or self._corrections.get(sha256)
        assert read is not None
        return read

    def picture(self, number: int) -> bytes:
        """Return a photo as JPEG, upright and not too large.

        Raises
        ------
        ImageReadError
            When it is gone, or another than the one that was read.
        UsageError
            When there is no such photo.
        """
        sha256 = self._hashes[self._checked(number)]
        with self._lock:
            if sha256 in self._pictures:
                self._pictures.move_to_end(sha256)
                return self._pictures[sha256]
        data = content_of(self._photos[number].path)
        if hashlib.sha256(data).hexdigest() != sha256:
            raise ImageReadError(msg("was changed since it was read; label the folder again"))
        picture = _shown(data)
        with self._lock:
            self._pictures[sha256] = picture
            while len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
        return picture

    def confirm(self, number: int, version: str, given: Sequence[Given], by: str) -> Item:
        """Write down what a person says of a photo.

        Parameters
        ----------
        number
            Of the photo, the first being 0.
        version
            Of what the person has seen.
        given
            All cards in it.
        by
            The person.

        Raises
        ------
        StaleError
            When somebody else was quicker.
        UsageError
            When that can't be.
        OutputError
            When it cannot be written.
        """
        with self._lock:
            before = self._fresh(number, version)
            when = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
            sha256, path = self._hashes[number], self._photos[number].path
            path = path if is_address(path) else os.path.abspath(path)
            base = self._read(sha256)
            base = base if before is None else _with_all(base, before)
            self._corrections.put(corrected(base, given, writable(by), when, path))
            return self._said(number)

    def undo(self, number: int, version: str) -> Item:
        """Take back what was said of a photo; raises as :meth:`confirm`."""
        with self._lock:
            if self._fresh(number, version) is not None:
                if self._journal.get(self._hashes[number]) is None:
                    raise UsageError(msg("this photo was read by an earlier version; label again"))
                self._corrections.remove(self._hashes[number])
            return self._said(number)

    def _fresh(self, number: int, version: str) -> Labelled | None:
        record = self._corrections.get(self._hashes[self._checked(number)])
        if _version(record) != version:
            if record is None or record.origin is None:
                raise StaleError(msg("Somebody took this photo back meanwhile; look at it again."))
            by = writable(record.origin.by)
            raise StaleError(msg("{name} was quicker: look again what is said now.", name=by))
        return record

    def _said(self, number: int) -> Item:
        self._changes.append(number)
        self._rewriter.wake([self._hashes[number]])
        return self._item(number, None)

    def summary(self) -> Summary:
        """Return what came of it until now."""
        records = [record for h in self._hashes if (record := self._corrections.get(h))]
        told = [card for record in records for card in record.cards if card.told]
        changed = sum(_is_changed(card) for card in told)
        added = sum(card.told is not None and card.told.read is None for card in told)
        as_read = sum(
            not record.removed and not any(map(_differs, record.cards)) for record in records
        )
        return Summary(
            count=len(self),
            done=len(records),
            as_read=as_read,
            corrected=len(records) - as_read,
            changed=changed,
            added=added,
            removed=sum(len(record.removed) for record in records),
        )


def _is_changed(card: LabelledCard) -> bool:
    return card.told is not None and card.told.read not in (None, card.card)


def _differs(card: LabelledCard) -> bool:
    return card.told is not None and card.told.read != card.card


def _with_all(read: Labelled, before: Labelled) -> Labelled:
    """Return what was read with the cards that somebody added, and what was said of the others."""
    said = {card.id: card for card in before.cards}
    cards = [said.pop(card.id, card) for card in read.cards]
    return Labelled(
        image=read.image,
        width=read.width,
        height=read.height,
        cards=(*cards, *said.values()),
        verdict=read.verdict,
        reason=read.reason,
        sets=read.sets,
        edition=read.edition,
        origin=read.origin,
        removed=read.removed,
    )


def _version(record: Labelled | None) -> str:
    if record is None:
        return ""
    # The path of a file whose name is no UTF-8 holds what can't be encoded otherwise.
    line = to_line(record).encode("utf-8", "backslashreplace")
    return hashlib.sha256(line).hexdigest()[:16]


def _shown(data: bytes) -> bytes:
    image = load(data, max_side=_LARGEST, name="").image
    height, width = image.shape[:2]
    scale = _LARGEST / max(height, width)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    is_done, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not is_done:
        raise ImageReadError(msg("the picture can't be shown"))
    return bytes(coded)


@contextmanager
def reviewed(store: Store, plan: Plan) -> Iterator[Review]:
    """Open a folder for a review, and keep jobs out until that ends.

    Parameters
    ----------
    store
        Of the folder.
    plan
        What was done in it.

    Raises
    ------
    UsageError
        When a job is at work in it.
    LabelsError
        When a file is damaged, or lacks photos that were labelled; all files are then as they were.
    OutputError
        At the end, when a file could not be written.
    """
    with (
        store.claimed(),
        store.growing(JOURNAL) as lines,
        Journal(lines.path, plan.model, is_growing=False) as journal,
        Journal(lines.path, plan.model, is_growing=False) as for_files,
    ):
        corrections = Corrections(store)
        _check_whole(store, plan, journal, corrections)
        with (
            store.growing(MADE) as of_made,
            Made(store, of_made, plan.products) as made,
        ):
            files = Files(store, plan, for_files, made, corrections)
            rewriter = Rewriter(files.rewrite)
            try:
                review = Review(plan, journal, corrections, rewriter)
                # What an earlier review may have left undone.
                rewriter.wake([sha256 for sha256 in set(plan.hashes) if sha256 in corrections])
                yield review
            finally:
                rewriter.close()


def _check_whole(store: Store, plan: Plan, journal: Journal, corrections: Corrections) -> None:
    """Raise LabelsError where files made anew would leave out photos that are in them."""
    missing = sum(sha256 not in corrections and sha256 not in journal for sha256 in plan.hashes)
    if missing:
        raise LabelsError(
            nmsg(
                "{path} lacks {n} photo that was labelled; run setvision label on the folder again",
                "{path} lacks {n} photos that were labelled; run setvision label on the folder "
                "again",
                missing,
                path=shown(store.where(JOURNAL)),
            )
        )
