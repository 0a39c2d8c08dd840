"""How a place on the table looks, to see without reading whether a card still lies there."""

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.rectify import Pyramid, rectify
from setvision.vision.types import Image, Quads

__all__ = ["Look", "alike", "looks_at"]

Look = NDArray[np.float32]
"""(24, 40) float32 grey crop with mean 0 and length 1, so that the light's strength is left out."""

_SIZE = (40, 24)
_BLUR = (3, 3)
_FLAT = 5.0
_SHADE = 3.0
"""Pixels over which what changes evenly is shade, which lies on card and table alike: of faint
cards on a white table it is the most that is to be seen."""


def looks_at(pyramid: Pyramid, quads: Quads) -> list[Look]:
    """Take the looks of places.

    Parameters
    ----------
    pyramid : Pyramid
        The frame.
    quads : ndarray
        (n, 4, 2) float32 frame pixels.

    Returns
    -------
    list of ndarray
        n looks.
    """
    return [_look(crop) for crop in rectify(pyramid, quads, _SIZE, 0.0)]


def _look(crop: Image) -> Look:
    # Least of the channels: ink of any color is dark in one of them.
    grey = cv2.blur(crop.min(2).astype(np.float32), _BLUR)
    grey -= cv2.GaussianBlur(grey, (0, 0), _SHADE)
    grey -= grey.mean()
    # A plain place has little to be known by: its noise must not look like anything.
    return np.asarray(grey / (float(np.linalg.norm(grey)) + _FLAT), np.float32)


def alike(first: Look, second: Look) -> float:
    """Return how alike two looks are, at most 1; that of different things is about 0."""
    return float((first * second).sum())
