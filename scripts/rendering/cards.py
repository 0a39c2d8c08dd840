"""Card faces of many decks: outlines, inks, fills, paper and wear.

All lengths of a `Deck` are shares of the card, never pixels, so that one deck looks the same at
every size. Everything random about a deck is drawn once, in `random_deck`; `draw_face` adds only
what differs from card to card (placement, phase of the speckles, wear).
"""

import colorsys
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
Ink = tuple[float, float, float]

COLORS = ("red", "green", "purple")
SHAPES = ("oval", "squiggle", "diamond")

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


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """What all cards of one printed (or drawn) deck share.

    Attributes
    ----------
    edition : str
        "standard", "european" or "app".
    aspect : float
        Long side over short side of the card.
    corner : float
        Corner radius as a share of the long side.
    outlines : dict
        Shape name to a closed polygon (n, 2) float32: x along the long side of the card, y across
        it, in shares of the long side, centered on zero.
    pitch : dict
        Shape name to the distance of neighboring symbols' centers, in shares of the long side.
    line, line_open : float
        Width of the outline of textured and of open symbols, in shares of the long side.
    fill : str
        How a "striped" card is filled: "stripes", "speckles" or "tint" (a flat lighter ink).
    period, duty, slant : float
        Stripes: period in shares of the long side, inked share of it, direction in degrees
        (0: stripes across the long axis of a symbol, 90: along it).
    speckle : tuple of float
        Inked share, grain size in shares of the long side, stretch, direction in degrees.
    tint : float
        Ink strength 0..1 of the ground between stripes or speckles.
    double : bool
        Whether open and textured symbols have a second, thinner line inside the first.
    shadow : float
        Strength 0..1 of a soft shadow below the symbols.
    inks : dict
        Color name to BGR 0..1.
    opacity, mottle : float
        Strength of the ink 0..1, and how unevenly it covers.
    paper : tuple of float
        BGR 0..1 of the unprinted card.
    grain : float
        Standard deviation of the paper's texture.
    frame : tuple of float or None
        Inset and width of a line along the card's edge, in shares of the long side.
    age : float
        0 (new) to 1 (worn).
    """

    edition: str
    aspect: float
    corner: float
    outlines: dict[str, Floats]
    pitch: dict[str, float]
    line: float
    line_open: float
    fill: str
    period: float
    duty: float
    slant: float
    speckle: tuple[float, float, float, float]
    tint: float
    double: bool
    shadow: float
    inks: dict[str, Ink]
    opacity: float
    mottle: float
    paper: Ink
    grain: float
    frame: tuple[float, float] | None
    age: float


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
    return ((polygon - (low + high) / 2) / (high - low)).astype(np.float32)


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


def _squiggle(rng: np.random.Generator, family: str) -> Floats:
    if family == "wave":
        return _wave(rng)
    half = np.array(_SQUIGGLES[family], np.float32)
    return _unit(_smooth(np.concatenate([half, -half])))


def _superellipse(power: float, ratio: float = 1.0) -> Floats:
    t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    x = np.sign(c) * np.abs(c) ** (2 / power) / 2
    y = np.sign(s) * np.abs(s) ** (2 / (power * ratio)) / 2
    return np.stack([x, y], axis=1).astype(np.float32)


def _rounded(width: float, height: float, radius: float) -> Floats:
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


def _diamond(bow: float, tip: float) -> Floats:
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


def _hsv(hue: float, saturation: float, value: float) -> Ink:
    r, g, b = colorsys.hsv_to_rgb(hue % 360 / 360, min(saturation, 1.0), min(value, 1.0))
    return (b, g, r)


