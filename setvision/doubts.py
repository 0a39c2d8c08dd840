"""What is doubted about a card, in words."""

from collections.abc import Iterable
from typing import Final

from setvision.cards import Feature
from setvision.message import Joined, Message, msg

__all__ = ["doubted_card", "doubts_in_words"]

_WORDS: Final[dict[str, object]] = {
    **{feature.value: feature for feature in Feature},
    "look": msg("unfamiliar look"),
    "hidden": msg("partly hidden"),
    "twin": msg("seen twice"),
}


def doubts_in_words(doubts: Iterable[str]) -> Joined | Message:
    """Return doubts as they are said: ``fill, partly hidden``; ``look again`` when none is named.

    Parameters
    ----------
    doubts
        Features by name, "look", "hidden" or "twin".
    """
    words = tuple(_WORDS.get(doubt, doubt) for doubt in doubts)
    return Joined(words) if words else msg("look again")


def doubted_card(number: int, doubts: Iterable[str]) -> Message:
    """Return the number of a card with what is doubted about it: ``3 (fill)``."""
    return Message(
        "{number} ({doubts})", fields={"number": number, "doubts": doubts_in_words(doubts)}
    )
