"""From a handful of readings with their truth to a correction of the reader.

A multinomial logistic regression on the reader's features, with its own log-probabilities as the
offset: without weights nothing changes. How strong the penalty on the weights is, and whether a
feature is corrected at all, is decided by leaving photos out, since cards of one photo are alike.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.vision.taught import Taught, nearest, softmax, with_constant
from setvision.vision.types import Readings

__all__ = ["fit", "grouped"]

_PENALTIES: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""Ridge penalties that are tried, on inputs whose mean squared length is one."""

_GROUPS: Final = 8
"""More photos than these are left out several at a time."""

_LEAST: Final = 3
"""A feature is left as it is unless so many cards show each of its values."""

_WORTH: Final = 0.01
"""A feature is only corrected when that gains so much log-likelihood a card, on photos left out."""

_ALIKE: Final = 0.95
"""This share of the taught cards lies within the limit, each measured from other photos' cards."""

_FLOOR: Final = 1e-9


def fit(
    readings: Readings, values: NDArray[np.intp], photos: NDArray[np.intp], network: str
) -> Taught:
    """Learn a correction.

    Parameters
    ----------
    readings : Readings
        Of n cards, uncorrected.
    values : ndarray
        (n, 4) their true color, shape, count and fill, each 0, 1 or 2.
    photos : ndarray
        (n,) the photo of each; at least two.
    network : str
        sha256 of the reader.

    Returns
    -------
    Taught
    """
    from threadpoolctl import threadpool_limits

    roots = np.sqrt(np.maximum(readings.features, 0)).astype(np.float64)
    mean = roots.mean(0)
    placed = roots - mean.astype(np.float32)
    groups = grouped(photos)
    # One length for all inputs, so that a penalty means the same for each network and deck.
    length = float(np.sqrt((placed**2).sum(1).mean()))
    inputs = with_constant(placed / length)
    logs = np.log(np.maximum(readings.probs, _FLOOR)).astype(np.float64)
    count = int(groups.max()) + 1
    weights = np.zeros((1 + count, inputs.shape[1], 4, 3))
    # Matrices this small are slower by far in several threads.
    with threadpool_limits(1, "blas"):
        for feature in range(4):
            own = _weights(inputs, logs[:, feature], values[:, feature], groups)
            if own is not None:
                weights[:, :, feature] = own
    weights[:, 1:] /= length
    apart = np.concatenate(
        [nearest(placed[groups == g], placed[groups != g]) for g in range(count)]
    )
    return Taught(
        network,
        mean.astype(np.float32),
        weights.astype(np.float32),
        placed.astype(np.float32),
        float(np.quantile(apart, _ALIKE)),
    )


def grouped(photos: NDArray[np.intp]) -> NDArray[np.intp]:
    """Give the photos' groups numbers from 0: a photo each, or several where there are many."""
    _, numbers = np.unique(photos, return_inverse=True)
    return np.asarray(numbers % _GROUPS, np.intp)


def _weights(
    inputs: NDArray[np.float64],
    logs: NDArray[np.float64],
    values: NDArray[np.intp],
    groups: NDArray[np.intp],
) -> NDArray[np.float64] | None:
    """Return (1 + g, k, 3) weights of all cards and without each group, None when not worth it."""
    if np.bincount(values, minlength=3).min() < _LEAST:
        return None
    best = _loss(softmax(logs), values) - _WORTH
    chosen = None
    for penalty in _PENALTIES:
        without = []
        probs = np.empty_like(logs)
        for group in range(int(groups.max()) + 1):
            out = groups == group
            found = _regression(inputs[~out], logs[~out], values[~out], penalty)
            probs[out] = softmax(logs[out] + inputs[out] @ found)
            without.append(found)
        loss = _loss(probs, values)
        if loss < best:
            best, chosen = loss, (penalty, without)
    if chosen is None:
        return None
    return np.stack([_regression(inputs, logs, values, chosen[0]), *chosen[1]])


def _loss(probs: NDArray[np.float64], values: NDArray[np.intp]) -> float:
    own = probs[np.arange(len(values)), values]
    return float(-np.log(np.maximum(own, 1e-6)).mean())


def _regression(
    inputs: NDArray[np.float64],
    logs: NDArray[np.float64],
    values: NDArray[np.intp],
    penalty: float,
) -> NDArray[np.float64]:
    """Return (k, 3) weights; scikit-learn's regression knows no offsets, SciPy finds them."""
    from scipy.optimize import minimize

    # With fewer cards than inputs, the weights lie in the span of the cards.
    basis, sizes, rows = np.linalg.svd(inputs, full_matrices=False)
    kept = sizes > 1e-6 * sizes[0]
    short, rows = basis[:, kept] * sizes[kept], rows[kept]
    true = np.eye(3)[values]

    def cost(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(-1, 3)
        scores = logs + short @ weights
        top = scores.max(1, keepdims=True)
        powers = np.exp(scores - top)
        sums = powers.sum(1, keepdims=True)
        likelihood = ((scores - top - np.log(sums)) * true).sum()
        slope = short.T @ (powers / sums - true) + penalty * weights
        return 0.5 * penalty * float((weights**2).sum()) - float(likelihood), slope.ravel()

    start = np.zeros(short.shape[1] * 3)
    found = minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return np.asarray(rows.T @ found.x.reshape(-1, 3))
