"""``setvision hint``: help in steps, from whether there is a SET to the whole of one."""

import argparse
from collections.abc import Sequence

from setvision.apps.subject import read_table, subject_of
from setvision.calls import card_numbered
from setvision.errors import UsageError
from setvision.message import Message, msg
from setvision.rules import find_sets
from setvision.table import Table, Verdict
from setvision.words import Words

__all__ = ["STEPS", "hint"]

STEPS = range(1, 5)
"""1 tells only whether there is a SET; 2, 3 and 4 show one, two and all three cards of it."""


def hint(options: argparse.Namespace, words: Words) -> int:
    """Print a hint, and return the exit status.

    Returns
    -------
    int
        0 when there is a SET, 1 when there is none, 3 when that cannot be said.

    Raises
    ------
    SetVisionError
        When the photo cannot be read or an argument names no card.
    """
    subject = subject_of(options.what, words.lang)
    if subject.photo is not None:
        if subject.cards:
            raise UsageError(msg("a hint is about the whole table; name no cards of it"))
        table = read_table(subject.photo, options.decks, options.deck)
        return _on_table(table, options.step, words.in_edition(table.edition))
    found = find_sets(subject.cards)
    if not found:
        return _no_set(words)
    return _show([_plain(subject.cards[i]) for i in found[0]], options.step, words)


def _on_table(table: Table, step: int, words: Words) -> int:
    match table.verdict:
        case Verdict.SETS:
            cards = [card_numbered(table, number) for number in table.sure_sets[0]]
            lines = [msg("card {number}: {card}", number=seen.id, card=seen.card) for seen in cards]
            return _show(lines, step, words)
        case Verdict.NONE:
            return _no_set(words)
        case Verdict.UNSURE:
            print(words(msg("That cannot be said for sure: {reason}.", reason=table.reason)))
            return 3


def _plain(card: object) -> Message:
    return Message("{card}", fields={"card": card})


def _show(lines: Sequence[Message], step: int, words: Words) -> int:
    print(words(msg("There is a SET.")))
    for line in lines[: step - 1]:
        print(f"  {words(line)}")
    return 0


def _no_set(words: Words) -> int:
    print(words(msg("There is no SET.")))
    return 1
