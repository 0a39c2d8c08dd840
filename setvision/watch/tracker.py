"""The cards of a watched table: which lie there, which came, which are gone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setvision.cards import DECK, Card
from setvision.opencv import cv2
from setvision.pipeline import Seen
from setvision.table import faces_of
from setvision.vision.types import Quads
from setvision.watch.camera import Matrix, between_quads, mapped
from setvision.watch.evidence import Evidence
from setvision.watch.looks import Look, alike
from setvision.watch.motion import Mask
from setvision.watch.scene import View
from setvision.watch.track import Match, Track, by_face, by_place, overlaps

__all__ = ["Change", "Tracker", "undecided"]

_CARD = 0.5
_LIKELY = 0.9
_HITS = 2
_MANY_HITS = 6
_LAIN_S = 0.06
"""A card is there once it has been seen so often, for so long, in one place without a hand; what
is no likely card, but may be one, more often."""

_GONE_S = 0.06
"""A card is gone once its place has been seen without it for so long, at least twice."""

_MANY_S = 0.8
"""The same where most cards vanish at once, which a blurred or dark picture looks like too."""

_MOVED = 0.08
"""Share of the long side by which corners move when a card does."""

_NEWEST = 0.2
"""How much the newest quad of a lying card counts, at least."""

_WHOLE = 0.8
_SURE = 0.95
_ALIKE = 0.25
_STAYED = 0.04
"""What is seen as a whole card, read surely, of the same size but for this logarithm of the area,
and of which no two corners stayed within this share of the long side, may have moved."""

_KNOWN_LOOK = 0.75
_SAME_LOOK = 0.9
_DOUBTED_S = 0.8
_CHANGED = 0.5
"""A place that looks as it did still holds its card, though the finder misses it; after a while
without any find, or where so much of it is foreign by now, it must look the same, since a shadow's
edge makes card and table alike."""

_UNLIKE = 0.3
"""A place with the colors of the table that looks less like its card than this shows no SET with
it any more, while the last motion there fades."""

_HAND = 0.12
_TOUCHED = 0.1
_MUCH = 0.22
_BARE_S = 0.6
_STIRRED = 0.02
_RESTING_S = 1.5
_LEFT_S = 10.0
_FORGOTTEN_S = 0.5
_CARRIED_S = 3.0
"""For so long a card that was taken may still be carried over others."""

_FADED = 0.3
_SLOW = 0.3


@dataclass(frozen=True, slots=True)
class Change:
    """What one look at the table found out."""

    born: tuple[Track, ...] = ()
    died: tuple[Track, ...] = ()


class Tracker:
    """Follows cards from one look at the table to the next."""

    def __init__(self) -> None:
        self.cards: list[Track] = []
        self.candidates: list[Track] = []
        self._gone: dict[Card, float] = {}
        self._left: list[tuple[float, NDArray[np.float32]]] = []

    @property
    def quads(self) -> Quads:
        """(n, 4, 2) float32 key pixels of the cards."""
        return _stack(self.cards)

    def glimpsed(self, time_s: float) -> frozenset[Card]:
        """Return what is clearly seen but not taken for lying there yet, in a hand or beside it."""
        return frozenset(
            DECK[int(faces_of(fused.probs)[0].argmax())]
            for track in self.candidates
            if time_s - track.seen_s < _FORGOTTEN_S
            and (fused := track.evidence.readings).belief[0] > _LIKELY
        )

    def move(self, matrix: Matrix) -> None:
        """Change to other key pixels, by a (3, 3) transform."""
        for track in (*self.cards, *self.candidates):
            track.quad = mapped(track.quad[None], matrix)[0]
        self._left = [(since, mapped(quad[None], matrix)[0]) for since, quad in self._left]

    def shift_of(self, seen: Seen, fewest: int = 2) -> Matrix | None:
        """Find out, by cards that are known again, how the camera has moved from the key picture.

        Parameters
        ----------
        seen : Seen
            In frame pixels.
        fewest : int
            So many cards at least must be known again.

        Returns
        -------
        ndarray or None
            (3, 3) from key pixels to frame pixels.
        """
        matches = by_face(self.cards, seen.quads, seen.readings)
        if len(matches) < fewest:
            return None
        before = np.stack([match.track.quad for match in matches])
        return between_quads(before, seen.quads[[match.row for match in matches]])

    def look(
        self, seen: Seen, quads: Quads, looks: list[Look], held: list[Look], view: View,
        places: Quads, is_table: NDArray[np.bool_], time_s: float,
    ) -> Change:  # fmt: skip
        """Bring the tracks up to what was seen.

        Parameters
        ----------
        seen : Seen
            What was read.
        quads : ndarray
            (n, 4, 2) float32 where, in key pixels.
        looks : list of ndarray
            n looks of what was seen.
        held : list of ndarray
            How the place of each of the cards looks now.
        view : View
        places : ndarray
            (m, 4, 2) float32 key pixels where cards lay or lie.
        is_table : ndarray
            (number of cards,) bool: whether the place of each has the colors of the table.
        time_s : float

        Returns
        -------
        Change
            Cards that are new and cards that are gone; numbers are not given yet.
        """
        everything = [*self.cards, *self.candidates]
        self._left = [each for each in self._left if time_s - each[0] < _CARRIED_S]
        left = [quad[None] for _, quad in self._left]
        explained = view.inside(np.concatenate([quads, places, *left]), 1.25)
        hands = view.hands(explained)
        is_clear = np.array([self._is_clear(quad, explained, hands, view) for quad in quads], bool)
        self._gone = {c: since for c, since in self._gone.items() if time_s - since < _CARRIED_S}
        matches = by_place(everything, quads, seen.readings, looks, is_clear, self._gone)
        matches += self._elsewhere(matches, seen, quads)
        for match in matches:
            self._update(match, seen, quads, looks, bool(is_clear[match.row]), view, time_s)
        found = {id(match.track) for match in matches}
        missed = [
            (track, bool(table))
            for track, look, table in zip(self.cards, held, is_table, strict=True)
            if id(track) not in found
            and self._is_missed(track, look, bool(table), explained, view, time_s)
        ]
        is_many = len(missed) > 3 and 2 * len(missed) > len(self.cards)
        died = [
            track
            for track, table in missed
            if table or not is_many or time_s - (track.missed_s or time_s) >= _MANY_S
        ]
        taken = {match.row for match in matches}
        self.candidates = [
            track for track in self.candidates if time_s - track.seen_s < _FORGOTTEN_S
        ]
        for row in range(len(quads)):
            if row not in taken:
                evidence = Evidence()
                evidence.add(seen.readings, row, _share(view))
                hits = int(is_clear[row])
                self.candidates.append(
                    Track(quads[row], evidence, looks[row], time_s, time_s, time_s, hits=hits)
                )
        born = [
            track
            for track in self.candidates
            if self._is_born(track, explained, hands, view, time_s)
        ]
        died += [track for track in self._buried(born) if track not in died]
        self._gone |= {track.card: time_s for track in died if track.is_known}
        self.cards = [track for track in self.cards if track not in died] + born
        self.candidates = [track for track in self.candidates if track not in born]
        return Change(tuple(born), tuple(died))

    def _elsewhere(self, matches: list[Match], seen: Seen, quads: Quads) -> list[Match]:
        """Match what lies elsewhere than before by its face."""
        found = {id(match.track) for match in matches}
        # A candidate at a new place is the card that is missed at its old one.
        known = {match.row for match in matches if match.track.id}
        rows = np.array([row for row in range(len(quads)) if row not in known], np.intp)
        missing = [track for track in self.cards if id(track) not in found]
        moved = [
            Match(match.track, int(rows[match.row]), True)
            for match in by_face(missing, quads[rows], seen.readings.take(rows))
        ]
        again = {match.row for match in moved}
        replaced = [match for match in matches if match.row in again]
        for match in replaced:
            matches.remove(match)
            self.candidates.remove(match.track)
        return moved

    def _update(
        self, match: Match, seen: Seen, quads: Quads, looks: list[Look], is_clear: bool, view: View,
        time_s: float,
    ) -> None:  # fmt: skip
        track, row = match.track, match.row
        quad, readings = quads[row], seen.readings
        side = float(np.linalg.norm(track.quad[1] - track.quad[0])) + 1e-6
        off = _distance(track.quad, quad) / side
        is_whole = float(readings.card[row] * readings.whole[row]) > _WHOLE
        track.found_s = time_s
        track.note_seen(time_s)
        if match.is_elsewhere or off > _MOVED:
            # A hand over a part of a card makes it look shorter, not moved.
            if is_whole and readings.belief[row] > _SURE and _has_moved(quad, track.quad):
                self._left.append((time_s, track.quad))
                track.quad = quad
                track.evidence.fade(_FADED)
                track.first_s, track.hits = time_s, 0
            elif track.id == 0:
                track.quad = quad
                track.first_s, track.hits = time_s, 0
        elif is_clear and is_whole:
            blend = max(_NEWEST, 1 / (track.hits + 1))
            track.quad = track.quad + np.float32(blend) * (_aligned(quad, track.quad) - track.quad)
        if is_clear or track.evidence.weight < 1:
            track.evidence.add(readings, row, _share(view))
        if is_clear:
            track.hits += 1
            if readings.card[row] > _CARD:
                track.look = looks[row]

    def _is_clear(
        self, quad: NDArray[np.float32], explained: Mask, hands: Mask, view: View
    ) -> bool:
        """Tell whether no hand is near something that was seen."""
        if view.is_lost or view.share(view.moving, quad, 1.1) > _STIRRED:
            return False
        if view.quiet_s > _RESTING_S:
            return True
        return view.hand_at(quad, explained) < _HAND and view.share(hands, quad) < _TOUCHED

    def _is_missed(
        self, track: Track, look: Look, is_table: bool, explained: Mask, view: View, time_s: float
    ) -> bool:
        """Decide whether a card that the finder did not see is gone."""
        likeness = alike(track.look, look)
        is_changed = track.first_s < view.key_s and view.share(view.foreign, track.quad) > _CHANGED
        is_doubted = is_changed or time_s - track.found_s > _DOUBTED_S
        if likeness > (_SAME_LOOK if is_doubted else _KNOWN_LOOK):
            track.note_seen(time_s)
            return False
        if not track.is_covered:
            track.is_covered, track.covered_s = True, time_s
        is_stirred = view.is_lost or view.share(view.moving, track.quad, 1.3) > _STIRRED
        hand = view.hand_at(track.quad, explained)
        rested_s = min(view.quiet_s, time_s - track.covered_s)
        is_bare = is_table and (hand < _MUCH or rested_s > _BARE_S)
        is_free = hand < _HAND or is_bare or rested_s > _LEFT_S
        track.is_missed |= is_table and likeness < _UNLIKE
        if is_stirred or not is_free:
            track.missed_s = None
            return False
        track.is_missed = True
        if track.missed_s is None:
            track.missed_s = time_s
            return False
        return time_s - track.missed_s >= _GONE_S

    def _is_born(
        self, track: Track, explained: Mask, hands: Mask, view: View, time_s: float
    ) -> bool:
        if track.seen_s < time_s or track.hits < _HITS or time_s - track.first_s < _LAIN_S:
            return False
        fused = track.evidence.readings
        present = float(fused.card[0] * fused.whole[0])
        if present < _CARD or (present < _LIKELY and track.hits < _MANY_HITS):
            return False
        return self._is_clear(track.quad, explained, hands, view)

    def _buried(self, born: list[Track]) -> list[Track]:
        """Return cards in whose places others lie now."""
        lying = [track for track in self.cards if track.is_covered]
        if not lying or not born:
            return []
        common = overlaps(_stack(lying), _stack(born)).max(1)
        return [track for track, share in zip(lying, common, strict=True) if share > _SLOW]


def undecided(tracker: Tracker, view: View) -> Mask:
    """Return where it is not known yet what lies there, (h, w) bool small key pixels."""
    open_ = [track for track in tracker.cards if track.is_covered]
    return view.inside(_stack(open_), 2.0)


def _stack(tracks: list[Track]) -> Quads:
    if not tracks:
        return np.empty((0, 4, 2), np.float32)
    return np.stack([track.quad for track in tracks])


def _share(view: View) -> float:
    """Return how much a reading of this frame counts."""
    return _SLOW if view.is_lost or view.still_s == 0 else 1.0


def _aligned(quad: NDArray[np.float32], like: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the corners of a quad in the order, of its two, that fits another one."""
    turned = np.roll(quad, 2, 0)
    return min((quad, turned), key=lambda q: float(np.abs(q - like).sum()))


def _has_moved(quad: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
    """Tell a card that moved from one of which a side is hidden: its other side stayed."""
    areas = cv2.contourArea(quad), cv2.contourArea(before)
    side = float(np.linalg.norm(before[1] - before[0]))
    moved = np.sort(np.linalg.norm(_aligned(quad, before) - before, axis=1)) / (side + 1e-6)
    alike = abs(float(np.log(max(areas[0], 1) / max(areas[1], 1)))) < _ALIKE
    return alike and bool(moved[1] > _STAYED)


def _distance(quad: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how far the farthest corner of one lies from that of the other."""
    return float(np.linalg.norm(_aligned(quad, other) - other, axis=1).max())
