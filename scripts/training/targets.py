"""Card quads as the finder's per-pixel targets, and the geometry behind them.

A card seen in perspective is center + z / (1 + p·z), where z runs over the rectangle spanned by
two half-axes a (long) and b (short). None of center, |a|, |b|, the doubled angles of a and b, and
p changes when the card is turned by half a turn, so a network can learn them without a seam.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDE = 8
CORE = 2 / 3
"""Share of the card's width and height whose pixels answer for it."""

READABLE = 0.35
"""Cards seen less than this are neither a card nor background to the finder."""

UNIT = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def quad_parameters(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Describe a quad by center, axes and perspective.

    Parameters
    ----------
    quad : ndarray
        (4, 2) float32, clockwise, first edge along a long side.

    Returns
    -------
    ndarray
        (10,) float32: center x, y (pixels); log |a|, log |b| (pixels); cos, sin of twice the
        angle of a; the same of b; p times the geometric mean of |a| and |b|.
    """
    transform = cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32))
    transform /= transform[2, 2]
    center = transform[:2, 2]
    q = transform[2, :2]
    axes = transform[:2, :2] - np.outer(center, q)
    p = np.linalg.solve(axes.T, q)
    lengths = np.linalg.norm(axes, axis=0)
    angles = 2 * np.arctan2(axes[1], axes[0])
    size = np.sqrt(lengths[0] * lengths[1])
    return np.array(
        [
            *center,
            *np.log(lengths),
            np.cos(angles[0]),
            np.sin(angles[0]),
            np.cos(angles[1]),
            np.sin(angles[1]),
            *(p * size),
        ],
        np.float32,
    )


def shrink(quad: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """Scale a quad about its center, in perspective."""
    transform = cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform((UNIT * share)[None], transform)[0], np.float32)


def finder_targets(
    quads: list[NDArray[np.float32]],
    visible: list[float],
    owner: NDArray[np.int16],
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Build the finder's targets for one frame.

    Parameters
    ----------
    quads : list of ndarray
        (4, 2) float32 corners of each card in frame pixels.
    visible : list of float
        Share of each card that is seen, 0..1.
    owner : ndarray
        (H, W) int16 index of the card seen at each pixel or -1; H, W multiples of 8.

    Returns
    -------
    parameters : ndarray
        (10, H/8, W/8) float32; offsets and log axes in units of the stride.
    state : ndarray
        (H/8, W/8) uint8: 0 background, 1 core of a card, 2 ignored.
    """
    height, width = owner.shape
    rows, columns = height // STRIDE, width // STRIDE
    sampled = owner[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE][:rows, :columns]
    parameters = np.zeros((10, rows, columns), np.float32)
    state = np.where(sampled >= 0, 2, 0).astype(np.uint8)
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32) * STRIDE + (STRIDE - 1) / 2
    for index, quad in enumerate(quads):
        if visible[index] < READABLE:
            continue
        core = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(core, np.round(shrink(quad, CORE)).astype(np.int32), 1)
        inside = core[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE][:rows, :columns] > 0
        values = quad_parameters(quad)
        column, row = np.clip((values[:2] // STRIDE).astype(int), 0, [columns - 1, rows - 1])
        # A card so small that no cell center falls into its core still needs one that answers.
        inside[row, column] = True
        mine = inside & (sampled == index)
        state[mine] = 1
        parameters[0][mine] = (values[0] - xs[mine]) / STRIDE
        parameters[1][mine] = (values[1] - ys[mine]) / STRIDE
        parameters[2:4, mine] = values[2:4, None] - np.log(STRIDE)
        parameters[4:, mine] = values[4:, None]
    return parameters, state
