"""Cards cut off by the edge of a picture: of a part nothing is read, yet it may make a SET."""

import numpy as np

from setvision.opencv import cv2
from setvision.vision.find import find
from setvision.vision.model import Network
from setvision.vision.types import Image, Quads

__all__ = ["cut_off"]

_BELIEVED = 0.5
_ACROSS = (0.3, 0.7)
_COVERED = 0.3
_SIZES = (0.15, 2.0)
"""A mirrored part of a card counts when the finder believes in it at least as much as the first
says, a share between the two of the second lies in the picture, at most the third of that on known
cards, and when its area is within the last, in areas of a known card."""


def cut_off(image: Image, quads: Quads, finder: Network) -> int:
    """Count the things at the edge of a picture that may be parts of further cards.

    The picture is mirrored at its edges, which makes of each part of a card a whole thing that has
    the outline of one, and so something that the finder knows.

    Parameters
    ----------
    image : ndarray
        (H, W, 3) uint8 BGR.
    quads : ndarray
        (n, 4, 2) float32 frame pixels of the cards that are known, n at least 1.
    finder : Network

    Returns
    -------
    int
    """
    height, width = image.shape[:2]
    areas = [abs(cv2.contourArea(quad)) for quad in quads]
    side = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    border = max(0, min(round(side), min(height, width) - 1))
    padded = cv2.copyMakeBorder(image, *(border,) * 4, cv2.BORDER_REFLECT_101)
    proposals = find(np.asarray(padded, np.uint8), finder)
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    count = 0
    for quad in (proposals.quads - border)[proposals.scores >= _BELIEVED]:
        area = abs(cv2.contourArea(quad))
        if not _SIZES[0] <= area / max(float(np.median(areas)), 1e-6) <= _SIZES[1]:
            continue
        inside, part = cv2.intersectConvexConvex(quad, frame)
        if not _ACROSS[0] <= inside / area <= _ACROSS[1]:
            continue
        known = sum(cv2.intersectConvexConvex(part, other)[0] for other in quads)
        count += known <= _COVERED * inside
    return count
