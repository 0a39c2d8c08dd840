"""What happened on a table, told once and only when it is complete.

A SET is taken one card after the other, and three cards are dealt one by one: nobody wants to hear
of each. What happened is told when no hand has moved over the table for a moment, or when three
cards that make a SET are gone.
"""

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from setvision.cards import DECK, Card
from setvision.rules import is_set
from setvision.table import faces_of
from setvision.vision.types import Quads
from setvision.watch.camera import Matrix, mapped
from setvision.watch.track import Track
from setvision.watch.types import Event, EventKind

__all__ = ["Teller"]

_QUIET_S = 0.3
_MORE_S = 1.5
"""So long more cards are waited for where their number is no multiple of three."""
_LATEST_S = 6.0
_USUAL = 12
"""So many cards are dealt; beyond that they are added."""
_NEAR = 0.6
_REMEMBERED = 81

_TAKEN_AS_SET = 30.0
"""Three cards are taken so much more often because they make a SET than though they make none. It
would be some 500 times with one mistake in eight takings if any three were mistaken alike: twelve
cards hold 220 threes, and two or three SETs. But the mistakes of people are close to SETs."""

_THOUGHT_OF = 9
"""So many faces of a card that was never known are thought of."""

_LIKELY = 0.5
"""Less probable readings of cards that were never known are not told as cards that came."""


@dataclass(frozen=True, slots=True, eq=False)
class _Gone:
    id: int
    is_known: bool
    card: Card
    faces: NDArray[np.float64]
    """(81,) how likely each is."""
    quad: NDArray[np.float32]
    time_s: float


@dataclass(slots=True)
class Teller:
    """Collects births and deaths of cards until they make an event."""

    _born: dict[int, float] = field(default_factory=dict)
    """When new cards came, by number."""
    _gone: dict[int, _Gone] = field(default_factory=dict)
    """Cards that left and of which nothing was told yet, by number."""
    _told: list[_Gone] = field(default_factory=list)
    """Those of which it was told, the last ones last."""
    _vacant: list[NDArray[np.float32]] = field(default_factory=list)
    """(4, 2) key pixels: places of cards that left."""

    @property
    def vacant(self) -> Quads:
        """(n, 4, 2) float32 key pixels where cards lay that are gone."""
        return np.stack(self._vacant) if self._vacant else np.empty((0, 4, 2), np.float32)

    @property
    def numbers(self) -> set[int]:
        """Numbers of cards that may come back before anything was told."""
        return set(self._gone)

    def move(self, matrix: Matrix) -> None:
        """Change to other key pixels, by a (3, 3) transform."""
        self._vacant = list(mapped(self.vacant, matrix))
        self._gone = {
            number: replace(gone, quad=mapped(gone.quad[None], matrix)[0])
            for number, gone in self._gone.items()
        }

    def number_again(self, card: Card) -> int:
        """Return the number that a card had a moment ago, or 0; it never left then."""
        for number, gone in self._gone.items():
            if gone.card == card:
                del self._gone[number]
                return number
        return 0

    def number_before(self, card: Card) -> int:
        """Return the number that a card had when it was taken, or 0."""
        return next((gone.id for gone in reversed(self._told) if gone.card == card), 0)

    def note_birth(self, track: Track, time_s: float) -> None:
        """Remember that a card lies there which did not."""
        side = float(np.linalg.norm(track.quad[1] - track.quad[0]))
        center = track.quad.mean(0)
        near = [
            k
            for k, quad in enumerate(self._vacant)
            if np.linalg.norm(quad.mean(0) - center) < _NEAR * side
        ]
        for k in reversed(near):
            del self._vacant[k]
        self._born[track.id] = time_s

    def note_death(self, track: Track, time_s: float) -> None:
        """Remember that a card no longer lies there."""
        if self._born.pop(track.id, None) is None:
            alone = track.evidence.readings.probs
            faces = faces_of(alone if track.probs is None else track.probs[None])[0]
            self._gone[track.id] = _Gone(
                track.id, track.is_known, track.card, faces, track.quad, time_s
            )
            self._vacant = [*self._vacant, track.quad][-_REMEMBERED:]

    def tell(
        self,
        cards: list[Track],
        quiet_s: float,
        is_busy: bool,
        time_s: float,
        glimpsed: Collection[Card] = (),
    ) -> tuple[Event, ...]:
        """Return what is complete now.

        Parameters
        ----------
        cards : list of Track
            What lies on the table.
        quiet_s : float
            For how long no hand has moved over it.
        is_busy : bool
            Whether something on it is not decided yet.
        time_s : float
        glimpsed : collection of Card
            What is seen, though it is not sure yet that it lies there.
        """
        events: list[Event] = []
        hidden = self._hidden(glimpsed, time_s)
        self._gone = {k: gone for k, gone in self._gone.items() if k not in hidden}
        if self._gone and self._is_left(cards, quiet_s, is_busy, time_s):
            events += self._leavings(not cards, time_s)
        self._gone |= hidden
        likely = [track for track in cards if not _is_dubious(track)]
        ages = [time_s - self._born[track.id] for track in likely if track.id in self._born]
        if ages and not self._gone and _is_complete(len(ages), min(ages), quiet_s, is_busy):
            events += self._comings(likely, time_s)
        return tuple(events)

    def _hidden(self, glimpsed: Collection[Card], time_s: float) -> dict[int, _Gone]:
        """Return what seemed to leave, but is no part of a SET that did, and can still be seen."""
        if _are_set(list(self._gone.values())):
            return {}
        return {
            number: gone
            for number, gone in self._gone.items()
            if gone.card in glimpsed and time_s - gone.time_s < _LATEST_S
        }

    def _is_left(self, cards: list[Track], quiet_s: float, is_busy: bool, time_s: float) -> bool:
        gone = list(self._gone.values())
        age = min(time_s - each.time_s for each in gone)
        if _are_set(gone):
            return age >= _QUIET_S
        count = 3 if not cards else len(gone)
        return _is_complete(count, age, quiet_s, is_busy)

    def _leavings(self, is_empty: bool, time_s: float) -> list[Event]:
        gone = sorted(self._gone.values(), key=lambda each: each.time_s)
        known = [each for each in gone if each.is_known]
        if len(gone) > len(known) and _are_set(known):
            gone = known  # what else seemed to lie there was no card
        gone = _as_taken(gone)
        self._gone = {}
        self._told = [*self._told, *gone][-_REMEMBERED:]
        if is_empty and len(gone) > 3:
            self._vacant = []
            return [_event(EventKind.CLEARED, gone, time_s)]
        groups = [gone[k : k + 3] for k in range(0, len(gone), 3)]
        if len(gone) > 3 and all(_are_set(group) for group in groups):
            return [_event(EventKind.TAKEN, group, time_s) for group in groups]
        return [_event(EventKind.TAKEN, gone, time_s)]

    def _comings(self, cards: list[Track], time_s: float) -> list[Event]:
        born = [track for track in cards if track.id in self._born]
        back = {gone.card for gone in self._told}
        returned = [track for track in born if track.card in back]
        new = [track for track in born if track.card not in back]
        self._told = [gone for gone in self._told if gone.card not in {t.card for t in returned}]
        born_s = {track.id: self._born.pop(track.id) for track in born}
        new.sort(key=lambda track: born_s[track.id])
        count = max(0, _USUAL - (len(cards) - len(new)))
        kinds = (
            (EventKind.RETURNED, returned),
            (EventKind.DEALT, new[:count]),
            (EventKind.ADDED, new[count:]),
        )
        return [_event(kind, tracks, time_s) for kind, tracks in kinds if tracks]


