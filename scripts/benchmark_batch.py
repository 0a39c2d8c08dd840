#!/usr/bin/env python3
"""Measure `setvision label` against the bare decoding of the same photos.

Twelve-megapixel JPEGs are made of the sample images; then, in one run and taking turns, they are
decoded by cv2.imread alone and labelled by one worker and by two. At last many small photos are
labelled while the memory of all processes is watched.
"""

import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from setvision.label.job import Job, run
from setvision.label.listing import Photo
from setvision.label.pool import cores
from setvision.label.products import Products
from setvision.label.records import Labelled
from setvision.label.version import PROGRAM, model_version
from setvision.label.worker import Task, Work
from setvision.label.worker import label as label_one
from setvision.media.load import load
from setvision.message import Message
from setvision.opencv import cv2

T = TypeVar("T")
R = TypeVar("R")

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
    pictures = []
    for sample in SAMPLES[:count]:
        large = cv2.resize(load(sample).image, LARGE, interpolation=cv2.INTER_CUBIC)
        noise = rng.normal(0, 4, (LARGE[1], LARGE[0], 1)).astype(np.float32)
        large = np.clip(large + noise, 0, 255).astype(np.uint8)
        jpeg = cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        pictures.append(bytes(jpeg))
    return _write(folder, pictures, count)


def _write(folder: Path, pictures: list[bytes], count: int) -> list[Path]:
    """Write JPEGs in turn, each of another content by a comment behind its first marker."""
    paths = []
    for number in range(count):
        picture = pictures[number % len(pictures)]
        path = folder / f"{number:05d}.jpg"
        comment = b"\xff\xfe\x00\x06" + number.to_bytes(4, "big")
        path.write_bytes(picture[:2] + comment + picture[2:])
        paths.append(path)
    return paths


def make_small(folder: Path, count: int) -> None:
    """Write small photos."""
    pictures = []
    for sample in SAMPLES:
        image = cv2.resize(load(sample).image, SMALL, interpolation=cv2.INTER_AREA)
        pictures.append(bytes(cv2.imencode(".jpg", image)[1]))
    _write(folder, pictures, count)


class Took(NamedTuple):
    """Seconds that something took."""

    elapsed: float
    processor: float
    """Of all processes together; other programs on the machine hardly change it."""


def decode_all(paths: list[Path]) -> float:
    """Decode photos with one thread, as a worker does, and return the processor time."""
    cv2.setNumThreads(1)
    began = time.process_time()
    for path in paths:
        cv2.imread(str(path))
    return time.process_time() - began


def time_of_decode(paths: list[Path], workers: int) -> Took:
    """Return how long so many processes take to decode all photos, without their start."""
    context = get_context("spawn")
    are_up = context.Barrier(workers + 1)
    with context.Pool(workers, are_up.wait) as pool:
        are_up.wait()
        parts = [paths[k::workers] for k in range(workers)]
        began = time.perf_counter()
        processor = sum(pool.map(decode_all, parts, 1))
        return Took(time.perf_counter() - began, processor)


