"""Labels and readings made by hand for the tests of evaluations."""

from setvision.cards import Card
from setvision.label.geometry import Quad
from setvision.label.records import Labelled, LabelledCard

__all__ = ["card", "photo", "quad_at"]


def quad_at(x: float, y: float = 0.0, width: float = 60.0, height: float = 40.0) -> Quad:
    """A card a little turned, so that it is no upright box."""
    return (
        (x, y + 1),
        (x + width - 1, y),
        (x + width, y + height - 1),
        (x + 1, y + height),
    )


def card(
    code: str | None, x: float, *, id: int = 1, confidence: float = 1.0, is_sure: bool = True
) -> LabelledCard:
    face = Card.parse(code) if code else None
    return LabelledCard(id, face, quad_at(x), confidence, is_sure)


def photo(
    *cards: LabelledCard,
    image: str = "a.jpg",
    verdict: str = "",
    conditions: tuple[str, ...] = (),
    ignored: tuple[Quad, ...] = (),
) -> Labelled:
    return Labelled(image, 640, 480, cards, verdict=verdict, conditions=conditions, ignored=ignored)
