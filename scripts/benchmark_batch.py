#!/usr/bin/env python3
"""Measure `setvision label` against the bare decoding of the same photos.

Twelve-megapixel JPEGs are made of the sample images; then, in one run and taking turns, they are
decoded by cv2.imread alone and labelled by one worker and by two. At last many small photos are
labelled while the memory of all processes is watched.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from setvision.label.pool import cores
from setvision.media.load import load
from setvision.opencv import cv2

SAMPLES = sorted((ROOT / "sample_images").glob("table-*.jpg"))
LARGE = (4000, 3000)
SMALL = (640, 480)
MOST_OF_DECODE = 1.25
LEAST_OF_ONE_WORKER = 1.8
MOST_GROWTH = 1.1
"""Targets: time against the bare decode, speed of two workers against one, memory at the end
against that after a fifth of the photos."""


def make_large(folder: Path, count: int) -> list[Path]:
    """Write photos of twelve megapixels as a phone would: in fine detail, 3 to 5 MB each."""
    rng = np.random.default_rng(1)
    paths = []
    for number in range(count):
        image = load(SAMPLES[number % len(SAMPLES)]).image
        large = cv2.resize(image, LARGE, interpolation=cv2.INTER_CUBIC)
        noise = rng.normal(0, 4, (LARGE[1], LARGE[0], 1)).astype(np.float32)
        large = np.clip(large + noise, 0, 255).astype(np.uint8)
        path = folder / f"{number:05d}.jpg"
        cv2.imwrite(str(path), large, [cv2.IMWRITE_JPEG_QUALITY, 92])
        paths.append(path)
    return paths


def make_small(folder: Path, count: int) -> None:
    """Write small photos, each of another content by what stands behind its end."""
    pictures = []
    for sample in SAMPLES:
        image = cv2.resize(load(sample).image, SMALL, interpolation=cv2.INTER_AREA)
        pictures.append(bytes(cv2.imencode(".jpg", image)[1]))
    for number in range(count):
        picture = pictures[number % len(pictures)]
        (folder / f"{number:05d}.jpg").write_bytes(picture + number.to_bytes(4, "big"))


def decode_all(paths: list[Path]) -> None:
    """Decode photos with one thread, as a worker does."""
    cv2.setNumThreads(1)
    for path in paths:
        cv2.imread(str(path))


def seconds_of_decode(paths: list[Path], workers: int) -> float:
    """Return how long so many processes take to decode all photos, without their start."""
    with get_context("spawn").Pool(workers) as pool:
        parts = [paths[k::workers] for k in range(workers)]
        pool.map(decode_all, [part[:1] for part in parts], 1)
        began = time.perf_counter()
        pool.map(decode_all, parts, 1)
        return time.perf_counter() - began


def label(folder: Path, out: Path, workers: int) -> "subprocess.Popen[bytes]":
    """Start the command."""
    return subprocess.Popen(
        [
            sys.executable, "-m", "setvision", "label", str(folder), "--out", str(out),
            "--format", "coco,jsonl", "--workers", str(workers),
        ],
        cwd=ROOT, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def seconds_of_label(folder: Path, workers: int) -> float:
    """Return how long the whole command takes, with its start."""
    with tempfile.TemporaryDirectory() as out:
        began = time.perf_counter()
        process = label(folder, Path(out) / "out", workers)
        if process.wait() != 0:
            raise SystemExit("setvision label failed")
        return time.perf_counter() - began


def speed(count: int, rounds: int) -> dict[str, float]:
    """Print and return how labelling compares with decoding, and two workers with one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = make_large(folder, count)
        size = sum(path.stat().st_size for path in paths) / count / 1e6
        print(f"{count} photos of {LARGE[0]} x {LARGE[1]}, {size:.1f} MB each, {cores()} cores:")
        ways: dict[str, Callable[[], float]] = {
            "decode 1": lambda: seconds_of_decode(paths, 1),
            "decode 2": lambda: seconds_of_decode(paths, 2),
            "label 1": lambda: seconds_of_label(folder, 1),
            "label 2": lambda: seconds_of_label(folder, 2),
        }
        seconds: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, measure in ways.items():
                seconds[way].append(measure())
    best = {way: min(values) for way, values in seconds.items()}
    for way, value in best.items():
        print(f"  {way}: {value:7.2f} s, {count / value:6.1f} photos/s")
    of_decode = {n: best[f"label {n}"] / best[f"decode {n}"] for n in (1, 2)}
    gain = best["label 1"] / best["label 2"]
    for workers, ratio in of_decode.items():
        print(f"  label against decode, {workers} at work: {ratio:.2f} (at most {MOST_OF_DECODE})")
    print(f"  two workers against one: {gain:.2f} (at least {LEAST_OF_ONE_WORKER})")
    return {
        "photos_per_second_1": count / best["label 1"],
        "photos_per_second_2": count / best["label 2"],
        "of_decode_1": of_decode[1],
        "of_decode_2": of_decode[2],
        "gain": gain,
    }


def memory_mb(parent: int) -> float:
    """Return the memory of a process and all below it, shared parts counted once each."""
    total, waiting = 0.0, [parent]
    while waiting:
        process = waiting.pop()
        try:
            waiting += map(
                int, Path(f"/proc/{process}/task/{process}/children").read_text().split()
            )
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if "Pss:" in line)
    return total / 1024


def memory(count: int) -> dict[str, float]:
    """Print and return the memory while many photos are labelled, in tenths of the job."""
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name) / "in", Path(name) / "out"
        folder.mkdir()
        make_small(folder, count)
        process = label(folder, out, cores())
        seen: list[tuple[int, float]] = []
        while process.poll() is None:
            time.sleep(0.5)
            journal = out / "labels.jsonl"
            done = journal.stat().st_size if journal.exists() else 0
            seen.append((done, memory_mb(process.pid)))
        if process.returncode != 0:
            raise SystemExit("setvision label failed")
    whole = max(done for done, _ in seen)
    print(f"memory over {count} photos, {cores()} workers:")
    tenths = []
    for tenth in range(10):
        within = [mb for done, mb in seen if tenth <= 10 * done / whole - 1e-9 < tenth + 1]
        tenths.append(float(np.median(within)) if within else float("nan"))
        print(f"  {10 * tenth:3d} % {tenths[-1]:6.0f} MB")
    growth = tenths[9] / tenths[1]
    print(f"  last tenth against second: {growth:.3f} (at most {MOST_GROWTH})")
    return {"memory_mb": tenths[9], "growth": growth}


def batch(large: int = 48, rounds: int = 3, small: int = 5000) -> dict[str, float]:
    """Print all figures and return them."""
    figures = speed(large, rounds)
    if small and os.path.exists("/proc/self/smaps_rollup"):
        figures |= memory(small)
    return figures


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", type=int, default=48, help="photos of 12 megapixels")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many counts")
    parser.add_argument("--small", type=int, default=5000, help="photos for the memory; 0: none")
    parser.add_argument("--json", action="store_true", help="print them as JSON at last")
    args = parser.parse_args()
    figures = batch(args.large, args.rounds, args.small)
    if args.json:
        print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
