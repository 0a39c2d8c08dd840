"""Read color, shape, count and fill from rectified crops: one small network, one batch."""

import numpy as np

from setvision.vision.model import Network
from setvision.vision.types import Image, Readings

__all__ = ["READER_MARGIN", "READER_SIZE", "read_crops"]

READER_SIZE = (128, 80)
"""Width and height of a crop in pixels."""

READER_MARGIN = 0.06
"""Share of the card's size around it in a crop."""


def read_crops(crops: Image, reader: Network) -> Readings:
    """Read all crops of a frame.

    Parameters
    ----------
    crops : ndarray
        (n, 80, 128, 3) uint8 BGR, landscape.
    reader : Network

    Returns
    -------
    Readings
    """
    if len(crops) == 0:
        return Readings(
            np.empty((0, 4, 3), np.float32),
            np.empty(0, np.float32),
            np.empty(0, np.float32),
            np.empty(0, np.float32),
            np.empty((0, 192), np.float32),
        )
    outputs = reader(crops)
    logits, features = sorted(outputs, key=lambda array: array.shape[1])
    values = logits[:, :12].reshape(-1, 4, 3)
    powers = np.exp(values - values.max(2, keepdims=True))
    certain = (1 / (1 + np.exp(-np.clip(logits[:, 12:15], -60, 60)))).astype(np.float32)
    probs = powers / powers.sum(2, keepdims=True)
    return Readings(probs, certain[:, 0], certain[:, 1], certain[:, 2], features)
