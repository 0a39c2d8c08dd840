"""Real photos turned into what a camera would show: shaky, noisy, in changing light."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rendering.webcam import shift_matrix

from setvision.cards import Card, Color, Fill, Shape
from setvision.media.load import load
from setvision.watch.types import EventKind, Frame
from watching.truth import ToldEvent, TrueCard, TrueFrame, Truth

LONG_SIDE = 1280
SECONDS, FPS = 3.0, 10.0

KINDS = frozenset({".jpg", ".jpeg", ".png"})


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A labelled photo."""

    name: str
    image: NDArray[np.uint8]
    """(H, W, 3) BGR, the longer side at most `LONG_SIDE`."""
    cards: tuple[TrueCard, ...]


def labelled(folder: Path) -> list[Path]:
    """List the photos of a folder for which `labels/NAME.json` is there."""
    return [
        path
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in KINDS and _label(path).exists()
    ]


def _label(path: Path) -> Path:
    return path.parent / "labels" / f"{path.stem}.json"


def load_photo(path: Path) -> Photo:
    """Read a photo and its labels: {"width", "cards": [{"quad", "number", "color", …}]}."""
    image = load(path).image
    label = json.loads(_label(path).read_text())
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ratio = small.shape[1] / label["width"]
    cards = tuple(
        TrueCard(
            number,
            Card(Color(row["color"]), Shape(row["shape"]), row["number"], Fill(row["fill"])),
            np.array(row["quad"], np.float64) * ratio,
            1.0,
            False,
        )
        for number, row in enumerate(label["cards"], start=1)
    )
    return Photo(path.stem, np.asarray(small, np.uint8), cards)


class Shaken:
    """A photo before a shaky camera.

    Everything is drawn from the seed: how far it shakes (sub-pixel to a few pixels), how noisy it
    is, how brightness and color change, and half a second out of focus in one of three.

    Parameters
    ----------
    photo : Photo
    seed : int
    """

    def __init__(self, photo: Photo, seed: int) -> None:
        self._photo = photo
        rng = np.random.default_rng([2003, seed])
        self._rng = rng
        self._sway = float(np.exp(rng.uniform(np.log(0.2), np.log(4))))
        self._noise = float(rng.uniform(1.5, 6))
        self._phases = rng.uniform(0, 6.28, (3, 3))
        self._swing = float(rng.uniform(0.02, 0.25))
        self._tint = rng.normal(0, 0.04, 3)
        self._blur_at = float(rng.uniform(0.8, 1.6)) if rng.random() < 1 / 3 else -10.0
        self._count = round(SECONDS * FPS)

    def _motion(self, time_s: float) -> NDArray[np.float64]:
        waves = np.sin(time_s * np.array([1.9, 4.3, 11.0]) + self._phases)
        sway = waves @ np.array([1.0, 0.5, 0.3]) * self._sway / 1.4
        height, width = self._photo.image.shape[:2]
        return shift_matrix(width, height, sway[:2], sway[2] / (0.5 * width), 1.0)

    def _blur(self, time_s: float) -> float:
        part = (time_s - self._blur_at) / 0.5
        return 4.0 * float(np.sin(np.pi * part)) if 0 < part < 1 else 0.0

    def truth(self) -> Truth:
        """Say where the cards are in each frame: dealt before the first, then left alone."""
        frames = []
        for index in range(self._count):
            time_s = index / FPS
            motion = self._motion(time_s)
            cards = tuple(
                TrueCard(
                    card.id, card.card, cv2.perspectiveTransform(card.quad[None], motion)[0],
                    card.visible, card.is_held,
                )
                for card in self._photo.cards
            )  # fmt: skip
            frames.append(TrueFrame(time_s, self._blur(time_s) == 0, False, cards))
        dealt = frozenset(card.card for card in self._photo.cards)
        return Truth(tuple(frames), (ToldEvent(EventKind.DEALT, 0.0, 0.0, dealt),))

    def frames(self) -> Iterator[Frame]:
        """Render the frames of the truth."""
        height, width = self._photo.image.shape[:2]
        for index in range(self._count):
            time_s = index / FPS
            picture = cv2.warpPerspective(
                self._photo.image, self._motion(time_s), (width, height),
                flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
            )  # fmt: skip
            if blur := self._blur(time_s):
                picture = cv2.GaussianBlur(picture, (0, 0), blur)
            swing = 1 + self._swing * np.sin(1.4 * time_s + self._phases[0, 0])
            gains = swing * (1 + self._tint * np.sin(0.9 * time_s))
            curve = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)[None]
            grain = self._rng.normal(0, self._noise, picture.shape).astype(np.int16)
            noisy = cv2.add(cv2.LUT(picture, curve), grain, dtype=cv2.CV_8U)
            yield Frame(np.asarray(noisy, np.uint8), time_s, index)
