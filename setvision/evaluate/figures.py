"""The figures of an evaluation, each a count that can be checked by hand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Card
from setvision.evaluate.matching import Compared, Pair
from setvision.label.records import LabelledCard
from setvision.rules import find_sets

__all__ = ["BOUNDS", "Bin", "Figures", "by_condition", "calibration", "confusion", "figures"]

BOUNDS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
"""Confidences from which the bins of the calibration begin; they are finest where readings are."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some photos."""

    photos: int
    """Labelled photos."""
    unread: int
    """Those of them without a reading."""
    cards: int
    """Labelled cards."""
    found: int
    false: int
    """Read cards that are none."""
    faces: int
    """Labelled cards whose face is told."""
    right: int
    """Those of them that were found and read right in all four features."""
    faces_found: int
    """Found cards of which the label and the reading tell the face."""
    right_by_feature: tuple[int, int, int, int]
    """Those of them with the right color, shape, count and fill."""
    whole: int
    """Photos with every card found and right, and no false one."""
    right_sets: int
    """Photos whose list of SETs is right."""
    sure: int
    """Cards that were said to be sure."""
    sure_wrong: int
    """Those of them that are wrong or no cards."""
    none_said: int
    """Photos of which "no SET" was said."""
    none_wrong: int
    """Those of them with a SET among their labelled cards."""
    unsure_said: int
    """Photos of which nothing could be said."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Read cards of about the same confidence."""

    begin: float
    end: float
    cards: int
    confidence: float
    """The mean of what was said, 0..1."""
    right: float
    """The share that is right, 0..1."""


def figures(photos: Sequence[Compared]) -> Figures:
    """Count over photos."""
    pairs = [pair for photo in photos for pair in photo.pairs]
    truths = [pair.truth for pair in pairs if pair.truth is not None]
    both = _both(pairs)
    verdicts = Counter(photo.seen.verdict for photo in photos if photo.seen is not None)
    # Whether a card is wrong can't be said where its label doesn't tell the face.
    sure = [
        pair for pair in pairs if pair.seen is not None and pair.seen.is_sure and _is_known(pair)
    ]
    by_feature = np.array([_agree(truth, seen) for truth, seen in both]).reshape(-1, 4).sum(0)
    color, shape, count, fill = map(int, by_feature)
    return Figures(
        photos=len(photos),
        unread=sum(photo.seen is None for photo in photos),
        cards=len(truths),
        found=sum(pair.seen is not None and pair.truth is not None for pair in pairs),
        false=sum(pair.truth is None for pair in pairs),
        faces=sum(truth.card is not None for truth in truths),
        right=sum(truth == seen for truth, seen in both),
        faces_found=len(both),
        right_by_feature=(color, shape, count, fill),
        whole=sum(map(_is_whole, photos)),
        right_sets=sum(map(_has_sets_right, photos)),
        sure=len(sure),
        sure_wrong=sum(not _is_right(pair) for pair in sure),
        none_said=verdicts["none"],
        none_wrong=sum(
            photo.seen is not None
            and photo.seen.verdict == "none"
            and bool(_sets_of(photo.truth.cards))
            for photo in photos
        ),
        unsure_said=verdicts["unsure"],
    )


def by_condition(photos: Iterable[Compared]) -> dict[str, Figures]:
    """Count over the photos of each condition that labels name, in alphabetical order."""
    groups: dict[str, list[Compared]] = {}
    for photo in photos:
        for condition in dict.fromkeys(photo.truth.conditions):
            groups.setdefault(condition, []).append(photo)
    return {condition: figures(groups[condition]) for condition in sorted(groups)}


def confusion(photos: Iterable[Compared]) -> NDArray[np.intp]:
    """Count what was read as what.

    Returns
    -------
    ndarray
        (4, 3, 3) found cards by feature, labelled value and read value, in the order of
        :class:`setvision.cards.Feature` and of the values' enums.
    """
    counts = np.zeros((4, 3, 3), np.intp)
    for truth, seen in _both(pair for photo in photos for pair in photo.pairs):
        counts[np.arange(4), truth.values, seen.values] += 1
    return counts


def calibration(photos: Iterable[Compared]) -> list[Bin]:
    """Compare what was said of cards with how often it was true, in bins of confidence.

    This is the reliability diagram of DeGroot and Fienberg, "The comparison and evaluation of
    forecasters", 1983. False cards are wrong; those whose label tells no face are left out, and so
    are bins without cards.
    """
    said = [
        (pair.seen.confidence, _is_right(pair))
        for photo in photos
        for pair in photo.pairs
        if pair.seen is not None and _is_known(pair)
    ]
    confidence = np.array([p for p, _ in said])
    right = np.array([is_right for _, is_right in said])
    places = np.searchsorted(BOUNDS, confidence, "right") - 1
    ends = (*BOUNDS[1:], 1.0)
    return [
        Bin(
            BOUNDS[place],
            ends[place],
            int((places == place).sum()),
            float(confidence[places == place].mean()),
            float(right[places == place].mean()),
        )
        for place in np.unique(places)
    ]


def _both(pairs: Iterable[Pair]) -> list[tuple[Card, Card]]:
    """Return the faces of found cards, as labelled and as read, where both are told."""
    return [
        (pair.truth.card, pair.seen.card)
        for pair in pairs
        if pair.truth is not None and pair.seen is not None
        if pair.truth.card is not None and pair.seen.card is not None
    ]


def _agree(truth: Card, seen: Card) -> list[bool]:
    return [own == other for own, other in zip(truth.values, seen.values, strict=True)]


def _is_known(pair: Pair) -> bool:
    """Tell whether it can be said if a reading is right."""
    if pair.seen is None or pair.seen.card is None:
        return False
    return pair.truth is None or pair.truth.card is not None


def _is_right(pair: Pair) -> bool:
    return pair.truth is not None and pair.seen is not None and pair.truth.card == pair.seen.card


def _is_whole(photo: Compared) -> bool:
    return photo.seen is not None and all(map(_is_right, photo.pairs))


def _sets_of(cards: Iterable[LabelledCard]) -> set[frozenset[Card]]:
    """Return the SETs among cards, each face taken once."""
    faces = sorted({card.card for card in cards if card.card is not None})
    return {frozenset(faces[place] for place in places) for places in find_sets(faces)}


def _has_sets_right(photo: Compared) -> bool:
    seen = photo.seen.cards if photo.seen else ()
    return _sets_of(photo.truth.cards) == _sets_of(seen)
