"""Frames become one steady table with its events."""

from collections.abc import Collection

import numpy as np

from setvision.cards import DECK, Card
from setvision.layout import reading_order
from setvision.pipeline import Reader, Seen
from setvision.table import MAYBE, SURE, faces_of
from setvision.vision.rectify import Pyramid
from setvision.watch.camera import Matrix, between_poses, mapped
from setvision.watch.events import Teller
from setvision.watch.looks import looks_at
from setvision.watch.nudge import Nudges
from setvision.watch.scene import HAND, Scene, View
from setvision.watch.steady import Steady
from setvision.watch.track import Track
from setvision.watch.tracker import Tracker, undecided
from setvision.watch.types import Event, EventKind, Frame, Watched

__all__ = ["Watcher"]

_LEAVING_S = 0.06
_BUSY_S = 0.08
_WAITING_S = 0.2
_OPEN_S = 0.5
_STEADY_S = 2.0
"""Seconds from one whole look at the table to the next: while a card seems to be gone, while
something happens, while cards are not sure, while something stays open though nothing moves, and
else."""

_FRESH_S = 0.35
_LONG_S = 3.0
_SETTLED_S = 0.5
_LOST_S = 1.0
_ABSORBED_S = 2.5
_KEY_S = 0.25
_MAYBE_S = 0.7
_READABLE = 0.4
"""What was not taken for a card after nothing moved for so long keeps no event waiting, nor does
what is read with less belief than that: a table's grain comes and goes as one card or another."""
_ENOUGH = 6.0

_CERTAIN = 3
_ASTRAY = 0.08
"""So many cards, known again by their faces and moved alike, by this share of their long side on
average, show that the points of the picture led the camera astray: on a plain table in dim light
they are mere noise."""


