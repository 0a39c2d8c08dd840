"""Cards that are no cards of the game: playing cards, backs, other symbol games, odd faces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rendering.cards import draw_symbols, printed
from rendering.decks import COLORS, SHAPES, Ink, random_deck
from rendering.outlines import Floats
from rendering.pad import Pad, pale
from rendering.tables import random_color

Rng = np.random.Generator

FILLS = ("solid", "striped", "open")
# Letters for lettering-like texture; with these no word can come about.
_LETTERS = "BDFGHJKLMNPRVWXZ"
_LONG = 280


def random_word(rng: Rng, low: int = 3, high: int = 9) -> str:
    """Return letters that look like a word from afar."""
    letters = "".join(str(c) for c in rng.choice(list(_LETTERS), int(rng.integers(low, high))))
    return letters if rng.random() < 0.4 else letters.capitalize()


def _regular(n: int, inner: float = 1.0, turn: float = -np.pi / 2) -> Floats:
    """Polygon with n tips on a circle of radius 0.5; inner < 1 makes a star of it."""
    k = np.arange(2 * n if inner < 1 else n)
    t = turn + 2 * np.pi * k / k.size
    r = np.where(k % 2, inner, 1.0) * 0.5 if inner < 1 else np.full(k.size, 0.5)
    return np.stack([r * np.cos(t), r * np.sin(t)], axis=1).astype(np.float32)


def _heart() -> Floats:
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([x / 34, y / 32], axis=1).astype(np.float32)


def _plus(arm: float) -> Floats:
    a = arm / 2
    quarter = np.array([[a, -0.5], [a, -a], [0.5, -a]])
    parts = []
    for _ in range(4):
        parts.append(quarter)
        quarter = quarter @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    return np.concatenate(parts).astype(np.float32)


def _pip(pad: Pad, suit: str, center: tuple[float, float], size: float, color: Ink) -> None:
    """Draw a French suit sign; negative size: upside down."""
    x, y = center
    s = size
    if suit == "heart":
        pad.shape(_heart() * s + center, color)
    elif suit == "diamond":
        pad.shape(_regular(4) * (0.78 * s, s) + center, color)
    elif suit == "spade":
        pad.shape(_heart() * (s, -0.85 * s) + (x, y - 0.06 * s), color)
        pad.shape([(x, y), (x + 0.18 * s, y + 0.5 * s), (x - 0.18 * s, y + 0.5 * s)], color)
    else:
        for dx, dy in ((0, -0.24), (-0.25, 0.12), (0.25, 0.12)):
            pad.disc((x + dx * s, y + dy * s), abs(0.23 * s), color)
        pad.shape(
            [(x, y - 0.1 * s), (x + 0.18 * s, y + 0.5 * s), (x - 0.18 * s, y + 0.5 * s)], color
        )


# Rows (0 top .. 1 bottom) of the pips in the outer columns and in the middle one, by number.
_PIPS: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    1: ((), (0.5,)),
    2: ((), (0, 1)),
    3: ((), (0, 0.5, 1)),
    4: ((0, 1), ()),
    5: ((0, 1), (0.5,)),
    6: ((0, 0.5, 1), ()),
    7: ((0, 0.5, 1), (0.25,)),
    8: ((0, 0.5, 1), (0.25, 0.75)),
    9: ((0, 1 / 3, 2 / 3, 1), (0.5,)),
    10: ((0, 1 / 3, 2 / 3, 1), (1 / 6, 5 / 6)),
}


def _index(pad: Pad, words: str, suit: str, color: Ink, size: float) -> None:
    """Write number and suit into two opposite corners."""
    for _ in range(2):
        pad.text(words, (0.03, 0.04 + size), size, color, 0.14)
        _pip(pad, suit, (0.03 + 0.45 * size, 0.06 + 1.75 * size), size, color)
        pad.pixels[:] = pad.pixels[::-1, ::-1].copy()
        pad.mask[:] = pad.mask[::-1, ::-1].copy()


def playing_card(rng: Rng) -> Floats:
    """Draw a card with French suits: numbers with pips or a busy court card."""
    aspect = float(rng.uniform(1.35, 1.6))
    pad = Pad.sheet(round(_LONG / aspect), _LONG, pale(rng), float(rng.uniform(0.02, 0.05)))
    w = pad.size[0]
    suit = str(rng.choice(["heart", "diamond", "spade", "club"]))
    red = suit in ("heart", "diamond")
    color: Ink = (
        (rng.uniform(0.05, 0.2), rng.uniform(0.02, 0.15), rng.uniform(0.6, 0.9))
        if red
        else (rng.uniform(0.02, 0.18),) * 3
    )
    index = float(rng.uniform(0.06, 0.11))
    if rng.random() < 0.25:
        _court(pad, rng, color)
        _index(pad, str(rng.choice(["J", "Q", "K", "B", "D"])), suit, color, index)
        return pad.picture()
    number = int(rng.integers(1, 11))
    outer, middle = _PIPS[number]
    size = float(rng.uniform(0.13, 0.18)) * (2.2 if number == 1 else 1.0)
    top, bottom = 0.17, 0.83
    columns = [(0.3 * w, y) for y in outer] + [(0.7 * w, y) for y in outer]
    for x, y in columns + [(0.5 * w, y) for y in middle]:
        turned = -1 if y > 0.55 else 1
        _pip(pad, suit, (x, top + (bottom - top) * y), size * turned, color)
    _index(pad, "A" if number == 1 else str(number), suit, color, index)
    return pad.picture()


def _court(pad: Pad, rng: Rng, color: Ink) -> None:
    """Fill the middle with a busy figure, the same when turned by half."""
    w, h = pad.size
    x, y = 0.16 * w, 0.11
    palette = [color, (0.05, 0.75, 0.9), (0.65, 0.25, 0.1), (0.1, 0.1, 0.1), (0.6, 0.75, 0.95)]
    inner = np.array([w - 2 * x, h - 2 * y])
    for _ in range(int(rng.integers(14, 34))):
        middle = rng.uniform(0.1, 0.9, 2) * inner + (x, y)
        polygon = _regular(int(rng.integers(3, 8)), float(rng.choice([0.5, 1.0])))
        points = polygon * rng.uniform(0.05, 0.28, 2) + middle
        points = np.clip(points, (x, y), np.array([w - x, h - y]))
        paint = palette[int(rng.integers(len(palette)))]
        pad.shape(points, paint)
        pad.shape(np.array([w, h]) - points, paint)
        pad.line(points, (0.1, 0.1, 0.1), 0.004, True)
        pad.line(np.array([w, h]) - points, (0.1, 0.1, 0.1), 0.004, True)
    frame = [(x, y), (w - x, y), (w - x, h - y), (x, h - y)]
    pad.line(frame, (0.5, 0.2, 0.1), 0.006, True)


def card_back(rng: Rng) -> Floats:
    """Draw a patterned back: white border, colored field, lattice, waves, dots or lettering."""
    aspect = float(rng.uniform(1.38, 1.65))
    w, h = _LONG, round(_LONG / aspect)
    pad = Pad.sheet(w, h, pale(rng), float(rng.uniform(0.02, 0.05)))
    width, height = pad.size
    border = float(rng.choice([0.0, rng.uniform(0.015, 0.07)]))
    hue = rng.random()
    if hue < 0.5:  # violet to blue, as most decks of the game
        field = np.array([rng.uniform(0.4, 0.75), rng.uniform(0.1, 0.3), rng.uniform(0.2, 0.5)])
    else:
        field = random_color(rng, 0.2, 0.9, 0.95)
    second = pale(rng) if rng.random() < 0.6 else random_color(rng, 0.1, 1.0, 0.9)
    if rng.random() < 0.35:
        field, second = second, field
    pad.box((border, border), (width - 2 * border, height - 2 * border), field, 0.02)
    step = float(rng.uniform(0.035, 0.12))
    kind = int(rng.integers(5))
    low, high = border + 0.02, np.array([width, height]) - border - 0.02
    xs = np.arange(low + step / 2, high[0] - step / 3, step)
    ys = np.arange(low + step / 2, high[1] - step / 3, step)
    if kind == 0:
        for x in xs:
            for y in ys:
                pad.shape(_regular(4) * step * rng.uniform(0.7, 0.8) + (x, y), second)
    elif kind == 1:
        t = np.linspace(low, high[0], 60)
        for y in ys:
            wave = y + 0.3 * step * np.sin(t * 2 * np.pi / (2 * step))
            pad.line(np.stack([t, wave], axis=1), second, step * 0.3)
    elif kind == 2:
        for x in xs:
            for y in ys:
                pad.disc((x, y), step * 0.3, second)
    elif kind == 3:
        for y in ys[1:]:
            pad.text(random_word(rng, 8, 20)[: int(len(xs) * 1.1)], (low, y), step * 0.6, second)
    else:
        tips = np.linspace(0, 2 * np.pi, int(rng.integers(8, 30)), endpoint=False)
        middle = np.array([width, height]) / 2
        for a in tips:
            end = middle + np.array([np.cos(a), np.sin(a)]) * rng.uniform(0.2, 0.28)
            pad.line([middle, end], second, 0.01)
    if rng.random() < 0.55:  # a big lettering-like mark in the middle
        word = random_word(rng, 3, 5).upper()
        size = float(rng.uniform(0.1, 0.2))
        x = width / 2 - 0.42 * size * len(word)
        for _ in range(int(rng.integers(1, 3))):
            y = height * rng.uniform(0.4, 0.75)
            pad.text(word, (x, y + 0.012), size, (0.1, 0.05, 0.1), 0.2)
            pad.text(word, (x, y), size, second if rng.random() < 0.5 else pale(rng), 0.2)
    return pad.picture()


def blank_card(rng: Rng) -> Floats:
    """Draw an unprinted card."""
    deck = random_deck(rng)
    return printed(deck, [], rng, (240, round(240 / deck.aspect)))


def uno_like(rng: Rng) -> Floats:
    """Draw a colored card with a tilted oval and a number."""
    pad = Pad.sheet(round(_LONG / rng.uniform(1.4, 1.6)), _LONG, pale(rng), 0.05)
    w, h = pad.size
    color = [(0.15, 0.1, 0.85), (0.2, 0.65, 0.25), (0.75, 0.35, 0.05), (0.1, 0.8, 0.95)][
        int(rng.integers(4))
    ]
    pad.box((0.04, 0.04), (w - 0.08, h - 0.08), color, 0.04)
    pad.disc((w / 2, h / 2), (0.42, 0.22), pale(rng), -58 + float(rng.normal(0, 5)))
    number = str(rng.integers(0, 10))
    pad.text(number, (w / 2 - 0.12, h / 2 + 0.14), 0.28, color, 0.16)
    pad.text(number, (0.07, 0.18), 0.08, (1, 1, 1), 0.14)
    pad.text(number, (w - 0.15, h - 0.08), 0.08, (1, 1, 1), 0.14)
    return pad.picture()


def business_card(rng: Rng) -> Floats:
    """Draw a card with a few lines of writing and perhaps a logo."""
    ground = pale(rng) if rng.random() < 0.7 else random_color(rng, 0.05, 0.9, 0.8)
    ink = np.full(3, 0.15) if float(np.mean(ground)) > 0.5 else np.full(3, 0.9)
    pad = Pad.sheet(_LONG, round(_LONG / rng.uniform(1.5, 1.8)), ground)
    _, h = pad.size
    y = float(rng.uniform(0.1, 0.2))
    for k in range(int(rng.integers(2, 6))):
        size = 0.05 if k == 0 else 0.028
        x = float(rng.choice([0.08, 0.4]))
        pad.text(random_word(rng, 6, 14), (x, y), size, ink, 0.12)
        y += size * rng.uniform(2.0, 3.0)
        if y > h - 0.05:
            break
    if rng.random() < 0.6:
        at = (float(rng.uniform(0.7, 0.88)), float(rng.uniform(0.15, h - 0.15)))
        polygon = _regular(int(rng.integers(3, 9)), float(rng.choice([0.5, 1.0])))
        pad.shape(polygon * rng.uniform(0.1, 0.2) + at, random_color(rng, 0.3, 0.9, 0.95))
    return pad.picture()


_ARROW = (
    (-0.5, -0.16),
    (0.05, -0.16),
    (0.05, -0.4),
    (0.5, 0),
    (0.05, 0.4),
    (0.05, 0.16),
    (-0.5, 0.16),
)
_GLYPHS: dict[str, Callable[[float], Floats]] = {
    "star": lambda turn: _regular(5, 0.42, turn),
    "triangle": lambda turn: _regular(3, 1.0, turn),
    "heart": lambda turn: _heart(),
    "cross": lambda turn: _plus(0.34),
    "hexagon": lambda turn: _regular(6, 1.0, turn),
    "disc": lambda turn: _regular(40),
    "ring": lambda turn: _regular(40),
    "arrow": lambda turn: np.array(_ARROW, np.float32),
}


def foreign_card(rng: Rng) -> Floats:
    """Draw a white card of another symbol game: stars, hearts, letters, numbers and the like."""
    aspect = float(rng.uniform(1.35, 1.7))
    pad = Pad.sheet(_LONG, round(_LONG / aspect), pale(rng), float(rng.uniform(0.0, 0.06)))
    _, h = pad.size
    deck = random_deck(rng)
    color = deck.inks[COLORS[int(rng.integers(3))]]
    if rng.random() < 0.25:
        b, g, r = random_color(rng, 0.1, 0.9, 0.95)
        color = (float(b), float(g), float(r))
    count = int(rng.choice([1, 2, 3, 4, 5], p=[0.34, 0.24, 0.24, 0.1, 0.08]))
    kind = str(rng.choice([*_GLYPHS, "letter", "number", "moon", "smile"]))
    size = min(float(rng.uniform(0.55, 0.85)) * h, 0.9 / count)
    pitch = size * float(rng.uniform(1.05, 1.3)) if count * size < 0.75 else size * 1.02
    glyph = str(rng.choice(list(_LETTERS))) if kind == "letter" else str(rng.integers(0, 10))
    hollow = rng.random() < 0.4
    width = float(rng.uniform(0.008, 0.02))
    turn = float(rng.choice([-np.pi / 2, np.pi / 2, 0.0]))
    for k in range(count):
        at = (0.5 + (k - (count - 1) / 2) * pitch, h / 2)
        if kind in ("letter", "number"):
            pad.text(glyph, (at[0] - 0.4 * size, at[1] + 0.45 * size), size * 0.9, color, 0.13)
            continue
        if kind == "moon":
            pad.disc(at, size / 2, color)
            pad.disc((at[0] + size * 0.2, at[1]), size * 0.4, pad.pixels[9, 40] / 255)
            continue
        if kind == "smile":
            pad.disc(at, size / 2, color)
            pad.disc((at[0] - size * 0.17, at[1] - size * 0.1), size * 0.07, (0, 0, 0))
            pad.disc((at[0] + size * 0.17, at[1] - size * 0.1), size * 0.07, (0, 0, 0))
            a = np.linspace(0.3, np.pi - 0.3, 9)
            pad.line(np.stack([np.cos(a), np.sin(a)], 1) * size * 0.3 + at, (0, 0, 0), 0.012)
            continue
        polygon = _GLYPHS[kind](turn) * size + at
        if hollow or kind == "ring":
            pad.line(polygon, color, width, True)
        else:
            pad.shape(polygon, color)
    return pad.picture()


@dataclass(frozen=True, slots=True)
class _Mark:
    shape: str
    color: str
    fill: str


def odd_card(rng: Rng) -> Floats:
    """Draw the game's symbols in ways that no card has: four or five, or mixed on one card."""
    deck = random_deck(rng)
    w = 240
    size = (w, round(w / deck.aspect))

    def pick(values: Sequence[str]) -> str:
        return str(rng.choice(values))

    mark = _Mark(pick(SHAPES), pick(COLORS), pick(FILLS))
    if rng.random() < 0.45:
        marks = [mark] * int(rng.integers(4, 6))
    else:
        marks = [mark] * int(rng.integers(2, 4))
        feature = pick(["shape", "color"])
        others = [
            v for v in {"shape": SHAPES, "color": COLORS}[feature] if v != getattr(mark, feature)
        ]
        changes = {feature: pick(others)}
        marks[int(rng.integers(len(marks)))] = replace(mark, **changes)
    pitch = min(max(deck.pitch[m.shape] for m in marks), 0.95 / len(marks))
    widest = max(float(np.ptp(deck.outlines[m.shape][:, 0])) for m in marks)
    shrink = min(1.0, pitch / (widest * 1.08))
    inks = []
    for k, m in enumerate(marks):
        center = (k - (len(marks) - 1) / 2) * pitch
        cover = draw_symbols(deck, m.shape, m.fill, [center], rng, size, shrink)
        inks.append((cover, deck.inks[m.color]))
    return printed(deck, inks, rng, size)


def quarter_turned(picture: Floats, rng: Rng) -> Floats:
    """Return the picture lying or standing, by chance."""
    if rng.random() < 0.5:
        return np.ascontiguousarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), dtype=np.float32)
    return picture
