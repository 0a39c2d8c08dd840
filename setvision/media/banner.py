"""The strip above the picture of a table: the verdict, its reason and the legend of the SETs."""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.media.labels import draw_badges
from setvision.media.lettering import line_height, text_width, wrapped, write
from setvision.media.report import set_name, verdict_message
from setvision.media.strokes import INK, dashed_line
from setvision.media.styles import AMBER, PAPER, ink_on, set_style
from setvision.message import msg
from setvision.table import Table, Verdict
from setvision.words import Words

__all__ = ["banner"]

Image = NDArray[np.uint8]

_MOST_LINES: Final = 12  # of SETs


def banner(table: Table, words: Words, width: int, capital: float) -> Image:
    """Return a strip with the verdict, its reason and the legend of the SETs.

    Parameters
    ----------
    table
        What was read.
    words
        The language.
    width
        Of the strip, pixels.
    capital
        Height of capital letters, pixels; less where the strip is narrow.

    Returns
    -------
    ndarray
        uint8 (h, width, 3) blue-green-red.
    """
    # On a narrow picture letters are smaller than elsewhere rather than cut off.
    capital = max(1.0, min(capital, width / 24))
    large = 1.5 * capital
    margin = round(capital)
    space = width - 2 * margin
    verdict = words(verdict_message(table))
    lines = [(line, large) for line in wrapped(verdict, large, space)]
    lines += [(line, capital) for line in wrapped(words(table.reason), capital, space)]
    legend = _legend_rows(table, words, capital, space)
    height = margin + sum(line_height(size) for _, size in lines)
    height += len(legend) * line_height(1.15 * capital) + margin // 2
    strip = np.full((height, width, 3), INK, np.uint8)
    if table.verdict is Verdict.UNSURE:
        strip[:, : max(2, margin // 2)] = AMBER
    y = float(margin) / 2
    for text, size in lines:
        y += line_height(size)
        write(strip, text, margin, y - 0.45 * size, size, PAPER)
    for row in legend:
        y += line_height(1.15 * capital)
        for number, text, x in row:
            _legend_entry(strip, number, text, margin + x, y - 0.6 * capital, capital)
    return strip


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
    strip: Image, number: int | None, text: str, x: float, y: float, capital: float
) -> None:
    if number is not None:
        style = set_style(number)
        letter = text_width(style.letter, capital)
        draw_badges(
            strip,
            [(style.letter, style.color, ink_on(style.color))],
            x,
            y - capital / 2 - line_height(capital) / 2,
            capital,
        )
        start = np.array([x + letter + 1.4 * capital, y - capital / 2])
        line = np.array([start, start + np.array([3 * capital, 0.0])])
        width = max(2.0, 0.32 * capital)
        dashed_line(strip, line, width, style.color, style.dashes)
        x += _sample_width(capital, number)
    write(strip, text, x, y, capital, PAPER)
