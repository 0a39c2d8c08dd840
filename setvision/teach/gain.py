"""What teaching a deck gains, by photos that were left out of it.

Every photo is read by what the others teach, cards chosen together as at any table, and compared
with how it is read without.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from setvision.errors import UsageError
from setvision.message import msg, nmsg
from setvision.pipeline import Reader
from setvision.teach.fit import fit, grouped
from setvision.teach.lessons import Lesson, learnt
from setvision.vision.taught import Taught, network_hash

__all__ = ["LEAST_CARDS", "LEAST_PHOTOS", "Figures", "Gain", "Taught", "figures", "teach"]

LEAST_PHOTOS = 3
"""With fewer, what is left when one is left out says too little."""

LEAST_CARDS = 24

_WORTH = 2
"""So many cards more must be read right, or surely; one is chance."""

_GRAVE = 10
"""A card that is wrong and said to be sure weighs as much as so many that are not sure."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How well cards are read."""

    cards: int
    """Known ones that were found."""
    right: int
    """Those with all four features right."""
    right_by_feature: tuple[int, int, int, int]
    """Color, shape, count and fill."""
    sure: int
    """Those said to be sure."""
    sure_wrong: int
    """Those of them that are wrong."""


@dataclass(frozen=True, slots=True)
class Gain:
    """How photos are read with and without what the others teach."""

    photos: int
    before: Figures
    after: Figures

    @property
    def is_harmful(self) -> bool:
        """Whether fewer cards are read right, or more are wrong and said to be sure."""
        return (
            self.after.right < self.before.right or self.after.sure_wrong > self.before.sure_wrong
        )

    @property
    def is_worth_it(self) -> bool:
        """Whether nothing gets worse, enough better, and most cards are read right."""
        right = self.after.right - self.before.right
        sure = (self.after.sure - self.after.sure_wrong) - (
            self.before.sure - self.before.sure_wrong
        )
        wrong = self.before.sure_wrong - self.after.sure_wrong
        is_more = max(right, sure, wrong) >= _WORTH and right + sure + _GRAVE * wrong > 0
        # Labels of other photos teach to be sure of nothing.
        is_fit = 2 * self.after.right > self.after.cards
        return is_more and is_fit and not self.is_harmful


def teach(lessons: Sequence[Lesson], reader: Reader) -> tuple[Taught, Gain]:
    """Learn a correction of all photos, and find out what it gains.

    Parameters
    ----------
    lessons
        Photos with what is known of them.
    reader
        That read them, taught nothing.

    Raises
    ------
    UsageError
        When there are too few photos or cards.
    """
    useful = [each for each in lessons if each.cards]
    cards = sum(len(each.cards) for each in useful)
    if len(useful) < LEAST_PHOTOS:
        raise UsageError(
            nmsg(
                "only {n} photo has labels of cards that were found in it; {least} are needed",
                "only {n} photos have labels of cards that were found in them; {least} are needed",
                len(useful),
                least=LEAST_PHOTOS,
            )
        )
    if cards < LEAST_CARDS:
        raise UsageError(
            msg(
                "there are labels of {cards} cards; {least} are needed, better twice as many",
                cards=cards,
                least=LEAST_CARDS,
            )
        )
    network = network_hash()
    groups = grouped(np.arange(len(useful)))
    after: list[Figures] = []
    for group in range(int(groups.max()) + 1):
        others = [each for each, g in zip(useful, groups, strict=True) if g != group]
        taught = fit(*learnt(others), network)
        left_out = [each for each, g in zip(useful, groups, strict=True) if g == group]
        after.append(figures(left_out, reader, taught))
    before = figures(useful, reader, None)
    return fit(*learnt(useful), network), Gain(len(useful), before, _sum(after))


def figures(lessons: Sequence[Lesson], reader: Reader, taught: Taught | None) -> Figures:
    """Count how well the known cards of photos are read by what was taught, or without."""
    reader = reader.with_deck(taught)
    return _sum([_of_one(each, reader, taught) for each in lessons])


def _of_one(lesson: Lesson, reader: Reader, taught: Taught | None) -> Figures:
    seen = lesson.seen
    if taught is not None:
        seen = replace(seen, readings=taught.correct(seen.readings))
    read = {card.id: card for card in reader.choose(seen, ids=range(len(seen.quads))).cards}
    right, sure, sure_wrong = 0, 0, 0
    by_feature = np.zeros(4, np.intp)
    for row, true in zip(lesson.rows, lesson.cards, strict=True):
        found = read.get(int(row))
        if found is None:
            continue
        by_feature += np.array(found.card.values) == np.array(true.values)
        right += found.card == true
        sure += found.sure
        sure_wrong += found.sure and found.card != true
    color, shape, count, fill = map(int, by_feature)
    return Figures(len(lesson.cards), right, (color, shape, count, fill), sure, sure_wrong)


def _sum(parts: Sequence[Figures]) -> Figures:
    color, shape, count, fill = (
        sum(part.right_by_feature[feature] for part in parts) for feature in range(4)
    )
    return Figures(
        sum(part.cards for part in parts),
        sum(part.right for part in parts),
        (color, shape, count, fill),
        sum(part.sure for part in parts),
        sum(part.sure_wrong for part in parts),
    )
