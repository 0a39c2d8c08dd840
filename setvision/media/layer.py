"""What is drawn over a table as a layer of its own, laid on one frame after the other.

Drawing takes several times as long as laying on, and what is drawn stays the same over many frames.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setvision.media.draw import Marks, overlay
from setvision.opencv import cv2
from setvision.table import Table
from setvision.words import Words

__all__ = ["Layer", "draw_layer", "lay_on"]

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The pixels that are drawn into."""

    width: int
    height: int
    places: NDArray[np.intp]
    """(n,) positions of these pixels in a picture of height times width, row by row."""
    drawn: NDArray[np.uint16]
    """(n, 3) what is drawn there, blue-green-red, weighted by how much it covers."""
    left: NDArray[np.uint16]
    """(n, 3) 0..255, how much of the picture shows through."""


def draw_layer(
    width: int, height: int, table: Table, words: Words | None = None, marks: Marks | None = None
) -> Layer:
    """Draw the overlay of a table.

    What covers a pixel partly, at the edges of lines, follows from drawing on black and on white
    (Smith and Blinn, Blue screen matting, 1996).

    Parameters
    ----------
    width, height
        Of the frames, pixels; small ones are enlarged as :func:`~setvision.media.draw.overlay`
        does.
    table, words, marks
        As there.
    """
    ground = np.zeros((height, width, 3), np.uint8)
    on_black = overlay(ground, table, words, marks)
    ground[:] = 255
    on_white = overlay(ground, table, words, marks)
    # White shows through as white where nothing is drawn; that is most of the picture.
    through = np.asarray(cv2.subtract(on_white, on_black), np.uint8)
    places = np.flatnonzero(cv2.inRange(through, (255, 255, 255), (255, 255, 255)) == 0)
    return Layer(
        on_black.shape[1],
        on_black.shape[0],
        places,
        on_black.reshape(-1, 3)[places].astype(np.uint16),
        through.reshape(-1, 3)[places].astype(np.uint16),
    )


def lay_on(image: Image, layer: Layer) -> Image:
    """Return a frame with a layer laid on it.

    Parameters
    ----------
    image
        uint8 (h, w, 3) blue-green-red, not changed.
    layer
        What is laid on.

    Returns
    -------
    ndarray
        uint8 (layer.height, layer.width, 3).
    """
    size = (layer.width, layer.height)
    if image.shape[1::-1] == size:
        canvas = image.copy()
    else:
        canvas = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    pixels = canvas.reshape(-1, 3)
    under = pixels[layer.places].astype(np.uint16)
    pixels[layer.places] = (layer.drawn + (under * layer.left + 127) // 255).astype(np.uint8)
    return canvas
