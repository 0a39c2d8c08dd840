"""What cards are called in labels: one class, 81 classes, or the four features.

The class of a face is ``2-red-striped-oval``: count, color, fill, shape.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final

from setvision.cards import DECK, Card, Color, Feature, Fill, Shape
from setvision.label.records import LabelledCard

__all__ = [
    "CARD",
    "Classes",
    "attributes_of",
    "box_names",
    "card_of",
    "card_of_values",
    "confidences_of",
    "face_name",
    "name_of",
    "names",
    "told_of",
]

CARD: Final = "card"
"""The class of a card whose face is told by attributes, or not at all."""

_COUNTS: Final = ("one", "two", "three")


class Classes(StrEnum):
    """The classes that labels are made of."""

    CARD = "card"
    """One class: where the cards are."""
    FACES = "81"
    """A class for each face."""
    FEATURES = "features"
    """One class with the four features as attributes."""


def face_name(card: Card) -> str:
    """Return the class of a face, such as ``2-red-striped-oval``."""
    return f"{card.count}-{card.color}-{card.fill}-{card.shape}"


@cache
def names(classes: Classes) -> tuple[str, ...]:
    """Return all classes in the order of their numbers."""
    return tuple(map(face_name, DECK)) if classes is Classes.FACES else (CARD,)


@cache
def box_names(classes: Classes) -> tuple[str, ...]:
    """Return all classes for a format without attributes, in the order of their numbers.

    With the features, each of their twelve values is a class, and a card has four.
    """
    if classes is not Classes.FEATURES:
        return names(classes)
    return (*map(str, Color), *map(str, Shape), *_COUNTS, *map(str, Fill))


def name_of(card: LabelledCard, classes: Classes) -> str:
    """Return the class of a card; ``card`` where its face is not known."""
    if classes is Classes.FACES and card.card is not None:
        return face_name(card.card)
    return CARD


def attributes_of(card: LabelledCard, classes: Classes) -> dict[str, str]:
    """Return the four features by name where they are attributes, nothing where they are not."""
    if classes is not Classes.FEATURES or card.card is None:
        return {}
    face = card.card
    return {
        "color": face.color.value,
        "shape": face.shape.value,
        "count": str(face.count),
        "fill": face.fill.value,
    }


def confidences_of(card: LabelledCard) -> dict[str, float]:
    """Return ``confidence`` and that of each feature, ``confidence_color`` and so on."""
    own = {f"confidence_{f}": p for f, p in zip(Feature, card.features, strict=True)}
    return {"confidence": card.confidence, **own}


def told_of(card: LabelledCard) -> dict[str, str]:
    """Return who looked at a card, when, and as which face it had been read; nothing for nobody.

    ``read`` is empty where no card had been found.
    """
    told = card.told
    if told is None:
        return {}
    return {"by": told.by, "when": told.when, "read": face_name(told.read) if told.read else ""}


def card_of(name: str, attributes: Mapping[str, object] | None = None) -> Card | None:
    """Return the face that a class and attributes tell, None where they tell of none.

    Names of faces may be written in any way that :meth:`setvision.cards.Card.parse` reads.

    Raises
    ------
    CardCodeError
        When they name no card.
    """
    attributes = attributes or {}
    if all(str(feature) in attributes for feature in Feature):
        try:
            count = int(str(attributes["count"]))
        except ValueError:
            count = 0
        return Card(
            Color(str(attributes["color"])),
            Shape(str(attributes["shape"])),
            count,
            Fill(str(attributes["fill"])),
        )
    if name == CARD:
        return None
    return Card.parse(name.replace("-", " ").replace("_", " "))


def card_of_values(values: set[str]) -> Card | None:
    """Return the face of four values as :func:`box_names` calls them.

    Raises
    ------
    CardCodeError
        When they are not one value of each feature.
    """
    if values <= {CARD}:
        return None
    return Card.parse(" ".join(sorted(values)))
