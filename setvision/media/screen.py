"""What a window shows of a table: the picture with its layer, a strip above, a panel beside.

The strip always has the same height, so that the picture doesn't jump when other words are said.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.media.draw import Marks, overlay
from setvision.media.layer import Layer, draw_layer, lay_on
from setvision.media.lettering import line_height, text_width, wrapped, write
from setvision.media.strokes import INK
from setvision.media.styles import AMBER, PAPER
from setvision.table import Table
from setvision.words import Words

__all__ = ["Screen", "panel", "strip"]

Image = NDArray[np.uint8]

_CAPITAL: Final = 14  # thousandths of the long side of the picture
_LARGE: Final = 1.5
_PANEL: Final = 0.3  # of the width of the picture


def strip(lines: Sequence[str], width: int, capital: float, *, is_doubtful: bool = False) -> Image:
    """Return a strip with one large line and a smaller one, cut where they are too long.

    Parameters
    ----------
    lines
        Two at most.
    width
        Pixels.
    capital
        Height of the capital letters of the smaller line, pixels.
    is_doubtful
        Whether the strip is marked.

    Returns
    -------
    ndarray
        uint8 (h, width, 3) blue-green-red; h depends on the letters alone.
    """
    margin = round(capital)
    large = _LARGE * capital
    height = 2 * margin + line_height(large) + line_height(capital)
    canvas = np.full((height, width, 3), INK, np.uint8)
    if is_doubtful:
        canvas[:, : max(2, margin // 2)] = AMBER
    y = float(margin)
    for text, size in zip(lines, (large, capital), strict=False):
        y += line_height(size)
        write(canvas, _cut(text, size, width - 2 * margin), margin, y - 0.45 * size, size, PAPER)
    return canvas


def _cut(text: str, capital: float, width: float) -> str:
    if text_width(text, capital) <= width:
        return text
    while text and text_width(f"{text}...", capital) > width:
        text = text[:-1]
    return f"{text}..."


def panel(lines: Sequence[str], width: int, height: int, capital: float) -> Image:
    """Return a panel with as many of the lines as fit, broken between words.

    Returns
    -------
    ndarray
        uint8 (height, width, 3) blue-green-red.
    """
    canvas = np.full((height, width, 3), INK, np.uint8)
    margin = round(capital)
    y = float(margin)
    for line in lines:
        for text in wrapped(line, capital, width - 2 * margin):
            y += line_height(capital)
            if y > height - margin:
                return canvas
            write(canvas, text, margin, y - 0.45 * capital, capital, PAPER)
        y += 0.5 * capital
    return canvas


class Screen:
    """Pictures of one window; what is drawn is kept until something else is to be drawn.

    Parameters
    ----------
    words
        The language.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._drawn: tuple[Table, Marks, tuple[int, int]] | None = None
        self._layer: Layer | None = None
        self._above = 0
        self._scale = 1.0

    def picture(
        self,
        image: Image,
        table: Table,
        marks: Marks,
        lines: Sequence[str],
        *,
        beside: Sequence[str] = (),
        is_doubtful: bool = False,
    ) -> Image:
        """Return the picture to show.

        Parameters
        ----------
        image
            uint8 (h, w, 3) blue-green-red, not changed.
        table
            What is known of it; the same object as long as nothing changed.
        marks
            The frames of the cards.
        lines
            What is said above, one large line and a smaller one.
        beside
            What is said in a panel; none is shown when empty.
        is_doubtful
            Whether what is said above is marked as doubtful.
        """
        canvas = self._overlaid(image, table, marks)
        height, width = canvas.shape[:2]
        self._scale = width / image.shape[1]
        capital = _CAPITAL * max(width, height) / 1000
        above = strip(lines, width, capital, is_doubtful=is_doubtful)
        self._above = len(above)
        canvas = np.concatenate([above, canvas])
        if beside:
            side = panel(beside, round(_PANEL * width), len(canvas), capital)
            canvas = np.concatenate([canvas, side], axis=1)
        return canvas

    def point_in_image(self, x: float, y: float) -> tuple[float, float]:
        """Return where in the frame a point of the last picture lies, pixels."""
        return x / self._scale, (y - self._above) / self._scale

    def _overlaid(self, image: Image, table: Table, marks: Marks) -> Image:
        """Draw over a frame; what is drawn a second time is made a layer of.

        Making the layer takes twice as long as drawing, which the frame that brings the change,
        and took longest to be read, need not wait for.
        """
        size = (image.shape[1], image.shape[0])
        drawn = self._drawn
        if drawn is None or drawn[0] is not table or drawn[1:] != (marks, size):
            self._drawn, self._layer = (table, marks, size), None
            return overlay(image, table, self._words, marks)
        if self._layer is None:
            self._layer = draw_layer(*size, table, self._words, marks)
        return lay_on(image, self._layer)
