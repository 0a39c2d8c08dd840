"""Measure live use: time from frame to picture, frames a second, processor share, memory."""

import itertools
import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from rendering.play import random_play
from rendering.video import film

from setvision.apps.live_show import Show
from setvision.opencv import cv2
from setvision.watch.types import Frame
from setvision.watch.watcher import Watcher
from setvision.words import words_for

__all__ = ["Pace", "live"]

SIZE = (1280, 720)
RATE = 30.0
SEED = 7
THREADS = 2
MEMORY_AFTER_MIN = (1, 10, 60)

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Pace:
    """How live use went."""

    latency_ms: NDArray[np.float64]
    """(n,) milliseconds from each frame to the picture that shows it."""
    cpu_share: float
    """Seconds of processor time a second; 1.0 is one core."""
    frames_a_second: float


def frames_of_game(seconds: float, every: int = 1) -> list[Image]:
    """Render a game and keep one of so many frames, uint8 (720, 1280, 3) each."""
    takes = enumerate(film(random_play(SEED, seconds), *SIZE, RATE).takes)
    return [take.picture for number, take in takes if number % every == 0]


def there_and_back(frames: list[Image]) -> Iterator[Image]:
    """Yield frames without end, forwards and backwards, so that nothing jumps."""
    yield from itertools.cycle(frames + frames[-2:0:-1])


def paced(frames: Iterator[Image], count: int, rate: float | None) -> Pace:
    """Watch and draw frames, at a rate or as fast as it goes.

    Parameters
    ----------
    frames
        uint8 (720, 1280, 3) each.
    count
        How many.
    rate
        Frames a second; None for as many as there can be.
    """
    watcher, show = Watcher(), Show(words_for("en"))
    latency = []
    began = time.perf_counter()
    cpu = time.process_time()
    for index, image in enumerate(itertools.islice(frames, count)):
        if rate is not None:
            time.sleep(max(0.0, began + index / rate - time.perf_counter()))
        taken = time.perf_counter()
        frame = Frame(image, index / (rate or RATE), index)
        show.see(frame, watcher.see(frame))
        show.picture()
        latency.append(1000 * (time.perf_counter() - taken))
    seconds = time.perf_counter() - began
    return Pace(np.array(latency), (time.process_time() - cpu) / seconds, count / seconds)


def memory(seconds: float) -> None:
    """Watch a game of so many seconds again and again; print the memory in use after minutes.

    Meant for a process of its own: where much was used and given back before, a leak would fill
    that first.
    """
    cv2.setNumThreads(THREADS)
    frames = there_and_back(frames_of_game(seconds, _THINNED))
    watcher, show = Watcher(), Show(words_for("en"))
    process = psutil.Process()
    seen = 0
    for minutes in MEMORY_AFTER_MIN:
        until = round(minutes * 60 * RATE / _THINNED)
        for image in itertools.islice(frames, until - seen):
            frame = Frame(image, seen * _THINNED / RATE, seen)
            show.see(frame, watcher.see(frame))
            show.picture()
            seen += 1
        megabytes = process.memory_info().rss / 2**20
        print(f"  {megabytes:.0f} MB, the frames included, after {minutes} min", flush=True)


_THINNED = 3
"""Every third frame is watched where only memory counts, as by a camera of 10 frames a second."""


def live(seconds: float = 30.0, *, has_memory: bool = True) -> None:
    """Print the figures of live use, measured on a rendered game of so many seconds."""
    cv2.setNumThreads(THREADS)
    frames = frames_of_game(seconds)
    still = frames[len(frames) // 2 : len(frames) // 2 + 1]
    print(f"live, {SIZE[0]}x{SIZE[1]}, {THREADS} threads:")
    for name, pictures in (("a game", frames), ("nothing moves", still)):
        for rate in (RATE, None):
            pace = paced(there_and_back(pictures), len(frames), rate)
            middle, late = np.percentile(pace.latency_ms, [50, 95])
            print(
                f"  {name:14} {'at 30 a second' if rate else 'as fast as it goes':18} "
                f"median {middle:5.1f} ms   95th percentile {late:5.1f} ms   "
                f"{pace.frames_a_second:5.1f} frames/s   {pace.cpu_share:4.2f} cores",
                flush=True,
            )
    if has_memory:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as alone:
            alone.submit(memory, seconds).result()
