"""What differs between two small pictures of a table, whatever the light and the noise do."""

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.types import Image

__all__ = ["SMALL_SIDE", "Mask", "changed", "lighting", "noise_between", "shrink"]

Mask = NDArray[np.bool_]
"""(h, w) bool pixels of a small picture."""

SMALL_SIDE = 320
"""Long side in pixels of the pictures that are compared."""

_BLOCK = 8
_ROUNDS = 8
_SOFT = 0.02
_BURNT = 250
_DARK = 1.0
_FAINT = 40.0
_LEAST = 9.0
_SHARE = 0.05
_NOISE = 5.0
"""A pixel differs when it does by more than the sum of `_LEAST` levels, this share of its value
and so many times the noise."""

_CROSS = np.ones((3, 3), np.uint8)


def shrink(image: Image) -> Image:
    """Reduce a picture so that its long side is `SMALL_SIDE`; smaller ones are enlarged.

    Parameters
    ----------
    image : ndarray
        (H, W, 3) uint8 BGR.

    Returns
    -------
    ndarray
        (h, w, 3) uint8 BGR.
    """
    height, width = image.shape[:2]
    scale = SMALL_SIDE / max(height, width)
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def lighting(before: Image, after: Image) -> NDArray[np.float32]:
    """Estimate how the light changed between two pictures.

    The logarithm of the ratio of both is taken for a plane over the picture in each channel, fitted
    by least absolute deviations (iterated weighted least squares) so that hands and cards that came
    or went don't tilt it. That covers exposure, white balance and a lamp at one side.

    Parameters
    ----------
    before, after : ndarray
        (h, w, 3) uint8 BGR.

    Returns
    -------
    ndarray
        (h, w, 3) float32 factors that turn `before` into `after`.
    """
    height, width = before.shape[:2]
    size = (max(2, width // _BLOCK), max(2, height // _BLOCK))
    old, new = (
        cv2.resize(image, size, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float64)
        for image in (before, after)
    )
    ratio = np.log((new + _DARK) / (old + _DARK))
    # What is dark is mostly noise.
    usable = np.minimum(1.0, old.mean(1) / _FAINT)
    usable[np.maximum(old, new).max(1) >= _BURNT] = 0
    if usable.sum() < len(usable) / 50:
        usable[:] = 1
    y, x = np.mgrid[: size[1], : size[0]]
    plane = np.column_stack(
        [np.ones(y.size), (x.ravel() + 0.5) / size[0] - 0.5, (y.ravel() + 0.5) / size[1] - 0.5]
    )
    middle = np.median(ratio[usable > 0], axis=0)
    residual = ratio - middle
    tilt = np.zeros((3, 3))
    for _ in range(_ROUNDS):
        weights = usable / (_SOFT + np.abs(residual).max(1))
        weighted = plane * weights[:, None]
        tilt = np.linalg.solve(weighted.T @ plane + 1e-6 * np.eye(3), weighted.T @ ratio)
        residual = ratio - plane @ tilt
    factors = np.exp(plane @ tilt).astype(np.float32).reshape(size[1], size[0], 3)
    return np.asarray(cv2.resize(factors, (width, height), interpolation=cv2.INTER_LINEAR))


def noise_between(before: Image, after: Image) -> float:
    """Return the typical difference, in levels, of two pictures of which most is the same."""
    return float(np.median(cv2.absdiff(before, after)[::2, ::2]))


def changed(
    before: Image, after: Image, noise: float, light: NDArray[np.float32] | None = None
) -> Mask:
    """Tell where a picture shows something else than another one.

    A pixel counts as the same when it lies between the darkest and the brightest of the nine pixels
    at its place in the other picture, so that shifts and changes of focus of about one pixel change
    nothing.

    Parameters
    ----------
    before, after : ndarray
        (h, w, 3) uint8 BGR.
    noise : float
        Typical noise, levels.
    light : ndarray, optional
        (h, w, 3) float32 factors by which the light changed; estimated when omitted.

    Returns
    -------
    ndarray
        (h, w) bool; single pixels are left out.
    """
    light = lighting(before, after) if light is None else light
    expected = cv2.multiply(before, light, dtype=cv2.CV_8U)
    above = cv2.subtract(after, cv2.dilate(expected, _CROSS))
    below = cv2.subtract(cv2.erode(expected, _CROSS), after)
    bound = cv2.addWeighted(expected, _SHARE, expected, 0, _LEAST + _NOISE * noise)
    beyond = cv2.split(cv2.subtract(cv2.max(above, below), bound))
    different = cv2.max(cv2.max(beyond[0], beyond[1]), beyond[2])
    return np.asarray(cv2.morphologyEx(different, cv2.MORPH_OPEN, _CROSS) > 0)
