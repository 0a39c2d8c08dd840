"""Things on a table that are no cards of the game, for hard negatives."""

from collections.abc import Callable

import cv2
import numpy as np

from rendering import other_cards
from rendering.cards import draw_face, draw_symbols
from rendering.decks import COLORS, SHAPES, random_deck
from rendering.other_cards import quarter_turned, random_word
from rendering.outlines import Floats
from rendering.pad import Pad, curve, pale, shade
from rendering.tables import random_color, smooth_noise
from setvision.cards import DECK

Rng = np.random.Generator


def _card_box(rng: Rng) -> Floats:
    """Box of cards seen from above: lettering and a few symbols on a colored lid."""
    color = (
        np.array([rng.uniform(0.4, 0.8), rng.uniform(0.1, 0.3), rng.uniform(0.25, 0.5)])
        if rng.random() < 0.5
        else random_color(rng, 0.1, 0.95, 0.95)
    )
    pad = Pad.sheet(280, round(280 / rng.uniform(1.2, 1.7)), color)
    w, h = pad.size
    second = pale(rng)
    pad.text(random_word(rng, 3, 6), (0.1, h * 0.5), 0.16, second, 0.2)
    pad.text(random_word(rng, 8, 14), (0.1, h * 0.72), 0.05, second)
    for k in range(int(rng.integers(0, 4))):
        x = 0.5 + 0.14 * k
        pad.disc(
            (x, h * 0.83), (0.05, 0.03), random_color(rng, 0.4, 1, 1), float(rng.uniform(0, 90))
        )
    edge = [(0.012, 0.012), (w - 0.012, 0.012), (w - 0.012, h - 0.012), (0.012, h - 0.012)]
    pad.line(edge, np.asarray(color) * 0.6, 0.02, True)
    picture = pad.picture()
    if rng.random() < 0.5:
        _print_cards(rng, picture)
    return shade(picture, rng, 0.1)


