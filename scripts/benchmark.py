#!/usr/bin/env python3
"""Measure accuracy on labelled photos, time and memory; hold the last accepted accuracy.

Photos and the scorer are expected in ../shared; without them only time and memory are measured.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from setvision.cards import DECK, Card
from setvision.layouts import sets_in
from setvision.media.load import load
from setvision.odds import count_set_free
from setvision.opencv import cv2
from setvision.pipeline import Reader
from setvision.rules import find_sets

SHARED = ROOT.parent / "shared"
ACCEPTED = ROOT / "tests" / "accuracy.json"
FRAME = ROOT / "sample_images" / "table-13.jpg"
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
SLACK = {"cards_found": 1, "all_four_right": 1, "false_cards": 1, "whole_tables": 1, "sure": 6}
"""Processors round differently: by how much a figure may be off from the accepted one."""
LOWER_IS_BETTER = {"false_cards", "sure_wrong", "none_wrong", "unsure"}
NOT_JUDGED = {"none_said", "unsure"}
TAGGED_CARDS = 30
"""Conditions with fewer labelled cards say too little to be listed."""


def figures_in(text: str) -> dict[str, int]:
    """Find the figures in the scorer's text."""
    found = {name: re.search(pattern, text) for name, pattern in LINES.items()}
    return {name: int(match.group(1)) for name, match in found.items() if match}


def worse_than(accepted: dict[str, int], figures: dict[str, int]) -> list[str]:
    """Name the figures that are worse than the accepted ones by more than their slack."""
    worse = []
    for name, value in accepted.items():
        if name not in NOT_JUDGED:
            now = figures.get(name)
            gain = 0 if now is None else value - now if name in LOWER_IS_BETTER else now - value
            if now is None or -gain > SLACK.get(name, 0):
                worse.append(name)
    return worse


def score(readings: Path, *options: str) -> str:
    """Return what the scorer says of readings."""
    command = [sys.executable, str(SHARED / "score.py"), str(SHARED / "photos/labels")]
    done = subprocess.run(
        [*command, str(readings), *options], capture_output=True, text=True, check=True
    )
    return done.stdout


