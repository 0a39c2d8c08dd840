#!/usr/bin/env python3
"""Render the sample images: tables that look like photos, each with its truth as JSON."""

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
from rendering.scenes import Scene, render_scene

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


def main() -> None:
    """Write the samples and their truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "sample_images")
    parser.add_argument("--seed", type=int, default=14)
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    for number, (name, choice) in enumerate(SAMPLES.items()):
        options = dict(choice)
        is_warm = options.pop("warm", False)
        scene = next(filter(_is_good, _scenes([args.seed, number], options)))
        if is_warm:
            warm = scene.image * np.array(LAMP) + 0.5
            scene = replace(scene, image=warm.astype(np.uint8))
        cv2.imwrite(str(args.out / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 85])
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
        (args.out / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n")


if __name__ == "__main__":
    main()
