"""Lines for drawing into pictures: dashed, cased, exact to a part of a pixel."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2

__all__ = ["INK", "dashed_line", "frame", "hatch", "inset", "short_side"]

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Bgr = tuple[int, int, int]

INK: Final[Bgr] = (24, 24, 24)
"""Nearly black: the casing of lines and the ground of texts."""


def short_side(quad: Points) -> float:
    """Return the length of the shortest side of a quad (4, 2), pixels."""
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())


def inset(quad: Points, distance: float) -> Points:
    """Move the sides of a quad inwards by a distance in pixels; outwards when it is negative."""
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.maximum(np.hypot(sides[:, 0], sides[:, 1]), 1e-6)
    turn = 1.0 if _area(quad) >= 0 else -1.0
    normals = turn * np.stack([-sides[:, 1], sides[:, 0]], axis=1) / lengths[:, None]
    corners = []
    for k in range(4):
        # The corner where the moved sides before and after it meet.
        both = np.array([normals[k - 1], normals[k]])
        if abs(np.linalg.det(both)) < 0.05:
            corners.append(quad[k] + distance * normals[k])
        else:
            corners.append(quad[k] + np.linalg.solve(both, [distance, distance]))
    return np.array(corners)


def _area(quad: Points) -> float:
    x, y = quad.T
    return 0.5 * float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


def frame(
    canvas: Image,
    polygon: Points,
    width: float,
    color: Bgr,
    dashes: Sequence[float],
    unit: float,
) -> None:
    """Draw a closed line with a dark casing, which also fills the gaps between dashes.

    Parameters
    ----------
    canvas
        uint8 (h, w, 3) blue-green-red, changed in place.
    polygon
        float64 (n, 2), pixels.
    width
        Of the line without its casing, pixels.
    color, dashes
        As in :func:`dashed_line`.
    unit
        A thousandth of the picture's long side, pixels.
    """
    closed = np.concatenate([polygon, polygon[:1]])
    cased = width + 1.6 * max(unit, 1.0)
    for start, end in pairwise(closed):
        _stroke(canvas, start, end, cased, INK)
    dashed_line(canvas, closed, width, color, dashes)


def dashed_line(
    canvas: Image, path: Points, width: float, color: Bgr, dashes: Sequence[float]
) -> None:
    """Draw an open line; ``dashes`` are lengths on and off in widths, none for a solid line."""
    for start, end in _dashed(path, [length * width for length in dashes]):
        _stroke(canvas, start, end, width, color)


def _dashed(path: Points, lengths: list[float]) -> Iterator[tuple[Points, Points]]:
    """Cut a path into the pieces that are on; every side begins anew, so that corners show."""
    for start, end in pairwise(path):
        length = float(np.hypot(*(end - start)))
        if not lengths or length < 1e-6:
            yield start, end
            continue
        at = 0.0
        step = 0
        while at < length:
            until = min(at + lengths[step % len(lengths)], length)
            if step % 2 == 0:
                yield (
                    start + (end - start) * (at / length),
                    start + (end - start) * (until / length),
                )
            at = until
            step += 1


def _stroke(canvas: Image, start: Points, end: Points, width: float, color: Bgr) -> None:
    """Draw a straight piece with square ends, exact to a part of a pixel."""
    along = end - start
    length = max(float(np.hypot(*along)), 1e-6)
    side = np.array([-along[1], along[0]]) / length * width / 2
    _fill(canvas, np.array([start + side, end + side, end - side, start - side]), color)


def _fill(canvas: Image, polygon: Points, color: Bgr) -> None:
    shift = 4
    limit = 4 * max(canvas.shape[:2])  # OpenCV's own numbers overflow far outside
    points = np.clip(polygon, -limit, limit)
    cv2.fillConvexPoly(
        canvas, np.round(points * 2**shift).astype(np.int32), color, cv2.LINE_AA, shift
    )


def hatch(canvas: Image, quad: Points, depth: float, color: Bgr, unit: float) -> None:
    """Draw slanted strokes around a quad, ``depth`` pixels outwards."""
    inner, outer = quad, inset(quad, -depth)
    width = max(2.0, 2.4 * unit)
    for k in range(4):
        a, b = inner[k], inner[(k + 1) % 4]
        c, d = outer[k], outer[(k + 1) % 4]
        count = max(2, round(float(np.hypot(*(d - c))) / (3.2 * width)))
        shares = (np.arange(count) + 0.5) / count
        for thick, shade in ((width + 1.6 * max(unit, 1.0), INK), (width, color)):
            for share in shares:
                ahead = min(1.0, share + 1 / count)
                _stroke(canvas, a + (b - a) * share, c + (d - c) * ahead, thick, shade)
