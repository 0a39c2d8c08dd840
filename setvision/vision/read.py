"""Read color, shape, count and fill from rectified crops: one small network, one batch."""

import numpy as np
from numpy.typing import NDArray

from setvision.vision.model import Network
from setvision.vision.types import Image, Readings

__all__ = ["READER_MARGIN", "READER_SIZE", "look_again", "read_crops"]

READER_SIZE = (128, 80)
"""Width and height of a crop in pixels."""

READER_MARGIN = 0.06
"""Share of the card's size around it in a crop."""

_FEATURES = 192


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
    return _readings(*_run(crops, reader))


def look_again(
    crops: Image, readings: Readings, doubtful: NDArray[np.intp], reader: Network
) -> Readings:
    """Read doubtful crops in four mirrorings and take the mean of what each says.

    No card changes its values when it is mirrored, so the network should say the same of all
    four; where it doesn't, it is not sure.

    Parameters
    ----------
    crops : ndarray
        (n, 80, 128, 3) uint8 BGR.
    readings : Readings
        Of all n crops as they are.
    doubtful : ndarray
        Indices of the crops to read again.
    reader : Network

    Returns
    -------
    Readings
        Of all n crops.
    """
    if len(doubtful) == 0:
        return readings
    views = np.stack([crops[doubtful][:, ::y, ::x] for y in (1, -1) for x in (1, -1)])
    logits, features = _run(views.reshape(-1, *crops.shape[1:]), reader)
    again = _readings(
        logits.reshape(4, len(doubtful), -1).mean(0), features.reshape(4, len(doubtful), -1).mean(0)
    )
    return readings.put(doubtful, again)


def _run(crops: Image, reader: Network) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(n, 15) logits and (n, 192) features of n crops."""
    if len(crops) == 0:
        return np.empty((0, 15), np.float32), np.empty((0, _FEATURES), np.float32)
    logits, features = sorted(reader(crops), key=lambda array: array.shape[1])
    return logits, features


def _readings(logits: NDArray[np.float32], features: NDArray[np.float32]) -> Readings:
    values = logits[:, :12].reshape(-1, 4, 3)
    powers = np.exp(values - values.max(2, keepdims=True, initial=-np.inf))
    certain = (1 / (1 + np.exp(-np.clip(logits[:, 12:15], -60, 60)))).astype(np.float32)
    probs = powers / powers.sum(2, keepdims=True)
    return Readings(probs, certain[:, 0], certain[:, 1], certain[:, 2], features)
