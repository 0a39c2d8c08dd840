"""Quads, boxes and how much of them overlaps.

setvision counts pixels from their centers: the middle of the first is (0, 0). Most label formats
count from the edges: the first pixel reaches from 0 to 1. :func:`edges` and :func:`centers` go
from one to the other.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2

__all__ = [
    "Box",
    "Point",
    "Quad",
    "area",
    "box_of",
    "centers",
    "clipped",
    "edges",
    "is_cut",
    "is_inside",
    "middle",
    "ordered",
    "overlap",
    "quad_of",
    "quad_of_box",
    "visible_area",
]

Point = tuple[float, float]
"""x and y in pixels."""

Quad = tuple[Point, Point, Point, Point]
"""Four corners in pixels, clockwise on screen."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels counted from edges."""

_DIGITS = 1  # a tenth of a pixel is finer than any corner is known


def quad_of(points: Iterable[Sequence[float]]) -> Quad:
    """Make a quad of four points, rounded to a tenth of a pixel.

    Raises
    ------
    ValueError
        When there are not four points of two numbers, or a number is not finite.
    """
    array = np.asarray(list(points), np.float64)
    if array.shape != (4, 2) or not np.isfinite(array).all():
        raise ValueError("a quad has four corners with x and y each")
    a, b, c, d = ((round(float(x), _DIGITS), round(float(y), _DIGITS)) for x, y in array)
    return a, b, c, d


def edges(quad: Quad) -> Quad:
    """Return the corners in pixels counted from edges."""
    a, b, c, d = ((round(x + 0.5, 3), round(y + 0.5, 3)) for x, y in quad)
    return a, b, c, d


def centers(points: Iterable[Sequence[float]]) -> Quad:
    """Return a quad from corners in pixels counted from edges."""
    return quad_of([(x - 0.5, y - 0.5) for x, y in points])


def box_of(quad: Quad, width: int, height: int) -> Box:
    """Return the upright box around a quad, as far as it lies in the photo."""
    x, y = zip(*edges(quad), strict=True)
    return (
        min(max(min(x), 0.0), width),
        min(max(min(y), 0.0), height),
        min(max(max(x), 0.0), width),
        min(max(max(y), 0.0), height),
    )


def quad_of_box(box: Box) -> Quad:
    """Return the corners of a box, the first edge along a long side."""
    left, top, right, bottom = box
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if bottom - top > right - left:
        corners = [corners[3], *corners[:3]]
    return centers(corners)


def clipped(quad: Quad, width: int, height: int) -> Quad:
    """Move corners that lie outside the photo to its edge; result and photo count from edges."""
    a, b, c, d = ((min(max(x, 0.0), width), min(max(y, 0.0), height)) for x, y in edges(quad))
    return a, b, c, d


def is_cut(quad: Quad, width: int, height: int) -> bool:
    """Tell whether part of a quad lies more than a pixel outside the photo."""
    return any(not (-1 <= x <= width + 1 and -1 <= y <= height + 1) for x, y in edges(quad))


def middle(quad: Quad) -> Point:
    """Return the mean of the corners."""
    x, y = zip(*quad, strict=True)
    return sum(x) / 4, sum(y) / 4


def is_inside(point: Point, quad: Quad) -> bool:
    """Tell whether a point lies in a convex quad, its edge included."""
    x, y = point
    turns = [
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        for (x0, y0), (x1, y1) in zip(quad, (*quad[1:], quad[0]), strict=True)
    ]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def ordered(points: Sequence[Sequence[float]]) -> Quad:
    """Return four corners, given in any order, clockwise with the first edge along a long side.

    Raises
    ------
    ValueError
        When they are not the corners of a convex quad that covers something.
    """
    quad = quad_of(points)
    x, y = middle(quad)
    a, b, c, d = sorted(quad, key=lambda point: math.atan2(point[1] - y, point[0] - x))
    if math.dist(a, b) + math.dist(c, d) < math.dist(b, c) + math.dist(d, a):
        a, b, c, d = b, c, d, a
    quad = a, b, c, d
    if not cv2.isContourConvex(_array(quad)) or area(quad) < 1:
        raise ValueError("these are not the corners of a card")
    return quad


def area(quad: Quad) -> float:
    """Return the area of a quad in square pixels."""
    return float(cv2.contourArea(_array(quad)))


def visible_area(quad: Quad, width: int, height: int) -> float:
    """Return the area in square pixels of what of a quad lies in the photo."""
    frame = _array(((0, 0), (width, 0), (width, height), (0, height)))
    shared, _ = cv2.intersectConvexConvex(_array(edges(quad)), frame)
    return float(shared)


def overlap(first: Quad, second: Quad) -> float:
    """Return intersection over union of two convex quads, 0..1."""
    shared, _ = cv2.intersectConvexConvex(_array(first), _array(second))
    union = area(first) + area(second) - shared
    return float(shared / union) if union > 0 else 0.0


def _array(quad: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    return np.asarray(quad, np.float32)
