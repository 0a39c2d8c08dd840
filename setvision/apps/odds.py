"""``setvision odds``: how many SETs to expect, and how often there is none."""

import argparse
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from setvision.apps.subject import cards_of
from setvision.cards import Card
from setvision.deals import chance_of_no_set_after, expected_sets_after
from setvision.errors import UsageError
from setvision.message import Message, Number, msg, nmsg
from setvision.words import Words

__all__ = ["odds"]

_FULL = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21)
_SMALL = (3, 4, 5, 6, 7, 8, 9, 10)


class _Odds(NamedTuple):
    cards: int
    expected: Fraction
    none: Fraction | None


def odds(options: argparse.Namespace, words: Words) -> int:
    """Print the odds that the options ask for, and return the exit status 0.

    Raises
    ------
    SetVisionError
        When a card is named twice or not in the deck, or there are not so many cards.
    """
    seen, gone = cards_of(options.seen, words.lang), cards_of(options.gone, words.lang)
    deck = (27 if options.small else 81) - len(gone)
    if options.cards is not None:
        sizes: Sequence[int] = (options.cards,)
    elif seen:
        sizes = sorted({len(seen), min(len(seen) + 3, deck)})
    else:
        sizes = [size for size in (_SMALL if options.small else _FULL) if size <= deck]
    for size in sizes:
        if not len(seen) <= size <= deck:
            raise UsageError(
                msg(
                    "there are {least} to {most} cards to look at, not {cards}",
                    least=len(seen),
                    most=deck,
                    cards=size,
                )
            )
    rows = [_odds_of(size, seen, gone, options.small) for size in sizes]
    if options.json:
        for row in rows:
            print(json.dumps(_as_dict(row, options.small)))
        return 0
    print(words(_heading(options.small, seen, gone)))
    for row in rows:
        print(words(_line(row)))
    return 0


def _odds_of(size: int, seen: Sequence[Card], gone: Sequence[Card], small: bool) -> _Odds:
    more = size - len(seen)
    return _Odds(
        size,
        expected_sets_after(more, seen=seen, gone=gone, small_deck=small),
        chance_of_no_set_after(more, seen=seen, gone=gone, small_deck=small),
    )


def _heading(small: bool, seen: Sequence[Card], gone: Sequence[Card]) -> Message:
    deck = msg("Small deck of 27 cards") if small else msg("Full deck of 81 cards")
    parts = msg(
        "{deck}; lying on the table: {seen}, gone: {gone}, the others random",
        deck=deck,
        seen=len(seen),
        gone=len(gone),
    )
    return parts if seen or gone else deck


def _line(row: _Odds) -> Message:
    expected = nmsg(
        "{n} card: {expected} SETs expected",
        "{n} cards: {expected} SETs expected",
        row.cards,
        expected=Number(float(row.expected), 3),
    )
    return msg("{expected}; {none}", expected=expected, none=_none_words(row.none))


def _none_words(chance: Fraction | None) -> Message:
    if chance is None:
        return msg("the chance of none takes too long to count")
    if chance == 0:
        return msg("there is always one")
    if chance == 1:
        return msg("there is none")
    deals = float(1 / chance)
    return msg(
        "none in {percent} % of deals, once in {deals}",
        percent=Number(float(chance * 100), 3),
        deals=Number(deals, 2 if deals < 100 else 0),
    )


def _as_dict(row: _Odds, small: bool) -> dict[str, object]:
    return {
        "schema": 1,
        "deck": 27 if small else 81,
        "cards": row.cards,
        "expected_sets": str(row.expected),
        "chance_of_none": None if row.none is None else str(row.none),
    }
