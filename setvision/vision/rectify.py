"""Cut cards out of a frame as if seen straight from above.

Training and reading share these functions, so that the networks see the same crops in both.
"""

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.types import Image, Quads


def order_corners(quads: NDArray[np.floating]) -> Quads:
    """Bring the corners of convex quads into the one order that setvision uses.

    Parameters
    ----------
    quads : ndarray
        (n, 4, 2) corners in pixels (x right, y down), neighbours adjacent, in either sense,
        any corner first.

    Returns
    -------
    ndarray
        (n, 4, 2) float32, clockwise on screen, corner 0 to 1 along the longer pair of sides; of
        the two such starts the one with the smaller x + y.
    """
    q = np.asarray(quads, np.float32).reshape(-1, 4, 2).copy()
    following = np.roll(q, -1, 1)
    signed = (q[..., 0] * following[..., 1] - q[..., 1] * following[..., 0]).sum(1)
    q[signed < 0] = q[signed < 0, ::-1]
    sides = np.linalg.norm(np.roll(q, -1, 1) - q, axis=2)
    upright = sides[:, 0] + sides[:, 2] < sides[:, 1] + sides[:, 3]
    q[upright] = np.roll(q[upright], -1, 1)
    return upper_left_first(q)


def upper_left_first(quads: Quads) -> Quads:
    """Turn quads by half a turn where that brings the upper left of the two starts to the front.

    Parameters
    ----------
    quads : ndarray
        (n, 4, 2) float32 clockwise corners, first edge along a long side.

    Returns
    -------
    ndarray
        (n, 4, 2) float32; which sides are the long ones stays as it was, whatever their lengths
        in the picture.
    """
    q = quads.copy()
    sums = q.sum(2)
    turned = sums[:, 2] < sums[:, 0]
    q[turned] = np.roll(q[turned], 2, 1)
    return q


class Pyramid:
    """A frame and its halves, each made when first asked for.

    Cutting a small crop from a large frame by interpolation alone would turn stripes into false
    patterns; from the level that fits the crop it doesn't.
    """

    def __init__(self, image: Image) -> None:
        self._levels: list[Image] = [image]

    def level(self, octave: int) -> Image:
        """Return the frame halved `octave` times, (H / 2**octave, W / 2**octave, 3) uint8 BGR."""
        while len(self._levels) <= octave:
            last = self._levels[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(
                np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8)
            )
        return self._levels[octave]


def rectify(pyramid: Pyramid, quads: Quads, size: tuple[int, int], margin: float) -> Image:
    """Cut the quads out of the frame and stretch each to the same upright rectangle.

    Parameters
    ----------
    pyramid : Pyramid
        The frame.
    quads : ndarray
        (n, 4, 2) float32 corners in frame pixels; may lie outside the frame, whose edge pixels
        are then repeated.
    size : (int, int)
        Width and height of a crop in pixels.
    margin : float
        Share of the card's width and height that is added on each side.

    Returns
    -------
    ndarray
        (n, height, width, 3) uint8 BGR.
    """
    width, height = size
    full_height, full_width = pyramid.level(0).shape[:2]
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    for crop, quad in zip(crops, quads, strict=True):
        sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
        inner = (width / (1 + 2 * margin), height / (1 + 2 * margin))
        ratio = max(
            1e-3, min((sides[0] + sides[2]) / 2 / inner[0], (sides[1] + sides[3]) / 2 / inner[1])
        )
        octave = int(np.clip(np.floor(np.log2(ratio)), 0, 6))
        source = pyramid.level(octave)
        # Between one and two source pixels for each crop pixel: sample twice as densely, then
        # average, which costs little and keeps fine stripes free of beats.
        dense = 2 if ratio / 2**octave > 1.2 else 1
        shrunk = np.array([source.shape[1] / full_width, source.shape[0] / full_height], np.float32)
        corners = (quad + 0.5) * shrunk - 0.5
        transform = _crop_to_frame(inner, (width, height), corners, dense)
        piece = cv2.warpPerspective(
            source,
            transform,
            (width * dense, height * dense),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        if dense == 2:
            cv2.resize(piece, (width, height), dst=crop, interpolation=cv2.INTER_AREA)
        else:
            crop[:] = piece
    return crops


def _crop_to_frame(
    inner: tuple[float, float], size: tuple[int, int], corners: NDArray[np.float32], dense: int
) -> NDArray[np.float64]:
    """(3, 3) homography from crop pixels, `dense` times finer, to frame pixels."""
    x0, y0 = (size[0] - inner[0]) / 2, (size[1] - inner[1]) / 2
    x1, y1 = size[0] - x0, size[1] - y0
    card = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32) * dense - 0.5
    return np.asarray(cv2.getPerspectiveTransform(card, corners.astype(np.float32)))


def crop_points_to_frame(points: NDArray[np.floating], quads: Quads) -> Quads:
    """Map points given in units of each card to the frame.

    Parameters
    ----------
    points : ndarray
        (n, k, 2) positions where the card's quad spans 0..1 in both directions.
    quads : ndarray
        (n, 4, 2) float32 corners in frame pixels.

    Returns
    -------
    ndarray
        (n, k, 2) float32 frame pixels.
    """
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    out = np.empty(points.shape, np.float32)
    for k, quad in enumerate(quads):
        transform = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
        out[k] = cv2.perspectiveTransform(points[k][None].astype(np.float32), transform)[0]
    return out
