"""Where the camera looks: how the picture of the table has shifted since a key picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.types import Image, Quads

__all__ = ["Camera", "Pose", "between_poses", "between_quads", "mapped", "normalized"]

Matrix = NDArray[np.float64]
"""(3, 3) projective transform of pixels."""

_POINTS = 120
_APART = 7
_QUALITY = 0.02
_WINDOW = (15, 15)
_LEVELS = 3
_OFF = 1.5
"""Points that are this many small pixels off do not move with the others."""
_UNLIKE = 18.0
"""Mean difference of the surroundings, in grey levels, from which a point is another one."""
_OWN = 0.6
"""The same as a share of how much the surroundings differ among themselves, in the next picture:
what differs more is noise, and no point to follow."""
_SAME = 8.0
"""The next picture is of the same table when its median difference is smaller, in grey levels."""
_FEWEST = 10
_STAYED = 0.3
_MOVED = 0.5
"""Of all points, the share that shows where the camera still looks, and that shows a new place."""
_STILL = 0.15
"""Shifts of a small picture by less than this many pixels are none."""
_WIDE = 31
_FLAT = 24.0

_PATCH = 9
_SMOOTH = 1.5
_SATURATED = 40
_BETTER = 0.9
"""A shift is believed when it explains the surroundings of the points, `_PATCH` pixels wide, better
by this factor: points of mere noise go anywhere. Smoothing, by so many pixels, first keeps what
interpolation takes off the noise out of that; larger differences are a hand's, and count alike."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """How the picture lies against the key picture."""

    matrix: Matrix
    """From pixels of the small key picture to those of the small picture."""
    is_lost: bool
    """Whether too little of the key picture was found again; the matrix is then the last known."""


