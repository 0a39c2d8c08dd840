"""Contested calls: whether three cards of a photo are a SET, or whether there really was none.

A card that was not read surely may be another one. The answer is given all the same where every
likely reading of the three cards leads to it, and is open otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

import numpy as np

from setvision.cards import DECK, Card
from setvision.doubts import doubted_card
from setvision.errors import UsageError
from setvision.message import Message, listed, msg, nmsg
from setvision.rules import THIRD, Explanation, explain
from setvision.table import LIKELY, SeenCard, Table, Verdict, faces_of

__all__ = ["Answer", "Call", "card_at", "card_numbered", "card_showing", "judge", "judge_none"]


class Answer(StrEnum):
    """What is said to a question at the table."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Call:
    """The answer to a call of three cards."""

    answer: Answer
    explanation: Explanation | None
    """The cards as they were read; None where two of them were read as the same card."""
    reason: Message | None
    """What the answer hangs on, or why it holds in spite of a doubt; None when all is sure."""


def judge(cards: Sequence[SeenCard]) -> Call:
    """Judge a call of three different cards of a table.

    Raises
    ------
    UsageError
        When they are not three different ones.
    """
    if len({seen.id for seen in cards}) != 3 or len(cards) != 3:
        raise UsageError(msg("a call is of three different cards"))
    doubtful = [seen for seen in cards if not seen.sure]
    first, second, third = (_likely(seen) for seen in cards)
    # Two cards alike are no SET with any third, nor three: a SET is of cards of one deck.
    answers = {a != b and THIRD[a][b] == c for a, b, c in product(first, second, third)}
    faces = [seen.card for seen in cards]
    explanation = explain(*faces) if len(set(faces)) == 3 else None
    if len(answers) > 1:
        return Call(Answer.UNSURE, explanation, msg("it hangs on {cards}", cards=_named(doubtful)))
    reason = (
        msg("every likely reading of {cards} gives this answer", cards=_named(doubtful))
        if doubtful
        else None
    )
    return Call(Answer.YES if True in answers else Answer.NO, explanation, reason)


def judge_none(table: Table) -> Answer:
    """Tell whether there was really no SET: yes when none is sure, no when one is sure."""
    return {Verdict.NONE: Answer.YES, Verdict.SETS: Answer.NO}.get(table.verdict, Answer.UNSURE)


def card_numbered(table: Table, number: int) -> SeenCard:
    """Return the card with a number.

    Raises
    ------
    UsageError
        When no card has it.
    """
    for seen in table.cards:
        if seen.id == number:
            return seen
    raise UsageError(
        msg("there is no card {number}; {numbers}", number=number, numbers=_numbers(table))
    )


def card_at(table: Table, x: float, y: float) -> SeenCard:
    """Return the card that lies at a point of the upright picture, in pixels.

    Raises
    ------
    UsageError
        When no card lies there.
    """
    point = np.array([x, y])
    there = [seen for seen in table.cards if _covers(seen, point)]
    if not there:
        raise UsageError(
            msg(
                "no card was found at {x},{y}; the picture is {width} x {height} pixels",
                x=format(x, "g"),
                y=format(y, "g"),
                width=table.width,
                height=table.height,
            )
        )
    return min(there, key=lambda seen: float(np.linalg.norm(seen.quad.mean(0) - point)))


def card_showing(table: Table, card: Card) -> SeenCard:
    """Return the card of a table that was read as a given one.

    Raises
    ------
    UsageError
        When none was.
    """
    for seen in table.cards:
        if seen.card == card:
            return seen
    doubted = [seen for seen in table.cards if not seen.sure and card.index in _likely(seen)]
    if doubted:
        raise UsageError(
            msg(
                "no card was read as {card}, but {cards} may be it; say the number instead",
                card=card,
                cards=_named(doubted),
            )
        )
    raise UsageError(msg("no card was read as {card} ({code})", card=card, code=card.code))


def _likely(seen: SeenCard) -> list[int]:
    """List what a card may be, by index: all of the deck when it looks like nothing known."""
    if seen.sure:
        return [seen.card.index]
    if {"look", "hidden", "twin"} & set(seen.doubts):
        return [card.index for card in DECK]
    faces = faces_of(seen.probs[None])[0]
    return sorted({seen.card.index, *(int(face) for face in np.flatnonzero(faces >= LIKELY))})


def _covers(seen: SeenCard, point: np.ndarray) -> bool:
    edges = np.roll(seen.quad, -1, axis=0) - seen.quad
    to_point = point - seen.quad
    return bool((edges[:, 0] * to_point[:, 1] >= edges[:, 1] * to_point[:, 0]).all())


def _named(cards: Sequence[SeenCard]) -> Message:
    numbers = listed([doubted_card(seen.id, seen.doubts) for seen in cards])
    return nmsg("card {numbers}", "cards {numbers}", len(cards), numbers=numbers)


def _numbers(table: Table) -> Message:
    if not table.cards:
        return msg("no cards were found")
    return nmsg("the one card has the number 1", "they have the numbers 1 to {n}", len(table.cards))
