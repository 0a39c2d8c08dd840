"""The SETs of many layouts at once, for simulations; ``rules.find_sets`` is for a single one."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setvision.rules import THIRD

__all__ = ["count_sets", "sets_in"]

_THIRD = np.array(THIRD, np.uint8).ravel()
_CHUNK = 4096
"""Layouts looked at together: their tables stay in the processor's cache."""


def sets_in(layouts: ArrayLike) -> NDArray[np.intp]:
    """Find all SETs in layouts of one size.

    Parameters
    ----------
    layouts : array_like
        (n, k) integers: the indices 0..80 of the k different cards of each layout.

    Returns
    -------
    ndarray
        (m, 4) with the number of a layout and the positions i < j < k of a SET in it, in
        ascending order.

    Raises
    ------
    ValueError
        When the layouts are not two-dimensional, hold what is no index of a card, or a card twice.
    """
    cards = _checked(layouts)
    if cards.shape[1] < 3:
        return np.empty((0, 4), np.intp)
    first, second = np.triu_indices(cards.shape[1], 1)
    found = [
        _hits(cards[start : start + _CHUNK], first, second, start)
        for start in range(0, len(cards), _CHUNK)
    ]
    return np.concatenate([np.empty((0, 4), np.intp), *found])


def count_sets(layouts: ArrayLike) -> NDArray[np.intp]:
    """Count the SETs of each layout; parameters and errors are those of :func:`sets_in`."""
    cards = _checked(layouts)
    return np.bincount(sets_in(cards)[:, 0], minlength=len(cards))


def _checked(layouts: ArrayLike) -> NDArray[np.intp]:
    cards = np.asarray(layouts)
    if cards.ndim != 2:
        raise ValueError(f"layouts must have the shape (n, k), got {cards.shape}")
    if not np.issubdtype(cards.dtype, np.integer) and cards.size:
        raise ValueError(f"layouts must hold integers, got {cards.dtype}")
    if cards.size and (cards.min() < 0 or cards.max() > 80):
        raise ValueError("the index of a card is 0 to 80")
    ordered = np.sort(cards, axis=1)
    if (ordered[:, 1:] == ordered[:, :-1]).any():
        raise ValueError("a layout has each card once")
    return cards.astype(np.intp)


def _hits(
    cards: NDArray[np.intp], first: NDArray[np.intp], second: NDArray[np.intp], start: int
) -> NDArray[np.intp]:
    """Return the rows of :func:`sets_in` for some layouts, the first being number ``start``."""
    rows = np.arange(len(cards))[:, None]
    place = np.zeros((len(cards), 81), np.uint8)  # of each card; cards not there are never behind
    place[rows, cards] = np.arange(cards.shape[1], dtype=np.uint8)
    thirds = _THIRD[cards[:, first] * 81 + cards[:, second]]
    third_place = place.ravel()[rows * 81 + thirds]
    layout, pair = np.nonzero(third_place > second.astype(np.uint8))
    return np.stack(
        [layout + start, first[pair], second[pair], third_place[layout, pair].astype(np.intp)], 1
    )
