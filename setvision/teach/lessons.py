"""What a photo with labels teaches: which of the cards that are found in it are known."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Card
from setvision.evaluate.matching import compare
from setvision.label.geometry import quad_of
from setvision.label.records import Labelled, LabelledCard
from setvision.pipeline import Seen
from setvision.vision.types import Readings

__all__ = ["Lesson", "learnt", "lesson"]

_OVERLAP = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A photo as it is read, and what is known of its cards."""

    seen: Seen
    """As it is read without what is to be taught."""
    rows: NDArray[np.intp]
    """(n,) which of the things seen are known."""
    cards: tuple[Card, ...]
    """n cards: what those are."""
    missed: int
    """Labelled cards that were not found."""

    @property
    def values(self) -> NDArray[np.intp]:
        """(n, 4) color, shape, count and fill of the cards, each 0, 1 or 2."""
        return np.array([card.values for card in self.cards], np.intp).reshape(-1, 4)


def lesson(record: Labelled, seen: Seen) -> Lesson:
    """Tell which of the things seen in a photo are known by its label.

    Parameters
    ----------
    record
        The label, in pixels of its own width and height.
    seen
        The photo, of any size.
    """
    things = tuple(
        LabelledCard(number, None, quad_of(quad)) for number, quad in enumerate(seen.quads)
    )
    found = Labelled(record.image, seen.width, seen.height, things)
    rows, cards, missed = [], [], 0
    for pair in compare(record, found, _OVERLAP).pairs:
        if pair.truth is None or pair.truth.card is None:
            continue
        if pair.seen is None:
            missed += 1
        else:
            rows.append(pair.seen.id)
            cards.append(pair.truth.card)
    return Lesson(seen, np.array(rows, np.intp), tuple(cards), missed)


def learnt(lessons: Sequence[Lesson]) -> tuple[Readings, NDArray[np.intp], NDArray[np.intp]]:
    """Return the readings of all known cards, (n, 4) their values, and (n,) their photos."""
    parts = [each.seen.readings.take(each.rows) for each in lessons]
    readings = Readings(
        *(
            np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(Readings)
        )
    )
    values = np.concatenate([each.values for each in lessons])
    counts = [len(each.rows) for each in lessons]
    return readings, values, np.repeat(np.arange(len(lessons)), counts)
