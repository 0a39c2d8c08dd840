"""The table that is shown: it changes on evidence only, and is one object as long as it doesn't."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Card
from setvision.inks import weighed_by_inks
from setvision.message import msg
from setvision.pipeline import Reader, Seen
from setvision.surety import log_odds
from setvision.table import Table, Verdict, faces_of, sets_seen
from setvision.vision.types import Quads, Readings
from setvision.watch.camera import Matrix, mapped
from setvision.watch.evidence import joined
from setvision.watch.track import Track

__all__ = ["Steady"]

_TOLD = 0.5
_GAIN = 0.1
"""What is said of a card is renewed when the log-odds of being right have grown by the second, and
stays when they have shrunk by the first: a card just short of being sure is not left there."""

_STRIKES = 3
_CONTRARY = 20.0
_STILL_SURE = 0.98
"""A shown reading is given up when so many in a row say something else by this factor, or
say less; of a sure card, less than the last."""

_OFF = 0.02
"""Share of a card's long side by which its outline may be off before it is drawn anew."""

_SHIFT = 1e-3
"""Share of the frame's width by which all outlines may be off when the camera shifts."""


class Steady:
    """Makes tables of tracks.

    Parameters
    ----------
    reader : Reader
        Chooses the cards of a table together.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._shown: dict[int, Readings] = {}
        self._strikes: dict[int, int] = {}
        self._sure: frozenset[int] = frozenset()
        self._missed: frozenset[int] = frozenset()
        self._quads: dict[int, NDArray[np.float32]] = {}
        self._is_stale = True
        self._matrix: Matrix = np.eye(3)
        self._judged: Table | None = None
        self._table: Table | None = None

    def move(self, matrix: Matrix) -> None:
        """Change to other key pixels, by a (3, 3) transform."""
        self._quads = {k: mapped(quad[None], matrix)[0] for k, quad in self._quads.items()}
        self._matrix = self._matrix @ np.linalg.inv(matrix)

    def forget(self) -> None:
        """Judge the table anew at the next time, though no card changed."""
        self._is_stale = True

    def note_reading(self, track: Track) -> None:
        """Take up what was read of a card, where it changes what is known enough."""
        new = track.evidence.readings
        old = self._shown.get(track.id)
        if old is not None and not self._is_news(track.id, old, new):
            return
        self._shown[track.id] = new
        self._strikes[track.id] = 0
        self._is_stale = True

    def _is_news(self, number: int, old: Readings, new: Readings) -> bool:
        faces = faces_of(new.probs)[0]
        face, before = int(faces.argmax()), int(faces_of(old.probs)[0].argmax())
        gain = float(log_odds(new.belief)[0] - log_odds(old.belief)[0])
        if face == before and gain >= -_TOLD:
            self._strikes[number] = 0
            return gain > _GAIN and number not in self._sure
        if face != before and faces[face] < _CONTRARY * faces[before]:
            return False
        if face == before and number in self._sure and new.belief[0] > _STILL_SURE:
            return False
        self._strikes[number] = self._strikes.get(number, 0) + 1
        return self._strikes[number] >= _STRIKES

    def table(
        self, tracks: list[Track], to_frame: Matrix, size: tuple[int, int], is_settled: bool,
        out: Collection[Card],
    ) -> Table:  # fmt: skip
        """Return the table as it is to be shown.

        Parameters
        ----------
        tracks : list of Track
            The cards that lie there.
        to_frame : ndarray
            (3, 3) from key pixels to frame pixels.
        size : (int, int)
            Width and height of the frame in pixels.
        is_settled : bool
            Whether "no SET" may be said.
        out : collection of Card
            Cards that are out of the game.

        Returns
        -------
        Table
            The last one again where nothing changed.
        """
        judged = self._judged
        quads = {track.id: track.quad for track in tracks}
        missed = frozenset(track.id for track in tracks if track.is_missed)
        if missed != self._missed:
            self._missed = missed
            self._is_stale = True
        is_moved = any(
            number not in self._quads or _off(self._quads[number], quad) > _OFF
            for number, quad in quads.items()
        )
        if judged is None or self._is_stale or is_moved or quads.keys() != self._quads.keys():
            judged = self._judge(tracks, to_frame, size, out)
        elif _shift(self._matrix, to_frame, size) > _SHIFT * size[0]:
            judged = _placed(judged, self._quads, to_frame)
            self._matrix = to_frame
        may_show = judged.verdict is not Verdict.NONE or is_settled
        if judged is not self._judged or self._table is None:
            self._table = judged if may_show else _open(judged)
        elif may_show and self._table.verdict is not judged.verdict:
            self._table = judged
        elif not may_show and self._table.verdict is Verdict.NONE:
            self._table = _open(judged)
        self._judged = judged
        return self._table

    def _judge(
        self, tracks: list[Track], to_frame: Matrix, size: tuple[int, int], out: Collection[Card]
    ) -> Table:
        for track in tracks:
            if track.id not in self._shown:
                self._shown[track.id] = track.evidence.readings
        numbers = [track.id for track in tracks]
        self._shown = {number: self._shown[number] for number in numbers}
        self._strikes = {number: self._strikes.get(number, 0) for number in numbers}
        self._quads = {track.id: track.quad for track in tracks}
        self._matrix = to_frame
        self._is_stale = False
        quads = np.empty((0, 4, 2), np.float32)
        readings = _NOTHING
        if tracks:
            quads = mapped(np.stack([track.quad for track in tracks]), to_frame)
            readings = joined([self._shown[number] for number in numbers])
        scores = np.ones(len(tracks), np.float32)
        seen_now = Seen(quads, readings, scores, *size, {})
        judged = () if self._judged is None else self._judged.cards
        before = {seen.id: seen.card for seen in judged}
        table = self._reader.choose(seen_now, ids=numbers, out=out, before=before)
        # A SET that hangs on a doubt would come and go with it; the reason names the card.
        sets = tuple(three for three in table.sure_sets if not self._missed & set(three))
        if table.verdict is Verdict.SETS:
            table = replace(table, reason=sets_seen(len(sets))) if sets else _open(table)
        table = replace(table, sets=sets, sure_sets=sets)
        self._sure = frozenset(seen.id for seen in table.cards if seen.sure)
        by_id = {seen.id: seen for seen in table.cards}
        weighed = weighed_by_inks(readings.probs, readings.ink)
        for track, probs in zip(tracks, weighed, strict=True):
            track.probs = probs
            seen = by_id.get(track.id)
            if seen is not None and (seen.sure or not track.is_known):
                track.card, track.is_known = seen.card, seen.sure
        return table


_NOTHING = Readings(
    np.empty((0, 4, 3), np.float32),
    np.empty(0, np.float32),
    np.empty(0, np.float32),
    np.empty(0, np.float32),
    np.empty((0, 192), np.float32),
    np.empty((0, 3), np.float32),
)


def _open(table: Table) -> Table:
    """Return a table without SETs of which that is not sure yet."""
    return replace(
        table, verdict=Verdict.UNSURE, reason=msg("no SET seen; that is sure when all lies still")
    )


def _placed(table: Table, quads: dict[int, NDArray[np.float32]], to_frame: Matrix) -> Table:
    """Return a table with its cards at other places of the frame."""
    if not table.cards:
        return table
    stacked: Quads = np.stack([quads[seen.id] for seen in table.cards])
    cards = tuple(
        replace(seen, quad=quad)
        for seen, quad in zip(table.cards, mapped(stacked, to_frame), strict=True)
    )
    return replace(table, cards=cards)


def _off(quad: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how far corners differ, as a share of the long side."""
    side = float(np.linalg.norm(quad[1] - quad[0])) + 1e-6
    return float(np.linalg.norm(quad - other, axis=1).max()) / side


def _shift(before: Matrix, after: Matrix, size: tuple[int, int]) -> float:
    """Return how far the picture shifted between two poses, pixels."""
    if before is after:
        return 0.0
    width, height = size
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    moved = mapped(corners, after) - mapped(corners, before)
    return float(np.linalg.norm(moved, axis=2).max())
