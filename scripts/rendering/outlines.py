"""Outlines of the symbols as closed polygons."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Right half of a squiggle from its top to its bottom, in shares of its width and length; the left
# half is the same turned by 180 degrees.
_SQUIGGLES: dict[str, tuple[tuple[float, float], ...]] = {
    "leaf": (
        (-0.20, -0.50), (0.06, -0.475), (0.30, -0.40), (0.42, -0.30), (0.46, -0.20),
        (0.45, -0.10), (0.38, 0.0), (0.30, 0.10), (0.29, 0.20), (0.37, 0.30),
        (0.44, 0.35), (0.49, 0.40), (0.495, 0.44), (0.44, 0.475),
    ),
    "plump": (
        (-0.16, -0.50), (0.15, -0.475), (0.35, -0.40), (0.43, -0.35), (0.48, -0.28),
        (0.485, -0.20), (0.43, -0.10), (0.375, 0.0), (0.325, 0.10), (0.31, 0.20),
        (0.39, 0.30), (0.455, 0.35), (0.49, 0.40), (0.485, 0.44), (0.42, 0.475),
    ),
    "lean": (
        (-0.30, -0.50), (-0.04, -0.47), (0.19, -0.40), (0.35, -0.30), (0.42, -0.20),
        (0.42, -0.10), (0.33, 0.0), (0.26, 0.10), (0.32, 0.20), (0.42, 0.30),
        (0.47, 0.36), (0.49, 0.41), (0.49, 0.45), (0.43, 0.48),
    ),
}  # fmt: skip


def _smooth(points: Floats, steps: int = 6) -> Floats:
    """Draw a closed Catmull-Rom curve through points (n, 2)."""
    p0, p1, p2, p3 = (np.roll(points, k, axis=0)[:, None] for k in (1, 0, -1, -2))
    t = np.linspace(0, 1, steps, endpoint=False, dtype=np.float32)[None, :, None]
    curve = p1 + 0.5 * t * (
        p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0))
    )
    flat: Floats = curve.reshape(-1, 2).astype(np.float32)
    return flat


def _unit(polygon: Floats) -> Floats:
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    return np.asarray((polygon - (low + high) / 2) / (high - low), dtype=np.float32)


def _wave(rng: np.random.Generator) -> Floats:
    """Band of even width along one period of a sine, with round ends."""
    swing, half, power = rng.uniform(0.10, 0.24), rng.uniform(0.24, 0.34), rng.uniform(2.0, 4.5)
    v = np.cos(np.linspace(0, np.pi, 40)) * 0.5
    center = -swing * np.sin(v * 2 * np.pi * rng.uniform(0.8, 1.0))
    width = half * (1 - np.abs(2 * v) ** (power * 1.6)) ** (1 / power)
    lean = rng.uniform(-0.12, 0.05) * v
    right = np.stack([center + lean + width, v], axis=1)
    left = np.stack([center + lean - width, v], axis=1)[::-1]
    return _unit(np.concatenate([right, left[1:-1]]).astype(np.float32))


def squiggle(rng: np.random.Generator, family: str) -> Floats:
    """Return a squiggle 1 wide and 1 long: leaf, plump or lean, or a random wave."""
    if family == "wave":
        return _wave(rng)
    half = np.array(_SQUIGGLES[family], np.float32)
    return _unit(_smooth(np.concatenate([half, -half])))


def superellipse(power: float, ratio: float = 1.0) -> Floats:
    """Return an ellipse (power 2) or rounder-shouldered oval, 1 wide and 1 long."""
    t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    x = np.sign(c) * np.abs(c) ** (2 / power) / 2
    y = np.sign(s) * np.abs(s) ** (2 / (power * ratio)) / 2
    return np.stack([x, y], axis=1).astype(np.float32)


def rectangle(width: float, height: float, radius: float) -> Floats:
    """Rectangle with round corners, clockwise on screen; a stadium where radius is width / 2."""
    t = np.linspace(0, np.pi / 2, 12)
    arc = np.stack([np.cos(t), np.sin(t)], axis=1) * radius
    corner = np.array([width / 2 - radius, height / 2 - radius])
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    parts = []
    for k in range(4):
        parts.append(arc + corner * ((1, 1), (-1, 1), (-1, -1), (1, -1))[k])
        arc = arc @ turn
    return np.concatenate(parts).astype(np.float32)


def diamond_outline(bow: float, tip: float) -> Floats:
    """Rhombus; bow > 0 draws the sides inwards, bow < 0 outwards; tip rounds the corners."""
    t = np.linspace(0, 1, 16, endpoint=False)
    k = 1 - bow * 4 * t * (1 - t)
    side = np.stack([0.5 * (1 - t) * k, 0.5 * t * k], axis=1)
    full = np.concatenate([side, side[:, ::-1] * (-1, 1), -side, side[:, ::-1] * (1, -1)])
    if tip > 0:
        spread = np.exp(-(np.linspace(-2, 2, 5) ** 2))
        reach = max(1, round(tip * 4))
        full = sum(
            w * np.roll(full, reach * k, axis=0)
            for w, k in zip(spread / spread.sum(), range(-2, 3), strict=True)
        )
    return _unit(np.asarray(full, dtype=np.float32))
