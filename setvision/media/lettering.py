"""Text in pictures: the one place that knows how letters are drawn.

OpenCV 5 has letters for many languages. OpenCV 4 has those of English only: there, letters are
written without their accents, which people understand.
"""

import unicodedata
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2

__all__ = ["line_height", "plain_letters", "text_width", "wrapped", "write"]

Image = NDArray[np.uint8]
Bgr = tuple[int, int, int]

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_CAPITAL: Final = 21.0  # height of a capital letter at scale 1, pixels
_HAS_ACCENTS: Final = hasattr(cv2, "FontFace")
_WITHOUT_ACCENTS: Final = {"ß": "ss", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{EN DASH}": "-"}


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
    if _HAS_ACCENTS:
        return "".join(char if char.isprintable() else "?" for char in text)
    return plain_letters(text)


def plain_letters(text: str) -> str:
    """Return a text in ASCII: letters without accents, and question marks for what has none."""
    spelled = "".join(_WITHOUT_ACCENTS.get(char, char) for char in text)
    parts = unicodedata.normalize("NFKD", spelled)
    letters = (char for char in parts if not unicodedata.combining(char))
    return "".join(char if " " <= char <= "~" else "?" for char in letters)