def label(folder: Path, out: Path, workers: int) -> "subprocess.Popen[bytes]":
    """Start the command."""
    return subprocess.Popen(
        [
            sys.executable, "-m", "setvision", "label", str(folder), "--out", str(out),
            "--format", "coco,jsonl", "--workers", str(workers),
        ],
        cwd=ROOT, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def time_of_label(folder: Path, workers: int) -> Took:
    """Return how long the whole command takes, with its start."""
    with tempfile.TemporaryDirectory() as out:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        process = label(folder, Path(out) / "out", workers)
        if process.wait() != 0:
            raise SystemExit("setvision label failed")
        elapsed = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Took(elapsed, processor)


def speed(count: int, rounds: int) -> dict[str, float]:
    """Print and return how labelling compares with decoding, and two workers with one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = make_large(folder, count)
        size = sum(path.stat().st_size for path in paths) / count / 1e6
        print(f"{count} photos of {LARGE[0]} x {LARGE[1]}, {size:.1f} MB each, {cores()} cores:")
        ways: dict[str, Callable[[], Took]] = {
            "decode 1": lambda: time_of_decode(paths, 1),
            "decode 2": lambda: time_of_decode(paths, 2),
            "label 1": lambda: time_of_label(folder, 1),
            "label 2": lambda: time_of_label(folder, 2),
        }
        taken: dict[str, list[Took]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, measure in ways.items():
                taken[way].append(measure())
    best = {way: Took(*map(min, zip(*values, strict=True))) for way, values in taken.items()}
    for way, took in best.items():
        print(
            f"  {way}: {took.elapsed:7.2f} s, {count / took.elapsed:6.1f} photos/s; "
            f"{took.processor:7.2f} s of processors"
        )
    figures = {}
    for n in (1, 2):
        ours = best[f"label {n}"]
        figures[f"photos_per_second_{n}"] = count / ours.elapsed
        bare = best[f"decode {n}"]
        figures[f"of_decode_{n}"] = ours.elapsed / bare.elapsed
        print(
            f"  {n} at work against as many that decode: {ours.elapsed / bare.elapsed:.2f}, "
            f"in time of processors {ours.processor / bare.processor:.2f}"
        )
    figures["of_plain_loop"] = best["label 2"].elapsed / best["decode 1"].elapsed
    print(
        f"  two at work against a plain loop of cv2.imread: {figures['of_plain_loop']:.2f} "
        f"(at most {MOST_OF_DECODE})"
    )
    figures["gain"] = best["label 1"].elapsed / best["label 2"].elapsed
    print(
        f"  two workers against one: {figures['gain']:.2f} (at least {LEAST_OF_ONE_WORKER}); "
        f"bare decode {best['decode 1'].elapsed / best['decode 2'].elapsed:.2f}"
    )
    return figures


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


class Alone(NamedTuple):
    """Milliseconds a photo of the main program, of which there is one however many workers."""

    while_reading: float
    at_the_end: float


def main_alone(count: int) -> Alone:
    """Print and return what the main program does for each photo, while workers do nothing."""
    known = label_one(
        Work(model_version(), PROGRAM, 1, Products(), None), Task(Photo(str(SAMPLES[0]), "", ""))
    )
    if not isinstance(known, Labelled) or known.origin is None:
        raise SystemExit("the sample was not read surely")
    record, origin = known, known.origin
    ended = 0.0

    def read(work: Work, task: Task) -> Labelled:
        digest = hashlib.sha256(task.photo.name.encode()).hexdigest()
        return replace(
            record,
            image=task.photo.name,
            stem=task.photo.stem,
            origin=replace(origin, sha256=digest),
        )

    def one_by_one(function: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        nonlocal ended
        yield from map(function, items)
        ended = time.process_time()

    def silent(things: Iterable[T], count: int, title: Message) -> Iterator[T]:
        yield from things

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "in"
        folder.mkdir()
        for number in range(count):
            (folder / f"{number:06d}.jpg").touch()
        job = Job((str(folder),), Path(name) / "out", ("coco", "jsonl"))
        began = time.process_time()
        run(job, one_by_one, silent, read)
        took = Alone(1000 * (ended - began) / count, 1000 * (time.process_time() - ended) / count)
    print(
        f"main program, {len(record.cards)} cards a photo, of processor: "
        f"{took.while_reading:.2f} ms a photo while it is read, {took.at_the_end:.2f} ms at the end"
    )
    return took


def million(photo_s: float, alone: Alone) -> None:
    """Print how long a million photos would take, from what was measured."""
    print("a million such photos, extrapolated:")
    for workers in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        reading = max(photo_s / workers, alone.while_reading / 1000)
        hours = 1e6 * (reading + alone.at_the_end / 1000) / 3600
        print(f"  {workers:4d} workers {hours:7.1f} h")


def batch(large: int = 160, rounds: int = 2, small: int = 5000) -> dict[str, float]:
    """Print all figures and return them."""
    figures = speed(large, rounds)
    alone = main_alone(4000)
    figures |= {"main_ms": alone.while_reading, "main_end_ms": alone.at_the_end}
    million(1 / figures["photos_per_second_1"], alone)
    if small and os.path.exists("/proc/self/smaps_rollup"):
        figures |= memory(small)
    return figures


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", type=int, default=160, help="photos of 12 megapixels")
    parser.add_argument("--rounds", type=int, default=2, help="the best of so many counts")
    parser.add_argument("--small", type=int, default=5000, help="photos for the memory; 0: none")
    parser.add_argument("--json", action="store_true", help="print them as JSON at last")
    args = parser.parse_args()
    figures = batch(args.large, args.rounds, args.small)
    if args.json:
        print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
