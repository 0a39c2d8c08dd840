"""How sure a reading is: the networks' own beliefs, calibrated on tables with known truth."""

import json
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Surety", "log_odds"]

_EDGE = 1e-6

_CLEAR = 0.97
"""A reading that is believed less is no surer for being of something that is clearly a card: on
real photos in harder light, made overexposed, noisy or coarse, the model alone called 131 such
cards sure of which 8 were wrong, of 5,546 others 10."""


def log_odds(belief: NDArray[np.floating] | float) -> NDArray[np.float64]:
    """Return log(p / (1 - p)) of probabilities, at most that of a millionth from 0 or 1."""
    p = np.clip(np.asarray(belief, np.float64), _EDGE, 1 - _EDGE)
    return np.asarray(np.log(p / (1 - p)))


@dataclass(frozen=True, slots=True)
class Surety:
    """A logistic model (Platt, 1999) of whether a card is one and all of it is read right."""

    bias: float = 0.0
    reading: float = 1.0
    """Weight of the log-odds of the four features together."""
    card: float = 0.0
    """Weight of the log-odds that it is a card of the game."""
    whole: float = 0.0
    """Weight of the log-odds that enough of it is to be seen."""

    def of(self, reading: float, card: float, whole: float) -> float:
        """Return the probability 0..1 that a card with these beliefs, each 0..1, is read right."""
        z = (
            self.bias
            + self.reading * log_odds(reading)
            + self.card * log_odds(card)
            + self.whole * log_odds(whole)
        )
        modelled = float(1 / (1 + np.exp(-np.clip(z, -60, 60))))
        return modelled if reading >= _CLEAR else min(modelled, reading)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Surety":
        """Read what scripts/calibrate.py wrote.

        Raises
        ------
        ValueError
            If it is no such file.
        """
        values = json.loads(text)
        try:
            surety = cls(**{name: float(values[name]) for name in cls.__slots__})
        except (KeyError, TypeError, OverflowError) as error:
            raise ValueError(f"no calibration: {error}") from error
        if not all(math.isfinite(getattr(surety, name)) for name in cls.__slots__):
            raise ValueError("no calibration: its weights must be finite numbers")
        return surety
