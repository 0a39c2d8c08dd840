"""The picture of a table with everything that was read drawn into it.

Every SET has a color, a dash pattern and a letter, so that nobody needs to tell colors apart. The
cards of a SET are framed, not joined by lines: frames of several SETs lie inside each other along
the edge of a card, where nothing is printed. Doubted cards are hatched and say what is doubted.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.doubts import doubts_in_words
from setvision.media.banner import banner
from setvision.media.labels import (
    Ground,
    badges_width,
    draw_badges,
    in_rows,
    places_above,
    places_below,
)
from setvision.media.lettering import line_height
from setvision.media.strokes import INK, frame, hatch, inset, short_side
from setvision.media.styles import AMBER, PAPER, SetStyle, ink_on, set_style
from setvision.opencv import cv2
from setvision.table import SeenCard, Table
from setvision.words import Words, words_for

__all__ = ["Marks", "SetStyle", "annotated", "marks_of_sets", "overlay", "set_style"]

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Bgr = tuple[int, int, int]

Marks = Mapping[int, Sequence[SetStyle]]
"""The frames of each card, by its id; where there are none it is just outlined."""

_SMALLEST: Final = 1000
"""Long side in pixels below which pictures are enlarged, so that lines and letters fit."""

_CAPITAL: Final = 13 / 1000  # height of capital letters in parts of the long side
_MOST_LETTERS: Final = 6  # of SETs at one card; beyond, only the banner names them


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
    capital = 1000 * _CAPITAL * _unit(canvas)
    return np.concatenate([banner(table, words, canvas.shape[1], capital), canvas])


def marks_of_sets(table: Table) -> Marks:
    """Return the frames that show all SETs of a table."""
    marks: dict[int, list[SetStyle]] = {}
    for number, ids in enumerate(table.sets):
        for card in ids:
            marks.setdefault(card, []).append(set_style(number))
    return marks


def overlay(
    image: Image, table: Table, words: Words | None = None, marks: Marks | None = None
) -> Image:
    """Return a new picture with the cards, the SETs and the doubts, without the banner.

    Parameters and the long side are those of :func:`annotated`; ``marks`` are drawn in place of
    all SETs where they are given.
    """
    words = words or words_for("en")
    marks = marks_of_sets(table) if marks is None else marks
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
    styles = {seen.id: marks.get(seen.id, ()) for seen in table.cards}
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


def _frame(
    canvas: Image, quad: Points, styles: Sequence[SetStyle], is_sure: bool, unit: float
) -> None:
    short = short_side(quad)
    if not is_sure:
        outside = inset(quad, -0.08 * short)
        hatch(canvas, outside, max(0.08 * short, 7 * unit), AMBER, unit)
    if not 0 < len(styles) <= _MOST_LETTERS:
        frame(canvas, quad, max(1.2 * unit, 1.0), PAPER, (), unit)
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
    styles: Sequence[SetStyle],
    ground: Ground,
    unit: float,
    words: Words,
) -> None:
    """Put the number of a card and the letters of its SETs on its edge, and its doubts."""
    capital = 1000 * _CAPITAL * unit
    height = line_height(capital)
    first = (INK, PAPER) if seen.sure else (AMBER, INK)
    text = str(seen.id) if seen.sure else f"{seen.id}?"
    badges = [(text, *first)]
    if len(styles) <= _MOST_LETTERS:
        badges += [(style.letter, style.color, ink_on(style.color)) for style in styles]
    rows = list(in_rows(badges, capital, max(float(np.ptp(quad[:, 0])), 5 * height)))
    size = max(badges_width(row, capital) for row in rows), float(height * len(rows))
    x, y = ground.place(places_above(quad, size), *size)
    for place, row in enumerate(rows):
        draw_badges(canvas, row, x, y + place * height, capital)
    if not seen.sure:
        row = [(f"? {words(doubts_in_words(seen.doubts))}", AMBER, INK)]
        size = badges_width(row, capital), float(height)
        x, y = ground.place(places_below(quad, size), *size)
        draw_badges(canvas, row, x, y, capital)
