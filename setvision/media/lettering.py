"""Text in pictures: the one place that knows how letters are drawn.

OpenCV's letters are enough for English. A font for other languages replaces these functions and
nothing else.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2

__all__ = ["line_height", "text_width", "wrapped", "write"]

Image = NDArray[np.uint8]
Bgr = tuple[int, int, int]

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_CAPITAL: Final = 21.0  # height of a capital letter at scale 1, pixels


def line_height(capital: float) -> int:
    """Return the distance of lines whose capital letters are ``capital`` pixels high."""
    return round(1.9 * capital)


def text_width(text: str, capital: float) -> int:
    """Return the width in pixels of a line of text."""
    (width, _), _ = cv2.getTextSize(_drawable(text), _FONT, capital / _CAPITAL, _weight(capital))
    return int(width)


def write(image: Image, text: str, x: float, y: float, capital: float, color: Bgr) -> None:
    """Write a line of text into a picture, its baseline beginning at (x, y).

    Parameters
    ----------
    image
        uint8 (h, w, 3) blue-green-red, changed in place.
    text
        Characters that the font lacks become question marks.
    capital
        Height of the capital letters, pixels.
    """
    cv2.putText(
        image,
        _drawable(text),
        (round(x), round(y)),
        _FONT,
        capital / _CAPITAL,
        color,
        _weight(capital),
        cv2.LINE_AA,
    )


def wrapped(text: str, capital: float, width: float) -> list[str]:
    """Break text between words into lines of at most ``width`` pixels, a word at least each."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", capital) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _weight(capital: float) -> int:
    return max(1, round(capital / 8))


def _drawable(text: str) -> str:
    return "".join(char if " " <= char <= "~" else "?" for char in text)
