"""The arguments of ``setvision referee`` and ``rules``."""

import argparse
from pathlib import Path

from setvision.apps.options.common import Commands, add_debug, add_decks
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_game", "add_referee", "add_rules"]


def add_game(to: argparse.ArgumentParser, words: Words) -> None:
    """Add what starts a game or takes one up again."""
    to.add_argument(
        "--system",
        metavar=words(msg("SYSTEM")),
        help=words(msg("rule system, as 'setvision rules' lists them (default: base)")),
    )
    to.add_argument(
        "--players",
        nargs="+",
        metavar=words(msg("NAME")),
        help=words(msg("the players, clockwise; the first deals")),
    )
    to.add_argument(
        "--log",
        type=Path,
        metavar=words(msg("FILE")),
        help=words(msg("write every move into this new file")),
    )
    to.add_argument(
        "--resume",
        type=Path,
        metavar=words(msg("LOG")),
        help=words(msg("go on with the game of this log")),
    )


def add_referee(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision referee``."""
    referee = commands.add_parser(
        "referee",
        help=words(msg("keep a game: calls, penalties, points, what happens next")),
        description=words(
            msg(
                "Keep a game for people who play with cards. Each line that is typed, or read from "
                "a script, is a command; 'help' lists them."
            )
        ),
        epilog=words(
            msg("Exit status: 0 played, 1 a line of a script was refused, 2 wrong usage or input.")
        ),
    )
    add_game(referee, words)
    referee.add_argument(
        "--deck",
        type=_deck,
        metavar=words(msg("real|shuffled|FILE")),
        help=words(
            msg(
                "real: people deal and tell the cards (default); shuffled: setvision deals; or "
                "what 'setvision teach' learnt of the look of the real deck"
            )
        ),
    )
    referee.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help=words(msg("with --deck shuffled: the same number deals the same cards")),
    )
    referee.add_argument(
        "--photo",
        metavar=words(msg("PHOTO")),
        help=words(msg("take the cards on the table from this photo")),
    )
    add_decks(referee, words)
    add_debug(referee, words)
    return referee


def _deck(text: str) -> str | Path | None:
    """Return None for a deck as people have it, "shuffled", or the file of a taught deck."""
    return {"real": None, "shuffled": text}.get(text, Path(text))


def add_rules(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision rules``."""
    rules = commands.add_parser(
        "rules",
        help=words(msg("explain a rule system")),
        description=words(msg("Explain a rule system, or list those that setvision knows.")),
    )
    rules.add_argument(
        "system",
        nargs="?",
        metavar=words(msg("SYSTEM")),
        help=words(msg("one of those that are listed without it")),
    )
    add_debug(rules, words)
    return rules
