"""What a watcher said of a video, frame by frame, and how long it took."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Card
from setvision.table import Table, Verdict
from setvision.watch.types import Event, Frame, Watched

Three = frozenset[Card]


class Watches(Protocol):
    """What is measured: `setvision.watch.watcher.Watcher`, or a stand-in."""

    def see(self, frame: Frame) -> Watched:
        """Take the next frame into account."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card as it was shown."""

    card: Card
    center: NDArray[np.float64]
    """(2,) pixels."""
    is_sure: bool


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What people saw with one frame."""

    time_s: float
    verdict: Verdict
    cards: tuple[ShownCard, ...]
    sets: frozenset[Three]
    """All SETs that were marked."""
    sure_sets: frozenset[Three]
    events: tuple[Event, ...]
    seconds: float
    """From the frame to what is known of it."""


def watch(watcher: Watches, frames: Iterable[Frame]) -> list[Shown]:
    """Show all frames of a video to a watcher, one after the other."""
    shown = []
    for frame in frames:
        begin = time.perf_counter()
        watched = watcher.see(frame)
        seconds = time.perf_counter() - begin
        shown.append(_shown(watched, frame.time_s, seconds))
    return shown


def _shown(watched: Watched, time_s: float, seconds: float) -> Shown:
    table = watched.table
    return Shown(
        time_s,
        table.verdict,
        tuple(
            ShownCard(seen.card, np.asarray(seen.quad, np.float64).mean(0), seen.sure)
            for seen in table.cards
        ),
        _faces(table, table.sets),
        _faces(table, table.sure_sets),
        watched.events,
        seconds,
    )


def _faces(table: Table, triples: tuple[tuple[int, int, int], ...]) -> frozenset[Three]:
    by_id = {seen.id: seen.card for seen in table.cards}
    return frozenset(frozenset(by_id[k] for k in triple) for triple in triples)