def _inks(rng: np.random.Generator, neon: bool) -> dict[str, Ink]:
    if neon:
        red = _hsv(rng.uniform(-14, 16), rng.uniform(0.7, 1), rng.uniform(0.85, 1))
        green = _hsv(rng.uniform(95, 165), rng.uniform(0.7, 1), rng.uniform(0.6, 1))
        purple = _hsv(rng.uniform(258, 305), rng.uniform(0.55, 1), rng.uniform(0.7, 1))
        if rng.random() < 0.25:
            red = _hsv(rng.uniform(328, 346), rng.uniform(0.55, 0.95), rng.uniform(0.85, 1))
            purple = _hsv(rng.uniform(245, 282), rng.uniform(0.55, 1), rng.uniform(0.5, 1))
        if rng.random() < 0.2:
            green = _hsv(rng.uniform(160, 190), rng.uniform(0.5, 1), rng.uniform(0.55, 1))
        return {"red": red, "green": green, "purple": purple}
    red = _hsv(rng.uniform(-14, 18), rng.uniform(0.68, 1), rng.uniform(0.6, 0.98))
    green = _hsv(rng.triangular(92, 145, 175), rng.uniform(0.5, 1), rng.uniform(0.28, 0.8))
    kind = rng.random()
    if kind < 0.2:  # almost black, as dim light shows it
        purple = _hsv(rng.uniform(235, 300), rng.uniform(0.35, 0.85), rng.uniform(0.12, 0.3))
    elif kind < 0.4:  # bluish
        purple = _hsv(rng.uniform(236, 262), rng.uniform(0.5, 0.9), rng.uniform(0.25, 0.65))
    elif kind < 0.6:  # plum
        purple = _hsv(rng.uniform(295, 316), rng.uniform(0.5, 0.95), rng.uniform(0.22, 0.5))
    else:
        purple = _hsv(rng.uniform(252, 300), rng.uniform(0.45, 0.95), rng.uniform(0.25, 0.72))
    return {"red": red, "green": green, "purple": purple}


