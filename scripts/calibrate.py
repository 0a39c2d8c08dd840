#!/usr/bin/env python3
"""Calibrate how sure readings are, and what looks familiar, on rendered tables not trained on.

pip install -e '.[train]'; scripts/calibrate.py writes models/familiar.npz and,
for comparison with the weights set by hand in models/, build/calibration.json
"""

import argparse
import json
import multiprocessing
import sys
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from rendering.scenes import render_scene
from sklearn.linear_model import LogisticRegression

from setvision.cards import DECK
from setvision.opencv import cv2
from setvision.pipeline import Reader
from setvision.surety import log_odds
from setvision.table import CARD, likeliest
from setvision.vision.familiar import Familiar

SHARE_SEEN = 0.5


@cache
def reader() -> Reader:
    """Load the networks once in each process."""
    return Reader()


DIRECTIONS = 40
EXCEEDED = 0.002
"""Share of rightly read rendered cards that may look strange."""


def beliefs(task: tuple[int, int]) -> NDArray[np.float64]:
    """Read one rendered table.

    Returns
    -------
    ndarray
        (n, 196): beliefs in reading, card and whole, whether it is right, and the features.
    """
    cv2.setNumThreads(1)
    rng = np.random.default_rng([*task, 5])
    width = int(rng.choice([720, 960, 1280]))
    scene = render_scene(rng, width, width * 3 // 4)
    seen = reader().see(scene.image)
    present = np.flatnonzero(seen.readings.card * seen.readings.whole >= CARD)
    if len(present) == 0:
        return np.empty((0, 196))
    readings = seen.readings.take(present)
    _, best, reading = likeliest(readings.probs)
    right = []
    for quad, face in zip(seen.quads[present], best, strict=True):
        x, y = (float(v) for v in quad.mean(0))
        right.append(
            any(
                placed.visible >= SHARE_SEEN
                and placed.card == DECK[int(face)]
                and cv2.pointPolygonTest(placed.quad, (x, y), False) >= 0
                for placed in scene.cards
            )
        )
    known = np.column_stack([reading, readings.card, readings.whole, right])
    return np.hstack([known, readings.features]).astype(np.float64)


def main() -> None:
    """Render, read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=90)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "calibration.json")
    args = parser.parse_args()
    args.out.parent.mkdir(exist_ok=True)
    tasks = [(args.seed, k) for k in range(args.count)]
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        rows = np.concatenate(pool.map(beliefs, tasks, chunksize=10))
    z = log_odds(rows[:, :3])
    model = LogisticRegression(C=1.0).fit(z, rows[:, 3])
    if model.coef_.min() < 0:
        raise SystemExit(f"a belief speaks against itself: {model.coef_}")
    surety = model.predict_proba(z)[:, 1]
    for bound in (0.9, 0.99, 0.999, 0.9995):
        above = surety >= bound
        wrong = int((rows[above, 3] == 0).sum())
        print(f"surety of {bound} or more: {above.mean():.3f} of {len(rows)} cards, {wrong} wrong")
    values = {
        "bias": round(float(model.intercept_[0]), 4),
        **{
            name: round(float(w), 4)
            for name, w in zip(("reading", "card", "whole"), model.coef_[0], strict=True)
        },
    }
    path = args.out
    path.write_text(json.dumps(values, indent=1) + "\n")
    from training.export import note

    print(values)
    is_right = rows[:, 3] == 1
    familiar = Familiar.fit(rows[is_right, 4:].astype(np.float32), DIRECTIONS, EXCEEDED)
    path = ROOT / "models" / "familiar.npz"
    path.write_bytes(familiar.to_bytes())
    note(path)
    strange = familiar.strangeness(rows[~is_right, 4:].astype(np.float32)) > 1
    print(f"of {len(strange)} wrongly read cards {strange.mean():.3f} look strange")


if __name__ == "__main__":
    main()
