"""How SETs are told apart in pictures: each has a letter, a color and a dash pattern."""

from typing import Final, NamedTuple

from setvision.media.report import set_name
from setvision.media.strokes import INK

__all__ = ["AMBER", "CALLED", "PAPER", "SetStyle", "ink_on", "set_style"]

Bgr = tuple[int, int, int]

PAPER: Final[Bgr] = (255, 255, 255)
"""What is neither part of a SET nor doubted."""

AMBER: Final[Bgr] = (0, 176, 255)
"""What is doubted."""

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


class SetStyle(NamedTuple):
    """How a SET is told from the others, by any one of three things."""

    letter: str
    color: Bgr
    dashes: tuple[float, ...]
    """Lengths on and off, in parts of the line's width; empty for a solid line."""


CALLED: Final = SetStyle("?", PAPER, ())
"""The cards that somebody called and that are to be judged."""


def set_style(number: int) -> SetStyle:
    """Return the letter, color and dashes of a SET, the first being number 0."""
    return SetStyle(
        set_name(number), _COLORS[number % len(_COLORS)], _DASHES[number % len(_DASHES)]
    )


def ink_on(color: Bgr) -> Bgr:
    """Return the color of letters that can be read on a ground: that of the greater contrast."""
    blue, green, red = color
    return INK if 0.114 * blue + 0.587 * green + 0.299 * red > 95 else PAPER
