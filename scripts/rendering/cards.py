"""Card faces of many decks: outlines, inks, fills, paper and wear.

All lengths of a `Deck` are shares of the card, never pixels, so that one deck looks the same at
every size. Everything random about a deck is drawn once, in `random_deck`; `draw_face` adds only
what differs from card to card (placement, phase of the speckles, wear).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from rendering.decks import COLORS, SHAPES, Deck, Ink, random_deck
from rendering.outlines import Floats

__all__ = [
    "COLORS",
    "SHAPES",
    "CardLike",
    "Deck",
    "Ink",
    "draw_face",
    "draw_symbols",
    "printed",
    "random_deck",
    "rounded_alpha",
]

Mask = NDArray[np.uint8]


class CardLike(Protocol):
    """What `draw_face` needs to know about a card."""

    @property
    def color(self) -> str:
        """One of red, green, purple."""

    @property
    def shape(self) -> str:
        """One of oval, squiggle, diamond."""

    @property
    def count(self) -> int:
        """1, 2 or 3."""

    @property
    def fill(self) -> str:
        """One of solid, striped, open."""


@lru_cache(maxsize=1)
def _grains() -> NDArray[np.uint8]:
    """Return a periodic 512x512 field of worm-like grains about 8 pixels apart, evenly ranked."""
    rng = np.random.default_rng(1995)
    noise = rng.normal(size=(512, 512))
    f = np.hypot(np.fft.fftfreq(512)[:, None], np.fft.fftfreq(512)[None])
    band = np.fft.ifft2(np.fft.fft2(noise) * np.exp(-(((f - 1 / 8) / 0.065) ** 2))).real
    ranks = band.ravel().argsort().argsort().reshape(512, 512)
    return (ranks * 256 // ranks.size).astype(np.uint8)


def _speckles(deck: Deck, rng: np.random.Generator, size: tuple[int, int], long_side: int) -> Mask:
    """Mask 0/255 (h, w) of speckles for one symbol."""
    density, grain, stretch, direction = deck.speckle
    scale = 4 / (grain * long_side)  # grains are 8 texture pixels apart: one dark, one light half
    a = np.deg2rad(direction)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    matrix = np.empty((2, 3))
    matrix[:, :2] = np.diag([scale / np.sqrt(stretch), scale * np.sqrt(stretch)]) @ turn
    matrix[:, 2] = rng.uniform(0, 512, 2)
    height, width = size
    field = cv2.warpAffine(
        _grains(),
        matrix,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_WRAP,
    )
    return np.asarray((field < density * 256) * np.uint8(255), dtype=np.uint8)


def _stripes(deck: Deck, size: tuple[int, int], long_side: int, phase: float) -> Mask:
    """Mask 0..255, broadcastable to (h, w), of stripes for one symbol."""
    height, width = size
    period = deck.period * long_side
    if period < 2:
        return np.full((1, 1), deck.duty * 255, np.uint8)
    a = np.deg2rad(deck.slant)
    x = np.arange(width, dtype=np.float32)[None] * np.float32(np.sin(a))
    y = np.arange(height, dtype=np.float32)[:, None] * np.float32(np.cos(a))
    where = np.abs(((x + y) / period + phase) % 1 - 0.5)
    # A stripe thinner than a pixel inks no more of it than its own width.
    thickest = min(1.0, deck.duty * period)
    ink = np.clip((deck.duty / 2 - where) * period + 0.5, 0, thickest)
    return np.asarray(ink * 255, dtype=np.uint8)


def _symbol(deck: Deck, fill: str, rng: np.random.Generator, outline: Floats, unit: int) -> Mask:
    """Ink mask 0..255 of one symbol; outline (n, 2) in the mask's pixels, unit: the long side."""
    size = (int(outline[:, 1].max()) + 3, int(outline[:, 0].max()) + 3)
    inside = np.zeros(size, np.uint8)
    cv2.fillPoly(inside, [np.rint(outline * 16).astype(np.int32)], (255,), shift=4)
    if fill == "solid":
        return inside
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, cv2.DIST_MASK_5)
    line = max((deck.line_open if fill == "open" else deck.line) * unit, 1.0)
    ink = np.clip(line + 0.5 - depth, 0, 1)
    if deck.double:
        ink = np.maximum(ink, np.clip(line * 0.4 - np.abs(depth - line * 2.2), 0, 1))
    ink *= inside
    ring = np.asarray(ink, dtype=np.uint8)
    if fill == "open":
        return ring
    if deck.fill == "speckles":
        texture = _speckles(deck, rng, size, unit)
    elif deck.fill == "stripes":
        texture = _stripes(deck, size, unit, float(rng.random()))
    else:
        texture = np.zeros((1, 1), np.uint8)
    if deck.tint > 0:
        texture = np.maximum(texture, np.uint8(deck.tint * 255))
    return np.maximum(ring, np.minimum(texture, inside))


