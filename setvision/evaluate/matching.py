"""Which photo was labelled as which was read, and which card as which."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np
from numpy.typing import NDArray

from setvision.errors import LabelsError
from setvision.label.geometry import Quad, box_of, is_inside, middle, overlap, quad_of_box
from setvision.label.records import Labelled, LabelledCard
from setvision.message import msg, shown

__all__ = ["Compared", "Pair", "compare", "pair_photos"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A card as it is labelled and as it was read; one of the two may be missing."""

    truth: LabelledCard | None
    """None where there is no such card."""
    seen: LabelledCard | None
    """None where it was not found."""
    overlap: float = 0.0
    """Intersection over union, 0..1."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A photo as it is labelled and as it was read."""

    truth: Labelled
    seen: Labelled | None
    """None where there is no reading of it."""
    pairs: tuple[Pair, ...]
    """Found cards, then missed ones, then false ones; cards that need not be read are left out."""


def pair_photos(
    truths: Sequence[Labelled], seen: Sequence[Labelled]
) -> tuple[list[tuple[Labelled, Labelled | None]], list[Labelled]]:
    """Find the reading of each labelled photo.

    Photos are known by the end of their path without the file's ending, as far as is needed: labels
    and readings may name them from different folders.

    Returns
    -------
    pairs
        Each labelled photo with its reading, or None.
    rest
        Readings of photos that have no label.

    Raises
    ------
    LabelsError
        When two labels fit a reading equally well, or two readings a label.
    """
    free_truths = {number: _parts(record) for number, record in enumerate(truths)}
    free_seen = {number: _parts(record) for number, record in enumerate(seen)}
    found: dict[int, int] = {}
    for length in range(max(map(len, free_truths.values()), default=0), 0, -1):
        labels, readings = _by_end(free_truths, length), _by_end(free_seen, length)
        for end in labels.keys() & readings.keys():
            (number, *others), (reading, *more) = labels[end], readings[end]
            if others or more:
                image = shown(truths[number].image)
                raise LabelsError(
                    msg("it can't be told which reading is that of {image}", image=image)
                )
            found[number] = reading
            del free_truths[number], free_seen[reading]
    pairs = [
        (truth, seen[found[number]] if number in found else None)
        for number, truth in enumerate(truths)
    ]
    return pairs, [seen[number] for number in free_seen]


def _parts(record: Labelled) -> tuple[str, ...]:
    path = PurePosixPath(record.image.replace("\\", "/"))
    return (*path.parent.parts, path.stem)


def _by_end(photos: Mapping[int, tuple[str, ...]], length: int) -> dict[tuple[str, ...], list[int]]:
    """Group photos by so many last parts of their paths."""
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, parts in photos.items():
        if len(parts) >= length:
            groups[parts[-length:]].append(number)
    return groups


def compare(truth: Labelled, seen: Labelled | None, least: float) -> Compared:
    """Find out which card was read as which.

    Pairs are made from the greatest overlap to the least, as the evaluation of COCO does. A
    reading that fits no label counts for nothing where its middle lies in a place that need not be
    read.

    Parameters
    ----------
    truth, seen
        A photo as labelled and as read; when their sizes differ, the reading is stretched.
    least
        Intersection over union, above 0 and at most 1, from which on two are the same card. Where
        one of them is an upright box, as in formats without corners, the box around the other is
        taken.
    """
    cards = seen.cards if seen else ()
    quads = [_stretched(card.quad, seen, truth) for card in cards] if seen else []
    ious = _overlaps([card.quad for card in truth.cards], quads, truth.width, truth.height)
    pairs, free_truth, free_seen = [], set(range(len(truth.cards))), set(range(len(cards)))
    for place in np.argsort(-ious, axis=None, kind="stable"):
        row, column = map(int, np.unravel_index(place, ious.shape))
        if ious[row, column] < least:
            break
        if row in free_truth and column in free_seen:
            free_truth.remove(row)
            free_seen.remove(column)
            pairs.append(Pair(truth.cards[row], cards[column], float(ious[row, column])))
    pairs += [Pair(truth.cards[row], None) for row in sorted(free_truth)]
    pairs += [
        Pair(None, cards[column])
        for column in sorted(free_seen)
        if not any(is_inside(middle(quads[column]), place) for place in truth.ignored)
    ]
    return Compared(truth, seen, tuple(pairs))


def _stretched(quad: Quad, of: Labelled, to: Labelled) -> Quad:
    x_scale, y_scale = to.width / of.width, to.height / of.height
    a, b, c, d = (((x + 0.5) * x_scale - 0.5, (y + 0.5) * y_scale - 0.5) for x, y in quad)
    return a, b, c, d


def _overlaps(
    truths: Sequence[Quad], quads: Sequence[Quad], width: int, height: int
) -> NDArray[np.float64]:
    """(n, m) intersection over union of labelled and read cards of a photo."""
    ious = np.zeros((len(truths), len(quads)))
    boxes = [quad_of_box(box_of(quad, width, height)) for quad in (*truths, *quads)]
    for row, truth in enumerate(truths):
        for column, quad in enumerate(quads):
            if _is_upright(truth) or _is_upright(quad):
                truth, quad = boxes[row], boxes[len(truths) + column]
            ious[row, column] = overlap(truth, quad)
    return ious


def _is_upright(quad: Quad) -> bool:
    return all(len({point[axis] for point in quad}) == 2 for axis in (0, 1))
