"""How many layouts hold no SET, and so what to expect of a deal. All numbers are exact.

The cards are the points of the space of four dimensions over the numbers modulo three, and the
SETs are its lines. An affine map of the space onto itself turns SET-free layouts into SET-free
layouts. There are 1,965,150,720 such maps, so the layouts of one size fall into few classes
(1437 for twelve cards): layouts are grown card by card, keeping one of each class and the number
of layouts that it stands for.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final, NamedTuple

from setvision.cards import DECK, SMALL_DECK
from setvision.rules import THIRD

__all__ = ["SET_FREE_LAYOUTS", "chance_of_no_set", "count_set_free", "expected_sets"]

SET_FREE_LAYOUTS: Final[tuple[int, ...]] = (
    1,
    81,
    3_240,
    84_240,
    1_579_500,
    22_441_536,
    247_615_056,
    2_144_076_480,
    14_587_567_020,
    77_541_824_880,
    318_294_370_368,
    991_227_481_920,
    2_284_535_476_080,
    3_764_369_026_080,
    4_217_827_554_720,
    2_970_003_246_912,
    1_141_342_138_404,
    176_310_866_160,
    6_482_268_000,
    13_646_880,
    682_344,
)
"""The number of SET-free layouts of 0, 1, … 20 cards of the full deck; with 21 there are none.

What :func:`count_set_free` finds, kept here because the larger sizes take it up to a minute.
"""

_Layout = tuple[int, ...]  # indices of cards
_PointKey = tuple[int, tuple[tuple[int, int], ...]]


class _Class(NamedTuple):
    """SET-free layouts that affine maps turn into one another."""

    layout: _Layout
    size: int


def expected_sets(cards: int) -> Fraction:
    """Return the mean number of SETs among some random cards of the full deck.

    Each of the C(n, 3) triples is a SET once in 79, since the third card is one of 79.
    """
    _check_size(cards)
    return Fraction(comb(cards, 3), 79)


def chance_of_no_set(cards: int) -> Fraction:
    """Return the probability that some random cards of the full deck hold no SET."""
    _check_size(cards)
    if cards >= len(SET_FREE_LAYOUTS):
        return Fraction(0)
    return Fraction(SET_FREE_LAYOUTS[cards], comb(81, cards))


def count_set_free(cards: int, *, small_deck: bool = False) -> int:
    """Count the layouts of some different cards that hold no SET, whatever their order.

    The work is kept for later calls. Up to 12 cards take about a second, more of them up to
    a minute.

    Parameters
    ----------
    cards
        The number of cards in a layout, 0 or more.
    small_deck
        Take the cards from the 27 solid ones instead of all 81.
    """
    _check_size(cards)
    deck = _bits_of(card.index for card in (SMALL_DECK if small_deck else DECK))
    if cards < 3:
        return comb(deck.bit_count(), cards)
    # The last two cards need no classes, only counting.
    reached = sum(size * _count_pairs(layout, deck) for layout, size in _classes(cards - 2, deck))
    return reached // comb(cards, 2)  # as often is each layout reached, once from each pair


def _check_size(cards: int) -> None:
    if cards < 0:
        raise ValueError(f"a layout cannot have {cards} cards")


@cache
def _classes(cards: int, deck: int) -> list[_Class]:
    if cards == 1:
        return [_Class((0,), deck.bit_count())]  # one card is like any other
    return _grow(_classes(cards - 1, deck), deck)


def _grow(classes: list[_Class], deck: int) -> list[_Class]:
    """Turn the classes of the SET-free layouts of one size into those of one card more."""
    known: dict[tuple[_PointKey, ...], list[_Growing]] = defaultdict(list)
    for layout, size in classes:
        for card in _cards_of(_free(layout, deck)):
            grown = (*layout, card)
            keys = _point_keys(grown)
            alike = known[tuple(sorted(keys.values()))]
            for other in alike:
                if _is_image(other.layout, other.keys, grown, keys):
                    other.reached += size
                    break
            else:
                alike.append(_Growing(grown, keys, size))
    # A layout is reached once for each of its cards as the last one.
    return [
        _Class(growing.layout, growing.reached // len(growing.layout))
        for alike in known.values()
        for growing in alike
    ]


class _Growing:
    """A class while the ways to reach its layouts are being counted."""

    __slots__ = ("keys", "layout", "reached")

    def __init__(self, layout: _Layout, keys: dict[int, _PointKey], reached: int) -> None:
        self.layout = layout
        self.keys = keys
        self.reached = reached


def _count_pairs(layout: _Layout, deck: int) -> int:
    """Count the pairs of cards that can join a layout with the whole staying SET-free."""
    free = _free(layout, deck)
    pairs = 0
    for card in _cards_of(free):
        free &= ~(1 << card)
        pairs += (free & ~_bits_of(THIRD[card][other] for other in layout)).bit_count()
    return pairs


def _free(layout: _Layout, deck: int) -> int:
    """Return, as bits, the cards of the deck that can join a layout without making a SET."""
    taken = _bits_of(layout)
    for i, card in enumerate(layout):
        taken |= _bits_of(THIRD[card][other] for other in layout[:i])
    return deck & ~taken


def _point_keys(layout: _Layout) -> dict[int, _PointKey]:
    """Describe each card of a layout by numbers that no affine map changes.

    For every card of the space they count the pairs of the layout that it completes to a SET,
    and the ways to reach it by two such steps. Layouts with different keys are of different
    classes; those with the same keys nearly always are of one, which :func:`_is_image` decides.
    """
    pairs = [0] * 81
    for i, card in enumerate(layout):
        for other in layout[:i]:
            pairs[THIRD[card][other]] += 1
    steps = [0] * 81
    for card, number in enumerate(pairs):
        if number:
            for other in layout:
                steps[THIRD[card][other]] += number
    keys = {}
    for card in layout:
        thirds = (THIRD[card][other] for other in layout if other != card)
        keys[card] = (steps[card], tuple(sorted((pairs[x], steps[x]) for x in thirds)))
    return keys


def _is_image(
    layout: _Layout,
    layout_keys: dict[int, _PointKey],
    other: _Layout,
    other_keys: dict[int, _PointKey],
) -> bool:
    """Tell whether an affine map turns a layout into another one of the same size.

    An affine map is fixed by the images of cards that span the space: these are tried out one
    after the other, and the map grows with them over the flat that they span.
    """
    flat = [layout[0]]
    stages: list[tuple[int, list[int]]] = []  # a card, and where its new flat meets the layout
    for card in layout:
        if card not in flat:
            flat = _join(flat, card)
            stages.append((card, [i for i, x in enumerate(flat) if x in layout]))

    def grows(stage: int, image: list[int]) -> bool:
        if stage == len(stages):
            return True
        card, meets = stages[stage]
        for target in other:
            if target in image or other_keys[target] != layout_keys[card]:
                continue
            wider = _join(image, target)
            if all(wider[i] in other for i in meets) and grows(stage + 1, wider):
                return True
        return False

    return any(
        other_keys[target] == layout_keys[layout[0]] and grows(0, [target]) for target in other
    )


def _join(flat: list[int], card: int) -> list[int]:
    """Return the flat that a flat and a card outside it span, in an order that maps respect.

    It is made of the flat and its two translates: all cards that complete SETs with the new
    card, and those that complete SETs with what the new card and the first one make.
    """
    through, beside = THIRD[card], THIRD[THIRD[flat[0]][card]]
    return flat + [through[x] for x in flat] + [beside[x] for x in flat]


def _bits_of(cards: Iterable[int]) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def _cards_of(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