def draw_symbols(
    deck: Deck,
    shape: str,
    fill: str,
    centers: Sequence[float],
    rng: np.random.Generator,
    size: tuple[int, int],
    shrink: float = 1.0,
) -> Floats:
    """Ink coverage 0..1 (h, w) of equal symbols in a row.

    Parameters
    ----------
    deck : Deck
        The look.
    shape, fill : str
        Of every symbol.
    centers : sequence of float
        Places along the long side, in shares of it, counted from the middle of the card.
    rng : numpy.random.Generator
        Source of the misregistration and the speckles.
    size : tuple of int
        Width and height of the card in pixels.
    shrink : float
        Scale of the symbols.
    """
    w, h = size
    ss = 4 if w <= 340 else 2
    unit = w * ss
    sheet = np.zeros((h * ss, w * ss), np.uint8)
    angle = rng.normal(0, 0.006)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    outline = (deck.outlines[shape] @ turn.T * (unit * shrink)).astype(np.float32)
    start = np.floor(outline.min(axis=0)) - 2
    outline = outline - start.astype(np.float32)
    middle = np.array([w, h]) * ss / 2 + rng.normal(0, 0.006, 2) * unit
    symbol = None
    for center in centers:
        if symbol is None or deck.fill == "speckles":
            symbol = _symbol(deck, fill, rng, outline, unit)
        x, y = np.rint(middle + np.array([center * unit, 0]) @ turn.T + start).astype(int)
        x = int(np.clip(x, 0, max(0, sheet.shape[1] - symbol.shape[1])))
        y = int(np.clip(y, 0, max(0, sheet.shape[0] - symbol.shape[0])))
        place = sheet[y : y + symbol.shape[0], x : x + symbol.shape[1]]
        np.maximum(place, symbol[: place.shape[0], : place.shape[1]], out=place)
    small = cv2.resize(sheet, (w, h), interpolation=cv2.INTER_AREA)
    return np.multiply(small, 1 / 255, dtype=np.float32)


