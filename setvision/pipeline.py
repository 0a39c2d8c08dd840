"""From a frame to a table: find, rectify, read, choose."""

import copy
import os
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Card
from setvision.media.load import Photo, load
from setvision.message import nmsg
from setvision.opencv import cv2
from setvision.surety import Surety
from setvision.table import Table, Verdict, choose
from setvision.vision.edge import cut_off
from setvision.vision.familiar import Familiar
from setvision.vision.find import find, refine, suppress
from setvision.vision.model import Network, load_network, model_bytes
from setvision.vision.read import READER_MARGIN, READER_SIZE, read_crops
from setvision.vision.rectify import Pyramid, rectify
from setvision.vision.sizes import size_ratios
from setvision.vision.taught import Taught, load_deck
from setvision.vision.types import Image, Quads, Readings

__all__ = ["WORKING_SIDE", "Reader", "Seen", "in_full", "read"]

WORKING_SIDE = 1600
"""Long side in pixels to which larger frames are reduced; nothing that can be read is lost."""

_HARDLY_LARGER = 2048
"""Frames up to this long side stay as they are: to reduce them by so little takes longer than it
saves, and half of a 12-megapixel photo is 2000 pixels long."""

Deck = Taught | str | os.PathLike[str]
"""What was taught of the look of a deck, or the file of it."""

_LIKELY = 0.5
"""What neither the finder nor the reader holds for a card with this probability is none."""

_ODD_SIZE = 0.5
_OTHER_SIZE = 1.3
_MAYBE = 0.3
"""Logarithms of area ratios, and the belief that is left in a card of an odd size; of 1,086 cards
on real photos none was off by more than 0.37."""

_FOUND = 0.7
"""What the finder is that sure of may be a card, whatever the reader holds it for: on 98 real
photos, "no SET" was never said beside anything of a card's size of which it was."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the vision sees in one frame, before the cards of the table are chosen together."""

    quads: Quads
    """(n, 4, 2) float32 frame pixels."""
    readings: Readings
    """n readings."""
    scores: NDArray[np.float32]
    """(n,) the finder's belief, 0..1."""
    width: int
    height: int
    stage_ms: dict[str, float]
    """Milliseconds by stage: find, refine, rectify, read."""


class Reader:
    """The whole vision, with the networks loaded once.

    Not for use by several threads at once; make one for each.

    Parameters
    ----------
    decks : int
        How many decks lie on the table.
    deck : path or Taught, optional
        What ``setvision teach`` learnt, or the file of it: another edition, or an odd light.

    Raises
    ------
    ModelError
        If the trained networks are missing or damaged.
    DeckError
        If the file is missing, damaged, or was made with another network.
    """

    def __init__(self, decks: int = 1, deck: Deck | None = None) -> None:
        self._decks = decks
        self._deck = _loaded(deck)
        self._finder: Network = load_network("finder")
        self._refiner: Network = load_network("refiner")
        self._reader: Network = load_network("reader")
        self._familiar = Familiar.from_bytes(model_bytes("familiar.npz"))
        self._surety = Surety.from_json(model_bytes("calibration.json"))

    def with_deck(self, deck: Deck | None) -> "Reader":
        """Return a reader with the same networks, taught another deck or none.

        Raises
        ------
        DeckError
            If the file is missing, damaged, or was made with another network.
        """
        other = copy.copy(self)
        other._deck = _loaded(deck)
        return other

    def read(self, image: Image) -> Table:
        """Read the table in a frame.

        Parameters
        ----------
        image : ndarray
            (H, W, 3) uint8 BGR, upright.

        Returns
        -------
        Table
            In frame pixels.
        """
        table = self.choose(self.see(image))
        return self._not_cut(table, image) if table.verdict is Verdict.NONE else table

    def _not_cut(self, table: Table, image: Image) -> Table:
        """Take "no SET" back where the edge of the picture may cut off further cards."""
        small, scale = _reduced(image)
        quads = np.stack([seen.quad for seen in table.cards]) * scale
        cut = cut_off(small, quads.astype(np.float32), self._finder)
        if cut == 0:
            return table
        reason = nmsg(
            "{n} thing at the edge of the picture may be a card that is cut off",
            "{n} things at the edge of the picture may be cards that are cut off",
            cut,
        )
        return replace(table, verdict=Verdict.UNSURE, reason=reason, maybe=cut)

    def choose(
        self,
        seen: Seen,
        *,
        ids: Sequence[int] | None = None,
        out: Collection[Card] = (),
        before: Mapping[int, Card] | None = None,
    ) -> Table:
        """Choose the cards of one table together.

        Parameters
        ----------
        seen : Seen
            What `see` returned, or what adds up from several frames.
        ids : sequence of int, optional
            The number of each thing seen; cards are numbered in reading order when omitted.
        out : collection of Card
            Cards that are out of the game.
        before : mapping of int to Card, optional
            What cards of these numbers were called before.

        Returns
        -------
        Table
            In frame pixels.
        """
        strange = self._familiar.strangeness(seen.readings.features) > 1
        taught = None
        if self._deck is not None:
            strange &= ~self._deck.is_like(seen.readings.features)
            taught = self._deck.corrected
        return choose(
            seen.quads, seen.readings, seen.width, seen.height, self._surety, strange,
            taught=taught, decks=self._decks, ids=ids, out=out, before=before,
        )  # fmt: skip

    def read_at(self, image: Image, quads: Quads) -> Readings:
        """Read cards whose places are known, without looking for others.

        Parameters
        ----------
        image : ndarray
            (H, W, 3) uint8 BGR, upright.
        quads : ndarray
            (n, 4, 2) float32 frame pixels.

        Returns
        -------
        Readings
            Of n crops.
        """
        crops = rectify(Pyramid(image), quads, READER_SIZE, READER_MARGIN)
        return read_crops(crops, self._reader, self._deck)

    def see(self, image: Image) -> Seen:
        """Find and read the cards of a frame one by one.

        Parameters
        ----------
        image : ndarray
            (H, W, 3) uint8 BGR, upright.

        Returns
        -------
        Seen
            Including doubtful things; most likely cards first.
        """
        height, width = image.shape[:2]
        started = time.perf_counter()
        image, _ = _reduced(image)
        proposals = find(image, self._finder)
        found = time.perf_counter()
        pyramid = Pyramid(image)
        quads = refine(pyramid, proposals.quads, self._refiner)
        refined = time.perf_counter()
        crops = rectify(pyramid, quads, READER_SIZE, READER_MARGIN)
        rectified = time.perf_counter()
        readings = read_crops(crops, self._reader, self._deck)
        # Where several proposals claim one place, the surest card stays.
        kept = suppress(quads, (readings.card * readings.whole + readings.belief) / 2)
        readings = _plausible(
            readings.take(kept), proposals.scores[kept], quads[kept], image.shape[1], image.shape[0]
        )
        likely = np.maximum(readings.card, proposals.scores[kept]) >= _LIKELY
        kept, readings = kept[likely], readings.take(np.flatnonzero(likely))
        quads, scores = quads[kept], proposals.scores[kept]
        done = time.perf_counter()
        ratio = np.array([width / image.shape[1], height / image.shape[0]], np.float32)
        return Seen(
            ((quads + 0.5) * ratio - 0.5).astype(np.float32),
            readings,
            scores,
            width,
            height,
            {
                "find": 1000 * (found - started),
                "refine": 1000 * (refined - found),
                "rectify": 1000 * (rectified - refined),
                "read": 1000 * (done - rectified),
            },
        )


