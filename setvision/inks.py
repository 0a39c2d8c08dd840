"""The inks of one table, compared: a color that is hard to tell alone is not so among its like."""

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Color

__all__ = ["odd_inks"]

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


def odd_inks(
    ink: NDArray[np.float32], values: NDArray[np.intp], belief: NDArray[np.floating]
) -> NDArray[np.bool_]:
    """Find cards whose ink is not like that of others that were read as of the same color.

    Only symbols of the same fill are compared: a camera takes thin lines for paler.

    Parameters
    ----------
    ink : ndarray
        (n,) share of red in what each takes away of the light.
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
        for fill in range(3):
            is_like = (values[:, 0] == number) & (values[:, 3] == fill)
            compared = side * ink[is_like & (belief > _LIKELY)]
            if len(compared):
                is_odd |= is_like & (belief < _CERTAIN) & (side * ink - compared.min() > _APART)
    return is_odd
