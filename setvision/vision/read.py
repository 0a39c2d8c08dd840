"""Read color, shape, count and fill from rectified crops: one small network, one batch."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from setvision.vision.ink import ink_shares
from setvision.vision.model import Network
from setvision.vision.taught import Taught
from setvision.vision.types import Image, Readings

__all__ = ["READER_MARGIN", "READER_SIZE", "read_crops"]

READER_SIZE = (128, 80)
"""Width and height of a crop in pixels."""

READER_MARGIN = 0.06
"""Share of the card's size around it in a crop."""

_FEATURES = 192

_ROUNDING = 1
"""Levels of 255 by which the differences between the channels of a grey picture may vary; on the
palest of 1,103 cards on real photos they vary by 2, on nearly all by more than 10."""

_CLEAR = 0.97
_HOPELESS = 0.02
"""Crops whose reading is less probable than the first are looked at again, unless they are less
likely cards than the second."""


def read_crops(crops: Image, reader: Network, deck: Taught | None = None) -> Readings:
    """Read all crops of a frame.

    Doubtful ones are looked at again in their three mirror images. No card changes its values
    when it is mirrored, so the network should say the same of all four views; where it doesn't,
    their mean is not sure. In a picture without colors, no color is read surely.

    Parameters
    ----------
    crops : ndarray
        (n, 80, 128, 3) uint8 BGR, landscape.
    reader : Network
    deck : Taught, optional
        Corrects what the network says.

    Returns
    -------
    Readings
    """
    readings = _read(crops, reader)
    if deck is not None:
        readings = deck.correct(readings)
    return _without_color(readings, _is_colorless(crops))


def _read(crops: Image, reader: Network) -> Readings:
    logits, features = _run(crops, reader)
    ink = ink_shares(crops)
    readings = _readings(logits, features, ink)
    doubtful = np.flatnonzero((readings.belief < _CLEAR) & (readings.card > _HOPELESS))
    if len(doubtful) == 0:
        return readings
    first = crops[doubtful]
    mirrored = np.concatenate([first[:, ::-1], first[:, :, ::-1], first[:, ::-1, ::-1]])
    for all_crops, again in zip((logits, features), _run(mirrored, reader), strict=True):
        views = again.reshape(3, len(doubtful), -1)
        all_crops[doubtful] = (all_crops[doubtful] + views.sum(0)) / 4
    return _readings(logits, features, ink)


def _is_colorless(crops: Image) -> NDArray[np.bool_]:
    """(n,) whether symbols and ground of a card have the same color.

    So it is in black-and-white pictures, and in those compressed until no color was left.
    """
    if len(crops) == 0:
        return np.empty(0, bool)
    pixels = crops[:, 10:-10:2, 16:-16:2].reshape(len(crops), -1, 3).astype(np.int16)
    differences = pixels[..., [0, 2]] - pixels[..., 1:2]
    last = differences.shape[1] - 1
    few = last // 100
    inner = np.partition(differences, [few, last - few], axis=1)
    spread = (inner[:, last - few] - inner[:, few]).max(1)
    return np.asarray(spread <= _ROUNDING, np.bool_)


def _without_color(readings: Readings, rows: NDArray[np.bool_]) -> Readings:
    """Leave the colors of some crops open; the likeliest one stays so by a little."""
    if not rows.any():
        return readings
    probs = readings.probs.copy()
    probs[rows, 0] = 0.1 * probs[rows, 0] + 0.3
    return replace(readings, probs=probs)


def _run(crops: Image, reader: Network) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(n, 15) logits and (n, 192) features of n crops."""
    if len(crops) == 0:
        return np.empty((0, 15), np.float32), np.empty((0, _FEATURES), np.float32)
    logits, features = sorted(reader(crops), key=lambda array: array.shape[1])
    return logits, features


def _readings(
    logits: NDArray[np.float32], features: NDArray[np.float32], ink: NDArray[np.float32]
) -> Readings:
    values = logits[:, :12].reshape(-1, 4, 3)
    powers = np.exp(values - values.max(2, keepdims=True, initial=-np.inf))
    certain = (1 / (1 + np.exp(-np.clip(logits[:, 12:15], -60, 60)))).astype(np.float32)
    probs = powers / powers.sum(2, keepdims=True)
    return Readings(probs, certain[:, 0], certain[:, 1], certain[:, 2], features, ink)
