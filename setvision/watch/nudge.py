"""Knocks against the camera, told from the sway of one that is held in a hand."""

from collections import deque

import numpy as np

from setvision.watch.camera import Matrix, between_poses

__all__ = ["Nudges"]

_WITHIN_S = 0.7
"""A knock moves the picture within this time; a hand sways all the time."""

_LEAST = 0.004
"""Share of the frame's width by which the picture must move at least."""

_BEYOND_SWAY = 3.0
"""And so many times as far as it usually does within that time."""

_USUAL_S = 3.0
"""Time constant of what is usual."""

_LEARNT_S = 0.5
"""So long it is only learnt how the camera sways."""

_RESTED_S = 0.25


class Nudges:
    """Decides when a camera was knocked against; state of one camera."""

    def __init__(self) -> None:
        self._to_key: Matrix = np.eye(3)
        self._recent: deque[tuple[float, Matrix]] = deque()
        self._usual = 0.0
        self._since_s = np.inf
        self._before: Matrix | None = None
        self._time_s = 0.0

    def move(self, matrix: Matrix) -> None:
        """Change to another key picture, by the (3, 3) transform from the old one's pixels."""
        self._to_key = matrix @ self._to_key

    def see(self, to_frame: Matrix, still_s: float, size: tuple[int, int], time_s: float) -> bool:
        """Take the next pose of the camera into account.

        Parameters
        ----------
        to_frame : ndarray
            (3, 3) from key pixels to frame pixels.
        still_s : float
            For how long nothing has moved in the picture.
        size : (int, int)
            Width and height of the frame in pixels.
        time_s : float
            Growing.

        Returns
        -------
        bool
            Whether the camera has come to rest, just now, where it did not look before.
        """
        pose = to_frame @ self._to_key
        self._recent.append((time_s, pose))
        while len(self._recent) > 1 and self._recent[1][0] <= time_s - _WITHIN_S:
            self._recent.popleft()
        before = self._recent[0][1]
        moved = between_poses(before, pose, size)
        step_s, self._time_s = time_s - self._time_s, time_s
        self._since_s = min(self._since_s, time_s)
        if time_s - self._since_s < _LEARNT_S:
            self._usual = max(self._usual, moved)
            return False
        bound = max(_LEAST * size[0], _BEYOND_SWAY * self._usual)
        if self._before is None:
            if moved > bound:
                self._before = before
            else:
                part = 1 - float(np.exp(-step_s / _USUAL_S))
                self._usual += part * (moved - self._usual)
        if self._before is None or still_s < _RESTED_S:
            return False
        is_elsewhere = between_poses(self._before, pose, size) > bound
        self._before = None
        self._recent.clear()
        return is_elsewhere