def shrunk(folder: Path, long_side: int) -> list[Path]:
    """Write the photos with a smaller long side into a folder, and their labels' scale with it."""
    photos = []
    for path in labelled_photos():
        image = load(path).image
        scale = min(1.0, long_side / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        target = folder / f"{path.stem}.png"
        cv2.imwrite(str(target), small)
        photos.append(target)
    return photos


def labelled_photos() -> list[Path]:
    """List the labelled photos."""
    kinds = {".jpg", ".jpeg", ".png"}
    return [p for p in sorted((SHARED / "photos").iterdir()) if p.suffix.lower() in kinds]


def accuracy(options: list[str], by_tag: bool, long_side: int | None) -> dict[str, int]:
    """Read the labelled photos, print what the scorer says, return its figures."""
    with tempfile.TemporaryDirectory() as folder:
        readings = Path(folder) / "readings.jsonl"
        photos = shrunk(Path(folder), long_side) if long_side else labelled_photos()
        with readings.open("w") as out:
            subprocess.run(
                [sys.executable, "-m", "setvision", "read", "--json", *map(str, photos)],
                stdout=out, check=False, cwd=ROOT,
            )  # fmt: skip
        rows = [json.loads(line) for line in readings.read_text().splitlines()]
        if long_side:
            rows = [in_label_pixels(row) for row in rows]
            readings.write_text("".join(json.dumps(row) + "\n" for row in rows))
        text = score(readings, *options)
        print(text)
        verdicts = Counter(row.get("verdict") for row in rows)
        print("verdicts", dict(verdicts))
        if by_tag:
            print_tags(readings)
    return {**figures_in(text), "unsure": verdicts["unsure"]}


def in_label_pixels(row: dict[str, object]) -> dict[str, object]:
    """Return a reading of a shrunk photo in the pixels of its label."""
    label = json.loads(
        (SHARED / "photos/labels" / f"{Path(str(row['image'])).stem}.json").read_text()
    )
    cards = row.get("cards")
    if isinstance(cards, list):
        ratio = label["width"] / float(str(row["width"]))
        for card in cards:
            card["quad"] = [[x * ratio, y * ratio] for x, y in card["quad"]]
    return row


def print_tags(readings: Path) -> None:
    """Print the share of cards read right under each condition with enough cards."""
    tags = Counter[str]()
    for path in (SHARED / "photos/labels").glob("*.json"):
        label = json.loads(path.read_text())
        tags.update({tag: len(label["cards"]) for tag in label.get("conditions", [])})
    for tag, count in sorted(tags.items()):
        if count >= TAGGED_CARDS:
            text = score(readings, "--tag", tag)
            right, false = (
                re.search(r"all four right\s+(.+)", text),
                figures_in(text)["false_cards"],
            )
            print(f"{tag:18} {right.group(1) if right else '':22} false {false}")


def contours_at_33_thresholds(image: NDArray[np.uint8]) -> int:
    """Count four-sided outlines over 33 thresholds, a usual way to look for cards."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    count = 0
    for threshold in np.linspace(20, 236, 33):
        _, binary = cv2.threshold(grey, float(threshold), 255, cv2.THRESH_BINARY)
        outlines, _ = cv2.findContours(binary, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            length = cv2.arcLength(outline, True)
            if length > 100:
                count += len(cv2.approxPolyDP(outline, 0.02 * length, True)) == 4
    return count


def line_segments(image: NDArray[np.uint8]) -> int:
    """Count line segments, the start of another usual way to look for cards."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    lines = cv2.createLineSegmentDetector().detect(grey)[0]
    return 0 if lines is None else len(lines)


def times(rounds: int) -> None:
    """Print the time of each stage on a 1280x720 frame with 12 cards, and of older ways."""
    cv2.setNumThreads(2)
    image = cv2.resize(load(FRAME).image, (1280, 720))
    reader = Reader()
    stages: dict[str, list[float]] = {}

    def timed(name: str, work: Callable[[NDArray[np.uint8]], object]) -> None:
        began = time.perf_counter()
        work(image)
        stages.setdefault(name, []).append(1000 * (time.perf_counter() - began))

    for turn in range(rounds):
        timed("all, to the table", reader.read)
        for name, value in reader.see(image).stage_ms.items():
            stages.setdefault(name, []).append(value)
        if turn % 8 == 0:
            timed("33 thresholds", contours_at_33_thresholds)
            timed("line segments", line_segments)
    print(f"1280x720, {len(reader.read(image).cards)} cards, 2 threads:")
    for name, values in stages.items():
        middle, late = np.percentile(values[1:], [50, 95])
        print(f"  {name:18} median {middle:6.1f} ms   95th percentile {late:6.1f} ms")


def per_second(work: Callable[[], int]) -> float:
    """Return how many things a second are done by work that tells how many it did."""
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < 1:
        done += work()
    return done / (time.perf_counter() - began)


def rules() -> None:
    """Print the speed of the rules: SET searches, and SET-free layouts counted."""
    rng = np.random.default_rng(1)
    for size in (12, 15, 21):
        many = np.argsort(rng.random((20_000, 81)), axis=1)[:, :size]
        single = [[DECK[index] for index in row] for row in many[:2_000]]

        def one_by_one(layouts: list[list[Card]] = single) -> int:
            for layout in layouts:
                find_sets(layout)
            return len(layouts)

        def together(layouts: NDArray[np.intp] = many) -> int:
            sets_in(layouts)
            return len(layouts)

        for name, work in (("one list", one_by_one), ("arrays", together)):
            speed = per_second(work)
            print(
                f"  {size} cards, {name:8} {speed:12,.0f} searches/s   {1e6 / speed:6.2f} us each"
            )
    began = time.perf_counter()
    counted = count_set_free(12)
    seconds = time.perf_counter() - began
    print(f"  {counted:,} SET-free layouts of 12 cards counted in {seconds:.2f} s,")
    print(f"  {counted / seconds:,.0f}/s by classes of layouts that are alike")


MEASURED = """
import resource, sys, time
began = time.perf_counter()
from setvision.apps.cli import main
main(["read", "--json", sys.argv[1]])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"  {time.perf_counter() - began:.2f} s, peak {peak:.0f} MB", file=sys.stderr)
"""


def command() -> None:
    """Print the time of the whole command on a small photo, and the memory on a large one."""
    with tempfile.TemporaryDirectory() as folder:
        large = os.path.join(folder, "large.jpg")
        cv2.imwrite(large, cv2.resize(load(FRAME).image, (4000, 3000)))
        for name, path in (("the command on a sample", str(FRAME)), ("on 12 megapixels", large)):
            print(f"{name}:", flush=True)
            subprocess.run(
                [sys.executable, "-c", MEASURED, path], check=True, cwd=ROOT,
                stdout=subprocess.DEVNULL, stderr=sys.stdout,
            )  # fmt: skip


def main() -> int:
    """Print the figures; with --check fail when accuracy is worse than accepted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with tests/accuracy.json")
    parser.add_argument("--accept", action="store_true", help="make the figures the accepted ones")
    parser.add_argument("--misses", action="store_true", help="print every wrong card")
    parser.add_argument("--tag", help="only photos of this condition")
    parser.add_argument("--tags", action="store_true", help="list the conditions")
    parser.add_argument("--shrink", type=int, metavar="PIXELS", help="long side to shrink to first")
    parser.add_argument("--no-times", action="store_true", help="accuracy alone")
    parser.add_argument("--live", action="store_true", help="live use alone, minutes")
    parser.add_argument("--batch", action="store_true", help="many photos alone, minutes")
    parser.add_argument("--rules", action="store_true", help="the speed of the rules alone")
    args = parser.parse_args()
    if args.live:
        from benchmark_live import live

        live()
        return 0
    if args.batch:
        from benchmark_batch import batch

        batch()
        return 0
    if args.rules:
        rules()
        return 0
    if (args.check or args.accept) and (args.tag or args.shrink):
        parser.error(
            "the accepted figures are of all photos as they are: leave --tag, --shrink out"
        )
    if not args.check and not args.no_times:
        times(40)
        command()
    if not (SHARED / "photos").is_dir():
        print(f"no labelled photos in {SHARED}: accuracy left out")
        return 0
    options = ["--misses"] if args.misses else []
    options += ["--tag", args.tag] if args.tag else []
    figures = accuracy(options, args.tags, args.shrink)
    if args.accept:
        ACCEPTED.write_text(json.dumps(figures, indent=1) + "\n")
    if args.check:
        accepted = json.loads(ACCEPTED.read_text())
        worse = worse_than(accepted, figures)
        for name in worse:
            print(f"{name}: {figures.get(name, 'not measured')}, accepted {accepted[name]}")
        return 1 if worse else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
