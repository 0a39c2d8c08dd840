"""A drawing pad with an alpha mask, measured in shares of its longer side."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from rendering.outlines import Floats
from rendering.tables import smooth_noise

_SHIFT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Pad:
    """Pixels at twice the final size, drawn on with lengths in shares of the longer side.

    Colors are BGR 0..1. Whatever is drawn is opaque; the rest of a blank pad is transparent.
    """

    pixels: NDArray[np.uint8]
    mask: NDArray[np.uint8]

    @classmethod
    def blank(cls, width: int, height: int) -> "Pad":
        """Return a transparent pad whose final picture has the given size in pixels."""
        size = (height * 2, width * 2)
        return cls(np.zeros((*size, 3), np.uint8), np.zeros(size, np.uint8))

    @classmethod
    def sheet(cls, width: int, height: int, color: ArrayLike, radius: float = 0.0) -> "Pad":
        """Return a pad filled with a rectangle; radius of its corners in shares."""
        pad = cls.blank(width, height)
        pad.box((0.0, 0.0), pad.size, color, radius=radius)
        return pad

    @property
    def unit(self) -> int:
        """The longer side in pad pixels."""
        return int(max(self.mask.shape))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in shares of the longer side."""
        return self.mask.shape[1] / self.unit, self.mask.shape[0] / self.unit

    def shape(self, points: ArrayLike, color: ArrayLike) -> None:
        """Fill a closed polygon (n, 2)."""
        fixed = np.rint(np.asarray(points, np.float64) * self.unit * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(self.pixels, [fixed], _bgr(color), cv2.LINE_AA, _SHIFT)
        cv2.fillPoly(self.mask, [fixed], (255,), cv2.LINE_AA, _SHIFT)

    def line(self, points: ArrayLike, color: ArrayLike, width: float, closed: bool = False) -> None:
        """Draw a line through points (n, 2)."""
        fixed = np.rint(np.asarray(points, np.float64) * self.unit * (1 << _SHIFT)).astype(np.int32)
        thick = max(1, round(width * self.unit))
        cv2.polylines(self.pixels, [fixed], closed, _bgr(color), thick, cv2.LINE_AA, _SHIFT)
        cv2.polylines(self.mask, [fixed], closed, (255,), thick, cv2.LINE_AA, _SHIFT)

    def disc(
        self,
        center: tuple[float, float],
        radius: float | tuple[float, float],
        color: ArrayLike,
        angle: float = 0.0,
    ) -> None:
        """Fill a circle or an ellipse turned by an angle in degrees."""
        rx, ry = radius if isinstance(radius, tuple) else (radius, radius)
        t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        a = np.deg2rad(angle)
        x, y = rx * np.cos(t), ry * np.sin(t)
        self.shape(
            np.stack(
                [
                    center[0] + x * np.cos(a) - y * np.sin(a),
                    center[1] + x * np.sin(a) + y * np.cos(a),
                ],
                axis=1,
            ),
            color,
        )

    def box(
        self,
        corner: tuple[float, float],
        size: tuple[float, float],
        color: ArrayLike,
        radius: float = 0.0,
    ) -> None:
        """Fill an upright rectangle with round corners."""
        (x, y), (w, h) = corner, size
        r = min(radius, w / 2, h / 2)
        t = np.linspace(0, np.pi / 2, 8)
        arc = np.stack([1 - np.cos(t), 1 - np.sin(t)], axis=1) * r
        turns = [arc, (arc * (-1, 1) + (w, 0))[::-1], arc * (-1, -1) + (w, h)]
        turns.append((arc * (1, -1) + (0, h))[::-1])
        self.shape(np.concatenate(turns) + np.array([x, y]), color)

    def text(
        self,
        words: str,
        corner: tuple[float, float],
        size: float,
        color: ArrayLike,
        bold: float = 0.1,
    ) -> None:
        """Write words; corner is the lower left end, size the height of capitals."""
        at = (round(corner[0] * self.unit), round(corner[1] * self.unit))
        scale = size * self.unit / 22
        thick = max(1, round(size * self.unit * bold))
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(self.pixels, words, at, font, scale, _bgr(color), thick, cv2.LINE_AA)

    def picture(self) -> Floats:
        """Return the (h, w, 4) float32 picture: BGR 0..1 and alpha 0..1."""
        half = (self.mask.shape[1] // 2, self.mask.shape[0] // 2)
        color = cv2.resize(self.pixels, half, interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(self.mask, half, interpolation=cv2.INTER_AREA)
        return np.multiply(np.dstack([color, alpha]), 1 / 255, dtype=np.float32)


def _bgr(color: ArrayLike) -> tuple[float, float, float]:
    b, g, r = np.clip(np.asarray(color, np.float64) * 255, 0, 255)
    return float(b), float(g), float(r)


def pale(rng: np.random.Generator, low: float = 0.86, tint: float = 0.03) -> Floats:
    """Return the BGR color of paper."""
    color = rng.uniform(low, 1.0) * (1 + rng.normal(0, tint) * np.array([1, 0, -1]))
    return np.clip(color, 0, 1).astype(np.float32)


def shade(picture: Floats, rng: np.random.Generator, strength: float) -> Floats:
    """Return the picture with soft uneven light, as on things that are not flat."""
    h, w = picture.shape[:2]
    light = 1 + np.float32(strength) * smooth_noise(rng, h, w, h / 3, w / 3)
    out = picture.copy()
    out[..., :3] = np.clip(out[..., :3] * light[..., None], 0, 1)
    return out


def curve(points: Sequence[tuple[float, float]] | ArrayLike, steps: int = 12) -> Floats:
    """Return an open Catmull-Rom curve (m, 2) through points (n, 2)."""
    p = np.asarray(points, np.float64)
    p = np.concatenate([p[:1], p, p[-1:]])
    t = np.linspace(0, 1, steps)[:, None]
    parts = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        parts.append(
            b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
        )
    return np.concatenate(parts).astype(np.float32)