def _is_complete(count: int, age_s: float, quiet_s: float, is_busy: bool) -> bool:
    """Tell whether nothing more is to be expected of a change of `count` cards."""
    if age_s >= _LATEST_S:
        return True
    if min(age_s, quiet_s) < _QUIET_S:
        return False
    return (count % 3 == 0 and not is_busy) or age_s >= _MORE_S


def _is_dubious(track: Track) -> bool:
    """Tell what is more likely no card at all, or one that can't be read."""
    return not track.is_known and float(track.evidence.readings.belief[0]) < _LIKELY


def _are_set(cards: Sequence[_Gone]) -> bool:
    """Tell whether cards are the three of a SET; two that were read alike are not."""
    faces = {each.card for each in cards}
    return len(cards) == len(faces) == 3 and is_set(*faces)


def _as_taken(gone: list[_Gone]) -> list[_Gone]:
    """Name three cards of which one was never known: most likely they make a SET."""
    if len(gone) != 3 or all(each.is_known for each in gone):
        return gone
    likely = [
        [each.card.index] if each.is_known else np.argsort(-each.faces)[:_THOUGHT_OF].tolist()
        for each in gone
    ]

    def weight(faces: tuple[int, ...]) -> float:
        one = [1.0 if each.is_known else each.faces[k] for each, k in zip(gone, faces, strict=True)]
        makes_set = len(set(faces)) == 3 and is_set(*(DECK[k] for k in faces))
        return float(np.prod(one)) * (_TAKEN_AS_SET if makes_set else 1.0)

    best = max(itertools.product(*likely), key=weight)
    return [replace(each, card=DECK[k]) for each, k in zip(gone, best, strict=True)]


def _event(kind: EventKind, cards: Sequence[_Gone | Track], time_s: float) -> Event:
    ordered = sorted(cards, key=lambda each: each.id)
    return Event(
        kind, time_s, tuple(each.card for each in ordered), tuple(each.id for each in ordered)
    )
