"""Table tops to lay cards on: plain, white, dark, wood, cloth, terrazzo, carpet, tiles, weave."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Rng = np.random.Generator


def smooth_noise(rng: Rng, height: int, width: int, cell_y: float, cell_x: float) -> Image:
    """Return (height, width) float32 noise in about -1..1 whose blobs measure cell_y by cell_x."""
    rows = max(2, round(height / cell_y) + 1)
    columns = max(2, round(width / cell_x) + 1)
    seed = rng.normal(0, 0.5, (rows, columns)).astype(np.float32)
    return cv2.resize(seed, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def fractal_noise(rng: Rng, size: int, coarse: float, octaves: int = 4) -> Image:
    """Return (size, size) float32 noise in about -1..1, each octave half as large and strong."""
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        cell = max(1.5, coarse / 2**octave)
        total += smooth_noise(rng, size, size, cell, cell) * np.float32(0.6**octave)
    return total


def random_color(rng: Rng, low: float = 0.0, high: float = 1.0, saturation: float = 0.5) -> Image:
    """Return a BGR float32 (3,) color with the given range of value and greatest saturation."""
    hue = rng.uniform(0, 360)
    sat = rng.uniform(0, saturation) ** 1.3
    hsv = np.array([[[hue, sat, rng.uniform(low, high)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _plain(rng: Rng, size: int) -> Image:
    base = np.ones((size, size, 3), np.float32) * random_color(rng, 0.1, 0.95, 0.9)
    return base + 0.03 * fractal_noise(rng, size, rng.uniform(4, 90))[..., None]


def _white(rng: Rng, size: int) -> Image:
    tint = random_color(rng, 0.82, 1.0, 0.10)
    base = np.ones((size, size, 3), np.float32) * tint
    strength = rng.choice([0.0, 0.006, 0.02])
    return base + np.float32(strength) * fractal_noise(rng, size, rng.uniform(3, 120))[..., None]


def _dark(rng: Rng, size: int) -> Image:
    base = np.ones((size, size, 3), np.float32) * random_color(rng, 0.02, 0.22, 0.4)
    grain = smooth_noise(rng, size, size, rng.uniform(1.5, 6), rng.uniform(4, 200))
    return base + np.float32(rng.uniform(0, 0.04)) * grain[..., None]


def _wood(rng: Rng, size: int) -> Image:
    hue, sat, value = rng.uniform(8, 38), rng.uniform(0.15, 0.75), rng.uniform(0.5, 0.95)
    shade = min(1.0, sat * rng.uniform(1.0, 1.3)), value * rng.uniform(0.55, 0.9)
    hsv = np.array([[[hue, sat * 0.8, value], [hue, *shade]]], np.float32)
    a, b = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0]
    field = smooth_noise(rng, size, size, rng.uniform(8, 40), size * rng.uniform(0.3, 2))
    rings = 0.5 + 0.5 * np.sin(field * rng.uniform(4, 30))
    fiber = smooth_noise(rng, size, size, rng.uniform(1, 2.5), rng.uniform(20, 90))
    mix = np.clip(rng.uniform(0.2, 0.9) * rings + 0.35 * fiber, 0, 1)[..., None]
    wood = a * (1 - mix) + b * mix
    if rng.random() < 0.6:
        height = rng.integers(size // 12, size // 3)
        for top in range(int(rng.integers(0, height)), size, int(height)):
            wood[top : top + height] *= np.float32(rng.uniform(0.82, 1.12))
            wood[top : top + int(rng.integers(1, 4))] *= np.float32(rng.uniform(0.3, 0.8))
    return np.asarray(wood, np.float32)


def _cloth(rng: Rng, size: int) -> Image:
    bright = rng.random() < 0.6
    base = random_color(rng, 0.6, 0.97, 0.35) if bright else random_color(rng, 0.1, 0.6, 0.8)
    cloth = np.ones((size, size, 3), np.float32) * base
    inks = [random_color(rng, 0.15, 0.95, 0.8) for _ in range(int(rng.integers(2, 5)))]
    for _ in range(int(rng.integers(15, 120))):
        x, y = rng.uniform(0, size, 2)
        petals, radius = int(rng.integers(3, 9)), rng.uniform(6, size / 14)
        turn = rng.uniform(0, 6.28)
        ink = inks[int(rng.integers(len(inks)))]
        for k in range(petals):
            angle = turn + 6.283 * k / petals
            center = (int(x + radius * np.cos(angle)), int(y + radius * np.sin(angle)))
            axes = (max(1, int(radius * 0.7)), max(1, int(radius * rng.uniform(0.15, 0.5))))
            shade = (ink * rng.uniform(0.8, 1.15)).tolist()
            cv2.ellipse(cloth, center, axes, float(np.degrees(angle)), 0, 360, shade, -1)
    if rng.random() < 0.7:
        cloth = cv2.GaussianBlur(cloth, (0, 0), rng.uniform(0.6, 3))
    thread = smooth_noise(rng, size, size, 1.5, 1.5)
    fold = fractal_noise(rng, size, size / 2, 2) * np.float32(rng.uniform(0, 0.12))
    return np.asarray(cloth * (1 + 0.05 * thread + fold)[..., None], np.float32)


def _check(rng: Rng, size: int) -> Image:
    a, b = random_color(rng, 0.1, 1.0, 0.7), random_color(rng, 0.1, 1.0, 0.7)
    period, duty = rng.uniform(12, 110), rng.uniform(0.3, 0.7)
    axis = np.arange(size, dtype=np.float32)
    bars = ((axis / period) % 1 < duty).astype(np.float32)
    rows = bars[:, None] if rng.random() < 0.7 else np.zeros((size, 1), np.float32)
    mix = cv2.GaussianBlur((rows + bars[None, :]) / 2, (0, 0), rng.uniform(0.5, 2))[..., None]
    return np.asarray(a * (1 - mix) + b * mix, np.float32)


def _terrazzo(rng: Rng, size: int) -> Image:
    base = np.ones((size, size, 3), np.float32) * random_color(rng, 0.55, 0.97, 0.12)
    chips = int(rng.integers(300, 1500))
    for _ in range(chips):
        center = rng.uniform(0, size, 2)
        radius = rng.uniform(1.5, size / 45) * rng.uniform(0.3, 1)
        angles = np.sort(rng.uniform(0, 6.283, int(rng.integers(4, 8))))
        points = center + radius * rng.uniform(0.6, 1.2, (len(angles), 1)) * np.stack(
            [np.cos(angles), np.sin(angles)], 1
        )
        color = random_color(rng, 0.3, 1.0, 0.25).tolist()
        cv2.fillPoly(base, [points.astype(np.int32)], color, cv2.LINE_AA)
    return cv2.GaussianBlur(base, (0, 0), rng.uniform(0.4, 1.5)).astype(np.float32)


def _carpet(rng: Rng, size: int) -> Image:
    base = np.ones((size, size, 3), np.float32) * random_color(rng, 0.08, 0.75, 0.5)
    noise = rng.normal(0, rng.uniform(0.03, 0.2), (size, size, 1)).astype(np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.5, 2.2))[..., None] * 1.8
    return base * (1 + noise + 0.1 * fractal_noise(rng, size, 80, 3)[..., None])


def _leather(rng: Rng, size: int) -> Image:
    base = np.ones((size, size, 3), np.float32) * random_color(rng, 0.05, 0.55, 0.7)
    crease = np.abs(fractal_noise(rng, size, rng.uniform(15, 120), 5))
    return np.asarray(base * (0.6 + rng.uniform(0.3, 1.4) * crease[..., None]), np.float32)


def _tiles(rng: Rng, size: int) -> Image:
    base = _white(rng, size) if rng.random() < 0.5 else _terrazzo(rng, size)
    pitch, joint = int(rng.integers(size // 9, size // 2)), int(rng.integers(1, 6))
    color = random_color(rng, 0.2, 0.9, 0.2)
    for start in range(int(rng.integers(0, pitch)), size, pitch):
        base[start : start + joint] = color
        base[:, start : start + joint] = color
    return base


def _weave(rng: Rng, size: int) -> Image:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    pitch = rng.uniform(5, 40)
    over = ((x // pitch + y // pitch) % 2).astype(np.float32)
    strand = over * np.abs(np.sin(np.pi * y / pitch)) + (1 - over) * np.abs(
        np.sin(np.pi * x / pitch)
    )
    gain = rng.uniform(0.2, 0.9)
    return random_color(rng, 0.25, 0.95, 0.5) * (1 - gain + gain * strand[..., None])


def _marble(rng: Rng, size: int) -> Image:
    base = np.ones((size, size, 3), np.float32) * random_color(rng, 0.7, 1.0, 0.08)
    vein = np.exp(-np.abs(fractal_noise(rng, size, size / 4, 5)) * rng.uniform(6, 25))
    return np.asarray(base * (1 - rng.uniform(0.1, 0.5) * vein[..., None]), np.float32)


TABLE_TOPS: dict[str, tuple[float, Callable[[Rng, int], Image]]] = {
    "white": (0.20, _white),
    "dark": (0.15, _dark),
    "wood": (0.20, _wood),
    "plain": (0.08, _plain),
    "cloth": (0.09, _cloth),
    "check": (0.04, _check),
    "terrazzo": (0.05, _terrazzo),
    "carpet": (0.05, _carpet),
    "leather": (0.04, _leather),
    "tiles": (0.03, _tiles),
    "weave": (0.03, _weave),
    "marble": (0.04, _marble),
}


def table_top(rng: Rng, size: int, kind: str | None = None) -> Image:
    """Draw a square piece of table, seen straight from above.

    Parameters
    ----------
    rng : numpy.random.Generator
    size : int
        Side in pixels.
    kind : str, optional
        A key of `TABLE_TOPS`; chosen by its weight when omitted.

    Returns
    -------
    ndarray
        (size, size, 3) float32 BGR, 0..1.
    """
    if kind is None:
        weights = np.array([weight for weight, _ in TABLE_TOPS.values()])
        kind = str(rng.choice(list(TABLE_TOPS), p=weights / weights.sum()))
    return np.clip(TABLE_TOPS[kind][1](rng, size), 0, 1).astype(np.float32)
