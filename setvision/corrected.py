"""A table on which somebody told what some of the cards are, judged anew.

Who looks at the cards knows better than the vision, so what is told is sure. In one deck it also
rules that face out for the other cards: one that was read as the same card is read again.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Card, Feature
from setvision.errors import UsageError
from setvision.message import listed, msg
from setvision.table import CLEAR, SURE, SeenCard, Table, likeliest, with_cards

__all__ = ["corrected"]

_TWIN: Final = "twin"


def corrected(table: Table, told: Mapping[int, Card], *, decks: int = 1) -> Table:
    """Return a table with some cards as they were told.

    Parameters
    ----------
    table
        As it was read.
    told
        Cards by the number of the place where they lie; empty gives the table as it is.
    decks
        How many decks lie on the table.

    Raises
    ------
    UsageError
        When no card lies at a place, or more places are told to show a card than there are decks.
    """
    if not told:
        return table
    numbers = {seen.id for seen in table.cards}
    for number in told:
        if number not in numbers:
            raise UsageError(msg("there is no card {number}", number=number))
    for card in told.values():
        places = sorted(number for number, each in told.items() if each == card)
        if len(places) > decks:
            raise UsageError(
                msg("cards {places} can't both be {card}", places=listed(places), card=card)
            )
    cards = tuple(_told(seen, told[seen.id]) if seen.id in told else seen for seen in table.cards)
    before, _, _ = likeliest(np.stack([seen.probs for seen in table.cards]), decks)
    posterior, best, beliefs = likeliest(np.stack([seen.probs for seen in cards]), decks)
    # What others are told may change a reading; else it stays, whatever it rests upon.
    faces = [
        seen.card.index
        if old.argmax() == face and new[seen.card.index] > old[seen.card.index] / 2
        else int(face)
        for seen, old, new, face in zip(cards, before, posterior, best, strict=True)
    ]
    cards = tuple(
        seen
        if seen.id in told
        else _read_again(seen, face, float(belief), faces.count(face) > decks)
        for seen, face, belief in zip(cards, faces, beliefs, strict=True)
    )
    return with_cards(table, cards, posterior)


def _told(seen: SeenCard, card: Card) -> SeenCard:
    probs = np.zeros((4, 3), np.float32)
    probs[np.arange(4), card.values] = 1
    return replace(seen, card=card, confidence=1.0, sure=True, probs=probs, doubts=())


def _read_again(seen: SeenCard, face: int, belief: float, is_twin: bool) -> SeenCard:
    """Read a card that nobody told anything about, now that others are known."""
    card = Card.from_index(face)
    if card != seen.card:
        # What its own look says less of than of another card can't be sure.
        doubts = (*_unclear(seen.probs, card), *((_TWIN,) if is_twin else ()))
        confidence = min(seen.confidence, belief)
        return replace(seen, card=card, confidence=confidence, sure=False, doubts=doubts)
    if is_twin or _TWIN not in seen.doubts:
        return seen
    doubts = tuple(doubt for doubt in seen.doubts if doubt != _TWIN)
    is_sure = seen.confidence >= SURE and not doubts
    return replace(seen, sure=is_sure, doubts=doubts or (() if is_sure else ("look",)))


def _unclear(probs: NDArray[np.float32], card: Card) -> tuple[str, ...]:
    own = probs[np.arange(4), card.values]
    return tuple(str(each) for each, p in zip(Feature, own, strict=True) if p < CLEAR)
