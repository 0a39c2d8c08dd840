"""The arguments of ``setvision check``, ``hint`` and ``odds``."""

import argparse
import re

from setvision.apps.options.common import (
    Commands,
    add_debug,
    add_deck,
    add_decks,
    add_json,
    add_what,
)
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_check", "add_hint", "add_odds"]


def add_check(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision check``."""
    check = commands.add_parser(
        "check",
        help=words(msg("settle a contested call")),
        description=words(
            msg(
                "Tell whether three cards are a SET and why, or whether there is really none. "
                "The cards are named by code (2rto) or in words ('2 red striped oval'); of those "
                "in a photo, numbers or points will do."
            )
        ),
        epilog=words(
            msg("Exit status: 0 yes, 1 no, 3 that cannot be said, 2 wrong usage or input.")
        ),
    )
    add_what(check, words)
    check.add_argument(
        "--cards",
        nargs=3,
        type=int,
        metavar="N",
        help=words(msg("the three cards by the numbers that 'setvision read' gives them")),
    )
    check.add_argument(
        "--at",
        nargs=3,
        type=_point,
        metavar="X,Y",
        help=words(msg("the three cards by points on them, in pixels of the upright photo")),
    )
    check.add_argument(
        "--none",
        action="store_true",
        help=words(msg("ask whether there is really no SET on the table")),
    )
    add_decks(check, words)
    add_deck(check, words)
    add_json(check, words)
    add_debug(check, words)
    return check


def add_hint(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision hint``."""
    hint = commands.add_parser(
        "hint",
        help=words(msg("help to find a SET, step by step")),
        description=words(msg("Tell whether there is a SET, and at further steps its cards.")),
        epilog=words(
            msg("Exit status: 0 there is one, 1 none, 3 that cannot be said, 2 wrong usage.")
        ),
    )
    add_what(hint, words)
    hint.add_argument(
        "--step",
        type=int,
        choices=range(1, 5),
        default=1,
        metavar="N",
        help=words(
            msg("1: only whether there is a SET (default); 2, 3, 4: one, two, all cards of it")
        ),
    )
    add_decks(hint, words)
    add_deck(hint, words)
    add_debug(hint, words)
    return hint


def add_odds(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision odds``."""
    odds = commands.add_parser(
        "odds",
        help=words(msg("print how many SETs to expect, and how often there is none")),
        description=words(
            msg(
                "Print how many SETs are to be expected among random cards, and how often there "
                "is none. All numbers are exact. With cards seen or gone, they are those for "
                "random further cards out of the rest of the deck; the chance of none is left "
                "out where counting would take too long."
            )
        ),
    )
    odds.add_argument(
        "--cards",
        type=int,
        metavar="N",
        help=words(
            msg(
                "number of cards on the table, those seen among them "
                "(default: all sizes; with --seen, those seen and three more)"
            )
        ),
    )
    odds.add_argument(
        "--seen",
        nargs="+",
        default=[],
        metavar=words(msg("CARD")),
        help=words(msg("cards that lie on the table already")),
    )
    odds.add_argument(
        "--gone",
        nargs="+",
        default=[],
        metavar=words(msg("CARD")),
        help=words(msg("cards that are out of the game and cannot be dealt")),
    )
    odds.add_argument(
        "--small",
        action="store_true",
        help=words(msg("the small deck of the 27 solid cards, instead of the full one")),
    )
    add_json(odds, words)
    add_debug(odds, words)
    return odds


def _point(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)[,;x](-?\d+(?:\.\d+)?)\s*", text)
    if match is None:
        raise ValueError(text)
    return float(match[1]), float(match[2])


_point.__name__ = "X,Y"  # what argparse calls it in its complaint
