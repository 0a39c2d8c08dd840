"""The picture of a table with everything that was read drawn into it.

Every SET has a color, a dash pattern and a letter, so that nobody needs to tell colors apart. The
cards of a SET are framed, not joined by lines: frames of several SETs lie inside each other along
the edge of a card, where nothing is printed. Doubted cards are hatched and say what is doubted.
"""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from setvision.doubts import doubts_in_words
from setvision.media.labels import (
    Ground,
    badges_width,
    draw_badges,
    in_rows,
    places_above,
    places_below,
)
from setvision.media.lettering import line_height, text_width, wrapped, write
from setvision.media.report import set_name, verdict_message
from setvision.media.strokes import INK, dashed_line, frame, hatch, inset, short_side
from setvision.message import msg
from setvision.opencv import cv2
from setvision.table import SeenCard, Table, Verdict
from setvision.words import Words, words_for

__all__ = ["SetStyle", "annotated", "overlay", "set_style"]

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Bgr = tuple[int, int, int]

_PAPER: Final[Bgr] = (255, 255, 255)
_AMBER: Final[Bgr] = (0, 176, 255)

# The colors of Okabe and Ito, which differ for every kind of color vision; not its black, which
# the casing of the lines has, nor its orange, which would pass for the amber of doubt.
_COLORS: Final[tuple[Bgr, ...]] = (
    (233, 180, 86),  # sky blue
    (0, 94, 213),  # vermilion
    (115, 158, 0),  # bluish green
    (167, 121, 204),  # reddish purple
    (178, 114, 0),  # blue
    (60, 225, 245),  # yellow
    (235, 235, 235),  # near white
)

# On and off in parts of the line's width; their number has no common divisor with that of the
# colors, so color and pattern together repeat only after 35 SETs.
_DASHES: Final[tuple[tuple[float, ...], ...]] = (
    (),  # solid
    (6, 2.5),
    (1.4, 1.6),
    (6, 2, 1.4, 2),
    (3, 3),
)

_SMALLEST: Final = 1000
"""Long side in pixels below which pictures are enlarged, so that lines and letters fit."""

_CAPITAL: Final = 13 / 1000  # height of capital letters in parts of the long side
_MOST_LINES: Final = 12  # of SETs in the banner
_MOST_LETTERS: Final = 6  # of SETs at one card; beyond, only the banner names them


class SetStyle(NamedTuple):
    """How a SET is told from the others, by any one of three things."""

    letter: str
    color: Bgr
    dashes: tuple[float, ...]
    """Lengths on and off, in parts of the line's width; empty for a solid line."""


def set_style(number: int) -> SetStyle:
    """Return the letter, color and dashes of a SET, the first being number 0."""
    return SetStyle(
        set_name(number), _COLORS[number % len(_COLORS)], _DASHES[number % len(_DASHES)]
    )


def annotated(image: Image, table: Table, words: Words | None = None) -> Image:
    """Return a new picture with the cards, the SETs, the doubts and a banner with the verdict.

    Parameters
    ----------
    image
        uint8 (h, w, 3) blue-green-red, not changed.
    table
        What was read from this picture. Where ``table.width`` and ``table.height`` differ from
        the picture's, the cards are scaled to it.
    words
        The language of what is written; English when omitted.

    Returns
    -------
    ndarray
        uint8 (h', w', 3) blue-green-red. At least 1000 pixels on the long side, and higher than
        the picture by the banner, which hides no card.
    """
    words = words or words_for("en")
    canvas = overlay(image, table, words)
    return np.concatenate([_banner(table, words, canvas.shape[1], _unit(canvas)), canvas])


def overlay(image: Image, table: Table, words: Words | None = None) -> Image:
    """Return a new picture with the cards, the SETs and the doubts, without the banner.

    Parameters and the long side are those of :func:`annotated`.
    """
    words = words or words_for("en")
    height, width = image.shape[:2]
    grown = max(1.0, _SMALLEST / max(height, width))
    size = (max(1, round(width * grown)), max(1, round(height * grown)))
    canvas = (
        image.copy()
        if grown == 1
        else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    )
    unit = _unit(canvas)
    scale = np.array([size[0] / table.width, size[1] / table.height])
    quads = {
        seen.id: (np.asarray(seen.quad, np.float64) + 0.5) * scale - 0.5 for seen in table.cards
    }
    styles: dict[int, list[SetStyle]] = {seen.id: [] for seen in table.cards}
    for number, ids in enumerate(table.sets):
        for card in ids:
            styles[card].append(set_style(number))
    for seen in table.cards:
        _frame(canvas, quads[seen.id], styles[seen.id], seen.sure, unit)
    # Words last, so that no frame of a neighbor crosses them.
    ground = Ground(canvas, quads.values())
    for seen in table.cards:
        _label(canvas, seen, quads[seen.id], styles[seen.id], ground, unit, words)
    return canvas


def _unit(image: Image) -> float:
    """Return how many pixels a thousandth of the long side is."""
    height, width = image.shape[:2]
    return float(max(height, width)) / 1000


