"""A webcam over a table: where it stands, and what it makes of the light that it gets."""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from rendering.tables import Rng

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

BRIGHTNESS = 0.46
"""Mean of the picture that the automatic exposure aims at, 0..1."""
WHITEST = 0.95
"""Brightness to which it raises the lightest parts at most, 0..1."""
EXPOSURE_S, WHITE_S = 0.35, 0.9
"""Time constants of automatic exposure and white balance."""


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoint:
    """A pinhole camera that looks at the table."""

    matrix: Floats
    """(3, 4) from table coordinates, (right, toward the viewer, up) in card lengths, to pixels."""
    width: int
    height: int

    @classmethod
    def over(cls, rng: Rng, points: Floats, width: int, height: int, tilt_deg: float) -> Self:
        """Place a camera so that points on the table, (n, 2), fill most of the frame."""
        tilt, yaw, roll = np.radians(tilt_deg), rng.normal(0, 0.08), rng.normal(0, 0.03)
        cy, sy, ct, st, cr, sr = (f(a) for a in (yaw, tilt, roll) for f in (np.cos, np.sin))
        spin = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
        lean = np.array([[1, 0, 0], [0, ct, -st], [0, -st, -ct]])
        turn = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
        rotation = spin @ lean @ turn
        low, high = points.min(0), points.max(0)
        middle = np.array([*(low + high) / 2, 0])
        extent = float(np.linalg.norm(high - low)) / 2
        distance = extent * rng.uniform(2.6, 3.6) + extent * st
        pose = np.column_stack([rotation, np.array([0, 0, distance]) - rotation @ middle])
        seen = _project(pose, np.column_stack([points, np.zeros(len(points))]))
        size = np.maximum(np.ptp(seen, axis=0), 1e-6)
        scale = float(rng.uniform(0.86, 0.95) * min(width / size[0], height / size[1]))
        offset = np.array([width, height]) / 2 - scale * (seen.min(0) + seen.max(0)) / 2
        lens = np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1]])
        return cls(lens @ pose, width, height)

    def project(self, points: Floats) -> Floats:
        """Map (n, 3) points of the table to (n, 2) pixels."""
        return _project(self.matrix, points)

    def plane(self, origin: Floats, along: Floats, across: Floats) -> Floats:
        """(3, 3) homography from coordinates (along, across) of a plane in space to pixels."""
        return np.column_stack(
            [
                self.matrix[:, :3] @ along,
                self.matrix[:, :3] @ across,
                self.matrix @ np.append(origin, 1.0),
            ]
        )


def _project(matrix: Floats, points: Floats) -> Floats:
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def shift_matrix(width: int, height: int, shift: Floats, turn: float, zoom: float) -> Floats:
    """(3, 3) motion of the picture of a camera that is moved a little, about the middle."""
    middle = np.array([width, height]) / 2
    c, s = zoom * np.cos(turn), zoom * np.sin(turn)
    linear = np.array([[c, -s], [s, c]])
    offset = middle + shift - linear @ middle
    return np.array([[*linear[0], offset[0]], [*linear[1], offset[1]], [0, 0, 1]])


def smear(picture: Picture, dx: float, dy: float) -> Picture:
    """Blur a picture by a motion of (dx, dy) pixels during the exposure.

    The average of 2^n shifted copies is made by n averages of two.
    """
    height, width = picture.shape[:2]
    length = float(np.hypot(dx, dy))
    part = 0.5
    while length * part >= 0.5:
        x, y = dx * part / 2, dy * part / 2
        one = cv2.warpAffine(picture, np.array([[1, 0, x], [0, 1, y]]), (width, height), None,
                             cv2.INTER_NEAREST, cv2.BORDER_REPLICATE)  # fmt: skip
        two = cv2.warpAffine(picture, np.array([[1, 0, -x], [0, 1, -y]]), (width, height), None,
                             cv2.INTER_NEAREST, cv2.BORDER_REPLICATE)  # fmt: skip
        picture = cv2.addWeighted(one, 0.5, two, 0.5, 0)
        part /= 2
    return picture


class Sensor:
    """Turns light into pictures as webcams do: automatic exposure, white balance, tone, noise."""

    def __init__(self, rng: Rng, width: int, height: int, noise: float) -> None:
        self._rng = rng
        self._contrast = float(rng.uniform(0.9, 1.15))
        self._saturation = float(rng.uniform(0.75, 1.15))
        self._drift = rng.uniform(0, 6.28, 3)
        grain = rng.normal(0, noise * 255, (height + 64, width + 64, 3)).astype(np.float32)
        # Webcams remove noise from neighbors together: it is coarser than a pixel.
        soft = cv2.GaussianBlur(grain, (0, 0), 0.6 * width / 640)
        soft *= noise * 255 / max(float(soft.std()), 1e-6)
        self._grain = soft.round().astype(np.int16)
        self._exposure: float | None = None
        self._white = np.ones(3)
        self._time = 0.0

    def take(self, light: Picture, time_s: float, blur: float) -> tuple[Picture, bool]:
        """Take one picture.

        Parameters
        ----------
        light : ndarray
            (H, W, 3) uint8 BGR: what falls on the sensor, half of full scale is 128.
        time_s : float
            Since the video began; must not go back.
        blur : float
            Standard deviation in pixels of a lens that is out of focus.

        Returns
        -------
        picture : ndarray
            (H, W, 3) uint8 BGR.
        has_settled : bool
            Whether exposure and white balance stay as they are.
        """
        mean = np.maximum(np.array(cv2.mean(light[::8, ::8])[:3]) / 255, 0.02)
        level = float(mean @ [0.114, 0.587, 0.299])
        # Cameras keep what is white from burning out, on a dark table above all.
        brightest = float(np.percentile(light[::8, ::8, 1], 97)) / 255
        wish = float(np.clip(min(BRIGHTNESS / level, WHITEST / max(brightest, 0.05)), 0.5, 2.6))
        # Grey-world white balance takes back only a part of a cast.
        cast = (level / mean) ** 0.5
        if self._exposure is None:
            self._exposure, self._white = wish, cast
        step = time_s - self._time
        self._time = time_s
        self._exposure += (wish - self._exposure) * (1 - np.exp(-step / EXPOSURE_S))
        self._white = self._white + (cast - self._white) * (1 - np.exp(-step / WHITE_S))
        off = max(abs(wish / self._exposure - 1), float(np.abs(cast / self._white - 1).max()))
        if blur > 0.3:
            light = cv2.GaussianBlur(light, (0, 0), blur)
        waves = np.sin(time_s * np.array([0.31, 0.83, 1.7]) + self._drift)
        gains = self._exposure * self._white * (1 + 0.006 * float(waves.sum()))
        picture = cv2.LUT(light, self._curve(gains))
        y, x = self._rng.integers(0, 64, 2)
        height, width = light.shape[:2]
        grain = self._grain[y : y + height, x : x + width]
        return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8), bool(off < 0.04)

    def _curve(self, gains: Floats) -> Picture:
        """(1, 256, 3) table of what each channel becomes, bright parts rolled off softly."""
        x = np.arange(256)[:, None] / 255 * gains
        y = np.where(x < 0.75, x, 0.75 + 0.25 * np.tanh((x - 0.75) / 0.25))
        y = (y - 0.5) * self._contrast + 0.5
        return np.asarray(np.clip(y * 255 + 0.5, 0, 255), np.uint8)[None]
