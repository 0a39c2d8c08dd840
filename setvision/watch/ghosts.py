"""What lay in a key picture and is gone, told from what has come by whose edge it is."""

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.types import Image
from setvision.watch.motion import Mask

__all__ = ["ghosts_among"]

_SMALLEST = 20
"""Pixels; of less, the edge says nothing."""

_CLEARER = 2.0
_FAINT = 3.0
"""The edge of a ghost is this much clearer in the key picture; so many levels count for nothing."""

_SMOOTH = 2.3
"""Pixels; a table's grain and the noise are full of edges, but of small ones."""

_CROSS = np.ones((3, 3), np.uint8)

_GAP = np.ones((9, 9), np.uint8)
"""A hand is like the table's pattern in places; what lies so close is one thing."""

_AT_REST = 0.95
"""Share of a ghost that has to be still."""

_NEAR = np.ones((11, 11), np.uint8)
"""As far as an edge reaches when it is smooth."""


def ghosts_among(foreign: Mask, still: Mask, cards: Mask, expected: Image, seen: Image) -> Mask:
    """Return those parts of what differs whose outline is an edge in the old picture alone.

    Parameters
    ----------
    foreign : ndarray
        (h, w) bool: where both pictures differ.
    still : ndarray
        (h, w) bool: where nothing has moved for a moment; what moves is no ghost.
    cards : ndarray
        (h, w) bool: where cards may lie; nothing is told of these places.
    expected, seen : ndarray
        (h, w, 3) uint8 BGR: the key picture in today's light, and what is there now.

    Returns
    -------
    ndarray
        (h, w) bool.
    """
    ghosts = np.zeros(foreign.shape, bool)
    foreign = foreign & ~cards
    if not foreign.any():
        return ghosts
    # A hand that hides the edges of cards would look like something that is gone.
    apart = cv2.dilate(cards.astype(np.uint8), _NEAR) == 0
    joined = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, _GAP)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    before, now = _edges(expected), _edges(seen)
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < _SMALLEST:
            continue
        part = (labels == label).astype(np.uint8)
        if still[foreign & (part > 0)].mean() < _AT_REST:
            continue
        rim = ((cv2.dilate(part, _CROSS) - cv2.erode(part, _CROSS)) > 0) & apart
        if rim.any() and before[rim].mean() > _CLEARER * now[rim].mean() + _FAINT:
            ghosts |= foreign & (part > 0)
    return ghosts


def _edges(image: Image) -> NDArray[np.float32]:
    """Return how steep a picture is but for its grain, levels in about two pixels."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), _SMOOTH)
    return np.asarray(cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, _CROSS), np.float32)
