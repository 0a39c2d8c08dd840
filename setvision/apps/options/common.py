"""Arguments that several parts of the command have."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from setvision.message import msg
from setvision.words import LANGUAGES, Words

__all__ = ["Commands", "add_debug", "add_deck", "add_decks", "add_json", "add_lang", "add_what"]

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # has no public name
else:
    Commands = argparse._SubParsersAction


def add_lang(to: argparse.ArgumentParser, words: Words, default: object) -> None:
    """Add ``--lang``."""
    to.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=default,
        help=words(msg("language: en, de, nl or hu (default: that of the system)")),
    )


def add_json(to: argparse.ArgumentParser, words: Words) -> None:
    """Add ``--json``."""
    to.add_argument("--json", action="store_true", help=words(msg("print JSON lines")))


def add_decks(to: argparse.ArgumentParser, words: Words) -> None:
    """Add ``--decks``."""
    to.add_argument(
        "--decks",
        type=int,
        choices=range(1, 10),
        default=1,
        metavar="N",
        help=words(
            msg("decks on the table; with more than one, cards may occur twice (default: 1)")
        ),
    )


def add_deck(to: argparse.ArgumentParser, words: Words) -> None:
    """Add ``--deck``."""
    to.add_argument(
        "--deck",
        type=Path,
        metavar=words(msg("FILE")),
        help=words(msg("what 'setvision teach' learnt of the look of this deck")),
    )


def add_debug(to: argparse.ArgumentParser, words: Words) -> None:
    """Add ``--debug``."""
    to.add_argument(
        "--debug",
        action="store_true",
        help=words(msg("print the traceback of unexpected errors")),
    )


def add_what(to: argparse.ArgumentParser, words: Words) -> None:
    """Add the photo or the cards that a question is about."""
    to.add_argument(
        "what",
        nargs="+",
        metavar=words(msg("PHOTO|CARD")),
        help=words(
            msg("a photo (- for standard input), cards that lie in it, or cards without a photo")
        ),
    )
