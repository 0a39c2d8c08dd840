"""A table made of a sample picture, for tests: cards can be taken off it, and a hand held over."""

from pathlib import Path

import cv2
import numpy as np

from setvision.vision.types import Image
from setvision.watch.types import Frame

SAMPLE = Path(__file__).parents[2] / "sample_images" / "table-02.jpg"
RATE = 30.0


def sample() -> Image:
    """Twelve cards on a table, 1280 x 720."""
    return np.asarray(cv2.resize(cv2.imread(str(SAMPLE)), (1280, 720)), np.uint8)


def without(image: Image, quads: np.ndarray) -> Image:
    """Take cards off: the table is painted where they lay."""
    bare = image.copy()
    color = np.median(image[-20:].reshape(-1, 3), axis=0)
    for quad in quads:
        center = quad.mean(0)
        cv2.fillConvexPoly(bare, np.int32(center + (quad - center) * 1.12), color.tolist())
    return bare


def with_hand(image: Image, x: float) -> Image:
    """Hold something like an arm over the picture, from below."""
    held = image.copy()
    cv2.ellipse(held, (int(x), 720), (90, 520), 0, 0, 360, (120, 150, 200), -1)
    return held


def shifted(image: Image, dx: float, dy: float) -> Image:
    """Nudge the camera."""
    matrix = np.float32([[1, 0, dx], [0, 1, dy]])
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


class Film:
    """Gives pictures as frames with the noise of a camera."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self._index = 0

    def frame(self, image: Image) -> Frame:
        noise = self._rng.normal(0, 3, (180, 320, 1)).astype(np.float32)
        noisy = image + cv2.resize(noise, (image.shape[1], image.shape[0]))[..., None]
        frame = Frame(np.clip(noisy, 0, 255).astype(np.uint8), self._index / RATE, self._index)
        self._index += 1
        return frame