def _frame(canvas: Image, quad: Points, styles: list[SetStyle], is_sure: bool, unit: float) -> None:
    short = short_side(quad)
    if not is_sure:
        outside = inset(quad, -0.08 * short)
        hatch(canvas, outside, max(0.08 * short, 7 * unit), _AMBER, unit)
    if not 0 < len(styles) <= _MOST_LETTERS:
        frame(canvas, quad, max(1.2 * unit, 1.0), _PAPER, (), unit)
        return
    # From a little outside the card to where its symbols may begin.
    pitch = min(0.2 * short / len(styles), 7 * unit)
    width = max(0.62 * pitch, 2.0)
    for place, style in enumerate(styles):
        edge = inset(quad, (place + 0.5) * pitch - 0.06 * short)
        frame(canvas, edge, width, style.color, style.dashes, unit)


def _label(
    canvas: Image,
    seen: SeenCard,
    quad: Points,
    styles: list[SetStyle],
    ground: Ground,
    unit: float,
    words: Words,
) -> None:
    """Put the number of a card and the letters of its SETs on its edge, and its doubts."""
    capital = 1000 * _CAPITAL * unit
    height = line_height(capital)
    first = (INK, _PAPER) if seen.sure else (_AMBER, INK)
    text = str(seen.id) if seen.sure else f"{seen.id}?"
    badges = [(text, *first)]
    if len(styles) <= _MOST_LETTERS:
        badges += [(style.letter, style.color, _ink_on(style.color)) for style in styles]
    rows = list(in_rows(badges, capital, max(float(np.ptp(quad[:, 0])), 5 * height)))
    size = max(badges_width(row, capital) for row in rows), float(height * len(rows))
    x, y = ground.place(places_above(quad, size), *size)
    for place, row in enumerate(rows):
        draw_badges(canvas, row, x, y + place * height, capital)
    if not seen.sure:
        row = [(f"? {words(doubts_in_words(seen.doubts))}", _AMBER, INK)]
        size = badges_width(row, capital), float(height)
        x, y = ground.place(places_below(quad, size), *size)
        draw_badges(canvas, row, x, y, capital)


def _ink_on(color: Bgr) -> Bgr:
    blue, green, red = color
    return INK if 0.114 * blue + 0.587 * green + 0.299 * red > 115 else _PAPER


def _banner(table: Table, words: Words, width: int, unit: float) -> Image:
    """Return a strip with the verdict, its reason and the legend of the SETs."""
    # On a narrow picture letters are smaller than elsewhere rather than cut off.
    capital = max(1.0, min(1000 * _CAPITAL * unit, width / 24))
    large = 1.5 * capital
    margin = round(capital)
    space = width - 2 * margin
    verdict = words(verdict_message(table))
    lines = [(line, large) for line in wrapped(verdict, large, space)]
    lines += [(line, capital) for line in wrapped(words(table.reason), capital, space)]
    legend = _legend_rows(table, words, capital, space)
    height = margin + sum(line_height(size) for _, size in lines)
    height += len(legend) * line_height(1.15 * capital) + margin // 2
    banner = np.full((height, width, 3), INK, np.uint8)
    if table.verdict is Verdict.UNSURE:
        banner[:, : max(2, margin // 2)] = _AMBER
    y = float(margin) / 2
    for text, size in lines:
        y += line_height(size)
        write(banner, text, margin, y - 0.45 * size, size, _PAPER)
    for row in legend:
        y += line_height(1.15 * capital)
        for number, text, x in row:
            _legend_entry(banner, number, text, margin + x, y - 0.6 * capital, capital)
    return banner


def _legend_rows(
    table: Table, words: Words, capital: float, space: float
) -> list[list[tuple[int | None, str, float]]]:
    """Flow the SETs into rows of (number, text, x); the last may say how many are left out."""
    sure = set(table.sure_sets)
    rows: list[list[tuple[int | None, str, float]]] = []
    x = math.inf
    for number, ids in enumerate(table.sets):
        text = ", ".join(map(str, ids)) + ("" if ids in sure else " ?")
        width = _sample_width(capital, number) + text_width(text, capital) + 2 * capital
        if x + width > space:
            if len(rows) == _MOST_LINES:
                more = msg("and {n} more", n=len(table.sets) - number)
                rows.append([(None, words(more), 0.0)])
                break
            rows.append([])
            x = 0.0
        rows[-1].append((number, text, x))
        x += width
    return rows


def _sample_width(capital: float, number: int) -> float:
    return 5.4 * capital + text_width(set_name(number), capital)


def _legend_entry(
    banner: Image, number: int | None, text: str, x: float, y: float, capital: float
) -> None:
    if number is not None:
        style = set_style(number)
        letter = text_width(style.letter, capital)
        draw_badges(
            banner,
            [(style.letter, style.color, _ink_on(style.color))],
            x,
            y - capital / 2 - line_height(capital) / 2,
            capital,
        )
        start = np.array([x + letter + 1.4 * capital, y - capital / 2])
        line = np.array([start, start + np.array([3 * capital, 0.0])])
        width = max(2.0, 0.32 * capital)
        dashed_line(banner, line, width, style.color, style.dashes)
        x += _sample_width(capital, number)
    write(banner, text, x, y, capital, _PAPER)
