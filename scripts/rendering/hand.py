"""A hand and its arm seen from above: skin or sleeve, fingers that point, pinch or lie relaxed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from rendering.tables import Image, Rng, random_color, smooth_noise

LENGTH = 10.0
"""From the fingertips to the cut end of the arm, in long sides of a card (8.8 cm)."""
HALF_WIDTH = 1.0

SKINS = ((0.62, 0.72, 0.93), (0.5, 0.62, 0.86), (0.38, 0.52, 0.76), (0.24, 0.36, 0.57))
"""BGR reflectance, from pale to dark."""

Point = tuple[float, float]


class Grip(StrEnum):
    """What the fingers do."""

    OPEN = "open"
    PINCH = "pinch"
    POINT = "point"


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """Whose hand it is."""

    skin: Image
    """(3,) BGR 0..1."""
    sleeve: Image
    """(3,) BGR 0..1."""
    cuff: float
    """Where the sleeve begins, in card lengths from the fingertips; beyond `LENGTH`: bare."""
    is_left: bool
    seed: int
    """Of the folds of the sleeve."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A picture of a hand that points to the left."""

    picture: NDArray[np.uint8]
    """(h, w, 4) BGRA, color multiplied by alpha."""
    tip: Point
    """Pixel of the fingertips."""
    scale: float
    """Pixels per card length."""


