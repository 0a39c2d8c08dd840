"""The values that pass between the stages of the vision."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

__all__ = ["Image", "Proposals", "Quads", "Readings"]

Image = NDArray[np.uint8]
"""(H, W, 3) uint8 BGR picture, upright."""

Quads = NDArray[np.float32]
"""(n, 4, 2) float32 corners in frame pixels, clockwise on screen, first edge along a long side."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposals:
    """Where cards may lie in a frame."""

    quads: Quads
    """(n, 4, 2) float32; corners may lie outside the frame."""
    scores: NDArray[np.float32]
    """(n,) how much the finder believes in each, 0..1."""


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """What the reader says about each of n crops."""

    probs: NDArray[np.float32]
    """(n, 4, 3): for color, shape, count and fill the probability of each value, in enum order."""
    card: NDArray[np.float32]
    """(n,) probability that the crop shows a card of the game, well placed, 0..1."""
    whole: NDArray[np.float32]
    """(n,) probability that enough of it is to be seen, 0..1."""
    european: NDArray[np.float32]
    """(n,) probability that it is of the European edition of 1995, 0..1."""
    features: NDArray[np.float32]
    """(n, 192) what the network saw, for judging how familiar the crop looks."""
    ink: NDArray[np.float32]
    """(n, 3) shares of blue, green and red in what the symbols take away of the light, as
    `vision.ink` tells them."""

    def take(self, rows: NDArray[np.intp]) -> "Readings":
        """Return the readings of some crops, in the order of their indices."""
        return Readings(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def belief(self) -> NDArray[np.float32]:
        """(n,) probability that the crop shows a card, whole, and all four features are right."""
        return np.asarray(self.card * self.whole * self.probs.max(2).prod(1), np.float32)
