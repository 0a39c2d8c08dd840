#!/usr/bin/env python3
"""Measure accuracy on labelled photos and the time of each stage; hold the last figures.

Photos and the scorer are expected in ../shared; without them only the times are printed.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from setvision.media.load import load
from setvision.opencv import cv2
from setvision.pipeline import Reader

SHARED = ROOT.parent / "shared"
ACCEPTED = ROOT / "tests" / "accuracy.json"
LINES = {
    "cards_found": r"cards found\s+(\d+)/",
    "all_four_right": r"all four right\s+(\d+)/",
    "false_cards": r"false cards (\d+)",
    "whole_tables": r"whole tables right\s+(\d+)/",
    "sure": r"said to be sure\s+(\d+)/",
    "sure_wrong": r"sure\s+\d+/\d+ = [\d.]+ %\s+of these wrong (\d+)",
    "none_said": r"'no SET here' said\s+(\d+)",
    "none_wrong": r"'no SET here' said\s+\d+\s+of these wrong (\d+)",
}
LOWER_IS_BETTER = {"false_cards", "sure_wrong", "none_wrong"}
NOT_JUDGED = {"none_said"}


def accuracy(arguments: list[str]) -> tuple[dict[str, int], str]:
    """Read the labelled photos and score them: figures, and the scorer's whole text."""
    photos = [
        str(path)
        for path in sorted((SHARED / "photos").iterdir())
        if path.suffix.lower() in {".jpg", ".jpeg", ".png"}
    ]
    with tempfile.NamedTemporaryFile("w+", suffix=".jsonl") as readings:
        subprocess.run(
            [sys.executable, "-m", "setvision", "read", "--json", *photos],
            stdout=readings, check=False, cwd=ROOT,
        )  # fmt: skip
        readings.flush()
        score = [str(SHARED / "score.py"), str(SHARED / "photos/labels"), readings.name]
        text = subprocess.run(
            [sys.executable, *score, *arguments], capture_output=True, text=True, check=True
        ).stdout
    figures = {name: re.search(pattern, text) for name, pattern in LINES.items()}
    return {name: int(found.group(1)) for name, found in figures.items() if found}, text


def times(rounds: int) -> None:
    """Print the time of each stage on a 1280x720 frame with 12 cards."""
    cv2.setNumThreads(2)
    image = cv2.resize(load(ROOT / "sample_images/table-02.jpg").image, (1280, 720))
    reader = Reader()
    stages: dict[str, list[float]] = {}
    for _ in range(rounds):
        began = time.perf_counter()
        seen = reader.see(image)
        stages.setdefault("all", []).append(1000 * (time.perf_counter() - began))
        for name, value in seen.stage_ms.items():
            stages.setdefault(name, []).append(value)
    for name, values in stages.items():
        middle, late = np.percentile(values[3:], [50, 95])
        print(f"{name:8} median {middle:6.1f} ms   95th percentile {late:6.1f} ms")


def main() -> int:
    """Print the figures; with --check fail when accuracy is worse than accepted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with tests/accuracy.json")
    parser.add_argument("--accept", action="store_true", help="make the figures the accepted ones")
    parser.add_argument("--misses", action="store_true", help="print every wrong card")
    parser.add_argument("--tag", help="only photos of this condition")
    args = parser.parse_args()
    if not args.check:
        times(40)
    if not (SHARED / "photos").is_dir():
        print(f"no labelled photos in {SHARED}: accuracy left out")
        return 0
    options = ["--misses"] if args.misses else []
    options += ["--tag", args.tag] if args.tag else []
    figures, text = accuracy(options)
    print(text)
    if args.accept:
        ACCEPTED.write_text(json.dumps(figures, indent=1) + "\n")
    if args.check:
        accepted = json.loads(ACCEPTED.read_text())
        worse = [
            name
            for name, value in accepted.items()
            if name not in NOT_JUDGED
            and (figures[name] > value if name in LOWER_IS_BETTER else figures[name] < value)
        ]
        for name in worse:
            print(f"{name}: {figures[name]}, accepted {accepted[name]}")
        return 1 if worse else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
