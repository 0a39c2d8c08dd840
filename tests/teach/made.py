"""Readings of cards that are made up."""

import numpy as np

from setvision.vision.types import Readings

__all__ = ["NETWORK", "cards_of"]

NETWORK = "0" * 64


def cards_of(rng, count, *, is_odd):
    """Readings of cards: the color shows in the features, and the reader sees it where not odd."""
    values = rng.integers(0, 3, (count, 4))
    features = rng.uniform(0.4, 0.6, (count, 192)).astype(np.float32)
    features[np.arange(count), values[:, 0]] += 1.5
    probs = np.full((count, 4, 3), 0.0005, np.float32)
    said = values.copy()
    if is_odd:
        said[:, 0] = (values[:, 0] + 1) % 3
    for feature in range(4):
        probs[np.arange(count), feature, said[:, feature]] = 0.999
    certain = np.ones(count, np.float32)
    return Readings(probs, certain, certain, certain * 0, features, probs[:, 0] * 0), values