def _loaded(deck: Deck | None) -> Taught | None:
    return load_deck(deck) if isinstance(deck, str | os.PathLike) else deck


def _reduced(image: Image) -> tuple[Image, float]:
    """Return a frame with a long side of at most about `WORKING_SIDE`, and its scale."""
    height, width = image.shape[:2]
    if max(height, width) <= _HARDLY_LARGER:
        return image, 1.0
    scale = WORKING_SIDE / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _plausible(
    readings: Readings, scores: NDArray[np.float32], quads: Quads, width: int, height: int
) -> Readings:
    """Doubt what has another size than the cards around it or its middle outside the frame.

    A somewhat smaller thing, or one at the edge, may be a card of which a part is hidden; one that
    is much smaller or larger is a picture of a card, on the box for one. What was clearly found may
    be a card though it reads as none: its outline may be drawn around a part of it.
    """
    ratio = np.abs(size_ratios(quads, readings.card * readings.whole))
    x, y = quads.mean(1).T
    outside = (x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)
    card = np.where((ratio > _ODD_SIZE) | outside, np.minimum(readings.card, _MAYBE), readings.card)
    card = np.where(scores >= _FOUND, np.maximum(card, _MAYBE), card)
    card = np.where(ratio > _OTHER_SIZE, 0, card)
    return replace(readings, card=card.astype(np.float32))


def in_full(table: Table, photo: Photo) -> Table:
    """Return a table read from ``photo.image`` in pixels of the whole picture."""
    cards = tuple(replace(seen, quad=photo.to_full(seen.quad)) for seen in table.cards)
    return replace(table, cards=cards, width=photo.width, height=photo.height)


@cache
def _reader() -> Reader:
    return Reader()


def read(image: Image | str | os.PathLike[str], *, deck: Deck | None = None) -> Table:
    """Read the table in one picture.

    Parameters
    ----------
    image : ndarray or path
        (H, W, 3) uint8 BGR, upright, or the path of a picture file.
    deck : path or Taught, optional
        What ``setvision teach`` learnt, or the file of it: another edition, or an odd light.

    Returns
    -------
    Table
        In pixels of the picture as it is shown upright.

    Raises
    ------
    ImageReadError
        If the file is missing or is no picture that can be read.
    ModelError
        If the trained networks are missing or damaged.
    DeckError
        If the file of the deck is missing, damaged, or was made with another network.
    ValueError
        If the array is no (H, W, 3) uint8 picture.
    """
    if isinstance(image, np.ndarray):
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
            raise ValueError(
                f"needs a (height, width, 3) uint8 BGR picture, got {image.shape} {image.dtype}"
            )
        return _reader().with_deck(deck).read(image)
    photo = load(image, max_side=WORKING_SIDE)
    table = _reader().with_deck(deck).read(photo.image)
    return in_full(table, photo)
