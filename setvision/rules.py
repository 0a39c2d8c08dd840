"""What a SET is, which SETs lie among some cards, and why three cards are none.

Three cards are a SET when each feature, looked at alone, is the same on all three or different
on all three. Everything here is exact, has no state and needs the standard library only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from setvision.cards import DECK, Card, Color, Edition, Feature, Fill, Shape
from setvision.errors import DuplicateCardError

__all__ = [
    "THIRD",
    "Explanation",
    "FeatureCheck",
    "Outcome",
    "explain",
    "find_sets",
    "is_set",
    "third",
]


def _third_table() -> tuple[tuple[int, ...], ...]:
    """Tabulate, for two card indices, the index of the card that completes a SET.

    With values 0, 1, 2, three of them are all the same or all different exactly when their sum
    is divisible by three, so the third value is minus the sum of the two. An index is four such
    values written in base three: the table for n features grows from that for n - 1.
    """
    table = [[0]]
    for _feature in Feature:
        size = len(table) * 3
        table = [
            [table[a // 3][b // 3] * 3 + -(a + b) % 3 for b in range(size)] for a in range(size)
        ]
    return tuple(tuple(row) for row in table)


THIRD: Final = _third_table()
"""``THIRD[a][b]`` is the index of the card that makes a SET with the cards of index a and b.

On the diagonal, where a and b are one card, it holds that card.
"""


def is_set(a: Card, b: Card, c: Card) -> bool:
    """Tell whether three cards are a SET.

    Raises
    ------
    DuplicateCardError
        When two of the cards are equal: a deck has each card once.
    """
    _refuse_duplicates((a, b, c))
    return THIRD[a.index][b.index] == c.index


def third(a: Card, b: Card) -> Card:
    """Return the one card that makes a SET with two others.

    Raises
    ------
    DuplicateCardError
        When the two cards are equal.
    """
    _refuse_duplicates((a, b))
    return DECK[THIRD[a.index][b.index]]


def find_sets(cards: Sequence[Card]) -> list[tuple[int, int, int]]:
    """Find all SETs among cards.

    Returns
    -------
    list of tuple
        Positions ``(i, j, k)`` in ``cards`` with ``i < j < k``, in ascending order.

    Raises
    ------
    DuplicateCardError
        When a card occurs twice.
    """
    indices = [card.index for card in cards]
    position = {index: i for i, index in enumerate(indices)}
    if len(position) != len(indices):
        _refuse_duplicates(cards)
    found = []
    for i, first in enumerate(indices):
        row = THIRD[first]
        for j in range(i + 1, len(indices)):
            k = position.get(row[indices[j]], 0)
            if k > j:
                found.append((i, j, k))
    return found


class Outcome(StrEnum):
    """How one feature compares on three cards."""

    SAME = "same"
    DIFFERENT = "different"
    BROKEN = "broken"
    """Two cards share the value and the third does not: no SET."""


@dataclass(frozen=True, slots=True)
class FeatureCheck:
    """One feature of three cards, looked at alone."""

    feature: Feature
    values: tuple[int, int, int]
    """The values of the three cards as 0..2, in the order of the cards."""

    @property
    def outcome(self) -> Outcome:
        """All the same, all different, or broken."""
        kinds = len(set(self.values))
        return (Outcome.SAME, Outcome.BROKEN, Outcome.DIFFERENT)[kinds - 1]

    @property
    def odd(self) -> int | None:
        """The position 0..2 of the card that breaks the feature; None when it is not broken."""
        if self.outcome is not Outcome.BROKEN:
            return None
        return next(i for i, value in enumerate(self.values) if self.values.count(value) == 1)

    def text(self, edition: Edition = Edition.STANDARD) -> str:
        """Return the outcome in English, such as ``color: two red, one green``."""
        words = [_word(self.feature, value, edition) for value in self.values]
        odd = self.odd
        if odd is not None:
            pair, single = words[odd - 1], words[odd]
            match self.feature:
                case Feature.COUNT:
                    return f"count: two cards show {pair}, one shows {single}"
                case Feature.SHAPE:
                    return f"shape: two {pair}s, one {single}"
                case _:
                    return f"{self.feature}: two {pair}, one {single}"
        if self.outcome is Outcome.SAME:
            return f"{self.feature}: all {words[0]}"
        return f"{self.feature}: {', '.join(words)}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why three cards are a SET, or why not."""

    cards: tuple[Card, Card, Card]
    checks: tuple[FeatureCheck, FeatureCheck, FeatureCheck, FeatureCheck]
    """One check per feature, in the order of :class:`~setvision.cards.Feature`."""

    @property
    def is_set(self) -> bool:
        """Whether no feature is broken."""
        return not self.broken

    @property
    def broken(self) -> tuple[FeatureCheck, ...]:
        """The checks of the features that forbid a SET; empty for a SET."""
        return tuple(check for check in self.checks if check.outcome is Outcome.BROKEN)

    def text(self, edition: Edition = Edition.STANDARD) -> str:
        """Return one English line; for no SET, each broken feature with its two against one."""
        if self.is_set:
            return f"SET ({'; '.join(check.text(edition) for check in self.checks)})"
        return f"no SET ({'; '.join(check.text(edition) for check in self.broken)})"

    def __str__(self) -> str:
        return self.text()


def explain(a: Card, b: Card, c: Card) -> Explanation:
    """Look at three cards feature by feature.

    Raises
    ------
    DuplicateCardError
        When two of the cards are equal.
    """
    _refuse_duplicates((a, b, c))
    color, shape, count, fill = zip(a.values, b.values, c.values, strict=True)
    return Explanation(
        (a, b, c),
        (
            FeatureCheck(Feature.COLOR, color),
            FeatureCheck(Feature.SHAPE, shape),
            FeatureCheck(Feature.COUNT, count),
            FeatureCheck(Feature.FILL, fill),
        ),
    )


def _refuse_duplicates(cards: Sequence[Card]) -> None:
    if len(set(cards)) == len(cards):
        return
    twice = next(card for i, card in enumerate(cards) if card in cards[:i])
    places = [str(i + 1) for i, card in enumerate(cards) if card == twice]
    raise DuplicateCardError(
        f"{twice} ({twice.code}) is there {len(places)} times "
        f"(cards {', '.join(places)}); a deck has each card once"
    )


def _word(feature: Feature, value: int, edition: Edition) -> str:
    match feature:
        case Feature.COLOR:
            return edition.word(tuple(Color)[value])
        case Feature.SHAPE:
            return edition.word(tuple(Shape)[value])
        case Feature.FILL:
            return edition.word(tuple(Fill)[value])
        case Feature.COUNT:
            return str(value + 1)