def _log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def random_deck(rng: np.random.Generator) -> Deck:
    """Draw a deck: 66 % standard look, 24 % the European look of 1995, 10 % apps and redraws."""
    kind = rng.random()
    edition = "standard" if kind < 0.66 else "european" if kind < 0.90 else "app"
    european, app = edition == "european", edition == "app"

    aspect = float(rng.triangular(1.35, 1.54, 1.75))
    # Shapes, and sizes as shares of the short side.
    oval, diamond = "stadium", "diamond"
    if european:
        oval, diamond = "ellipse", "rectangle"
    elif rng.random() < (0.5 if app else 0.08):
        oval = str(rng.choice(["ellipse", "superellipse", "stadium"]))
        if app and rng.random() < 0.4:
            diamond = "rectangle"
    family = str(
        rng.choice(
            ["leaf", "plump", "lean", "wave"],
            p=[0.1, 0.8, 0.0, 0.1] if european else [0.25] * 4 if app else [0.62, 0.14, 0.1, 0.14],
        )
    )
    base = float(rng.uniform(0.58, 0.70) if european else rng.triangular(0.58, 0.67, 0.78))
    if european:
        ratios = {"oval": 1.03, "squiggle": 0.95, "diamond": 1.0}
        slims = {"oval": 0.42, "squiggle": 0.45, "diamond": 0.375}
    else:
        ratios = {"oval": 1.0, "squiggle": 0.945, "diamond": 1.06}
        slims = {"oval": 0.46, "squiggle": 0.45, "diamond": 0.455}
    polygons: dict[str, Floats | None] = {
        "oval": None,
        "squiggle": _squiggle(rng, family),
        "diamond": _rounded(1, 1, 0.0),
    }
    if oval == "ellipse":
        polygons["oval"] = _superellipse(rng.uniform(1.95, 2.15))
    elif oval == "superellipse":
        polygons["oval"] = _superellipse(rng.uniform(2.3, 3.6))
    if diamond == "diamond":
        polygons["diamond"] = _diamond(
            rng.uniform(-0.06, 0.1) if rng.random() < 0.25 else 0.0,
            rng.uniform(0.0, 0.5) if rng.random() < 0.25 else 0.0,
        )
    girth = rng.normal(1.0, 0.06)
    outlines: dict[str, Floats] = {}
    mirrored = rng.random() < 0.12
    for shape in SHAPES:
        length = min(0.82, base * ratios[shape] * rng.normal(1.0, 0.025)) / aspect
        width = length * float(np.clip(slims[shape] * girth * rng.normal(1.0, 0.04), 0.33, 0.58))
        polygon = polygons[shape]
        if polygon is None:
            outline = _rounded(width, length, width / 2 * rng.uniform(0.88, 1.0))
        else:
            outline = polygon * np.array([width, length], np.float32)
        if shape == "squiggle" and mirrored:
            outline = outline * np.array([-1, 1], np.float32)
        outlines[shape] = outline.astype(np.float32)
    # Three symbols must fit, and neighbors must not touch.
    common = float(rng.uniform(0.235, 0.262) if european else rng.uniform(0.262, 0.30))
    even = european or rng.random() < 0.3
    pitch = {}
    for shape in SHAPES:
        width = float(np.ptp(outlines[shape][:, 0]))
        wish = common * (1.0 if even else {"oval": 1.0, "squiggle": 0.93, "diamond": 1.02}[shape])
        pitch[shape] = float(np.clip(wish, width * 1.12, (0.97 - width) / 2))

    line = _log_uniform(rng, 0.0065, 0.024)
    if app:
        line = _log_uniform(rng, 0.006, 0.045)
    elif european:
        line = _log_uniform(rng, 0.006, 0.015)
    fill = "speckles" if european else "stripes"
    if app and rng.random() < 0.3:
        fill = str(rng.choice(["speckles", "tint"]))
    elif edition == "standard" and rng.random() < 0.04:
        fill = "tint"
    way = rng.random()
    slant = float(rng.normal(0, 1.0) if way < 0.86 else 90.0 if way < 0.94 else rng.uniform(20, 70))
    neon = app or rng.random() < 0.12
    white = rng.uniform(0.86, 1.0)
    tone = np.clip(white * (1 + rng.normal(0, 0.012) * np.array([1, 0, -1])), 0, 1)
    tinted = rng.random() < 0.2
    return Deck(
        edition=edition,
        aspect=aspect,
        corner=float(rng.uniform(0.025, 0.055) if not app else rng.uniform(0.0, 0.12)),
        outlines=outlines,
        pitch=pitch,
        line=line,
        line_open=line * float(rng.uniform(0.8, 1.35) if rng.random() < 0.3 else 1.0),
        fill=fill,
        period=_log_uniform(rng, 0.0125, 0.04),
        duty=float(rng.uniform(0.15, 0.5)),
        slant=slant,
        speckle=(
            float(rng.uniform(0.3, 0.6)),
            _log_uniform(rng, 0.006, 0.016),
            float(rng.uniform(1.0, 2.2)),
            float(rng.uniform(0, 180)),
        ),
        tint=float(rng.uniform(0.05, 0.3) if tinted else 0.0)
        if fill != "tint"
        else float(rng.uniform(0.18, 0.4)),
        double=bool(app and rng.random() < 0.08),
        shadow=float(rng.uniform(0.2, 0.6)) if app and rng.random() < 0.3 else 0.0,
        inks=_inks(rng, neon),
        opacity=float(rng.uniform(0.7, 0.9) if rng.random() < 0.15 else rng.uniform(0.93, 1.0)),
        mottle=float(rng.uniform(0.0, 0.06) if not app else 0.0),
        paper=(float(tone[0]), float(tone[1]), float(tone[2])),
        grain=float(rng.uniform(0.0, 0.012)),
        frame=(float(rng.uniform(0.004, 0.03)), float(rng.uniform(0.003, 0.01)))
        if app and rng.random() < 0.3
        else None,
        age=float(rng.beta(1.2, 3.0) if not app else 0.0),
    )


@lru_cache(maxsize=1)
def _grains() -> NDArray[np.uint8]:
    """Return a periodic 512x512 field of worm-like grains about 8 pixels apart, evenly ranked."""
    rng = np.random.default_rng(1995)
    noise = rng.normal(size=(512, 512))
    f = np.hypot(np.fft.fftfreq(512)[:, None], np.fft.fftfreq(512)[None])
    band = np.fft.ifft2(np.fft.fft2(noise) * np.exp(-(((f - 1 / 8) / 0.045) ** 2))).real
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
    a = np.deg2rad(deck.slant)
    x = np.arange(width, dtype=np.float32)[None] * np.float32(np.sin(a))
    y = np.arange(height, dtype=np.float32)[:, None] * np.float32(np.cos(a))
    where = np.abs(((x + y) / period + phase) % 1 - 0.5)
    ink = np.clip((deck.duty / 2 - where) * period + 0.5, 0, 1)
    return np.asarray(ink * 255, dtype=np.uint8)