@dataclass(frozen=True, slots=True)
class _Limb:
    """A tapered round piece between two points of (along, across, height), in card lengths."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radii: tuple[float, float]


_KNUCKLES: tuple[Point, ...] = ((0.93, -0.32), (0.88, -0.11), (0.93, 0.1), (1.03, 0.29))
_RADII = ((0.12, 0.085), (0.125, 0.09), (0.118, 0.083), (0.1, 0.07))
_FINGERTIPS: dict[Grip, tuple[Point, ...]] = {
    Grip.OPEN: ((0.1, -0.36), (0.0, -0.1), (0.09, 0.15), (0.33, 0.4)),
    Grip.PINCH: ((0.0, -0.1), (0.03, 0.07), (0.2, 0.21), (0.46, 0.31)),
    Grip.POINT: ((0.0, -0.22), (0.6, -0.08), (0.64, 0.11), (0.74, 0.28)),
}
_THUMBS: dict[Grip, tuple[Point, Point]] = {
    Grip.OPEN: ((1.12, -0.66), (0.76, -0.76)),
    Grip.PINCH: ((0.68, -0.58), (0.17, -0.29)),
    Grip.POINT: ((1.0, -0.55), (0.66, -0.3)),
}


def random_arm(rng: Rng) -> Arm:
    """Draw a person: skin, sleeve, which hand."""
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32)
    skin *= np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    cuff = LENGTH + 1 if rng.random() < 0.25 else rng.uniform(1.95, 3.6)
    sleeve = random_color(rng, 0.06, 0.75, 0.75)
    return Arm(skin, sleeve, float(cuff), bool(rng.random() < 0.3), int(rng.integers(1 << 31)))


def _limbs(grip: Grip) -> list[_Limb]:
    """List the pieces of hand and forearm."""
    limbs = [_Limb((1.85, 0.0, -0.05), (LENGTH + 1, 0.0, -0.05), (0.3, 0.55))]
    for knuckle, (root, end), tip in zip(_KNUCKLES, _RADII, _FINGERTIPS[grip], strict=True):
        along, across = knuckle
        limbs.append(_Limb((1.8, across * 0.6, 0.0), (along, across, 0.06), (0.25, 0.155)))
        # A bent finger rises at its middle joint.
        middle = ((along * 0.52 + tip[0] * 0.48), (across * 0.52 + tip[1] * 0.48), 0.12)
        limbs.append(_Limb((along, across, 0.07), middle, (root * 1.04, (root + end) / 2)))
        limbs.append(_Limb(middle, (tip[0] + end, tip[1], 0.0), ((root + end) / 2, end)))
    joint, tip = _THUMBS[grip]
    limbs.append(_Limb((1.6, -0.25, 0.0), (*joint, 0.0), (0.23, 0.13)))
    limbs.append(_Limb((*joint, 0.0), (*tip, -0.02), (0.125, 0.1)))
    return limbs


def _surface(
    limbs: Sequence[_Limb], shape: tuple[int, int], scale: float
) -> tuple[Image, NDArray[np.float32]]:
    """Height of limbs in card lengths, and their coverage 0..1, both (h, w)."""
    height = np.full(shape, -1, np.float32)
    alpha = np.zeros(shape, np.float32)
    for limb in limbs:
        a, b = np.array(limb.start), np.array(limb.end)
        reach = max(limb.radii) + 0.03
        low = np.minimum(a, b)[:2] - reach + [0.1, HALF_WIDTH]
        high = np.maximum(a, b)[:2] + reach + [0.1, HALF_WIDTH]
        x0, y0 = np.maximum((low * scale).astype(int), 0)
        x1, y1 = np.minimum((high * scale).astype(int) + 1, [shape[1], shape[0]])
        y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32) / np.float32(scale)
        x, y = x - 0.1 - a[0], y - HALF_WIDTH - a[1]
        axis = (b - a)[:2]
        part = np.clip((x * axis[0] + y * axis[1]) / (axis @ axis), 0, 1)
        away = np.hypot(x - part * axis[0], y - part * axis[1])
        radius = limb.radii[0] + part * (limb.radii[1] - limb.radii[0])
        cover = np.clip((radius - away) * scale + 0.5, 0, 1).astype(np.float32)
        rise = a[2] + part * (b[2] - a[2]) + np.sqrt(np.maximum(radius**2 - away**2, 0)) * 0.9
        place = np.s_[y0:y1, x0:x1]
        np.maximum(height[place], np.where(cover > 0, rise, -1), out=height[place])
        np.maximum(alpha[place], cover, out=alpha[place])
    return height, alpha


def _shaded(height: Image, alpha: Image, color: Image, scale: float, softness: float) -> Image:
    """Light a surface from above and from the left; (h, w, 3)."""
    filled = np.where(alpha > 0, height, 0).astype(np.float32)
    smooth = cv2.GaussianBlur(filled, (0, 0), softness * scale)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=scale / 8)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=scale / 8)
    up = 1 / np.sqrt(1 + dx * dx + dy * dy)
    lit = np.clip((0.25 * dx + 0.35 * dy + 0.9) * up, 0, 1.2)
    shade = np.float32(0.42) + np.float32(0.62) * lit
    # Skin and cloth are darker and warmer where they turn away.
    warm = np.array([0.85, 0.93, 1.0], np.float32)
    turned = np.clip(1.15 - up, 0, 1)[..., None]
    return np.asarray(color * shade[..., None] * (1 - turned * (1 - warm)), np.float32)


def draw_hand(arm: Arm, grip: Grip, scale: float) -> Hand:
    """Draw a hand with its arm.

    Parameters
    ----------
    arm : Arm
        Skin, sleeve and side.
    grip : Grip
        What the fingers do.
    scale : float
        Pixels per card length.

    Returns
    -------
    Hand
    """
    rng = np.random.default_rng(arm.seed)
    shape = (round(2 * HALF_WIDTH * scale), round((LENGTH + 0.1) * scale))
    height, alpha = _surface(_limbs(grip), shape, scale)
    for along, across in _KNUCKLES:
        center = (round((along + 0.1) * scale), round((across + HALF_WIDTH) * scale))
        bump = np.zeros(shape, np.float32)
        cv2.circle(bump, center, max(1, round(0.07 * scale)), 0.05, -1)
        height += cv2.GaussianBlur(bump, (0, 0), 0.05 * scale)
    height += 0.006 * smooth_noise(rng, *shape, 0.12 * scale, 0.12 * scale)
    blotches = 1 + 0.035 * smooth_noise(rng, *shape, 0.25 * scale, 0.25 * scale)
    colors = _shaded(height, alpha, arm.skin, scale, 0.018) * blotches[..., None]
    _paint_nails(colors, arm, grip, scale)
    if arm.cuff < LENGTH:
        cloth = [_Limb((arm.cuff + 0.42, 0, 0.1), (LENGTH + 1, 0, 0.1), (0.43, 0.66))]
        folds, cover = _surface(cloth, shape, scale)
        start = round((arm.cuff + 0.1) * scale)
        wavy = (0.04 * scale * smooth_noise(rng, shape[0], 1, 0.5 * scale, 1)[:, 0]).astype(int)
        columns = np.arange(shape[1])[None]
        cover *= np.clip(columns - start - 0.32 * scale - wavy[:, None], 0, 1)
        folds += 0.07 * smooth_noise(rng, *shape, 0.3 * scale, 0.55 * scale)
        cloth_colors = _shaded(folds, cover, arm.sleeve, scale, 0.03)
        rim = np.clip((columns - start - 0.32 * scale - wavy[:, None]) / (0.09 * scale), 0, 1)
        cloth_colors *= (0.75 + 0.25 * rim)[..., None].astype(np.float32)
        colors += cover[..., None] * (cloth_colors - colors)
        alpha = np.maximum(alpha, cover)
    out = np.empty((*shape, 4), np.float32)
    out[..., :3] = np.clip(colors, 0, 1) * alpha[..., None]
    out[..., 3] = alpha
    picture = (out * 255 + 0.5).astype(np.uint8)
    if arm.is_left:
        picture = np.ascontiguousarray(picture[::-1])
    return Hand(picture, (0.1 * scale, HALF_WIDTH * scale), scale)


def _paint_nails(colors: Image, arm: Arm, grip: Grip, scale: float) -> None:
    """Paint the nails of the fingers that are seen from above."""
    ends = _FINGERTIPS[grip][:1] if grip is Grip.POINT else _FINGERTIPS[grip]
    nail = np.clip(arm.skin * np.array([1.12, 1.08, 1.06], np.float32) + 0.03, 0, 1)
    for (along, across), (_, radius) in zip(ends, _RADII, strict=False):
        center = (round((along + 0.16) * scale), round((across + HALF_WIDTH) * scale))
        axes = (max(1, round(radius * 0.75 * scale)), max(1, round(radius * 0.6 * scale)))
        layer = np.zeros(colors.shape[:2], np.float32)
        cv2.ellipse(layer, center, axes, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
        colors += (0.7 * layer)[..., None] * (nail - colors)
