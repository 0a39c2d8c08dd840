"""What color an ink is under any lamp: what it takes away of the light of the paper around it."""

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.types import Image

__all__ = ["ink_shares"]

_LOGS = np.log((np.arange(256) / 255) ** 2.2 + 0.002).astype(np.float32)
"""Logarithm of the light of each of 256 levels; dark ones, mere noise, are held together."""

_TOP, _SIDE = 8, 12
_BLANK = 6
_EVERY = 3
"""Pixels of a crop that lie beside the card or near its edge, of the blank strip within these, and
how far apart those lie that stand for it."""

_FEW = 0.01
_CORE = 0.5
"""Ink is what takes away more than the second share of what the darkest pixels do, of which the
first share is left out: thin lines blend with the card at their edges."""


def ink_shares(crops: Image) -> NDArray[np.float32]:
    """Tell how much of what symbols take away of the light is blue, green and red light.

    By the law of Lambert and Beer the logarithms of what a layer lets through, in red, green and
    blue, stay in proportion when it gets thinner; the color of the lamp cancels out.

    Parameters
    ----------
    crops : ndarray
        (n, 80, 128, 3) uint8 BGR, landscape.

    Returns
    -------
    ndarray
        (n, 3) float32, shares that add up to one: all a third for a black ink, little red for a
        red one, little green for a green one. Only to be compared within one picture: cameras mix
        and bend the channels.
    """
    if len(crops) == 0:
        return np.empty((0, 3), np.float32)
    inner = np.ascontiguousarray(crops[:, _TOP:-_TOP, _SIDE:-_SIDE])
    count, height, width, _ = inner.shape
    logs = cv2.LUT(inner.reshape(count * height, width, 3), _LOGS).reshape(inner.shape)
    is_blank = np.ones((height, width), bool)
    is_blank[_BLANK:-_BLANK, _BLANK:-_BLANK] = False
    blank = np.flatnonzero(is_blank)[::_EVERY]
    half = len(blank) // 2
    paper = np.partition(logs.reshape(count, -1, 3)[:, blank], half, axis=1)[:, half]
    drawn = logs[:, _BLANK:-_BLANK, _BLANK:-_BLANK].reshape(count, -1, 3)
    depth = paper.sum(1)[:, None] - drawn @ np.ones(3, np.float32)
    last = depth.shape[1] - 1 - int(_FEW * depth.shape[1])
    darkest = np.partition(depth, last, axis=1)[:, last]
    is_ink = (depth > _CORE * darkest[:, None]).astype(np.float32)
    taken = is_ink.sum(1)[:, None] * paper - (is_ink[:, None] @ drawn)[:, 0]
    return np.asarray(taken / np.maximum(taken.sum(1, keepdims=True), 1e-3), np.float32)