def normalized(small: Image) -> NDArray[np.uint8]:
    """Return a grey picture, (h, w) uint8, in which slow changes of the light leave no trace."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    wide = cv2.blur(grey, (_WIDE, _WIDE))
    return np.asarray(np.clip(128 + 128 * (grey - wide) / (wide + _FLAT), 0, 255), np.uint8)


class Camera:
    """Follows points of a key picture by their optical flow (Lucas and Kanade, 1981)."""

    def __init__(self) -> None:
        self._key: NDArray[np.uint8] | None = None
        self._smooth: NDArray[np.uint8] | None = None
        self._around: NDArray[np.uint8] | None = None
        self._points = np.empty((0, 1, 2), np.float32)
        self._is_tried = False
        self._matrix: Matrix = np.eye(3)

    def take_key(self, small: Image) -> None:
        """Let a small picture, (h, w, 3) uint8 BGR, be the one that others are compared with."""
        self._key = normalized(small)
        points = cv2.goodFeaturesToTrack(self._key, _POINTS, _QUALITY, _APART)
        self._smooth = _smoothed(self._key)
        self._keep(np.empty((0, 1, 2), np.float32) if points is None else points)
        self._is_tried = False
        self._matrix = np.eye(3)

    def _keep(self, points: NDArray[np.float32]) -> None:
        """Follow these (n, 1, 2) points of the key picture from now on."""
        self._points = points
        around = np.zeros_like(self._key)
        for x, y in np.rint(points[:, 0]).astype(int):
            around[y, x] = 255
        self._around = cv2.dilate(around, np.ones((_PATCH, _PATCH), np.uint8))

    def _keep_real(self, grey: NDArray[np.uint8]) -> None:
        """Leave points out that the next normalized picture shows to be mere noise."""
        if np.median(cv2.absdiff(_smoothed(grey), self._smooth)) > _SAME:
            return
        self._is_tried = True
        _, status, unlike = cv2.calcOpticalFlowPyrLK(
            self._key, grey, self._points, None, winSize=_WINDOW, maxLevel=_LEVELS
        )
        plain = cv2.blur(self._key, _WINDOW)
        contrast = cv2.blur(cv2.absdiff(self._key, plain).astype(np.float32), _WINDOW)
        x, y = np.rint(self._points[:, 0]).astype(int).T
        self._keep(self._points[(status[:, 0] > 0) & (unlike[:, 0] < _OWN * contrast[y, x])])

    def follow(self, small: Image) -> Pose:
        """Find out how a small picture, (h, w, 3) uint8 BGR, lies against the key picture."""
        if self._key is None:
            self.take_key(small)
            return Pose(self._matrix, False)
        if len(self._points) < _FEWEST:
            return Pose(self._matrix, False)
        grey = normalized(small)
        if not self._is_tried:
            self._keep_real(grey)
            if len(self._points) < _FEWEST:
                return Pose(self._matrix, False)
        guess = cv2.perspectiveTransform(self._points, self._matrix).astype(np.float32)
        found, status, unlike = cv2.calcOpticalFlowPyrLK(
            self._key, grey, self._points, guess, winSize=_WINDOW, maxLevel=_LEVELS,
            flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
        )  # fmt: skip
        followed = (status[:, 0] > 0) & (unlike[:, 0] < _UNLIKE)
        if followed.sum() < _FEWEST:
            return Pose(self._matrix, True)
        start, end = self._points[followed, 0], found[followed, 0]
        if np.median(np.linalg.norm(end - start, axis=1)) < _STILL:
            self._matrix = np.eye(3)
            return Pose(self._matrix, False)
        # A hand takes many points along with it: the camera moves only when few stay behind.
        near = np.linalg.norm(end - guess[followed, 0], axis=1) < _OFF
        has_stayed = near.sum() >= max(_FEWEST, _STAYED * len(self._points))
        if has_stayed:
            start, end = start[near], end[near]
        affine, inliers = cv2.estimateAffinePartial2D(
            start, end, method=cv2.RANSAC, ransacReprojThreshold=_OFF
        )
        good = 0 if inliers is None else int(inliers.sum())
        if affine is None or (not has_stayed and good < max(_FEWEST, _MOVED * len(self._points))):
            return Pose(self._matrix, not has_stayed)
        matrix = np.vstack([affine, [0, 0, 1]])
        smooth = _smoothed(grey)
        still, new = self._unlike(smooth, np.eye(3)), self._unlike(smooth, matrix)
        old = (
            still if np.array_equal(self._matrix, np.eye(3)) else self._unlike(smooth, self._matrix)
        )
        if new < _BETTER * still or new < _BETTER * old:
            self._matrix = matrix
        elif still <= old:
            self._matrix = np.eye(3)
        return Pose(self._matrix, False)

    def _unlike(self, smooth: NDArray[np.uint8], matrix: Matrix) -> float:
        """Return how little the picture, seen through a pose, is like the key picture, levels."""
        height, width = smooth.shape
        warped = cv2.warpPerspective(
            smooth, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        apart = cv2.min(cv2.absdiff(warped, self._smooth), _SATURATED)
        return float(cv2.mean(apart, self._around)[0])


def _smoothed(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), _SMOOTH), np.uint8)


def between_quads(before: Quads, after: Quads) -> Matrix | None:
    """Estimate a camera's shift from cards that were known again.

    Parameters
    ----------
    before, after : ndarray
        (n, 4, 2) float32 corners of the same n cards.

    Returns
    -------
    ndarray or None
        (3, 3); None where fewer than two cards, or fewer than two thirds of them, moved alike.
    """
    if len(before) < 2:
        return None
    side = float(np.median(np.linalg.norm(before[:, 1] - before[:, 0], axis=1)))
    affine, inliers = cv2.estimateAffinePartial2D(
        before.reshape(-1, 2), after.reshape(-1, 2), method=cv2.RANSAC,
        ransacReprojThreshold=0.08 * side,
    )  # fmt: skip
    if affine is None or inliers.sum() < max(8, 2 / 3 * 4 * len(before)):
        return None
    return np.vstack([affine, [0, 0, 1]])


def between_poses(first: Matrix, second: Matrix, size: tuple[int, int]) -> float:
    """Return how far the middles of the frame's quarters move between two poses, in pixels.

    Parameters
    ----------
    first, second : ndarray
        (3, 3) from key pixels to frame pixels.
    size : (int, int)
        Width and height of the frame.
    """
    width, height = size
    middles = np.array([[[1, 1], [3, 1], [3, 3], [1, 3]]], np.float32) * (width / 4, height / 4)
    moved = mapped(middles, first) - mapped(middles, second)
    return float(np.linalg.norm(moved, axis=2).mean())


def mapped(quads: Quads, matrix: Matrix) -> Quads:
    """Return (n, 4, 2) float32 corners moved by a (3, 3) transform."""
    if len(quads) == 0:
        return quads
    points = cv2.perspectiveTransform(quads.reshape(-1, 1, 2).astype(np.float64), matrix)
    return np.asarray(points, np.float32).reshape(-1, 4, 2)
