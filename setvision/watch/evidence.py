"""What adds up for one card while it lies there, frame after frame."""

import numpy as np
from numpy.typing import NDArray

from setvision.surety import log_odds
from setvision.vision.types import Readings

__all__ = ["Evidence", "joined"]

_FIRST = 0.6
_NEXT = 0.15
"""How much of what is read is believed: so much, and so much more for each whole reading, until
it is all. Never more than that: frames of a still picture repeat each other's mistakes, and a
card that is overexposed in one is so in all; their mean is only less noisy than one of them."""

_CAP = 8.0
"""So many whole readings count at most, so that new ones can still change what old ones said."""

_LEAST = 0.02
_FLOOR = 1e-6


class Evidence:
    """Weighted mean of log-likelihoods, and how many readings are behind it."""

    def __init__(self) -> None:
        self._weight = 0.0
        self._logs = np.zeros((4, 3))
        self._odds = np.zeros(3)
        self._features = np.zeros(192)
        self._ink = np.zeros(3)

    @property
    def weight(self) -> float:
        """How many whole readings are behind it, 0 .. 8."""
        return self._weight

    def add(self, readings: Readings, row: int, share: float = 1.0) -> None:
        """Add one reading; `share` 0..1 is how much it counts, less for a moving card.

        A card of which a hand hides a part says little about itself.
        """
        reading = readings.take(np.array([row]))
        weight = max(_LEAST, share * float(reading.card[0] * reading.whole[0]))
        self.fade(min(1.0, (_CAP - weight) / max(self._weight, _FLOOR)))
        self._logs += weight * np.log(np.maximum(reading.probs[0], _FLOOR))
        certain = np.array([reading.card[0], reading.whole[0], reading.european[0]])
        self._odds += weight * log_odds(certain)
        self._features += weight * reading.features[0]
        self._ink += weight * reading.ink[0]
        self._weight += weight

    def fade(self, share: float) -> None:
        """Let what is known so far count less, 0..1: a card that moved is seen anew."""
        self._weight *= share
        self._logs *= share
        self._odds *= share
        self._features *= share
        self._ink *= share

    @property
    def readings(self) -> Readings:
        """One reading that says what all say together."""
        weight = max(self._weight, _FLOOR)
        strength = min(1.0, _FIRST + _NEXT * self._weight)
        logs = self._logs / weight * strength
        powers = np.exp(logs - logs.max(1, keepdims=True))
        probs = powers / powers.sum(1, keepdims=True)
        card, whole, european = 1 / (1 + np.exp(-self._odds / weight * strength))
        return Readings(
            probs.astype(np.float32)[None],
            _one(card),
            _one(whole),
            _one(european),
            (self._features / weight).astype(np.float32)[None],
            (self._ink / weight).astype(np.float32)[None],
        )


def _one(value: float) -> NDArray[np.float32]:
    return np.array([value], np.float32)


def joined(parts: list[Readings]) -> Readings:
    """Put readings of one card each into readings of all; at least one."""
    return Readings(
        np.concatenate([part.probs for part in parts]),
        np.concatenate([part.card for part in parts]),
        np.concatenate([part.whole for part in parts]),
        np.concatenate([part.european for part in parts]),
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.ink for part in parts]),
    )
