"""The order in which people read a table: rows from the top, in each from the left.

People lay cards in rows and columns, photograph them at an angle, leave gaps, and shift rows. The
cards' own sides tell which way the rows run at each place of the picture, perspective included;
cards that lie in line with that direction are a row, and columns are found in the same way.
"""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["reading_order"]

Floats = NDArray[np.float64]

# In parts of a card's extent across the line.
_IN_LINE: Final = 0.5  # neighbors further off than this are not in one line
_STRAIGHT: Final = 0.35  # how far a card may lie off the line through its row
_APART: Final = 0.45  # two lines that are closer than this are not two lines

_REACH: Final = 3.6  # in a card's extents along the line: links span a gap of two cards
_CROOKED: Final = math.radians(14)  # cards turned by more than this, half of them: no grid
_OCCUPIED: Final = 0.5  # a grid has more of its places taken than this


class _Axis(NamedTuple):
    """One of the two directions of a layout, as each card shows it."""

    along: Floats
    """(n, 2) unit vectors."""
    length: Floats
    """(n,) extents of the cards along it, pixels."""
    width: Floats
    """(n,) extents across it."""


def reading_order(
    quads: NDArray[np.float32],
) -> tuple[list[int], list[tuple[int, int]] | None]:
    """Order cards as people read them and find their places in a grid.

    Parameters
    ----------
    quads
        float32 (n, 4, 2), the corners of each card in order around it, pixels, y down.

    Returns
    -------
    order
        The indices of the quads in reading order. Without a grid it is from top to bottom, and
        from left to right among cards at about the same height.
    grid
        For each card, in the order of ``quads``, its row and column from 1; None when the cards
        are scattered. In rows that are shifted against each other the column is the place within
        the row; otherwise gaps count, so that cards in one column have the same number.
    """
    corners = np.asarray(quads, np.float64)
    if corners.ndim != 3 or corners.shape[1:] != (4, 2):
        raise ValueError(f"quads must have the shape (n, 4, 2), got {corners.shape}")
    if len(corners) == 0:
        return [], []
    grid = _grid(corners)
    if grid is None:
        return _scattered_order(corners), None
    return sorted(range(len(grid)), key=grid.__getitem__), grid


def _grid(corners: Floats) -> list[tuple[int, int]] | None:
    count = len(corners)
    if count == 1:
        return [(1, 1)]
    axes = _axes(corners)
    if axes is None:
        return None
    centers = corners.mean(axis=1)
    rows = _lines(centers, axes[0])
    if rows is None:
        return None
    columns = _lines(centers, axes[1])
    if columns is not None:
        places = list(zip(rows, columns, strict=True))
        size = max(rows) * max(columns)
        if len(set(places)) == count and count > _OCCUPIED * size:
            return places
    if count < 2 * max(rows):
        return None
    return _places_in_rows(centers @ axes[0].along.mean(axis=0), rows)


def _places_in_rows(along: Floats, rows: list[int]) -> list[tuple[int, int]]:
    places = [(0, 0)] * len(rows)
    taken: dict[int, int] = {}
    for card in np.argsort(along, kind="stable").tolist():
        row = rows[card]
        taken[row] = taken.get(row, 0) + 1
        places[card] = row, taken[row]
    return places


