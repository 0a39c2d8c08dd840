"""Photos that visitors had read: held in memory, the oldest given up for the newest."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Final

import numpy as np

from setvision.cards import Card
from setvision.corrected import corrected
from setvision.errors import ImageReadError, UsageError
from setvision.media.draw import annotated
from setvision.media.load import Image, load
from setvision.message import msg
from setvision.opencv import cv2
from setvision.pipeline import WORKING_SIDE, Reader, in_full
from setvision.table import Table
from setvision.vision.taught import Taught
from setvision.words import Words

__all__ = ["Photo", "Photos"]

_MOST: Final = 24
_LARGEST: Final = 2048  # long side in pixels of what is shown
_QUALITY: Final = 88


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photo that was read."""

    picture: bytes
    """JPEG, upright, as it is shown; possibly smaller than the photo."""
    read: Table
    """As it was read, in pixels of the whole photo."""
    told: dict[int, Card] = field(default_factory=dict)
    """What somebody told of its cards."""
    decks: int = 1

    @property
    def table(self) -> Table:
        """The table with what was told."""
        return corrected(self.read, self.told, decks=self.decks)


class Photos:
    """The photos of all visitors.

    Its methods block for as long as reading takes: call them from a thread.

    Parameters
    ----------
    decks
        How many decks lie on the tables.
    deck
        What was taught of their look.
    """

    def __init__(self, decks: int = 1, deck: Taught | None = None) -> None:
        self._decks = decks
        self._deck = deck
        self._reader: Reader | None = None
        self._reading = Lock()
        self._lock = Lock()
        self._kept: OrderedDict[str, Photo] = OrderedDict()

    def add(self, data: bytes) -> tuple[str, Photo]:
        """Read a photo and keep it; returns its key, which nobody can guess.

        Raises
        ------
        ImageReadError
            When it is no picture that can be read.
        """
        # One at a time: a large photo takes much memory while it is decoded.
        with self._reading:
            loaded = load(data, max_side=WORKING_SIDE)
            self._reader = self._reader or Reader(self._decks, self._deck)
            table = in_full(self._reader.read(loaded.image), loaded)
            photo = Photo(_jpeg(_shrunk(loaded.image)), table, decks=self._decks)
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._kept[key] = photo
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return key, photo

    def get(self, key: str) -> Photo:
        """Return a photo.

        Raises
        ------
        UsageError
            When it is not kept any more.
        """
        with self._lock:
            if key not in self._kept:
                raise UsageError(msg("This photo is not kept any more; choose it again."))
            self._kept.move_to_end(key)
            return self._kept[key]

    def tell(self, key: str, number: int, card: Card | None) -> Photo:
        """Tell what a card of a photo is, or with None that it was read right after all.

        Raises
        ------
        UsageError
            When the photo is not kept any more, or that card can't be there.
        """
        photo = self.get(key)
        told = {place: each for place, each in photo.told.items() if place != number}
        if card is not None:
            told[number] = card
        photo = replace(photo, told=told)
        corrected(photo.read, told, decks=photo.decks)  # refuses what can't be
        with self._lock:
            if key in self._kept:
                self._kept[key] = photo
        return photo

    def annotated(self, key: str, words: Words) -> bytes:
        """Return a photo as JPEG with all that is known drawn into it.

        Raises
        ------
        UsageError
            When it is not kept any more.
        """
        photo = self.get(key)
        image = np.asarray(cv2.imdecode(np.frombuffer(photo.picture, np.uint8), 1), np.uint8)
        table = photo.table
        return _jpeg(annotated(image, table, words.in_edition(table.edition)))


def _shrunk(image: Image) -> Image:
    height, width = image.shape[:2]
    scale = _LARGEST / max(height, width)
    if scale >= 1:
        return image
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _jpeg(image: Image) -> bytes:
    has_worked, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not has_worked:
        raise ImageReadError(msg("the picture can't be shown"))
    return bytes(data)
