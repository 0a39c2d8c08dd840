"""What a few photos of another deck, or of an odd light, taught: a correction of the reader.

The reader's own log-probabilities stay the base; a linear function of its features is added to
them. How far that can be relied upon shows where it is fitted without some of the photos: where
these fits differ, the correction is a guess, and less is believed (the delete-a-group jackknife,
Quenouille, 1956, for the variance of the log-odds; MacKay, 1992, "The evidence framework applied
to classification networks", for what it leaves of a probability).
"""

import hashlib
import io
import os
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from setvision.errors import DeckError
from setvision.message import msg, shown
from setvision.vision.model import model_bytes
from setvision.vision.types import Readings

__all__ = ["Taught", "load_deck", "nearest", "network_hash", "softmax", "with_constant"]

_KIND = "setvision deck 1"
_FLOOR = 1e-9

# What reading a damaged file, or one of another kind, ends in.
_WRONG = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    NotImplementedError,
    OSError,
    EOFError,
    MemoryError,
    zipfile.BadZipFile,
    zlib.error,
)


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """A correction of the reader, and what the cards looked like that it was learnt from."""

    network: str
    """sha256 of the reader whose features it is made for."""
    mean: NDArray[np.float32]
    """(192,) of the square roots of the features of the taught cards."""
    weights: NDArray[np.float32]
    """(1 + g, 193, 4, 3): what is added to the log-probabilities of each value of color, shape,
    count and fill, a constant first; learnt from all photos, and g times without some of them."""
    cards: NDArray[np.float32]
    """(m, 192) features of the taught cards, as :meth:`placed` gives them."""
    limit: float
    """How near to one of them nearly all cards of the deck lie."""

    @property
    def corrected(self) -> NDArray[np.bool_]:
        """(4,) which features are read another way than without it."""
        return np.asarray(self.weights.any((0, 1, 3)))

    def placed(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return (n, 192) features of the reader where distances between them mean something.

        Square roots make features that are large on some cards weigh less (Hellinger).
        """
        return np.sqrt(np.maximum(features, 0)).astype(np.float64) - self.mean

    def is_like(self, features: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Tell which crops look like a card that was taught.

        The measure is the distance to the nearest one (Sun et al., 2022, "Out-of-distribution
        detection with deep nearest neighbors").

        Parameters
        ----------
        features : ndarray
            (n, 192) float32 of the reader.

        Returns
        -------
        ndarray
            (n,) bool.
        """
        return nearest(self.placed(features), self.cards) <= self.limit

    def correct(self, readings: Readings) -> Readings:
        """Correct what the reader says about n crops.

        Where a crop does not look like the taught cards, nobody knows whether the correction
        holds. A third of what the reader said itself is kept there, so that only what both say
        is sure.
        """
        if len(readings.features) == 0:
            return readings
        inputs = with_constant(self.placed(readings.features))
        logs = np.log(np.maximum(readings.probs, _FLOOR))
        scores = logs + np.einsum("ni,gifv->gnfv", inputs, self.weights)
        scores -= scores.mean(3, keepdims=True)
        groups = len(self.weights) - 1
        without = scores[1:]
        squared = ((without - without.mean(0)) ** 2).sum(0)
        # Of the difference of two values' scores, on average over the three pairs.
        variance = (groups - 1) / groups * squared.sum(2, keepdims=True)
        probs = softmax(scores[0] / np.sqrt(1 + np.pi / 8 * variance))
        is_far = ~self.is_like(readings.features)
        probs[is_far] += (readings.probs[is_far] - probs[is_far]) / 3
        return replace(readings, probs=probs.astype(np.float32))

    def to_bytes(self) -> bytes:
        """Return the content of an .npz file."""
        out = io.BytesIO()
        np.savez_compressed(
            out, kind=_KIND, network=self.network, mean=self.mean, weights=self.weights,
            cards=self.cards, limit=self.limit,
        )  # fmt: skip
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes, name: str, network: str) -> Self:
        """Read what `to_bytes` made.

        Parameters
        ----------
        content : bytes
            Of the file.
        name : str
            What the file is called in errors.
        network : str
            sha256 of the reader in use.

        Raises
        ------
        DeckError
            If it is no such file, or was made with another reader.
        """
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
                if str(arrays["kind"]) != _KIND:
                    raise ValueError(arrays["kind"])
                deck = cls(
                    str(arrays["network"]), arrays["mean"], arrays["weights"], arrays["cards"],
                    float(arrays["limit"]),
                )  # fmt: skip
            deck._check()
        except _WRONG:
            raise DeckError(
                msg("{name} is no deck that 'setvision teach' wrote, or is damaged", name=name)
            ) from None
        if deck.network != network:
            raise DeckError(
                msg(
                    "{name} was taught to another version of the networks; teach it again with "
                    "this one",
                    name=name,
                )
            )
        return deck

    def _check(self) -> None:
        features = self.mean.shape[0]
        groups = self.weights.shape[0]
        if (
            self.mean.shape != (features,)
            or self.weights.shape != (groups, features + 1, 4, 3)
            or groups < 3
            or self.cards.ndim != 2
            or self.cards.shape[1] != features
            or len(self.cards) == 0
        ):
            raise ValueError("wrong shape")
        arrays = (self.mean, self.weights, self.cards, np.array(self.limit))
        if not all(array.dtype.kind == "f" and np.isfinite(array).all() for array in arrays):
            raise ValueError("wrong values")


def network_hash() -> str:
    """Return the sha256 of the reader in use, 64 hexadecimal digits."""
    return hashlib.sha256(model_bytes("reader.onnx")).hexdigest()


def load_deck(path: str | os.PathLike[str]) -> Taught:
    """Load what ``setvision teach`` wrote.

    Raises
    ------
    DeckError
        If the file can't be read, is no such file, or was made with another reader.
    ModelError
        If the reader is missing or damaged.
    """
    name = shown(path)
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DeckError(
            msg("the deck {name} cannot be read: {reason}", name=name, reason=reason)
        ) from None
    return Taught.from_bytes(content, name, network_hash())


def with_constant(placed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Put a column of ones before (n, k) values."""
    return np.concatenate([np.ones((len(placed), 1)), placed], axis=1)


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn scores into probabilities along the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def nearest(these: NDArray[np.float64], those: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the distance of each of (n, k) points to the nearest of (m, k) others."""
    squared = (these**2).sum(1)[:, None] + (those**2).sum(1) - 2 * these @ those.T
    return np.sqrt(np.maximum(squared.min(1), 0))
