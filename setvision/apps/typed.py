"""What people type while a game is kept: who is meant, and which cards."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from setvision.cards import Card
from setvision.codes import is_code
from setvision.errors import UsageError
from setvision.message import msg

__all__ = ["cards_typed", "folded", "player_typed"]

_AFTER_NAME: Final = " \t:,"
_BETWEEN: Final = re.compile(r'[,;"“”„«»]+')
_LONGEST: Final = 4
"""Digits of a number; Python does not like to read thousands of them."""


def folded(text: str) -> str:
    """Return a text as names and commands are compared."""
    # Accents come as one sign or as two, by the keyboard or the file that a name is from.
    return unicodedata.normalize("NFC", text.casefold())


def player_typed(text: str, names: Sequence[str], *, has_cards: bool) -> tuple[int | None, str]:
    """Find the player whose name a text begins with, and what follows; the longest name counts.

    Parameters
    ----------
    text
        A line, or the rest of one.
    names
        Of the players.
    has_cards
        Whether nobody has to say who it is, so that a number is a card and no player's name.
    """
    text = folded(text)
    found: tuple[int | None, str] = (None, text)
    longest = 0
    for k, name in enumerate(map(folded, names)):
        fits = text.startswith(name) and text[len(name) :][:1] in ("", *_AFTER_NAME)
        if fits and len(name) > longest and not (has_cards and name.isdigit()):
            found, longest = (k, text[len(name) :].lstrip(_AFTER_NAME)), len(name)
    return found


def cards_typed(text: str, numbers: Mapping[int, Card], lang: str) -> list[Card]:
    """Read cards from numbers that were shown, from codes, and from words.

    A card in words stands between commas, semicolons or quotes; there too several numbers and
    codes may follow each other.

    Raises
    ------
    CardCodeError
        When something else stands there.
    UsageError
        When no card has such a number.
    """
    cards = []
    for part in _BETWEEN.split(text):
        words = part.split()
        if all(word.isdecimal() or is_code(word) for word in words):
            cards += [
                _numbered(word, numbers) if word.isdecimal() else Card.parse(word) for word in words
            ]
        else:
            cards.append(Card.parse(part.strip(), lang))
    return cards


def _numbered(number: str, numbers: Mapping[int, Card]) -> Card:
    card = numbers.get(int(number)) if len(number) <= _LONGEST else None
    if card is None:
        raise UsageError(msg("no card has the number {number}", number=number))
    return card
