#!/usr/bin/env python3
"""Read labelled photos under light and from cameras that they were not taken with.

Each photo is altered in many ways, and the readings are compared with the same labels: what
matters is how many cards are read wrongly and still called sure. A folder of photos holds
labels/NAME.json for each: the corners ("quad") and values of its cards, and places to "ignore".
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from setvision.cards import Card, Color, Fill, Shape
from setvision.errors import ImageReadError
from setvision.media.load import Photo, load
from setvision.opencv import cv2
from setvision.pipeline import WORKING_SIDE, Reader, in_full
from setvision.rules import find_sets
from setvision.table import Table, Verdict

PHOTOS = ROOT.parent / "shared" / "photos"
KINDS = {".jpg", ".jpeg", ".png"}

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]
Alteration = Callable[[Picture], Picture]


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """What lies in a photo."""

    path: Path
    cards: tuple[tuple[Card, Quad], ...]
    ignored: tuple[Quad, ...]
    """Places where readings count for nothing."""


@dataclass(slots=True)
class Score:
    """How readings compare with the labels, added up over photos."""

    right: int = 0
    sure: int = 0
    sure_wrong: int = field(default=0, metadata={"title": "sure wrong"})
    """Cards called sure that are read wrongly or are none."""
    false: int = field(default=0, metadata={"title": "false cards"})
    none: int = field(default=0, metadata={"title": "said none"})
    """Tables said to hold no SET."""
    none_wrong: int = field(default=0, metadata={"title": "none wrong"})
    unsure: int = field(default=0, metadata={"title": "unsure tables"})
    mistakes: list[str] = field(default_factory=list)
    """One line for each card and table of which something wrong is said surely."""

    def add(self, label: Label, table: Table) -> None:
        """Count one photo; `table` is in pixels of the whole picture."""
        free = list(label.cards)
        for seen in table.cards:
            x, y = (float(v) for v in seen.quad.mean(0))
            hit = next((k for k, (_, quad) in enumerate(free) if _holds(quad, x, y)), None)
            if hit is None and any(_holds(quad, x, y) for quad in label.ignored):
                continue
            truth = None if hit is None else free.pop(hit)[0]
            is_right = truth == seen.card
            self.right += is_right
            self.false += truth is None
            self.sure += seen.sure
            if seen.sure and not is_right:
                self.sure_wrong += 1
                self.mistakes.append(f"{label.path.name}: {truth or 'no card'} read as {seen.card}")
        self.unsure += table.verdict is Verdict.UNSURE
        if table.verdict is Verdict.NONE:
            self.none += 1
            if find_sets([card for card, _ in label.cards]):
                self.none_wrong += 1
                self.mistakes.append(f"{label.path.name}: said to hold no SET, but does")

    def figures(self) -> dict[str, int]:
        """Return the counts by their titles."""
        counted = [f for f in fields(self) if f.name != "mistakes"]
        return {f.metadata.get("title", f.name): getattr(self, f.name) for f in counted}

    def __iadd__(self, other: "Score") -> "Score":
        for f, mine, theirs in zip(fields(self), astuple(self), astuple(other), strict=True):
            setattr(self, f.name, mine + theirs)
        return self


def _holds(quad: Quad, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(quad, (x, y), False) >= 0


def labels_in(folder: Path) -> list[Label]:
    """Read the labels of all photos of a folder.

    Raises
    ------
    ValueError
        If a photo has no label or a label no photo, since none may be left out unnoticed, or if a
        label cannot be understood.
    """
    photos = {p.stem: p for p in sorted(folder.iterdir()) if p.suffix.lower() in KINDS}
    texts = {p.stem: p for p in sorted((folder / "labels").glob("*.json"))}
    if not photos:
        raise ValueError(f"{folder} holds no photos")
    if odd := sorted(photos.keys() ^ texts.keys()):
        raise ValueError(f"a photo without a label, or a label without a photo: {', '.join(odd)}")
    return [_label(path, texts[stem]) for stem, path in photos.items()]


def _label(path: Path, text: Path) -> Label:
    try:
        truth = json.loads(text.read_text("utf-8"))
        cards = tuple((_card(row), np.array(row["quad"], np.float32)) for row in truth["cards"])
        ignored = tuple(np.array(quad, np.float32) for quad in truth.get("ignore", []))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{text} cannot be understood: {error!r}") from error
    return Label(path, cards, ignored)


def _card(row: dict[str, Any]) -> Card:
    count = row["number"] if "number" in row else row["count"]
    return Card(Color(row["color"]), Shape(row["shape"]), int(count), Fill(row["fill"]))


def _picture(values: NDArray[np.floating]) -> Picture:
    return np.asarray((np.clip(values, 0, 255) + 0.5).astype(np.uint8))


def lit(blue: float, green: float, red: float) -> Alteration:
    """Multiply the channels; what exceeds white is clipped."""
    gains = np.array([blue, green, red], np.float32)
    return lambda image: _picture(image * gains)


def toned(gamma: float) -> Alteration:
    """Bend the tone curve; below 1 makes middle tones lighter."""
    return lambda image: _picture(255 * (image / np.float32(255)) ** np.float32(gamma))


def fading(image: Picture) -> Picture:
    """Let the light fall to 0.35 from left to right."""
    ramp = np.linspace(1, 0.35, image.shape[1], dtype=np.float32)
    return _picture(image * ramp[None, :, None])


def two_lamps(image: Picture) -> Picture:
    """Light the left side by a bulb and the right side by a window."""
    right = np.linspace(0, 1, image.shape[1], dtype=np.float32)[None, :, None]
    bulb, window = np.array([0.6, 0.85, 1.0]), np.array([1.0, 0.92, 0.75])
    return _picture(image * ((1 - right) * bulb + right * window))


def noisy(gain: float, sigma: float) -> Alteration:
    """Darken and add noise, the same for every reader."""

    def alter(image: Picture) -> Picture:
        noise = np.random.default_rng(1).normal(0, sigma, image.shape)
        return _picture(image * gain + noise)

    return alter


def hazy(share: float) -> Alteration:
    """Lay light grey haze over the picture."""
    return lambda image: _picture(image * (1 - share) + 235 * share)


def saturated(factor: float) -> Alteration:
    """Move the colors away from grey, or towards it."""

    def alter(image: Picture) -> Picture:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
        return _picture(grey + (image - grey) * np.float32(factor))

    return alter


def blurred(share: float) -> Alteration:
    """Put out of focus, by a share of the long side."""
    return lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), share * max(image.shape)))


def moved(share: float) -> Alteration:
    """Move the camera to the side while the shutter is open, by a share of the long side."""

    def alter(image: Picture) -> Picture:
        length = max(2, round(share * max(image.shape)))
        return np.asarray(cv2.blur(image, (length, 1)))

    return alter


def packed(quality: int) -> Alteration:
    """Store as JPEG of a quality, 1 to 100."""

    def alter(image: Picture) -> Picture:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))

    return alter


def reduced(long_side: int) -> Alteration:
    """Reduce to a long side in pixels; what is smaller stays as it is."""

    def alter(image: Picture) -> Picture:
        scale = min(1.0, long_side / max(image.shape))
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))

    return alter


ALTERATIONS: dict[str, Alteration] = {
    "as it is": lambda image: image,
    "warm bulb": lit(0.5, 0.8, 1.0),
    "cold": lit(1.0, 0.88, 0.68),
    "green": lit(0.82, 1.0, 0.82),
    "magenta": lit(1.0, 0.8, 1.0),
    "light gradient": fading,
    "two lamps": two_lamps,
    "overexposed 1.3": lit(1.3, 1.3, 1.3),
    "overexposed 1.5": lit(1.5, 1.5, 1.5),
    "overexposed 1.8": lit(1.8, 1.8, 1.8),
    "dark and noisy": noisy(0.25, 7),
    "haze": hazy(0.45),
    "gamma 0.6": toned(0.6),
    "gamma 1.7": toned(1.7),
    "out of focus": blurred(0.0012),
    "motion": moved(0.004),
    "noise": noisy(1, 14),
    "JPEG 20": packed(20),
    "JPEG 10": packed(10),
    "pale colors": saturated(0.5),
    "strong colors": saturated(1.6),
    "640 pixels": reduced(640),
    "480 pixels": reduced(480),
}


def stressed(labels: list[Label], names: list[str]) -> Iterator[tuple[str, Score]]:
    """Read all photos under each alteration.

    Raises
    ------
    ImageReadError
        If a photo cannot be read.
    """
    reader = Reader()
    photos = [_working(load(label.path, max_side=WORKING_SIDE)) for label in labels]
    for name in names:
        score = Score()
        for label, photo in zip(labels, photos, strict=True):
            altered = ALTERATIONS[name](photo.image)
            table = reader.read(altered)
            score.add(label, in_full(table, Photo(altered, photo.width, photo.height)))
        yield name, score


def _working(photo: Photo) -> Photo:
    """Reduce a photo as the reader would, so that alterations do the same at any size."""
    return Photo(reduced(WORKING_SIDE)(photo.image), photo.width, photo.height)


def row(name: str, values: list[str] | list[int]) -> str:
    """Lay out a row of the table."""
    return f"{name:16}" + "".join(f"{value!s:>14}" for value in values)


def main() -> int:
    """Print a row for each alteration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", nargs="?", type=Path, default=PHOTOS, help=f"default: {PHOTOS}")
    parser.add_argument("--only", nargs="+", choices=ALTERATIONS, metavar="NAME", default=[])
    parser.add_argument("--mistakes", action="store_true", help="list what is wrong and sure")
    args = parser.parse_args()
    try:
        labels = labels_in(args.photos)
        cards = sum(len(label.cards) for label in labels)
        print(f"{len(labels)} photos, {cards} cards")
        print(row("", list(Score().figures())))
        total = Score()
        for name, score in stressed(labels, args.only or list(ALTERATIONS)):
            print(row(name, list(score.figures().values())), flush=True)
            for mistake in score.mistakes if args.mistakes else []:
                print("   ", mistake)
            total += score
    except (OSError, ValueError, ImageReadError) as error:
        print(f"stress.py: {error}", file=sys.stderr)
        return 1
    print(row("together", list(total.figures().values())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
