"""The values that pass between a camera and those who watch a table through it."""

from dataclasses import dataclass
from enum import StrEnum

from setvision.cards import Card
from setvision.table import Table
from setvision.vision.types import Image

__all__ = ["Event", "EventKind", "Frame", "Watched"]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera or a video."""

    image: Image
    """(H, W, 3) uint8 BGR, upright."""
    time_s: float
    """Seconds since the source began."""
    index: int
    """Number of the picture in its source, from 0; some may be left out."""


class EventKind(StrEnum):
    """What can happen on a table."""

    DEALT = "dealt"
    """The first cards, or new ones in places from which others were taken."""
    ADDED = "added"
    """Further cards beside those that lie there."""
    TAKEN = "taken"
    """Cards left the table; for a SET, its three."""
    RETURNED = "returned"
    """Cards that had been taken lie there again."""
    CLEARED = "cleared"
    """All cards left the table."""
    CAMERA_MOVED = "camera moved"
    """All cards moved at once, in the picture."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on the table."""

    kind: EventKind
    time_s: float
    """When it was complete, in seconds since the source began."""
    cards: tuple[Card, ...] = ()
    ids: tuple[int, ...] = ()
    """The numbers of these cards in the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """What is known of the table after a frame."""

    table: Table
    """The steady table. A card keeps its id as long as it lies there, moved or not."""
    time_s: float
    still_s: float
    """For how long nothing has moved in the picture."""
    events: tuple[Event, ...]
    """What was found out with this frame."""
