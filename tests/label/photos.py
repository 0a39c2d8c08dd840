"""Records made by hand for the tests of labels."""

import numpy as np

from setvision.cards import Card
from setvision.label.records import Labelled, LabelledCard, Origin, labelled
from tests.media.tables import grid_table

ORIGIN = Origin(sha256="ab" * 32, size=1234, model="0.1.0+test", by="setvision 0.1.0")


def two_photos() -> list[Labelled]:
    """A photo with three cards, one of them doubted and one cut by the edge, and one without."""
    table = grid_table(("1rfo", "2gtw", "3ped"), doubts={2: ("fill",)})
    first = labelled(table, "holiday/first table.jpg", ORIGIN)
    cut = LabelledCard(
        id=4,
        card=Card.parse("3pfd"),
        quad=((780.0, 60.0), (900.0, 80.0), (885.0, 160.0), (765.0, 140.0)),
        confidence=0.9,
        is_sure=False,
        features=(0.99, 0.98, 0.97, 0.96),
        doubts=("hidden",),
    )
    first = Labelled(
        first.image,
        first.width,
        first.height,
        (*first.cards, cut),
        verdict="sets",
        reason=first.reason,
        sets=((1, 2, 3),),
        edition=first.edition,
        origin=ORIGIN,
    )
    return [first, Labelled("empty.png", 640, 480, (), verdict="unsure", origin=ORIGIN)]


def far_apart(first: Labelled, second: Labelled) -> float:
    """The most that an upright card differs between two labels of a photo, as part of its width."""
    a = np.sort([card.quad for card in first.cards], axis=1) + 0.5
    b = np.sort([card.quad for card in second.cards], axis=1) + 0.5
    size = np.array([first.width, first.height]), np.array([second.width, second.height])
    return float(np.abs(a / size[0] - b / size[1]).max(initial=0))