def _axes(corners: Floats) -> tuple[_Axis, _Axis] | None:
    """Return the directions of rows and of columns, or None when the cards disagree."""
    sides = np.stack(
        [
            (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2,
            (corners[:, 2] - corners[:, 1] + corners[:, 3] - corners[:, 0]) / 2,
        ],
        axis=1,
    )
    lengths = np.maximum(np.hypot(sides[..., 0], sides[..., 1]), 1e-6)
    angles = np.arctan2(sides[..., 1], sides[..., 0])
    # All sides of a grid are the same direction up to quarter turns: four times the angle.
    common = np.angle(np.exp(4j * angles).sum()) / 4
    off = np.abs(_wrapped(angles - common, math.pi))
    is_swapped = off[:, 0] > off[:, 1]
    first = np.where(is_swapped, 1, 0)
    each = np.arange(len(corners))
    across, down = lengths[each, first], lengths[each, 1 - first]
    centers = corners.mean(axis=1)
    axes = []
    for side, base, length, width in (
        (first, common, across, down),
        (1 - first, common + math.pi / 2, down, across),
    ):
        angle = _smooth(centers, _wrapped(angles[each, side] - base, math.pi))
        if angle is None:
            return None
        along = np.stack([np.cos(angle + base), np.sin(angle + base)], axis=1)
        axes.append(_Axis(along, length, width))
    return axes[0], axes[1]


def _wrapped(angles: Floats, period: float) -> Floats:
    """Bring angles to -period/2 .. period/2."""
    return np.asarray((angles + period / 2) % period - period / 2, np.float64)


def _smooth(centers: Floats, angles: Floats) -> Floats | None:
    """Replace the angles of single cards by what they say together.

    Perspective turns a direction steadily over the picture, hands turn single cards: a plane is
    fitted, and cards that disagree count less. None when half of the cards disagree.
    """
    spread = max(float(np.ptp(centers, axis=0).max()), 1.0)
    terms = np.concatenate(
        [np.ones((len(centers), 1)), (centers - centers.mean(axis=0)) / spread], axis=1
    )
    # A pinch of doubt about the slopes decides what few cards cannot.
    doubt = np.diag([0.0, 0.15, 0.15])
    weights = np.ones(len(angles))
    fitted = np.full(len(angles), float(np.median(angles)))
    for _ in range(8):
        weights = 1 / (1 + ((angles - fitted) / math.radians(4)) ** 2)
        weighted = terms * weights[:, None]
        fitted = terms @ np.linalg.solve(weighted.T @ terms + doubt, weighted.T @ angles)
    if np.median(np.abs(angles - fitted)) > _CROOKED:
        return None
    return np.asarray(fitted, np.float64)


def _lines(centers: Floats, axis: _Axis) -> list[int] | None:
    """Return for each card the number, from 1, of the line along ``axis`` that it lies in.

    Lines are numbered across the axis, downwards or to the right. None when the cards do not lie
    in lines that are straight and apart from each other.
    """
    lines = _linked(centers, axis)
    while True:
        distances = np.array([_distances(centers, axis, line) for line in lines])
        if any(np.abs(distances[k][line]).max() > _STRAIGHT for k, line in enumerate(lines)):
            return None
        # How far each line (second index) lies below each other line.
        below = np.array([[own[line].mean() for line in lines] for own in distances])
        below = (below - below.T) / 2
        gaps = np.abs(below) + 9.0 * np.eye(len(lines))
        a, b = np.unravel_index(int(gaps.argmin()), gaps.shape)
        if gaps[a, b] >= _APART:
            break
        # Two parts of one line with a wide gap between them, or else no lines at all, which the
        # merged line will show by not being straight.
        merged = np.sort(np.concatenate([lines[a], lines[b]]))
        lines = [line for k, line in enumerate(lines) if k not in (a, b)] + [merged]
    rank = (below > 0).sum(axis=0)
    if len(set(rank.tolist())) != len(lines):
        return None
    numbers = np.zeros(len(centers), np.intp)
    for line, place in zip(lines, rank, strict=True):
        numbers[line] = place + 1
    return [int(number) for number in numbers]


def _linked(centers: Floats, axis: _Axis) -> list[NDArray[np.intp]]:
    """Group cards by the links between neighbors in line."""
    count = len(centers)
    apart = centers[None] - centers[:, None]
    along = axis.along[None] + axis.along[:, None]
    along /= np.maximum(np.hypot(along[..., 0], along[..., 1]), 1e-6)[..., None]
    forward = np.abs((apart * along).sum(axis=-1))
    sideways = np.abs(along[..., 0] * apart[..., 1] - along[..., 1] * apart[..., 0])
    length = (axis.length[None] + axis.length[:, None]) / 2
    width = (axis.width[None] + axis.width[:, None]) / 2
    is_linked = (
        (sideways < _IN_LINE * width) & (forward < _REACH * length) & (forward > 0.3 * length)
    )
    group = np.arange(count)
    for _ in range(count):
        # Every card takes the least number among its neighbors until nothing changes.
        least = np.where(is_linked, group[None], count).min(axis=1, initial=count)
        lower = np.minimum(group, least)
        if (lower == group).all():
            break
        group = lower
    return [np.flatnonzero(group == number) for number in np.unique(group)]


def _distances(centers: Floats, axis: _Axis, line: NDArray[np.intp]) -> Floats:
    """Return how far all cards lie below one line, in extents across it."""
    along = axis.along[line].mean(axis=0)
    middle = centers[line].mean(axis=0)
    if len(line) >= 2:
        # The best straight line through the centers, held to the cards' own direction as far as
        # the line is short.
        offset = centers[line] - middle
        forward = offset @ along
        sideways = along[0] * offset[:, 1] - along[1] * offset[:, 0]
        stiffness = float(axis.length[line].mean() ** 2)
        slope = float(forward @ sideways) / (float(forward @ forward) + stiffness)
        along = along + slope * np.array([-along[1], along[0]])
    along = along / max(float(np.hypot(*along)), 1e-6)
    offset = centers - middle
    sideways = along[0] * offset[:, 1] - along[1] * offset[:, 0]
    # Down the picture for rows, to the right for columns.
    sign = 1.0 if abs(along[0]) >= abs(along[1]) else -1.0
    return np.asarray(sign * sideways / axis.width.mean(), np.float64)


def _scattered_order(corners: Floats) -> list[int]:
    """Order cards by bands of about the same height, in each from the left."""
    centers = corners.mean(axis=1)
    sides = np.hypot(*np.moveaxis(corners - np.roll(corners, 1, axis=1), -1, 0))
    band = float(np.median(sides.min(axis=1))) / 2
    remaining = sorted(range(len(centers)), key=lambda i: (centers[i, 1], centers[i, 0], i))
    order: list[int] = []
    while remaining:
        top = centers[remaining[0], 1]
        row = [i for i in remaining if centers[i, 1] - top <= band]
        order += sorted(row, key=lambda i: (centers[i, 0], centers[i, 1], i))
        remaining = remaining[len(row) :]
    return order
