"""The odds of a deal when some cards are known: those that lie open, and those that are gone.

The cards dealt are random ones of the rest of the deck. All numbers are exact.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, perm

from setvision.cards import DECK, SMALL_DECK, Card
from setvision.errors import CardCodeError, DuplicateCardError
from setvision.message import msg
from setvision.odds import chance_of_no_set, count_set_free
from setvision.rules import THIRD

__all__ = ["chance_of_no_set_after", "expected_sets_after"]

_MOST_WITHOUT, _MOST_WITHOUT_SMALL = 20, 9
"""The most cards, of the full and of the small deck, that can lie there without a SET."""

_MOST_WORK = 2_000_000
"""Layouts to go through, a few seconds' work, beyond which no chance is counted."""


def expected_sets_after(
    more: int, *, seen: Sequence[Card] = (), gone: Sequence[Card] = (), small_deck: bool = False
) -> Fraction:
    """Return the mean number of SETs on the table after a deal.

    Parameters
    ----------
    more
        Cards that are dealt, 0 or more.
    seen
        Cards that lie on the table already.
    gone
        Cards that are out of the game, so that they cannot be dealt.
    small_deck
        The deck is that of the 27 solid cards.

    Raises
    ------
    DuplicateCardError
        When a card is named twice.
    CardCodeError
        When a card is not one of the small deck.
    ValueError
        When the deck has fewer cards left than are to be dealt.
    """
    rest = _rest(more, seen, gone, small_deck)
    known = {card.index for card in seen}
    possible = known | set(rest)
    by_missing = [0, 0, 0, 0]  # SETs by the number of their cards that would have to be dealt
    for a in possible:
        for b in possible:
            c = THIRD[a][b]
            if a < b < c and c in possible:
                by_missing[sum(card not in known for card in (a, b, c))] += 1
    return sum(
        (
            Fraction(count * perm(more, missing), perm(len(rest), missing))
            for missing, count in enumerate(by_missing)
            if count
        ),
        Fraction(0),
    )


def chance_of_no_set_after(
    more: int, *, seen: Sequence[Card] = (), gone: Sequence[Card] = (), small_deck: bool = False
) -> Fraction | None:
    """Return the probability that there is no SET on the table after a deal.

    Parameters and errors are those of :func:`expected_sets_after`.

    Returns
    -------
    Fraction or None
        None where counting would take too long: from about six cards dealt to a few.
    """
    rest = _rest(more, seen, gone, small_deck)
    if len(seen) + more > (_MOST_WITHOUT_SMALL if small_deck else _MOST_WITHOUT):
        return Fraction(0)
    if not seen and not gone:
        if not small_deck:
            return chance_of_no_set(more)
        return Fraction(count_set_free(more, small_deck=True), comb(len(rest), more))
    table: list[int] = []
    free = set(rest)
    for card in seen:
        made = {THIRD[card.index][other] for other in table}
        if made.intersection(table):
            return Fraction(0)
        free -= made
        table.append(card.index)
    candidates = sorted(free)
    if more > 1 and comb(len(candidates), more - 1) > _MOST_WORK:
        return None
    return Fraction(_completions(table, candidates, more), comb(len(rest), more))


def _completions(table: list[int], candidates: list[int], more: int) -> int:
    """Count the ways to add cards in ascending order without making a SET.

    No candidate makes one with two cards of the table.
    """
    if more == 0:
        return 1
    if more == 1:
        return len(candidates)
    total = 0
    for i, card in enumerate(candidates):
        row = THIRD[card]
        made = {row[other] for other in table}
        rest = [other for other in candidates[i + 1 :] if other not in made]
        total += _completions([*table, card], rest, more - 1)
    return total


def _rest(more: int, seen: Iterable[Card], gone: Iterable[Card], small_deck: bool) -> list[int]:
    """Return the indices of the cards that may be dealt, after checking the arguments."""
    deck = SMALL_DECK if small_deck else DECK
    left = {card.index for card in deck}
    known: set[int] = set()
    for card in (*seen, *gone):
        if card.index in known:
            raise DuplicateCardError(
                msg("{card} ({code}) is named twice", card=card, code=card.code)
            )
        if card.index not in left:
            raise CardCodeError(
                msg("{card} ({code}) is not in the small deck", card=card, code=card.code)
            )
        known.add(card.index)
        left.discard(card.index)
    if not 0 <= more <= len(left):
        raise ValueError(f"{more} cards cannot be dealt from {len(left)}")
    return sorted(left)
