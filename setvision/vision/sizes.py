"""All cards of a table have one size: what is far from it in the picture is none of them."""

import numpy as np
from numpy.typing import NDArray

from setvision.vision.types import Quads

__all__ = ["share_inside", "size_ratios"]

_TRUSTED = 0.9
_FEWEST = 4
_ROUNDS = 15
_SOFT = 0.1
_RIDGE = 0.3

_POINTS = (np.arange(20) + 0.5) / 20


def share_inside(quads: Quads, width: int, height: int) -> NDArray[np.float64]:
    """Tell how much of each quad lies in the picture.

    Parameters
    ----------
    quads : ndarray
        (n, 4, 2) float32 frame pixels.
    width, height : int
        Frame size in pixels.

    Returns
    -------
    ndarray
        (n,) float64, 0..1: the share of points spread evenly between the four corners.
    """
    u, v = (grid.ravel()[:, None] for grid in np.meshgrid(_POINTS, _POINTS))
    a, b, c, d = quads[:, None].transpose(2, 0, 1, 3)
    points = (1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c)
    inside = (points >= -0.5) & (points <= np.array([width, height]) - 0.5)
    return np.asarray(inside.all(2).mean(1), np.float64)


def size_ratios(quads: Quads, trust: NDArray[np.float32]) -> NDArray[np.float64]:
    """Compare each quad's area with that of a card at its place.

    Seen in perspective, the logarithm of a card's area changes nearly evenly over the picture:
    a plane is laid through those of the trusted cards by least absolute deviations, as iterated
    weighted least squares (Schlossmacher, 1973), so that a few wrong ones don't tilt it.

    Parameters
    ----------
    quads : ndarray
        (n, 4, 2) float32 frame pixels.
    trust : ndarray
        (n,) how likely each is a card, 0..1.

    Returns
    -------
    ndarray
        (n,) float64: natural logarithm of the area over the expected one; zeros where fewer than
        four cards are trusted.
    """
    trusted = trust > _TRUSTED
    if trusted.sum() < _FEWEST:
        return np.zeros(len(quads))
    following = np.roll(quads, -1, 1)
    doubled = (quads[..., 0] * following[..., 1] - quads[..., 1] * following[..., 0]).sum(1)
    sizes = np.log(np.maximum(np.abs(doubled) / 2, 1.0)).astype(np.float64)
    centers = quads.mean(1).astype(np.float64)
    # One measure for both directions, or the little that cards of one row lie apart across it
    # would count as much as the row's length.
    spread = np.ptp(centers[trusted], axis=0).max() + 1
    plane = np.column_stack([np.ones(len(quads)), (centers - centers[trusted].mean(0)) / spread])
    weights = trusted.astype(np.float64)
    # Cards in one row say nothing about the other direction: it is held level.
    ridge = np.diag([0, _RIDGE, _RIDGE])
    residuals = np.zeros(len(quads))
    for _ in range(_ROUNDS):
        weighted = plane * weights[:, None]
        tilt = np.linalg.solve(weighted.T @ plane + ridge, weighted.T @ sizes)
        residuals = sizes - plane @ tilt
        weights = trusted / np.maximum(_SOFT, np.abs(residuals))
    return residuals
