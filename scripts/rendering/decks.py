"""Decks: what all cards of one printed or drawn deck share, and how decks differ."""

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from rendering.outlines import Floats, diamond_outline, rectangle, squiggle, superellipse

Ink = tuple[float, float, float]

COLORS = ("red", "green", "purple")
SHAPES = ("oval", "squiggle", "diamond")


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
    if kind < 0.28:  # almost black, as dim light shows it
        purple = _hsv(rng.uniform(235, 300), rng.uniform(0.35, 0.85), rng.uniform(0.12, 0.3))
    elif kind < 0.45:  # bluish
        purple = _hsv(rng.uniform(236, 262), rng.uniform(0.5, 0.9), rng.uniform(0.25, 0.65))
    elif kind < 0.62:  # plum
        purple = _hsv(rng.uniform(295, 316), rng.uniform(0.5, 0.95), rng.uniform(0.22, 0.5))
    else:
        purple = _hsv(rng.uniform(252, 300), rng.uniform(0.45, 0.95), rng.uniform(0.25, 0.72))
    return {"red": red, "green": green, "purple": purple}


def _log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


FINE = 0.33
"""Share of the striped decks whose stripes may be too fine, in training data."""


def _finely_filled(rng: np.random.Generator, deck: Deck) -> Deck:
    """Return the deck with stripes so fine that most photos show a pale tint in their place."""
    if deck.fill == "tint":
        return replace(deck, tint=float(rng.uniform(0.09, 0.4)))
    period = _log_uniform(rng, 0.005, 0.0125)
    return replace(deck, period=period, duty=float(rng.uniform(0.1, 0.45)))


def random_deck(rng: np.random.Generator, fine: float = 0.0) -> Deck:
    """Draw a deck: 66 % standard look, 24 % the European look of 1995, 10 % apps and redraws.

    Parameters
    ----------
    rng : numpy.random.Generator
        Everything is drawn from it.
    fine : float
        Share, 0..1, of the decks without speckles whose stripes are too fine for most photos, or
        whose tint is paler than any printed one that is known.
    """
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
    base = float(rng.uniform(0.58, 0.70) if european else rng.triangular(0.58, 0.68, 0.78))
    if european:
        ratios = {"oval": 1.03, "squiggle": 0.95, "diamond": 1.0}
        slims = {"oval": 0.42, "squiggle": 0.45, "diamond": 0.375}
    else:
        ratios = {"oval": 1.0, "squiggle": 0.945, "diamond": 1.06}
        slims = {"oval": 0.46, "squiggle": 0.45, "diamond": 0.455}
    polygons: dict[str, Floats | None] = {
        "oval": None,
        "squiggle": squiggle(rng, family),
        "diamond": rectangle(1, 1, 0.0),
    }
    if oval == "ellipse":
        polygons["oval"] = superellipse(rng.uniform(1.95, 2.15))
    elif oval == "superellipse":
        polygons["oval"] = superellipse(rng.uniform(2.3, 3.6))
    if diamond == "diamond":
        polygons["diamond"] = diamond_outline(
            rng.uniform(-0.06, 0.1) if rng.random() < 0.25 else 0.0,
            rng.uniform(0.0, 0.5) if rng.random() < 0.25 else 0.0,
        )
    girth = rng.normal(1.0, 0.06)
    outlines: dict[str, Floats] = {}
    mirrored = rng.random() < 0.08
    for shape in SHAPES:
        length = min(0.82, base * ratios[shape] * rng.normal(1.0, 0.025)) / aspect
        width = length * float(np.clip(slims[shape] * girth * rng.normal(1.0, 0.04), 0.33, 0.58))
        polygon = polygons[shape]
        if polygon is None:
            outline = rectangle(width, length, width / 2 * rng.uniform(0.88, 1.0))
        else:
            outline = polygon * np.array([width, length], np.float32)
        if shape == "squiggle" and mirrored:
            outline = outline * np.array([-1, 1], np.float32)
        outlines[shape] = outline.astype(np.float32)
    # Three symbols must fit, and neighbors must not touch.
    wide = (0.235, 0.262) if european else (0.25, 0.345) if app else (0.258, 0.305)
    common = float(rng.uniform(*wide))
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
    screen = app and rng.random() < 0.6
    white = 1.0 if screen else rng.uniform(0.85, 1.0)
    tone = np.clip(white * (1 + rng.normal(0, 0.012) * np.array([1, 0, -1])), 0, 1)
    tinted = rng.random() < 0.2
    deck = Deck(
        edition=edition,
        aspect=aspect,
        corner=float(rng.uniform(0.025, 0.055) if not app else rng.uniform(0.0, 0.12)),
        outlines=outlines,
        pitch=pitch,
        line=line,
        line_open=line * float(rng.uniform(0.8, 1.35) if rng.random() < 0.3 else 1.0),
        fill=fill,
        period=_log_uniform(rng, 0.0125, 0.04),
        duty=float(rng.triangular(0.13, 0.3, 0.52)),
        slant=slant,
        speckle=(
            float(rng.uniform(0.32, 0.62)),
            _log_uniform(rng, 0.005, 0.0125),
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
        grain=0.0 if screen else float(rng.uniform(0.0, 0.012)),
        frame=(float(rng.uniform(0.004, 0.03)), float(rng.uniform(0.003, 0.01)))
        if app and rng.random() < 0.3
        else None,
        age=float(rng.beta(1.2, 3.0) if not app else 0.0),
    )
    if fine > 0 and deck.fill != "speckles" and rng.random() < fine:
        return _finely_filled(rng, deck)
    return deck
