"""The picture as a whole: what moves in it, what is foreign to the table, for how long it is still.

All is told in the pixels of a key picture, in which the table was last seen without a hand, so that
shifts of the camera don't matter.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.types import Image, Quads
from setvision.watch.camera import Camera, Matrix
from setvision.watch.ghosts import ghosts_among
from setvision.watch.motion import Mask, changed, lighting, noise_between, shrink

__all__ = ["HAND", "Scene", "View"]

_BACK_S = 0.12
"""Motion is what differs from the picture of so many seconds ago."""

_MOVING = 0.001
"""Share of the picture that must have changed to be called motion."""

_SHIFTING = 2.0
"""The camera moves when the picture does by more than so many small pixels in `_BACK_S`."""

_AROUND = (1.4, 1.8, 2.4)
_ENOUGH = 0.15
"""Surroundings of a place reach to the first of these times its size in which this share of them
is neither explained by other cards nor the place itself."""

HAND = 0.004
"""Share of the picture that must be foreign, apart from cards, to be a hand."""

_BESIDE = 1.2
_GHOST_S = 0.2

_LIT = 0.04
"""Logarithm of brightness by which the light must change to be looked at again."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What one frame shows of the scene. Masks are (h, w) bool in small key pixels."""

    to_frame: Matrix
    """(3, 3) from key pixels to frame pixels, both of full size."""
    scale: float
    """Small pixels for one of full size."""
    is_lost: bool
    """Whether the key picture could not be found again."""
    moving: Mask
    foreign: Mask
    """What differs from the key picture: hands, new cards, places of cards that are gone."""
    is_moving: bool
    """Whether something moves before the camera, apart from the camera itself."""
    still_s: float
    """For how long neither anything before the camera nor the camera has moved."""
    quiet_s: float
    """For how long nothing before the camera has moved."""
    is_lit_anew: bool
    """Whether the light differs from that of the last reading."""
    key_s: float = 0.0
    """When the key picture was taken, seconds."""

    def share(self, mask: Mask, quad: NDArray[np.float32], grown: float = 1.0) -> float:
        """Return which share of a quad, (4, 2) key pixels, grown by a factor, a mask covers."""
        inside, window = self._window(quad, grown)
        return float(mask[window][inside].mean()) if inside.any() else 0.0

    def hand_at(self, quad: NDArray[np.float32], explained: Mask) -> float:
        """Tell how much of the surroundings of a place is foreign.

        Parameters
        ----------
        quad : ndarray
            (4, 2) float32 key pixels.
        explained : ndarray
            (h, w) bool: what may be foreign because cards lie or lay there.

        Returns
        -------
        float
            0..1.
        """
        for grown in _AROUND:
            inside, window = self._window(quad, grown)
            around = inside & ~explained[window]
            if around.sum() > _ENOUGH * inside.sum():
                return float(self.foreign[window][around].mean())
        return 0.0

    def hands(self, explained: Mask) -> Mask:
        """Return what is foreign and reaches far beyond what cards explain, over cards too.

        Parameters
        ----------
        explained : ndarray
            (h, w) bool: what may be foreign because cards lie or lay there.

        Returns
        -------
        ndarray
            (h, w) bool.
        """
        count, labels = cv2.connectedComponents(self.foreign.astype(np.uint8))
        beyond = np.bincount(labels[~explained], minlength=count)
        is_hand = beyond > HAND * explained.size
        is_hand[0] = False
        return np.asarray(is_hand[labels])

    def inside(self, quads: Quads, grown: float = 1.0) -> Mask:
        """Return a mask of what lies in any of the quads, each grown by a factor."""
        filled = np.zeros(self.foreign.shape, np.uint8)
        for quad in quads:
            cv2.fillConvexPoly(filled, self._corners(quad, grown), 1)
        return filled > 0

    def _corners(self, quad: NDArray[np.float32], grown: float) -> NDArray[np.int32]:
        center = quad.mean(0)
        corners = (center + (quad - center) * grown + 0.5) * self.scale - 0.5
        return np.rint(np.clip(corners, -5000, 5000)).astype(np.int32)

    def _window(self, quad: NDArray[np.float32], grown: float) -> tuple[Mask, tuple[slice, slice]]:
        """Return a quad as a small mask, and where in the picture that is."""
        corners = self._corners(quad, grown)
        height, width = self.foreign.shape
        left, top = np.clip(corners.min(0), 0, (width, height))
        right, bottom = np.clip(corners.max(0) + 1, 0, (width, height))
        filled = np.zeros((max(0, bottom - top), max(0, right - left)), np.uint8)
        if filled.size:
            cv2.fillConvexPoly(filled, corners - (left, top), 1)
        return filled > 0, (slice(top, top + filled.shape[0]), slice(left, left + filled.shape[1]))


