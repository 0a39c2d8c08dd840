"""How far a crop looks from anything that the reader was trained on.

A reader's own confidence doesn't tell: it can be high on cards of a deck that training never
showed. How far the crop's features lie from those of known cards does: the Mahalanobis distance
in the directions in which known cards differ, and what is left in the others (Lee et al., 2018,
"A simple unified framework for detecting out-of-distribution samples", with one center).
"""

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Familiar"]


@dataclass(frozen=True, slots=True, eq=False)
class Familiar:
    """The features of known cards."""

    mean: NDArray[np.float32]
    """(192,) of the features' square roots."""
    directions: NDArray[np.float32]
    """(k, 192) orthonormal rows in which known cards differ most."""
    spread: NDArray[np.float32]
    """(k,) standard deviations along them."""
    rest: float
    """Typical length of what the directions leave over."""
    limit: float
    """Distance that nearly no known card exceeds."""

    def strangeness(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Measure how unlike known cards crops look.

        Parameters
        ----------
        features : ndarray
            (n, 192) float32 of the reader.

        Returns
        -------
        ndarray
            (n,) float32; above 1 is unlike nearly all known cards.
        """
        centered = np.sqrt(np.maximum(features, 0)) - self.mean
        along = centered @ self.directions.T
        left = np.linalg.norm(centered - along @ self.directions, axis=1) / self.rest
        squared = ((along / self.spread) ** 2).sum(1) + len(self.spread) * left**2
        return np.asarray(np.sqrt(squared) / self.limit, np.float32)

    @classmethod
    def fit(cls, features: NDArray[np.float32], directions: int, exceeded: float) -> "Familiar":
        """Learn from (n, 192) features of known cards; `exceeded` of them lie beyond the limit."""
        roots = np.sqrt(np.maximum(features, 0)).astype(np.float64)
        mean = roots.mean(0)
        _, sizes, rows = np.linalg.svd(roots - mean, full_matrices=False)
        rows = rows[:directions]
        spread = sizes[:directions] / np.sqrt(len(roots))
        left = (roots - mean) - (roots - mean) @ rows.T @ rows
        rest = float(np.sqrt((left**2).sum(1).mean()))
        known = cls(
            mean.astype(np.float32), rows.astype(np.float32), spread.astype(np.float32), rest, 1.0
        )
        limit = float(np.quantile(known.strangeness(features), 1 - exceeded))
        return cls(known.mean, known.directions, known.spread, rest, limit)

    def to_bytes(self) -> bytes:
        """Return the content of an .npz file."""
        out = io.BytesIO()
        np.savez(
            out, mean=self.mean, directions=self.directions, spread=self.spread,
            rest=self.rest, limit=self.limit,
        )  # fmt: skip
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> "Familiar":
        """Read what `to_bytes` made."""
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return cls(
                arrays["mean"], arrays["directions"], arrays["spread"],
                float(arrays["rest"]), float(arrays["limit"]),
            )  # fmt: skip