def rounded_alpha(width: int, height: int, radius: float) -> Floats:
    """Alpha mask 0..1 (height, width) of a rectangle with round corners of a radius in pixels."""
    alpha = np.ones((height, width), np.float32)
    n = min(int(np.ceil(radius)), height // 2, width // 2)
    if n < 1:
        return alpha
    d = radius - np.arange(n, dtype=np.float32) - 0.5
    corner = np.clip(radius + 0.5 - np.hypot(d[:, None], d[None]), 0, 1)
    alpha[:n, :n] = corner
    alpha[:n, -n:] = corner[:, ::-1]
    alpha[-n:, :n] = corner[::-1]
    alpha[-n:, -n:] = corner[::-1, ::-1]
    return alpha


def _soft_noise(rng: np.random.Generator, w: int, h: int, cells: int) -> Floats:
    coarse = rng.normal(size=(cells, int(cells * 1.5))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def wear(face: Floats, age: float, rng: np.random.Generator) -> None:
    """Age a face (h, w, 3) in place: yellowing, rubbed or dirty edges, scratches, stains."""
    h, w = face.shape[:2]
    if age < 0.05:
        return
    if rng.random() < 0.7:
        face *= 1 - np.array([0.10, 0.035, 0.01], np.float32) * np.float32(age * rng.random())
    if rng.random() < 0.6:
        reach = max(1.0, w * rng.uniform(0.006, 0.03))
        x = np.minimum(np.arange(w), np.arange(w)[::-1]).astype(np.float32)
        y = np.minimum(np.arange(h), np.arange(h)[::-1]).astype(np.float32)
        edge = np.minimum(x[None], y[:, None])
        rim = np.exp(-edge / np.float32(reach)) * (0.6 + 0.4 * _soft_noise(rng, w, h, 12))
        dirt = np.float32(rng.choice([(0.35, 0.5, 0.6), (0.5, 0.5, 0.5), (1.05, 1.05, 1.05)]))
        face += (np.clip(rim, 0, 1) * np.float32(0.4 * age))[..., None] * (dirt - face)
    for _ in range(rng.poisson(2 * age)):
        a = rng.uniform(0, [w, h])
        b = a + rng.normal(0, 0.25 * w, 2)
        shade = rng.choice([0.75, 0.85, 1.0])
        layer = face.copy()
        cv2.line(layer, tuple(map(int, a)), tuple(map(int, b)), (shade,) * 3, 1, cv2.LINE_AA)
        cv2.addWeighted(layer, 0.5 * age + 0.1, face, 0.9 - 0.5 * age, 0, dst=face)
    if rng.random() < 0.35 * age:
        stain = np.clip(_soft_noise(rng, w, h, 4) - 1.1, 0, 1)
        face *= 1 - stain[..., None] * np.array([0.3, 0.2, 0.12], np.float32) * np.float32(age)
    np.clip(face, 0, 1, out=face)


def printed(
    deck: Deck, inks: Sequence[tuple[Floats, Ink]], rng: np.random.Generator, size: tuple[int, int]
) -> Floats:
    """Print inks on the deck's paper and wear the card.

    Parameters
    ----------
    deck : Deck
        Paper, corners, frame and age.
    inks : sequence of (coverage, color)
        Coverage 0..1 (h, w) and BGR 0..1, printed one after the other.
    rng : numpy.random.Generator
        Source of the paper's texture and the wear.
    size : tuple of int
        Width and height in pixels.

    Returns
    -------
    numpy.ndarray
        (h, w, 4) float32: BGR 0..1 and alpha 0..1 (round corners).
    """
    w, h = size
    face = np.empty((h, w, 3), np.float32)
    face[:] = deck.paper
    if deck.grain > 0:
        texture = _soft_noise(rng, w, h, max(8, h // 3)) * np.float32(deck.grain)
        face += texture[..., None]
    for cover, color in inks:
        if deck.shadow > 0:
            drop = max(1, round(w * 0.008))
            soft = cv2.GaussianBlur(np.roll(cover, (drop, drop), (0, 1)), (0, 0), drop)
            face *= 1 - (soft * np.float32(deck.shadow))[..., None]
        strength = cover * np.float32(deck.opacity)
        if deck.mottle > 0:
            pores = np.maximum(_soft_noise(rng, w, h, max(8, h // 3)), 0)
            strength *= 1 - pores * np.float32(deck.mottle)
        face += strength[..., None] * (np.array(color, np.float32) - face)
    if deck.frame is not None:
        inset, width = (max(1, round(s * w)) for s in deck.frame)
        cv2.rectangle(face, (inset, inset), (w - 1 - inset, h - 1 - inset), (0.1,) * 3, width)
    wear(face, deck.age, rng)
    out = np.empty((h, w, 4), np.float32)
    np.clip(face, 0, 1, out=out[..., :3])
    out[..., 3] = rounded_alpha(w, h, deck.corner * w)
    return out


def draw_face(deck: Deck, card: CardLike, rng: np.random.Generator, long_side: int) -> Floats:
    """Draw a card lying on its long side, symbols side by side.

    Parameters
    ----------
    deck : Deck
        The look.
    card : CardLike
        What is on the card.
    rng : numpy.random.Generator
        Source of placement, speckles and wear.
    long_side : int
        Width of the picture in pixels, at least 24.

    Returns
    -------
    numpy.ndarray
        (h, w, 4) float32: BGR 0..1 and alpha 0..1 (round corners); h is long_side / aspect.
    """
    size = (long_side, round(long_side / deck.aspect))
    pitch = deck.pitch[card.shape]
    centers = [(k - (card.count - 1) / 2) * pitch for k in range(card.count)]
    cover = draw_symbols(deck, card.shape, card.fill, centers, rng, size)
    return printed(deck, [(cover, deck.inks[card.color])], rng, size)