def _print_cards(rng: Rng, picture: Floats) -> None:
    """Print small cards onto a box as makers do: alike in every way but their size."""
    height, width = picture.shape[:2]
    deck = random_deck(rng)
    long_side = int(rng.uniform(0.14, 0.32) * width)
    x0, y0 = rng.uniform(0.02, 0.5) * width, rng.uniform(0.02, 0.5) * height
    step = long_side * rng.uniform(0.75, 1.15)
    angle = float(rng.normal(0, 25))
    for k in range(int(rng.integers(1, 6))):
        face = draw_face(deck, DECK[int(rng.integers(81))], rng, max(24, long_side))
        side = int(1.25 * max(face.shape[:2]))
        turn = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), angle, 1.0)
        turn[:, 2] += [side / 2 - face.shape[1] / 2, side / 2 - face.shape[0] / 2]
        face = cv2.warpAffine(face, turn, (side, side))
        x, y = int(x0 + step * (k % 3)), int(y0 + step * (k // 3))
        place = picture[y : y + side, x : x + side]
        if place.shape[0] == 0 or place.shape[1] == 0:
            continue
        piece = face[: place.shape[0], : place.shape[1]]
        place[..., :3] += piece[..., 3:] * (piece[..., :3] - place[..., :3])


def _phone(rng: Rng) -> Floats:
    """Dark rounded slab, off or showing a screen with icons or writing."""
    body = random_color(rng, 0.02, 0.2, 0.3) if rng.random() < 0.8 else pale(rng)
    pad = Pad.sheet(round(300 / rng.uniform(1.8, 2.2)), 300, body, float(rng.uniform(0.03, 0.08)))
    w, h = pad.size
    if rng.random() < 0.7:
        screen = random_color(rng, 0.0, 1.0, 0.6)
        rim = float(rng.uniform(0.01, 0.03))
        top = float(rng.choice([rim, 0.09]))
        pad.box((rim, top), (w - 2 * rim, h - 2 * top), screen, 0.02)
        if rng.random() < 0.6:
            for y in np.arange(top + 0.06, h - top - 0.06, 0.13):
                for x in np.arange(rim + 0.04, w - rim - 0.08, 0.11):
                    pad.box((x, y), (0.075, 0.075), random_color(rng, 0.3, 1, 0.95), 0.02)
        else:
            for y in np.arange(top + 0.06, h - top - 0.04, 0.05):
                pad.text(random_word(rng, 6, 14), (rim + 0.02, y), 0.022, 1 - screen)
    else:
        pad.line([(w * 0.1, 0), (w * 0.9, h)], np.clip(body + 0.12, 0, 1), 0.05)
    return pad.picture()


def _envelope(rng: Rng) -> Floats:
    """Envelope from behind with its flap, or from the front with a stamp and an address."""
    color = pale(rng, 0.75, 0.06)
    pad = Pad.sheet(320, round(320 / rng.uniform(1.4, 2.1)), color, 0.004)
    w, h = pad.size
    dark = color * 0.82
    if rng.random() < 0.6:
        tip = float(rng.uniform(0.4, 0.75)) * h
        pad.line([(0, 0), (w / 2, tip), (w, 0)], dark, 0.006)
        if rng.random() < 0.6:
            pad.line([(0, h), (w * 0.42, tip * 0.85)], dark, 0.004)
            pad.line([(w, h), (w * 0.58, tip * 0.85)], dark, 0.004)
    else:
        pad.box((w - 0.16, 0.03), (0.12, 0.15), random_color(rng, 0.3, 1, 0.9))
        for k in range(3):
            pad.text(random_word(rng, 6, 12), (0.45, h * 0.55 + 0.07 * k), 0.03, (0.2, 0.1, 0.1))
        if rng.random() < 0.4:
            pad.box((0.08, h * 0.5), (0.36, 0.16), color * 0.9, 0.02)
    return shade(pad.picture(), rng, 0.06)


def _paper(rng: Rng) -> Floats:
    """Sheet with printed or written lines, ruled or squared, or bare."""
    pad = Pad.sheet(round(320 / rng.uniform(1.2, 1.6)), 320, pale(rng, 0.85))
    w, h = pad.size
    kind = rng.random()
    if kind < 0.45:
        size = float(rng.uniform(0.012, 0.028))
        for y in np.arange(0.07, h - 0.05, size * rng.uniform(1.8, 3)):
            if rng.random() < 0.88:
                words = " ".join(random_word(rng, 2, 8) for _ in range(12)).lower()
                pad.text(words[: int((w - 0.14) / size / 0.85)], (0.06, y), size, (0.2,) * 3)
    elif kind < 0.8:
        step = float(rng.uniform(0.02, 0.05))
        ruled = random_color(rng, 0.5, 0.85, 0.5)
        for y in np.arange(step, h, step):
            pad.line([(0, y), (w, y)], ruled, 0.003)
        if rng.random() < 0.5:
            for x in np.arange(step, w, step):
                pad.line([(x, 0), (x, h)], ruled, 0.003)
    return shade(pad.picture(), rng, 0.05)


def _note(rng: Rng) -> Floats:
    """Sticky note with a scribble."""
    color = [(0.45, 0.92, 0.98), (0.7, 0.6, 0.98), (0.6, 0.95, 0.7), (0.95, 0.85, 0.6)]
    pad = Pad.sheet(200, 200, color[int(rng.integers(4))])
    for k in range(int(rng.integers(0, 5))):
        x = np.linspace(0.1, rng.uniform(0.5, 0.9), 40)
        y = 0.2 + 0.16 * k + 0.03 * np.sin(x * rng.uniform(60, 120)) * rng.uniform(0.3, 1, 40)
        pad.line(np.stack([x, y], axis=1), (0.3, 0.15, 0.1), 0.012)
    return shade(pad.picture(), rng, 0.08)


def _book(rng: Rng) -> Floats:
    """Book or magazine cover."""
    color = random_color(rng, 0.05, 0.95, 0.95)
    pad = Pad.sheet(round(320 / rng.uniform(1.25, 1.6)), 320, color)
    w, h = pad.size
    for _ in range(int(rng.integers(1, 5))):
        corner = (float(rng.uniform(0, w * 0.6)), float(rng.uniform(0, h * 0.7)))
        size = (float(rng.uniform(0.1, w)), float(rng.uniform(0.05, 0.4)))
        pad.box(corner, size, random_color(rng, 0.1, 1, 0.9))
    second = pale(rng) if float(np.mean(color)) < 0.5 else np.full(3, 0.1)
    pad.text(random_word(rng, 4, 7), (0.05, 0.2), 0.09, second, 0.16)
    pad.text(random_word(rng, 6, 12), (0.05, 0.3), 0.045, second)
    pad.line([(0.03, 0), (0.03, h)], np.asarray(color) * 0.7, 0.012)
    return shade(pad.picture(), rng, 0.08)


def _coin(rng: Rng) -> Floats:
    """Coin with a rim and a worn head."""
    metal = np.array([[0.35, 0.6, 0.75], [0.7, 0.72, 0.75], [0.3, 0.45, 0.7]])[rng.integers(3)]
    metal = metal * rng.uniform(0.6, 1.15)
    pad = Pad.blank(120, 120)
    pad.disc((0.5, 0.5), 0.49, metal * 0.7)
    pad.disc((0.5, 0.49), 0.47, metal)
    pad.disc((0.5, 0.5), 0.4, metal * 0.9)
    pad.disc((0.48, 0.45), (0.16, 0.2), np.clip(metal * 1.12, 0, 1))
    pad.text(str(rng.choice([1, 2, 5, 10, 20])), (0.3, 0.75), 0.25, metal * 0.7, 0.12)
    return shade(pad.picture(), rng, 0.25)


def _pen(rng: Rng) -> Floats:
    """Pen, marker or pencil."""
    pad = Pad.blank(300, 40)
    _, h = pad.size
    color = random_color(rng, 0.05, 0.95, 0.95)
    thick = float(rng.uniform(0.025, 0.1))
    y = h / 2
    pad.box((0.05, y - thick / 2), (0.88, thick), color, thick / 4)
    pad.line([(0.06, y - thick * 0.2), (0.92, y - thick * 0.2)], np.clip(color + 0.2, 0, 1), 0.008)
    pad.box(
        (0.05, y - thick / 2), (0.3, thick), np.asarray(color) * rng.uniform(0.3, 0.9), thick / 3
    )
    pad.shape([(0.93, y - thick / 2), (0.99, y), (0.93, y + thick / 2)], (0.3, 0.45, 0.6))
    return pad.picture()


def _plate(rng: Rng) -> Floats:
    """Plate, saucer or mug from above, round or oval by tilt, a drink in it perhaps."""
    squeeze = float(rng.uniform(0.7, 1.0))
    pad = Pad.blank(260, 260)
    color = pale(rng, 0.8) if rng.random() < 0.7 else random_color(rng, 0.1, 0.95, 0.8)
    if rng.random() < 0.5:
        pad.line(curve([(0.7, 0.4), (0.95, 0.42), (0.95, 0.6), (0.7, 0.6)]), color * 0.9, 0.05)
        rim = 0.36
    else:
        rim = 0.48
    for share, tone in ((1.0, 0.9), (0.97, 1.0), (0.72, 0.88), (0.69, 0.97)):
        pad.disc((0.5, 0.5), (rim * share, rim * share * squeeze), np.clip(color * tone, 0, 1))
    if rim < 0.4 and rng.random() < 0.7:
        drink = (0.08, 0.15, 0.25) if rng.random() < 0.6 else random_color(rng, 0.2, 0.9, 0.9)
        pad.disc((0.5, 0.5), (rim * 0.85, rim * 0.85 * squeeze), drink)
    return shade(pad.picture(), rng, 0.12)


def _tissue(rng: Rng) -> Floats:
    """Crumpled white blob."""
    pad = Pad.blank(240, 240)
    t = np.linspace(0, 2 * np.pi, 30, endpoint=False)
    r = 0.36 + 0.08 * np.sin(3 * t + rng.uniform(0, 6)) * rng.random()
    r = r + rng.normal(0, 0.02, 30)
    points = np.stack([0.5 + r * np.cos(t), 0.5 + r * np.sin(t)], axis=1)
    pad.shape(curve(np.concatenate([points, points[:1]])), pale(rng))
    picture = pad.picture()
    size = picture.shape
    folds = smooth_noise(rng, size[0], size[1], rng.uniform(8, 30), rng.uniform(8, 30))
    slope = np.asarray(cv2.Sobel(folds, cv2.CV_32F, 1, 1, ksize=5), np.float32)
    light = 0.93 + 0.07 * np.tanh(slope * 2)
    picture[..., :3] *= light[..., None]
    return picture


def _hand(rng: Rng) -> Floats:
    """One to four fingers coming in from one side."""
    pad = Pad.blank(300, 220)
    w, h = pad.size
    tone = rng.uniform(0.3, 1.0)
    skin = np.array([0.55, 0.68, 0.9]) * tone * (1 + rng.normal(0, 0.04, 3))
    fingers = int(rng.integers(1, 5))
    wide = float(rng.uniform(0.11, 0.15))
    base = h / 2 - (fingers - 1) * wide / 2
    if fingers > 1 or rng.random() < 0.5:
        pad.box((-0.1, base - wide * 0.7), (0.45, (fingers + 0.4) * wide), skin * 0.97, 0.1)
    for k in range(fingers):
        y = base + k * wide * 1.02
        reach = float(rng.uniform(0.65, 0.95)) * w
        bend = float(rng.normal(0, 0.03))
        path = curve([(-0.05, y), (reach * 0.55, y + bend), (reach - wide / 2, y + 2 * bend)])
        pad.line(path, skin * 0.82, wide)
        pad.line(path + np.array([0, -0.004]), np.clip(skin, 0, 1), wide * 0.88)
        if rng.random() < 0.6:
            tip = (reach - wide * 0.35, y + 2 * bend - 0.004)
            nail = np.clip(skin * 1.08 + 0.04, 0, 1)
            pad.disc(tip, (wide * 0.34, wide * 0.27), nail, float(np.rad2deg(bend)))
    picture = shade(pad.picture(), rng, 0.12)
    picture[..., :3] = cv2.GaussianBlur(picture[..., :3], (0, 0), 1.2)
    return picture


def _cable(rng: Rng) -> Floats:
    """Loose cable."""
    pad = Pad.blank(320, 240)
    _, h = pad.size
    points = rng.uniform((0, 0.05), (1, h - 0.05), (int(rng.integers(3, 7)), 2))
    color = pale(rng) if rng.random() < 0.5 else np.full(3, rng.uniform(0.03, 0.2))
    width = float(rng.uniform(0.012, 0.03))
    path = curve(points)
    pad.line(path, color * 0.75, width)
    pad.line(path - 0.2 * width, color, width * 0.5)
    return pad.picture()


def _keyboard(rng: Rng) -> Floats:
    """Rows of keys, as of a laptop."""
    body = random_color(rng, 0.05, 0.9, 0.15)
    keys = np.full(3, rng.uniform(0.03, 0.25)) if rng.random() < 0.6 else pale(rng)
    pad = Pad.sheet(340, 140, body, 0.01)
    w, h = pad.size
    step = float(rng.uniform(0.06, 0.08))
    for row, y in enumerate(np.arange(0.02, h - step, step)):
        for x in np.arange(0.02 + 0.012 * row, w - step, step):
            pad.box((x, y), (step * 0.86, step * 0.86), keys, 0.008)
            letter = str(rng.choice(list("QWERTZUIOPASDFGHJKLYXCVBNM")))
            pad.text(letter, (x + 0.01, y + 0.035), 0.02, 1 - keys)
    return pad.picture()


def _spots(pad: Pad, corner: tuple[float, float], side: float, number: int, color: Floats) -> None:
    for dx, dy in {
        0: [],
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
        6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
    }[number]:
        at = (corner[0] + side * (0.5 + 0.27 * dx), corner[1] + side * (0.5 + 0.27 * dy))
        pad.disc(at, side * 0.09, color)


def _domino(rng: Rng) -> Floats:
    """Domino tile or die."""
    light = pale(rng, 0.8)
    dark = np.full(3, rng.uniform(0.02, 0.15), np.float32)
    if rng.random() < 0.3:
        light, dark = dark, light
    tile = rng.random() < 0.6
    pad = Pad.sheet(200 if tile else 100, 100, light, 0.04 if tile else 0.15)
    w, h = pad.size
    for k in range(2 if tile else 1):
        _spots(pad, (k * w / 2, 0.0), h, int(rng.integers(0 if tile else 1, 7)), dark)
    if tile:
        pad.line([(w / 2, 0.05), (w / 2, h - 0.05)], dark, 0.012)
    return pad.picture()


def _loose_symbols(rng: Rng) -> Floats:
    """Print of the game's symbols with no card around it: one, or four and more in a row.

    Two or three of them are left out: on white they could be a card whose edge is not seen.
    """
    deck = random_deck(rng)
    shape = str(rng.choice(SHAPES))
    color = deck.inks[str(rng.choice(COLORS))]
    fill = str(rng.choice(["solid", "striped", "open"]))
    narrow = float(np.ptp(deck.outlines[shape][:, 0])) * 1.15
    count = 1 if rng.random() < 0.5 else int(0.98 / narrow)
    centers = [(k - (count - 1) / 2) * narrow for k in range(count)] if count > 3 else [0.0]
    cover = draw_symbols(deck, shape, fill, centers, rng, (280, round(280 / deck.aspect)))
    cut = np.ptp(np.nonzero(cover.max(axis=0))[0]) // 2 + 4
    middle = cover.shape[1] // 2
    cover = cover[:, max(0, middle - cut - 6) : middle + cut + 6]
    picture = np.empty((*cover.shape, 4), np.float32)
    picture[..., :3] = color
    picture[..., 3] = cover * np.float32(rng.uniform(0.75, 1.0))
    return picture


KINDS: dict[str, tuple[Callable[[Rng], Floats], float, tuple[float, float]]] = {
    "playing card": (other_cards.playing_card, 3.0, (0.9, 1.1)),
    "card back": (other_cards.card_back, 3.0, (0.9, 1.1)),
    "blank card": (other_cards.blank_card, 2.0, (0.8, 1.3)),
    "foreign card": (other_cards.foreign_card, 4.0, (0.8, 1.3)),
    "odd card": (other_cards.odd_card, 3.0, (0.9, 1.1)),
    "uno-like card": (other_cards.uno_like, 1.0, (0.9, 1.1)),
    "business card": (other_cards.business_card, 1.0, (0.85, 1.2)),
    "card box": (_card_box, 2.5, (1.0, 1.9)),
    "phone": (_phone, 1.0, (1.4, 2.0)),
    "envelope": (_envelope, 1.5, (1.5, 3.0)),
    "paper": (_paper, 1.5, (1.2, 3.5)),
    "sticky note": (_note, 0.7, (0.7, 1.0)),
    "book": (_book, 0.8, (1.5, 3.0)),
    "coin": (_coin, 0.7, (0.2, 0.4)),
    "pen": (_pen, 1.0, (1.3, 1.9)),
    "plate": (_plate, 1.2, (0.9, 2.5)),
    "tissue": (_tissue, 0.7, (0.8, 1.8)),
    "hand": (_hand, 1.5, (1.2, 2.5)),
    "cable": (_cable, 0.7, (1.5, 4.0)),
    "keyboard": (_keyboard, 0.7, (2.5, 4.0)),
    "domino": (_domino, 0.7, (0.25, 0.7)),
    "loose symbols": (_loose_symbols, 1.5, (0.3, 1.2)),
}
"""Kind to its painter, its weight, and its usual longer side in long sides of a card."""

CARD_KINDS = tuple(kind for kind in KINDS if kind.endswith("card") or kind == "card back")
"""Kinds that have the size and shape of a card, the hardest negatives for a reader of crops."""


def draw_clutter(rng: Rng, kind: str | None = None) -> tuple[Floats, str]:
    """Draw one thing that is no card of the game.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of everything.
    kind : str, optional
        One of `KINDS`; by weight if left out.

    Returns
    -------
    picture : numpy.ndarray
        (h, w, 4) float32: BGR 0..1 and alpha 0..1, the longer side 100 to 340 pixels.
    kind : str
        What was drawn.
    """
    if kind is None:
        names = list(KINDS)
        weights = np.array([KINDS[name][1] for name in names])
        kind = names[int(rng.choice(len(names), p=weights / weights.sum()))]
    return quarter_turned(KINDS[kind][0](rng), rng), kind
