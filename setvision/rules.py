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
from setvision.words import Joined, Message, Symbols, msg, pmsg, words_for

__all__ = [
    "THIRD",
    "Explanation",
    "FeatureCheck",
    "Outcome",
    "explain",
    "find_sets",
    "is_set",
    "third",
    "value_of",
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

    @property
    def finding(self) -> Message:
        """The outcome in words, such as ``two red, one green``, ``all red`` or the three values."""
        values = [value_of(self.feature, value) for value in self.values]
        odd = self.odd
        if odd is not None:
            return _two_against_one(self.feature, values[odd - 1], values[odd])
        if self.outcome is Outcome.SAME:
            return _all(self.feature, values[0])
        return Message("{values}", fields={"values": Joined(tuple(values))})

    @property
    def message(self) -> Message:
        """The feature and the outcome."""
        return Message(
            "{feature}: {finding}", fields={"feature": self.feature, "finding": self.finding}
        )

    def text(self, edition: Edition = Edition.STANDARD) -> str:
        """Return the outcome in English, such as ``color: two red, one green``."""
        return words_for("en", edition)(self.message)


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

    @property
    def message(self) -> Message:
        """One line; for no SET, each broken feature with its two against one."""
        if self.is_set:
            return msg("SET ({checks})", checks=_in_a_row(self.checks))
        return msg("no SET ({checks})", checks=_in_a_row(self.broken))

    def text(self, edition: Edition = Edition.STANDARD) -> str:
        """Return :attr:`message` in English."""
        return words_for("en", edition)(self.message)

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
    places = tuple(i + 1 for i, card in enumerate(cards) if card == twice)
    raise DuplicateCardError(
        msg(
            "{card} ({code}) is there {times} times (cards {places}); a deck has each card once",
            card=twice,
            code=twice.code,
            times=len(places),
            places=Joined(places),
        )
    )


def value_of(feature: Feature, value: int) -> Color | Shape | Fill | int:
    """Return what a value 0..2 of a feature is called on a card."""
    match feature:
        case Feature.COLOR:
            return tuple(Color)[value]
        case Feature.SHAPE:
            return tuple(Shape)[value]
        case Feature.FILL:
            return tuple(Fill)[value]
        case Feature.COUNT:
            return value + 1


def _all(feature: Feature, value: object) -> Message:
    match feature:
        case Feature.COLOR:
            return pmsg("color", "all {value}", value=value)
        case Feature.SHAPE:
            return pmsg("shape", "all {value}", value=value)
        case Feature.COUNT:
            return pmsg("count", "all {value}", value=value)
        case Feature.FILL:
            return pmsg("fill", "all {value}", value=value)


def _two_against_one(feature: Feature, pair: object, single: object) -> Message:
    if isinstance(pair, Shape) and isinstance(single, Shape):
        return pmsg("shape", "{pair}, {single}", pair=Symbols(pair, 2), single=Symbols(single, 1))
    if feature is Feature.COUNT:
        return msg("two cards show {pair}, one shows {single}", pair=pair, single=single)
    if feature is Feature.COLOR:
        return pmsg("color", "two {pair}, one {single}", pair=pair, single=single)
    return pmsg("fill", "two {pair}, one {single}", pair=pair, single=single)


def _in_a_row(checks: tuple[FeatureCheck, ...]) -> Joined:
    return Joined(tuple(check.message for check in checks), "; ")