class Watcher:
    """Watches one table through one camera.

    Parameters
    ----------
    reader : Reader, optional
        Reads frames; made anew when omitted.
    decks : int
        How many decks lie on the table; counts for a reader made here.

    Raises
    ------
    ModelError
        If the trained networks are missing or damaged.
    """

    def __init__(self, reader: Reader | None = None, *, decks: int = 1) -> None:
        self._reader = reader or Reader(decks)
        self._out: frozenset[Card] = frozenset()
        self._size = (0, 0)
        self._start()

    def _start(self) -> None:
        self._scene = Scene()
        self._tracker = Tracker()
        self._teller = Teller()
        self._steady = Steady(self._reader)
        self._looked_s = -np.inf
        self._looks_since_stir = 0
        self._found_s = 0.0
        self._nudges = Nudges()

    def rule_out(self, cards: Collection[Card]) -> None:
        """Tell which cards are out of the game, so that none is taken for one of them easily."""
        out = frozenset(cards)
        if out != self._out:
            self._out = out
            self._steady.forget()

    def see(self, frame: Frame) -> Watched:
        """Take the next frame into account.

        Parameters
        ----------
        frame : Frame
            Later than all before; of another size, it begins a new table.

        Returns
        -------
        Watched
            Its table is the same object as before as long as nothing changed.
        """
        height, width = frame.image.shape[:2]
        if self._size != (width, height):
            self._size = (width, height)
            self._start()
        time_s = frame.time_s
        view = self._scene.see(frame.image, time_s)
        if not view.is_lost:
            self._found_s = time_s
        if view.still_s == 0:
            self._looks_since_stir = 0
        to_frame = view.to_frame
        events: list[Event] = []
        if self._is_due(view, time_s):
            self._looked_s = time_s
            seen = self._reader.see(frame.image)
            shift = None if view.is_lost else self._tracker.shift_of(seen, _CERTAIN)
            if view.is_lost:
                to_frame = self._find_again(seen, to_frame, time_s)
            elif shift is not None and self._is_astray(to_frame, shift):
                self._take_key(shift)
                to_frame, self._looked_s = np.eye(3), -np.inf
            else:
                self._looks_since_stir += 1
                self._look(frame, seen, view)
        coming = self._coming(time_s)
        is_coming = view.quiet_s < _MAYBE_S and any(belief >= _READABLE for belief in coming)
        is_busy = self._may_go() or is_coming
        is_settled = not is_busy and not coming and self._is_settled(view, time_s)
        table = self._steady.table(self._tracker.cards, to_frame, self._size, is_settled, self._out)
        events += self._teller.tell(
            self._tracker.cards, view.quiet_s, is_busy, time_s, self._tracker.glimpsed(time_s)
        )
        events += self._camera_events(to_frame, view, time_s)
        if not view.is_lost and self._is_key(view, is_busy):
            self._take_key(to_frame)
        return Watched(table, time_s, view.still_s, tuple(events))

    def _is_due(self, view: View, time_s: float) -> bool:
        """Decide whether to look at the whole table again with this frame."""
        tracker = self._tracker
        is_open = bool(tracker.candidates) or any(t.is_covered for t in tracker.cards)
        if any(track.missed_s is not None for track in tracker.cards):
            wait = _LEAVING_S
        elif view.quiet_s < _FRESH_S or view.is_lost or view.is_lit_anew:
            wait = _BUSY_S
        elif is_open:
            wait = _BUSY_S if view.quiet_s < _LONG_S else _OPEN_S
        elif any(
            track.evidence.weight < _ENOUGH and track.evidence.readings.belief[0] < SURE
            for track in tracker.cards
        ):
            wait = _WAITING_S
        else:
            wait = _STEADY_S
        return time_s - self._looked_s >= wait - 1e-3

    def _look(self, frame: Frame, seen: Seen, view: View) -> None:
        tracker, time_s = self._tracker, frame.time_s
        pyramid = Pyramid(frame.image)
        held = mapped(tracker.quads, view.to_frame)
        quads = mapped(seen.quads, _inverse(view.to_frame))
        places = np.concatenate([tracker.quads, self._teller.vacant])
        change = tracker.look(
            seen,
            quads,
            looks_at(pyramid, seen.quads),
            looks_at(pyramid, held),
            view,
            places,
            np.array(
                [
                    track.is_covered and self._scene.looks_like_table(view, track.quad, places)
                    for track in tracker.cards
                ],
                bool,
            ),
            time_s,
        )
        for track in change.died:
            self._teller.note_death(track, time_s)
        for track in _in_reading_order(change.born):
            self._number(track, time_s)
        for track in tracker.cards:
            if track.seen_s == time_s:
                self._steady.note_reading(track)
        self._scene.note_reading()
        self._scene.absorb(undecided(tracker, view), _ABSORBED_S)
        lying = [track.quad for track in (*tracker.cards, *tracker.candidates)]
        self._scene.drop_ghosts(view, np.stack(lying) if lying else tracker.quads)

    def _number(self, track: Track, time_s: float) -> None:
        """Give a new card its number."""
        face = int(faces_of(track.evidence.readings.probs)[0].argmax())
        track.card = DECK[face]
        again = self._teller.number_again(track.card)
        if again:
            track.id = again
            return
        used = {card.id for card in self._tracker.cards} | self._teller.numbers
        before = self._teller.number_before(track.card)
        free = (number for number in range(1, len(used) + 2) if number not in used)
        track.id = before if before and before not in used else next(free)
        self._teller.note_birth(track, time_s)

    def _find_again(self, seen: Seen, to_frame: Matrix, time_s: float) -> Matrix:
        """Find out by the cards where the camera looks, though the picture is another one."""
        matrix = self._tracker.shift_of(seen)
        if matrix is None:
            if time_s - self._found_s < _LOST_S:
                return to_frame
            matrix = to_frame
        self._take_key(matrix)
        return np.eye(3)

    def _is_astray(self, to_frame: Matrix, shift: Matrix) -> bool:
        """Tell whether the camera does not look where it is thought to, by where cards lie."""
        quads = self._tracker.quads
        off = np.linalg.norm(mapped(quads, to_frame) - mapped(quads, shift), axis=2)
        return bool(off.mean() > _ASTRAY * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).mean())

    def _take_key(self, to_frame: Matrix) -> None:
        """Make the last frame the key picture."""
        self._scene.take_key()
        self._tracker.move(to_frame)
        self._teller.move(to_frame)
        self._steady.move(to_frame)
        self._nudges.move(to_frame)

    def _is_key(self, view: View, is_busy: bool) -> bool:
        """Tell whether the table is to be seen as it is, without a hand, and has changed."""
        if is_busy or view.quiet_s < _KEY_S or self._looks_since_stir < 2:
            return False
        is_shifted = between_poses(view.to_frame, np.eye(3), self._size) > 1 / view.scale
        return (is_shifted or bool(view.foreign.any())) and not self._has_hand(view)

    def _has_hand(self, view: View) -> bool:
        places = np.concatenate([self._tracker.quads, self._teller.vacant])
        return bool((view.foreign & ~view.inside(places, 1.3)).mean() > HAND)

    def _may_go(self) -> bool:
        """Tell whether a card that was there may be gone."""
        return any(track.is_covered or track.missed_s is not None for track in self._tracker.cards)

    def _coming(self, time_s: float) -> list[float]:
        """Return of all that may be a card that was not there with which belief it is read."""
        return [
            float(fused.belief[0])
            for track in self._tracker.candidates
            if time_s - track.seen_s < _FRESH_S
            and (fused := track.evidence.readings).card[0] >= MAYBE
        ]

    def _is_settled(self, view: View, time_s: float) -> bool:
        """Tell whether every card was read in a picture that is still for long enough."""
        return (
            view.still_s >= _SETTLED_S
            and self._looks_since_stir >= 2
            and all(track.seen_s >= time_s - max(view.still_s, 0) for track in self._tracker.cards)
            and not self._has_hand(view)
        )

    def _camera_events(self, to_frame: Matrix, view: View, time_s: float) -> list[Event]:
        if view.is_lost or not self._nudges.see(to_frame, view.still_s, self._size, time_s):
            return []
        cards = sorted(self._tracker.cards, key=lambda track: track.id)
        if not cards:
            return []
        ids = tuple(track.id for track in cards)
        return [Event(EventKind.CAMERA_MOVED, time_s, tuple(t.card for t in cards), ids)]


def _in_reading_order(tracks: Collection[Track]) -> list[Track]:
    listed = list(tracks)
    if not listed:
        return []
    order, _ = reading_order(np.stack([track.quad for track in listed]))
    return [listed[k] for k in order]


def _inverse(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.inv(matrix), np.float64)
