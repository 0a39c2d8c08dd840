"""The inks of one table, compared: a color that is hard to tell alone is not so among its like."""

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Color

__all__ = ["odd_inks", "weighed_by_inks"]

_CERTAIN = 0.999
"""A color that is read with more belief than this is not doubted."""

_LIKELY = 0.9
"""Nor is it compared with what is read with less."""

_APART = 0.07
"""Shares of red light that inks of one color take away don't differ by more, on one table; on 98
real photos one of 278 red and none of 271 purple cards is set apart by this."""

_OTHER_WAY = {Color.RED: 1, Color.PURPLE: -1}
"""Purple ink takes more red light away than red ink: to which side each leaves its like when it is
in truth the other one. Thin lines of both are hard to tell in dim light."""

_DOUBTFUL = 0.99
_CLEAR = 0.97
"""A color that is read with less belief than the first is weighed by what is read with more than
the second."""

_SPREAD = 0.02
_OF_OTHER_FILL = 3.0
"""Standard deviation of shares of one color on one table, and how much larger it is from fill to
fill: a camera takes thin lines for paler."""

_FARTHEST = 2.5
_UNSEEN = 2.0
"""Standard deviations, at most, and for a color that no clear card shows. The true color of a card
on rendered tables that were not used to find these is half as surprising (its negative logarithm
0.07 instead of 0.14), that of one on real photos, too."""


def odd_inks(
    ink: NDArray[np.float32], values: NDArray[np.intp], belief: NDArray[np.floating]
) -> NDArray[np.bool_]:
    """Find cards whose ink is not like that of others that were read as of the same color.

    Only symbols of the same fill are compared.

    Parameters
    ----------
    ink : ndarray
        (n, 3) shares of blue, green and red in what each takes away of the light.
    values : ndarray
        (n, 4) color, shape, count and fill, as read.
    belief : ndarray
        (n,) in the colors, 0..1.

    Returns
    -------
    ndarray
        (n,) bool.
    """
    is_odd = np.zeros(len(ink), bool)
    for number, color in enumerate(Color):
        side = _OTHER_WAY.get(color)
        if side is None:
            continue
        red = side * ink[:, 2]
        for fill in range(3):
            is_like = (values[:, 0] == number) & (values[:, 3] == fill)
            compared = red[is_like & (belief > _LIKELY)]
            if len(compared):
                is_odd |= is_like & (belief < _CERTAIN) & (red - compared.min() > _APART)
    return is_odd


def weighed_by_inks(probs: NDArray[np.float32], ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """Let cards of a clear color speak for or against the colors that others may have.

    Parameters
    ----------
    probs : ndarray
        (n, 4, 3) float32 of color, shape, count and fill.
    ink : ndarray
        (n, 3) shares of blue, green and red in what each takes away of the light.

    Returns
    -------
    ndarray
        (n, 4, 3) float32; the same array where every color is clear.
    """
    belief, color, fill = probs[:, 0].max(1), probs[:, 0].argmax(1), probs[:, 3].argmax(1)
    doubtful = np.flatnonzero(belief < _DOUBTFUL)
    if len(doubtful) == 0:
        return probs
    apart = np.linalg.norm(ink[doubtful, None] - ink, axis=2) / _SPREAD
    apart[fill[doubtful, None] != fill] /= _OF_OTHER_FILL
    off = np.full((len(doubtful), 3), _UNSEEN)
    for number in range(3):
        shows = (belief >= _CLEAR) & (color == number)
        # No card speaks for itself.
        distance = np.where(shows & (np.arange(len(ink)) != doubtful[:, None]), apart, np.inf)
        nearest = distance.min(1)
        seen = np.isfinite(nearest)
        off[seen, number] = np.minimum(nearest[seen], _FARTHEST)
    weighed = probs.copy()
    weighed[doubtful, 0] *= np.exp(-0.5 * off**2)
    weighed[doubtful, 0] /= weighed[doubtful, 0].sum(1, keepdims=True)
    return weighed
