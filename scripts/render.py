#!/usr/bin/env python3
"""Render the sample images: tables that look like photos, each with its truth as JSON."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from rendering.decks import random_deck
from rendering.scenes import render_scene

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
    "table-12": {"count": 12, "table": "wood", "layout": "grid", "tilt_deg": 12, "light": 1.0},
}
"""What each sample shows, beyond its seed."""


def main() -> None:
    """Write the samples and their truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "sample_images")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    from setvision.cards import DECK

    for number, (name, choice) in enumerate(SAMPLES.items()):
        rng = np.random.default_rng([args.seed, number])
        options = dict(choice)
        cards = [DECK[int(k)] for k in rng.permutation(81)[: options.pop("count")]]
        deck = random_deck(rng)
        scene = render_scene(
            rng, 1280, 960, deck=deck, cards=cards, fill=0.85, camera=0.5, clutter=0, **options
        )
        cv2.imwrite(str(args.out / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        truth = {
            "image": f"{name}.jpg",
            "width": 1280,
            "height": 960,
            "conditions": [options["table"], options["layout"]],
            "cards": [
                {
                    "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in placed.quad],
                    "number": placed.card.count,
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
