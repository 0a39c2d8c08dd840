"""The cards of the game SET: four features with three values each, 81 cards.

A card has three ways of being written, all of which are read back:

* its code of four characters, ``2rto`` (:mod:`setvision.codes`);
* words, ``two red striped ovals``, in English here and in other languages too
  (:mod:`setvision.words`); :meth:`Card.parse` reads all of them and the code;
* its index 0..80 (:meth:`Card.from_index`), color first and fill last, three to the power of
  each: ``color * 27 + shape * 9 + (count - 1) * 3 + fill``.
"""

import operator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Self, TypeVar

from setvision.codes import Values, code_of, values_of
from setvision.errors import CardCodeError
from setvision.message import Joined, msg

__all__ = [
    "DECK",
    "SMALL_DECK",
    "Card",
    "Color",
    "Edition",
    "Feature",
    "Fill",
    "Shape",
]


class Color(StrEnum):
    """The color of a card's symbols."""

    RED = "red"
    GREEN = "green"
    PURPLE = "purple"


class Shape(StrEnum):
    """The outline of a card's symbols."""

    OVAL = "oval"
    SQUIGGLE = "squiggle"
    DIAMOND = "diamond"


class Fill(StrEnum):
    """What a card's symbols are filled with."""

    SOLID = "solid"
    STRIPED = "striped"
    OPEN = "open"


class Feature(StrEnum):
    """The four features of a card, in the order of :attr:`Card.values`."""

    COLOR = "color"
    SHAPE = "shape"
    COUNT = "count"
    FILL = "fill"


class Edition(StrEnum):
    """The two looks that a deck can have; the cards mean the same in both."""

    STANDARD = "standard"
    EUROPEAN = "european"

    def word(self, value: Color | Shape | Fill) -> str:
        """Return the English word that players of this edition use for a value.

        The European edition of 1995 shows rectangles for diamonds and speckles for stripes.
        """
        if self is Edition.EUROPEAN:
            return _EUROPEAN_WORDS.get(value, value.value)
        return value.value


_EUROPEAN_WORDS: Final[dict[Color | Shape | Fill, str]] = {
    Shape.DIAMOND: "rectangle",
    Fill.STRIPED: "speckled",
}

_COLORS: Final = tuple(Color)
_SHAPES: Final = tuple(Shape)
_FILLS: Final = tuple(Fill)
_COUNT_WORDS: Final = ("one", "two", "three")

_E = TypeVar("_E", bound=StrEnum)


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card.

    Cards are hashable and sort as the deck does, by :attr:`index`.

    Parameters
    ----------
    color, shape, fill
        Enum members; their plain strings (``"red"``) do as well.
    count
        The number of symbols, 1 to 3.

    Raises
    ------
    CardCodeError
        When a value is none of the three that its feature has.
    """

    color: Color
    shape: Shape
    count: int
    fill: Fill
    index: int = field(init=False, compare=False)
    """The place of the card in :data:`DECK`, 0..80."""

    def __post_init__(self) -> None:
        color = _member(Color, self.color)
        shape = _member(Shape, self.shape)
        fill = _member(Fill, self.fill)
        try:
            count = operator.index(self.count)  # takes the integers of NumPy, refuses 2.0
        except TypeError:
            count = 0
        if not 1 <= count <= 3:
            raise CardCodeError(
                msg("{value} is no count of symbols; it is 1, 2 or 3", value=repr(self.count))
            )
        index = (
            _COLORS.index(color) * 27
            + _SHAPES.index(shape) * 9
            + (count - 1) * 3
            + _FILLS.index(fill)
        )
        # The way around "frozen" that dataclasses themselves use.
        for name, value in (
            ("color", color),
            ("shape", shape),
            ("count", count),
            ("fill", fill),
            ("index", index),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def from_index(cls, index: int) -> Self:
        """Return the card at a place in the deck.

        Raises
        ------
        CardCodeError
            When ``index`` is not within 0..80.
        """
        index = operator.index(index)
        if not 0 <= index < 81:
            raise CardCodeError(
                msg("card index {index} is out of range; it is 0 to 80", index=index)
            )
        return cls(
            _COLORS[index // 27],
            _SHAPES[index // 9 % 3],
            index // 3 % 3 + 1,
            _FILLS[index % 3],
        )

    @classmethod
    def parse(cls, text: str, lang: str | None = None) -> Self:
        """Read a card from its code or from words.

        Upper and lower case are the same, words may come in any order and form, and the words of
        both editions and of four languages are known: ``2rto``, ``two red striped ovals``,
        ``purple open rectangle 1``, ``eine grüne volle Welle``.

        Parameters
        ----------
        text
            What names the card.
        lang
            ``en``, ``de``, ``nl`` or ``hu``: the language whose meaning of a word counts where
            languages differ.

        Raises
        ------
        CardCodeError
            When the text names no card; the message says what is wrong and what would do.
        """
        color, shape, count, fill = values_of(text, lang)
        return cls(_COLORS[color], _SHAPES[shape], count + 1, _FILLS[fill])

    @property
    def values(self) -> Values:
        """The four values as 0..2, in the order color, shape, count, fill."""
        index = self.index
        return index // 27, index // 9 % 3, index // 3 % 3, index % 3

    @property
    def code(self) -> str:
        """The four characters that stand for the card, such as ``2rto``."""
        return code_of(self.values)

    def words(self, edition: Edition = Edition.STANDARD) -> str:
        """Return the card in English, in the words of an edition: ``two red striped ovals``."""
        plural = "" if self.count == 1 else "s"
        return (
            f"{_COUNT_WORDS[self.count - 1]} {edition.word(self.color)} "
            f"{edition.word(self.fill)} {edition.word(self.shape)}{plural}"
        )

    def __str__(self) -> str:
        return self.words()

    def __repr__(self) -> str:
        return f"Card.parse({self.code!r})"

    def __hash__(self) -> int:
        return self.index

    # The enums are strings, which sort by the alphabet: the order of the deck is said here.
    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: "Card") -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: "Card") -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: "Card") -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented


def _member(kind: type[_E], value: str) -> _E:
    try:
        return kind(value)
    except ValueError:
        raise CardCodeError(
            msg(
                "{value} is no {feature}; it is one of {values}",
                value=repr(value),
                feature=Feature(kind.__name__.lower()),
                values=Joined(tuple(member.value for member in kind)),
            )
        ) from None


DECK: Final[tuple[Card, ...]] = tuple(Card.from_index(index) for index in range(81))
"""All 81 cards in the order of their index."""

SMALL_DECK: Final[tuple[Card, ...]] = tuple(card for card in DECK if card.fill is Fill.SOLID)
"""The 27 solid cards of the game for beginners."""
