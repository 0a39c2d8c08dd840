#!/usr/bin/env python3
"""Render tables that look like photos, or videos of a game, each with its truth as JSON."""

import argparse
import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from rendering.decks import random_deck
from rendering.play import random_play, sample_play
from rendering.scenes import Scene, render_scene
from rendering.video import CODECS, VideoError, film, write

from setvision.cards import DECK
from setvision.rules import find_sets

SAMPLES: dict[str, dict[str, Any]] = {
    "table-01": {"count": 12, "table": "wood", "layout": "grid", "tilt_deg": 8, "light": 0.3},
    "table-02": {"count": 12, "table": "dark", "layout": "grid", "tilt_deg": 15, "light": 0.4},
    "table-03": {"count": 12, "table": "white", "layout": "grid", "tilt_deg": 10, "light": 0.5},
    "table-04": {"count": 15, "table": "wood", "layout": "grid", "tilt_deg": 20, "light": 0.5},
    "table-05": {"count": 12, "table": "cloth", "layout": "grid", "tilt_deg": 25, "light": 0.5},
    "table-06": {"count": 9, "table": "terrazzo", "layout": "grid", "tilt_deg": 30, "light": 0.5},
    "table-07": {"count": 12, "table": "carpet", "layout": "scatter", "tilt_deg": 15, "light": 0.5},
    "table-08": {"count": 12, "table": "white", "layout": "scatter", "tilt_deg": 35, "light": 0.6},
    "table-09": {"count": 9, "table": "leather", "layout": "fanned", "tilt_deg": 10, "light": 0.5},
    "table-10": {"count": 12, "table": "marble", "layout": "grid", "tilt_deg": 40, "light": 0.7},
    "table-11": {"count": 5, "table": "check", "layout": "scatter", "tilt_deg": 5, "light": 0.6},
    "table-12": {"count": 12, "table": "dark", "layout": "grid", "tilt_deg": 12, "warm": True},
    "table-13": {"count": 12, "table": "wood", "layout": "grid", "tilt_deg": 12, "sets": 0},
    "table-14": {"count": 9, "table": "plain", "layout": "grid", "tilt_deg": 18, "clutter": 4},
}
"""What each sample shows, beyond its seed."""


WIDTH, HEIGHT = 1280, 960
DARKEST = 105
SMALLEST = 0.11

LAMP = (0.55, 0.82, 1.0)
"""Gains of blue, green and red under a light bulb."""


def _scenes(seed: list[int], options: dict[str, Any]) -> Iterator[Scene]:
    """Render one scene after the other, each from a seed of its own."""
    choice = {"light": 0.4, "clutter": 0, **options}
    count, sets = choice.pop("count"), choice.pop("sets", None)
    for attempt in itertools.count():
        rng = np.random.default_rng([*seed, attempt])
        cards = [DECK[int(k)] for k in rng.permutation(81)[:count]]
        if sets is not None and len(find_sets(cards)) != sets:
            continue
        deck = random_deck(rng)
        scene = render_scene(
            rng, WIDTH, HEIGHT, deck=deck, cards=cards, fill=0.9, camera=0.4, **choice
        )
        if len(scene.cards) == count:
            yield scene


def _is_good(scene: Scene) -> bool:
    """Whether the cards are large and light enough for people to read them."""
    mean = float(scene.image[scene.owner >= 0].mean())
    share = float((scene.owner >= 0).mean())
    return mean > DARKEST and share > SMALLEST


def render_photos(folder: Path, seed: int) -> None:
    """Write the sample photos and their truth."""
    folder.mkdir(exist_ok=True)
    for number, (name, choice) in enumerate(SAMPLES.items()):
        options = dict(choice)
        is_warm = options.pop("warm", False)
        scene = next(filter(_is_good, _scenes([seed, number], options)))
        if is_warm:
            warm = scene.image * np.array(LAMP) + 0.5
            scene = replace(scene, image=warm.astype(np.uint8))
        cv2.imwrite(str(folder / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 85])
        truth = {
            "image": f"{name}.jpg",
            "width": WIDTH,
            "height": HEIGHT,
            "conditions": [choice["table"], choice["layout"], *(["warm"] if is_warm else [])],
            "cards": [
                {
                    "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in placed.quad],
                    "count": placed.card.count,
                    "color": placed.card.color.value,
                    "shape": placed.card.shape.value,
                    "fill": placed.card.fill.value,
                    "visible": round(placed.visible, 3),
                }
                for placed in scene.cards
            ],
        }
        (folder / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n")


def render_video(args: argparse.Namespace) -> None:
    """Write a video and its truth."""
    play = sample_play(args.seed) if args.sample else random_play(args.seed, args.seconds)
    width, height = args.size
    write(film(play, width, height, args.fps), args.out)


def _size(text: str) -> tuple[int, int]:
    """Read WIDTHxHEIGHT; codecs want even numbers."""
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text} is no size; write 640x360")
    if min(int(width), int(height)) < 90 or int(width) % 2 or int(height) % 2:
        raise argparse.ArgumentTypeError(f"{text}: both sides are even and at least 90")
    return int(width), int(height)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 100_000:
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return value


def main() -> int:
    """Render what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = parser.add_subparsers(dest="what", required=True)
    photos = parts.add_parser("photos", help="the sample photos and their truth")
    photos.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "sample_images")
    photos.add_argument("--seed", type=int, default=14)
    video = parts.add_parser("video", help="a game seen by a webcam, and the truth of each frame")
    video.add_argument("--seed", type=int, default=1)
    video.add_argument(
        "--out", type=Path, required=True, metavar="FILE",
        help=f"ends in {', '.join(CODECS)}; the truth goes into FILE with .json",
    )  # fmt: skip
    video.add_argument("--size", type=_size, default=(640, 360), metavar="WIDTHxHEIGHT")
    video.add_argument("--fps", type=_positive, default=15.0)
    video.add_argument("--seconds", type=_positive, default=60.0, help="about how long")
    video.add_argument(
        "--sample",
        action="store_true",
        help="the script of sample_images/game-01.mp4 (seed 10, 12 fps)",
    )
    args = parser.parse_args()
    try:
        if args.what == "photos":
            render_photos(args.out, args.seed)
        else:
            render_video(args)
    except (VideoError, OSError) as error:
        print(f"render.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
