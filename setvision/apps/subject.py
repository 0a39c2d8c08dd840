"""What a command is about: a photo, or cards that are named."""

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from setvision.cards import Card
from setvision.codes import is_code
from setvision.errors import UsageError
from setvision.media.sources import STDIN, SUFFIXES
from setvision.message import msg
from setvision.table import Table

__all__ = ["Subject", "cards_of", "check_deck", "read_table", "subject_of"]


class Subject(NamedTuple):
    """The photo, if one is named, and the cards that are."""

    photo: str | None
    cards: list[Card]


def subject_of(arguments: Sequence[str], lang: str) -> Subject:
    """Tell the photo from the cards; only the first argument can be one.

    Raises
    ------
    CardCodeError
        When one of the others names no card.
    """
    if arguments and _is_photo(arguments[0]):
        return Subject(arguments[0], cards_of(arguments[1:], lang))
    return Subject(None, cards_of(arguments, lang))


def cards_of(arguments: Iterable[str], lang: str) -> list[Card]:
    """Read cards: each argument is one card in words, or one or more codes.

    Raises
    ------
    CardCodeError
        When an argument names no card.
    """
    cards = []
    for argument in arguments:
        parts = re.split(r"[\s,;]+", argument.strip(" \t\r\n,;"))
        names = parts if all(map(is_code, parts)) else [argument]
        cards += [Card.parse(name, lang) for name in names]
    return cards


def read_table(photo: str, decks: int = 1, deck: Path | None = None) -> Table:
    """Read the table in a photo, in pixels of the upright picture.

    Raises
    ------
    ImageReadError
        When the photo cannot be read.
    UsageError
        When it is a folder.
    DeckError
        When the file of the taught deck can't be used.
    """
    # OpenCV and the networks are loaded only when there is a photo to read.
    from setvision.apps.read import load_photo
    from setvision.pipeline import Reader, in_full

    if os.path.isdir(photo):
        raise UsageError(msg("{name} is a folder; name one photo", name=repr(photo)))
    image = load_photo(photo)
    return in_full(Reader(decks, deck).read(image.image), image)


def check_deck(deck: Path) -> None:
    """Look at the file of a taught deck before there is a photo to read.

    Raises
    ------
    DeckError
        When it can't be used.
    """
    from setvision.vision.taught import load_deck

    load_deck(deck)


def _is_photo(argument: str) -> bool:
    try:
        is_there = Path(argument).exists()
    except (OSError, ValueError):  # may not be looked at, too long, or with a null character
        is_there = False
    return argument == STDIN or is_there or Path(argument).suffix.lower() in SUFFIXES
