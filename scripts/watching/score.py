"""How good what was said of a video is: the measures of live use, each from seen and true frames.

All functions take frames and truth of the same moments, in the same order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import cv2
import numpy as np

from setvision.cards import Card
from setvision.rules import find_sets
from setvision.table import Verdict
from setvision.watch.types import EventKind
from watching.seen import Shown, Three
from watching.truth import ToldEvent, TrueCard, TrueFrame, Truth

LATE_S = 6.0
"""How long after it happened an event may be told."""
EARLY_S = 0.2
CLOSING_S = 0.5
"""What happens so shortly before a video ends need not be told any more: nobody can know yet
whether it is complete."""
WRONG_SET_S = 0.3
"""A wrong SET may be shown for this long."""
STILL_S = 1.0
"""Shorter pauses are not asked when their cards were read."""
CLEAR = 0.9
"""Share of a card that must be seen to ask for its label."""


@dataclass(frozen=True, slots=True)
class Score:
    """The measures of one video or of many."""

    frames: int = 0
    none_frames: int = 0
    """With the verdict "no SET"."""
    wrong_none_frames: int = 0
    """Of these, with a SET on the table."""
    wrong_set_s: float = 0.0
    """Longest time that a SET was marked of which a card was not there."""
    wrong_sets: int = 0
    """How often one was marked for longer than `WRONG_SET_S`."""
    wrong_sure_set_s: float = 0.0
    """The same among SETs called sure."""
    stale_set_s: float = 0.0
    """Longest time that a SET was marked of which a hand had taken a card, the hand still there."""
    sure_wrong: int = 0
    """Cards called sure and wrong, over all still frames."""
    takings: int = 0
    takings_right: int = 0
    """Told in one event with all the cards that were taken and no other."""
    events: int = 0
    events_right: int = 0
    """Told wholly, in one event or in parts."""
    events_told: int = 0
    spurious: int = 0
    """Told events that did not happen, or of cards that were not in them."""
    card_minutes: float = 0.0
    """Of cards that lay still and clear to see."""
    label_changes: int = 0
    pauses: int = 0
    """Stretches of still frames of at least `STILL_S`."""
    to_sure_s: tuple[float, ...] = ()
    """For each pause in which it came to that: until all cards were right and sure."""
    to_verdict_s: tuple[float, ...] = ()
    """Until the verdict was the true one."""
    latency_s: tuple[float, ...] = ()
    """For each frame."""

    @property
    def changes_a_minute(self) -> float:
        """Label changes per still card per minute."""
        return self.label_changes / self.card_minutes if self.card_minutes else 0.0

    def __add__(self, other: Self) -> Self:
        """Sum counts, join times; of the longest times the longer one."""
        longest = {"wrong_set_s", "wrong_sure_set_s", "stale_set_s"}
        values = {}
        for field in fields(self):
            one, two = getattr(self, field.name), getattr(other, field.name)
            values[field.name] = max(one, two) if field.name in longest else one + two
        return type(self)(**values)


def score(shown: Sequence[Shown], truth: Truth) -> Score:
    """Measure what was said of a video.

    Parameters
    ----------
    shown : sequence of Shown
        One for each frame of the truth, or for its first ones.
    truth : Truth

    Returns
    -------
    Score
    """
    frames = truth.frames[: len(shown)]
    lying = [frozenset(c.card for c in frame.cards if not c.is_held) for frame in frames]
    has_set = [bool(find_sets(sorted(cards))) for cards in lying]
    nones = [each.verdict is Verdict.NONE for each in shown]
    strict = [frozenset(c.card for c in frame.cards) for frame in frames]
    allowed = _with_taken(frames, lying)
    told = [event for each in shown for event in each.events]
    labels = [_labels(each, frame) for each, frame in zip(shown, frames, strict=True)]
    wrong = _stretches(shown, allowed, [each.sets for each in shown])
    until_s = frames[-1].time_s - CLOSING_S
    due = [event for event in truth.events if event.end_s <= until_s]
    takings_right, events_right, spurious = _judged(
        [ToldEvent(e.kind, e.time_s, e.time_s, frozenset(e.cards)) for e in told],
        [each.time_s for each in shown for _ in each.events],
        truth.events,
        until_s,
    )
    pauses = _pauses(frames)
    minutes, changes = _changes(frames, labels)
    return Score(
        frames=len(shown),
        none_frames=sum(nones),
        wrong_none_frames=sum(a and b for a, b in zip(nones, has_set, strict=True)),
        wrong_set_s=max(wrong, default=0.0),
        wrong_sets=sum(seconds > WRONG_SET_S + 1e-6 for seconds in wrong),
        wrong_sure_set_s=max(
            _stretches(shown, allowed, [each.sure_sets for each in shown]), default=0.0
        ),
        stale_set_s=max(_stretches(shown, strict, [each.sets for each in shown]), default=0.0),
        sure_wrong=sum(
            label is not None and label[1] and label[0] != card.card
            for frame, found in zip(frames, labels, strict=True)
            if frame.is_still
            for card, label in zip(frame.cards, found, strict=True)
        ),
        takings=sum(event.kind is EventKind.TAKEN for event in due),
        takings_right=takings_right,
        events=len(due),
        events_right=events_right,
        events_told=len(told),
        spurious=spurious,
        card_minutes=minutes,
        label_changes=changes,
        pauses=len(pauses),
        to_sure_s=_until(
            frames, pauses,
            [_is_all_sure(frame, found) for frame, found in zip(frames, labels, strict=True)],
        ),
        to_verdict_s=_until(
            frames, pauses,
            [
                each.verdict is (Verdict.SETS if is_one else Verdict.NONE)
                for each, is_one in zip(shown, has_set, strict=True)
            ],
        ),
        latency_s=tuple(each.seconds for each in shown),
    )  # fmt: skip


def _with_taken(
    frames: Sequence[TrueFrame], lying: Sequence[frozenset[Card]]
) -> list[frozenset[Card]]:
    """For each frame, the cards in it and those that went since a hand came.

    Nobody can know that a card is gone from where a hand is.
    """
    allowed: list[frozenset[Card]] = []
    since: frozenset[Card] = frozenset()
    for frame, cards in zip(frames, lying, strict=True):
        here = cards | {c.card for c in frame.cards}
        since = since | here if frame.has_hand else here
        allowed.append(since)
    return allowed


def _stretches(
    shown: Sequence[Shown], there: Sequence[frozenset[Card]], marked: Sequence[frozenset[Three]]
) -> list[float]:
    """How long each SET was marked of which a card was not there, in seconds."""
    ended: list[float] = []
    begun: dict[Three, float] = {}
    for each, cards, sets in zip(shown, there, marked, strict=True):
        wrong = {three for three in sets if not three <= cards}
        for three in [t for t in begun if t not in wrong]:
            ended.append(each.time_s - begun.pop(three))
        for three in wrong:
            begun.setdefault(three, each.time_s)
    return ended + [shown[-1].time_s - start for start in begun.values()]


def _labels(shown: Shown, frame: TrueFrame) -> list[tuple[Card, bool] | None]:
    """For each true card, what was shown there and whether it was called sure."""
    free = list(shown.cards)
    found: list[tuple[Card, bool] | None] = []
    for card in frame.cards:
        hit = next((seen for seen in free if _holds(card, seen.center)), None)
        if hit is not None:
            free.remove(hit)
        found.append(None if hit is None else (hit.card, hit.is_sure))
    return found


def _holds(card: TrueCard, center: np.ndarray) -> bool:
    quad = card.quad.astype(np.float32)
    return bool(cv2.pointPolygonTest(quad, (float(center[0]), float(center[1])), False) >= 0)


def _is_all_sure(frame: TrueFrame, labels: Sequence[tuple[Card, bool] | None]) -> bool:
    return all(
        label == (card.card, True)
        for card, label in zip(frame.cards, labels, strict=True)
        if card.visible >= CLEAR
    )


def _changes(
    frames: Sequence[TrueFrame], labels: Sequence[list[tuple[Card, bool] | None]]
) -> tuple[float, int]:
    """Count minutes of still cards and how often what was shown for one of them changed.

    A card that appears for the first time changes nothing; one that goes or comes again does.
    """
    minutes, changes = 0.0, 0
    known: dict[int, Card | None] = {}
    before: float | None = None
    for frame, found in zip(frames, labels, strict=True):
        for card in frame.cards:
            if card.is_held:
                known.pop(card.id, None)
        step = 0.0 if before is None else frame.time_s - before
        before = frame.time_s
        if not frame.is_still:
            continue
        for card, label in zip(frame.cards, found, strict=True):
            if card.visible < CLEAR:
                continue
            minutes += step / 60
            face = None if label is None else label[0]
            if face is not None or card.id in known:
                changes += known.get(card.id, face) != face
                known[card.id] = face
    return minutes, changes


def _pauses(frames: Sequence[TrueFrame]) -> list[range]:
    """Stretches of still frames that are long enough and have cards."""
    found = []
    start: int | None = None
    for k in range(len(frames) + 1):
        is_still = k < len(frames) and frames[k].is_still and bool(frames[k].cards)
        if is_still and start is None:
            start = k
        elif not is_still and start is not None:
            if frames[k - 1].time_s - frames[start].time_s >= STILL_S:
                found.append(range(start, k))
            start = None
    return found


def _until(
    frames: Sequence[TrueFrame], pauses: Sequence[range], is_reached: Sequence[bool]
) -> tuple[float, ...]:
    """Seconds from the begin of each pause until something was so; pauses without it left out."""
    times = []
    for pause in pauses:
        first = next((k for k in pause if is_reached[k]), None)
        if first is not None:
            times.append(frames[first].time_s - frames[pause.start].time_s)
    return tuple(times)


def _judged(
    told: Sequence[ToldEvent], told_s: Sequence[float], true: Sequence[ToldEvent], until_s: float
) -> tuple[int, int, int]:
    """Count takings told right, events told wholly, and told events that did not happen.

    Cards may be told in parts, each once; a taking is right only as one event.
    """
    parts: list[set[Card]] = [set() for _ in true]
    is_told = [False] * len(true)
    is_whole = [False] * len(true)
    spurious = 0
    for event, when in zip(told, told_s, strict=True):
        fitting = [
            k
            for k, happened in enumerate(true)
            if happened.kind is event.kind
            and happened.begin_s - EARLY_S <= when <= happened.end_s + LATE_S
            and (event.kind is EventKind.CAMERA_MOVED or event.cards <= happened.cards)
            and not (event.cards & parts[k] or is_whole[k])
        ]
        if not fitting:
            spurious += 1
            continue
        k = fitting[0]
        is_told[k] = True
        if event.kind is EventKind.CAMERA_MOVED:
            is_whole[k] = True
        else:
            is_whole[k] = event.cards == true[k].cards
            parts[k] |= event.cards
    right = sum(
        whole and happened.kind is EventKind.TAKEN and happened.end_s <= until_s
        for whole, happened in zip(is_whole, true, strict=True)
    )
    complete = sum(
        (whole or (once and part == happened.cards)) and happened.end_s <= until_s
        for whole, once, part, happened in zip(is_whole, is_told, parts, true, strict=True)
    )
    return right, complete, spurious