def _symbol(deck: Deck, card: CardLike, rng: np.random.Generator, outline: Floats, ss: int) -> Mask:
    """Ink mask 0..255 of one symbol; outline (n, 2) in small pixels inside the mask."""
    size = (int(outline[:, 1].max()) + 3, int(outline[:, 0].max()) + 3)
    inside = np.zeros(size, np.uint8)
    cv2.fillPoly(inside, [np.rint(outline * 16).astype(np.int32)], (255,), shift=4)
    if card.fill == "solid":
        return inside
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, cv2.DIST_MASK_5)
    line = (deck.line_open if card.fill == "open" else deck.line) * ss
    line = max(line, 1.0)
    ink = np.clip(line + 0.5 - depth, 0, 1)
    if deck.double:
        ink = np.maximum(ink, np.clip(line * 0.4 - np.abs(depth - line * 2.2), 0, 1))
    ink *= inside
    ring = np.asarray(ink, dtype=np.uint8)
    if card.fill == "open":
        return ring
    if deck.fill == "speckles":
        texture = _speckles(deck, rng, size, ss)
    elif deck.fill == "stripes":
        texture = _stripes(deck, size, ss, float(rng.random()))
    else:
        texture = np.zeros((1, 1), np.uint8)
    if deck.tint > 0:
        texture = np.maximum(texture, np.uint8(deck.tint * 255))
    return np.maximum(ring, np.minimum(texture, inside))


def _ink_mask(deck: Deck, card: CardLike, rng: np.random.Generator, w: int, h: int) -> Floats:
    """Ink coverage 0..1 (h, w)."""
    ss = 4 if w <= 340 else 2
    unit = w * ss
    sheet = np.zeros((h * ss, w * ss), np.uint8)
    angle = rng.normal(0, 0.006)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    outline = (deck.outlines[card.shape] @ turn.T * unit).astype(np.float32)
    low = outline.min(axis=0)
    half = np.floor(low) - 2
    outline = outline - half.astype(np.float32)
    middle = np.array([w, h]) * ss / 2 + rng.normal(0, 0.006, 2) * unit
    symbol = None
    for k in range(card.count):
        offset = np.array([(k - (card.count - 1) / 2) * deck.pitch[card.shape] * unit, 0]) @ turn.T
        if symbol is None or deck.fill == "speckles":
            symbol = _symbol(deck, card, rng, outline, unit)
        x, y = np.rint(middle + offset + half).astype(int)
        x = int(np.clip(x, 0, sheet.shape[1] - symbol.shape[1]))
        y = int(np.clip(y, 0, sheet.shape[0] - symbol.shape[0]))
        place = sheet[y : y + symbol.shape[0], x : x + symbol.shape[1]]
        np.maximum(place, symbol, out=place)
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
        face += (np.clip(rim, 0, 1) * np.float32(0.55 * age))[..., None] * (dirt - face)
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
        (h, w, 4) float32: BGR 0..1 and alpha 0..1 (round corners).
    """
    w, h = long_side, round(long_side / deck.aspect)
    out = np.empty((h, w, 4), np.float32)
    face = np.empty((h, w, 3), np.float32)
    face[:] = deck.paper
    if deck.grain > 0:
        texture = _soft_noise(rng, w, h, max(8, h // 3)) * np.float32(deck.grain)
        face += texture[..., None]
    ink = _ink_mask(deck, card, rng, w, h)
    if deck.shadow > 0:
        drop = max(1, round(w * 0.008))
        soft = cv2.GaussianBlur(np.roll(ink, (drop, drop), (0, 1)), (0, 0), drop)
        face *= 1 - (soft * np.float32(deck.shadow))[..., None]
    strength = np.float32(deck.opacity)
    ink *= strength
    if deck.mottle > 0:
        ink *= 1 - np.abs(_soft_noise(rng, w, h, max(8, h // 4))) * np.float32(deck.mottle)
    face += ink[..., None] * (np.array(deck.inks[card.color], np.float32) - face)
    if deck.frame is not None:
        inset, width = (max(1, round(s * w)) for s in deck.frame)
        cv2.rectangle(face, (inset, inset), (w - 1 - inset, h - 1 - inset), (0.1,) * 3, width)
    wear(face, deck.age, rng)
    np.clip(face, 0, 1, out=out[..., :3])
    out[..., 3] = rounded_alpha(w, h, deck.corner * w)
    return out
