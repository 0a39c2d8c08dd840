"""Small texts on grounds, and where in a picture they hide nothing."""

import math
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.media.lettering import line_height, text_width, write
from setvision.media.strokes import INK, inset, short_side
from setvision.opencv import cv2

__all__ = [
    "Badge",
    "Ground",
    "badges_width",
    "draw_badges",
    "in_rows",
    "places_above",
    "places_below",
]

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Bgr = tuple[int, int, int]

Badge = tuple[str, Bgr, Bgr]
"""A text, the color of its ground and the color of its letters."""


class Ground:
    """Where labels may lie: over nothing printed, and not over each other."""

    _SIDE: Final = 400  # pixels of the long side, fine enough to weigh places

    def __init__(self, canvas: Image, quads: Iterable[Points]) -> None:
        height, width = canvas.shape[:2]
        self._scale = self._SIDE / max(height, width)
        size = (math.ceil(height * self._scale), math.ceil(width * self._scale))
        self._taken = np.zeros(size, np.uint8)
        self._limits = width, height
        for quad in quads:
            printed = np.round(inset(quad, 0.14 * short_side(quad)) * self._scale).astype(np.int32)
            cv2.fillConvexPoly(self._taken, printed, 1)

    def place(self, wishes: Iterable[tuple[float, float]], width: float, height: float) -> Points:
        """Return the upper left corner of the best place, and take it.

        Parameters
        ----------
        wishes
            Centers in pixels of the picture, the best first.
        width, height
            Of the label, pixels.
        """
        best, least = np.zeros(2), math.inf
        for rank, (x, y) in enumerate(wishes):
            left = max(0.0, min(x - width / 2, self._limits[0] - width))
            top = max(0.0, min(y - height / 2, self._limits[1] - height))
            moved = abs(left + width / 2 - x) + abs(top + height / 2 - y)
            covered = int(self._part(left, top, width, height).sum()) / self._scale**2
            cost = covered + 0.04 * width * height * rank + 0.5 * moved * height
            if cost < least:
                best, least = np.array([left, top]), cost
        self._part(float(best[0]), float(best[1]), width, height)[:] = 3
        return best

    def _part(self, left: float, top: float, width: float, height: float) -> NDArray[np.uint8]:
        x, y = int(left * self._scale), int(top * self._scale)
        right, low = (
            math.ceil((left + width) * self._scale),
            math.ceil((top + height) * self._scale),
        )
        return self._taken[y:low, x:right]


def places_above(quad: Points, size: tuple[float, float]) -> list[tuple[float, float]]:
    """Return where the number of a card may be: along its edge, from the upper left around."""
    left, top = quad.min(axis=0)
    right, low = quad.max(axis=0)
    width, height = size
    highest = quad[int(quad[:, 1].argmin())]
    corner = quad[int(quad.sum(axis=1).argmin())]
    return [
        (corner[0] + width / 2, corner[1] - 0.1 * height),
        (corner[0], corner[1] - 0.3 * height),
        (highest[0], highest[1] - 0.3 * height),
        (corner[0], corner[1]),
        ((left + right) / 2, top - 0.3 * height),
        (right - width / 2, top - 0.1 * height),
        (left, (top + low) / 2),
        (right, (top + low) / 2),
        ((left + right) / 2, low + 0.2 * height),
        (left + width / 2, low + 0.2 * height),
    ]


def places_below(quad: Points, size: tuple[float, float]) -> list[tuple[float, float]]:
    """Return where the doubts about a card may be: along its edge, from below around."""
    left, top = quad.min(axis=0)
    right, low = quad.max(axis=0)
    width, height = size
    lowest = quad[int(quad[:, 1].argmax())]
    middle = (left + right) / 2
    return [
        (middle, low),
        (lowest[0], low + 0.4 * height),
        (middle, low + 0.5 * height),
        (left + width / 2, low + 0.4 * height),
        (right - width / 2, low + 0.4 * height),
        (middle, top - 0.4 * height),
        (right + width / 2, (top + low) / 2),
        (left - width / 2, (top + low) / 2),
    ]


def in_rows(badges: Iterable[Badge], capital: float, width: float) -> Iterator[list[Badge]]:
    """Break badges into rows of at most ``width`` pixels, a badge at least each."""
    row: list[Badge] = []
    for badge in badges:
        if row and badges_width([*row, badge], capital) > width:
            yield row
            row = []
        row.append(badge)
    yield row


def _badge_width(badge: Badge, capital: float) -> float:
    return max(text_width(badge[0], capital) + 0.8 * capital, 0.8 * line_height(capital))


def badges_width(badges: Iterable[Badge], capital: float) -> float:
    """Return the width in pixels of badges side by side."""
    return sum(_badge_width(badge, capital) for badge in badges)


def draw_badges(canvas: Image, badges: Iterable[Badge], x: float, y: float, capital: float) -> None:
    """Draw texts on grounds side by side, the upper left corner of the first at (x, y)."""
    height = line_height(capital)
    edge = max(1, round(capital / 10))
    for badge in badges:
        text, ground, ink = badge
        width = _badge_width(badge, capital)
        left, top, right, bottom = round(x), round(y), round(x + width), round(y + height)
        cv2.rectangle(canvas, (left, top), (right - 1, bottom - 1), INK, cv2.FILLED)
        inner = (left + edge, top + edge), (right - 1 - edge, bottom - 1 - edge)
        cv2.rectangle(canvas, *inner, ground, cv2.FILLED)
        middle = x + (width - text_width(text, capital)) / 2
        write(canvas, text, middle, y + (height + capital) / 2, capital, ink)
        x += width