class Scene:
    """Watches the picture as a whole; state of one camera."""

    def __init__(self) -> None:
        self._camera = Camera()
        self._key: Image | None = None
        self._small: Image | None = None
        self._recent: deque[tuple[float, Image, Matrix]] = deque()
        self._noise = 1.0
        self._moved_s = -np.inf
        self._shifted_s = -np.inf
        self._since = 0.0
        self._still_since: NDArray[np.float32] = np.zeros((1, 1), np.float32)
        self._in_key: Image | None = None
        self._light: NDArray[np.float32] | None = None
        self._light_read: NDArray[np.float64] = np.zeros(3)
        self._matrix: Matrix = np.eye(3)
        self._time_s = 0.0
        self._key_s = 0.0

    def see(self, image: Image, time_s: float) -> View:
        """Compare a frame with what was there before.

        Parameters
        ----------
        image : ndarray
            (H, W, 3) uint8 BGR, all of one size.
        time_s : float
            Seconds, growing.

        Returns
        -------
        View
        """
        small = shrink(image)
        if self._key is None:
            self._key = small
            self._still_since = np.full(small.shape[:2], time_s, np.float32)
            self._since = time_s
        pose = self._camera.follow(small)
        in_key, known = _warped(small, pose.matrix)
        before, matrix = self._recent[0][1:] if self._recent else (in_key, pose.matrix)
        if self._recent:
            noise = noise_between(self._recent[-1][1], in_key)
            self._noise = min(8.0, 0.9 * self._noise + 0.1 * noise)
        moving = changed(before, in_key, self._noise) & known
        self._light = lighting(self._key, in_key)
        foreign = changed(self._key, in_key, self._noise, self._light) & known
        is_moving = bool(pose.is_lost or moving.mean() > _MOVING)
        if is_moving:
            self._moved_s = time_s
        self._still_since[moving] = time_s
        if pose.is_lost or _shift(matrix, pose.matrix, small.shape[:2]) > _SHIFTING:
            self._shifted_s = time_s
        self._recent.append((time_s, in_key, pose.matrix))
        while len(self._recent) > 1 and self._recent[1][0] <= time_s - _BACK_S:
            self._recent.popleft()
        self._small, self._in_key = small, in_key
        self._matrix, self._time_s = pose.matrix, time_s
        scale = small.shape[1] / image.shape[1]
        return View(
            to_frame=_in_full(pose.matrix, scale),
            scale=scale,
            is_lost=pose.is_lost,
            moving=moving,
            foreign=foreign,
            is_moving=is_moving,
            still_s=time_s - max(self._moved_s, self._shifted_s, self._since),
            quiet_s=time_s - max(self._moved_s, self._since),
            is_lit_anew=bool(np.abs(self._brightness() - self._light_read).max() > _LIT),
            key_s=self._key_s,
        )

    def _brightness(self) -> NDArray[np.float64]:
        if self._light is None:
            return np.zeros(3)
        return np.asarray(np.log(self._light[::20, ::20]).mean((0, 1)), np.float64)

    def note_reading(self) -> None:
        """Remember in which light the cards were read."""
        self._light_read = self._brightness()

    def take_key(self) -> None:
        """Make the last frame the key picture; what was told in key pixels is to be moved there."""
        if self._small is None:
            return
        size = (self._small.shape[1], self._small.shape[0])
        self._light_read = self._light_read - self._brightness()
        self._still_since = np.asarray(
            cv2.warpPerspective(
                self._still_since, self._matrix, size, flags=cv2.INTER_NEAREST,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )  # fmt: skip
        self._key = self._in_key = self._small
        self._key_s = self._time_s
        self._light = None
        self._camera.take_key(self._small)
        self._recent.clear()
        self._recent.append((self._time_s, self._small, np.eye(3)))
        self._matrix = np.eye(3)

    def absorb(self, protected: Mask, after_s: float) -> None:
        """Take for a part of the table what has lain there without moving for a time.

        Parameters
        ----------
        protected : ndarray
            (h, w) bool: places that are not decided yet and stay as they were.
        after_s : float
            Seconds.
        """
        if self._key is None or self._in_key is None or self._light is None:
            return
        old = (self._time_s - self._still_since > after_s) & ~protected
        self._renew(changed(self._key, self._in_key, self._noise, self._light) & old, old)

    def drop_ghosts(self, view: View, cards: Quads) -> None:
        """Let go of a hand that lay in the key picture, and has left it.

        Parameters
        ----------
        view : View
            Of the last frame.
        cards : ndarray
            (n, 4, 2) float32 key pixels of places where cards lie, or may; they stay as they were.
        """
        if self._key is None or self._in_key is None or self._light is None:
            return
        lying = view.inside(cards, _BESIDE)
        still = self._time_s - self._still_since > _GHOST_S
        expected = cv2.multiply(self._key, self._light, dtype=cv2.CV_8U)
        ghosts = ghosts_among(view.foreign, still, lying, expected, self._in_key)
        self._renew(ghosts, still & ~lying)

    def _renew(self, places: Mask, among: Mask) -> None:
        """Take what the last frame shows at some places, and close by, for the table."""
        if self._key is None or self._in_key is None or self._light is None or not places.any():
            return
        plain = np.clip(self._in_key / self._light, 0, 255).astype(np.uint8)
        grown = cv2.dilate(places.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        self._key = np.where((grown & among)[..., None], plain, self._key)

    def looks_like_table(self, view: View, quad: NDArray[np.float32], cards: Quads) -> bool:
        """Tell whether a place has the colors of the table around it.

        Parameters
        ----------
        view : View
            Of the last frame.
        quad : ndarray
            (4, 2) float32 key pixels.
        cards : ndarray
            (n, 4, 2) what lies on the table, key pixels, the place itself included.

        Returns
        -------
        bool
        """
        if self._key is None or self._in_key is None or self._light is None:
            return False
        table = view.inside(quad[None], 2.5) & ~view.inside(cards, 1.15)
        place = view.inside(quad[None], 0.8)
        if table.sum() < 30 or not place.any():
            return False
        expected = np.clip(self._key * self._light, 0, 255)[table]
        spread = np.maximum(expected.std(0), 6 + 2 * self._noise)
        off = np.abs(self._in_key[place] - expected.mean(0)) / spread
        return bool((off.max(1) < 3).mean() > 0.8)


def _warped(small: Image, matrix: Matrix) -> tuple[Image, Mask]:
    """Return a small picture in key pixels, and where it shows anything."""
    height, width = small.shape[:2]
    if np.array_equal(matrix, np.eye(3)):
        return small, np.ones((height, width), bool)
    warped = cv2.warpPerspective(
        small, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]])
    back = cv2.perspectiveTransform(corners[None].astype(np.float64), np.linalg.inv(matrix))[0]
    known = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(known, np.rint(np.clip(back, -5000, 5000)).astype(np.int32), 1)
    return np.asarray(warped, np.uint8), cv2.erode(known, np.ones((5, 5), np.uint8)) > 0


def _shift(before: Matrix, after: Matrix, shape: tuple[int, int]) -> float:
    """Return how far corners of the picture moved between two poses, small pixels."""
    height, width = shape
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    moved = cv2.perspectiveTransform(corners, after) - cv2.perspectiveTransform(corners, before)
    return float(np.linalg.norm(moved, axis=2).max())


def _in_full(matrix: Matrix, scale: float) -> Matrix:
    """Turn a transform of small pixels into one of pixels of full size."""
    if np.array_equal(matrix, np.eye(3)):
        return np.eye(3)
    shrinking = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1.0]])
    return np.asarray(np.linalg.inv(shrinking) @ matrix @ shrinking)
