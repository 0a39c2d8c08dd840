#!/usr/bin/env python3
"""Measure how well a table is known while it is watched: videos with their truth, shaken photos.

VIDEO has its truth beside it, as `scripts/render.py video` writes it. `--seeds` renders games
first; `--photos` takes a folder of photos with labels/NAME.json and shakes each for three seconds.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from rendering.play import random_play
from rendering.video import VideoError, film, write
from watching.score import Score, score
from watching.seen import Watches, watch
from watching.shaken import Shaken, labelled, load_photo
from watching.truth import TruthError, load_truth
from watching.videos import frames_of

from setvision.errors import ImageReadError, ModelError
from setvision.pipeline import Reader
from setvision.watch.watcher import Watcher

HEAD = (
    f"{'':28} {'none!':>6} {'SET! s':>7} {'sure! s':>7} {'taken':>7} {'events':>8} {'false':>5} "
    f"{'chg/min':>7} {'sure s':>6} {'verdict s':>9} {'ms':>5} {'p95':>5}"
)
LEGEND = """
none!      frames with "no SET" while one lay there
SET! s     longest time of a wrong SET
sure! s    the same of SETs called sure
taken      takings told with the right cards
events     events told wholly
false      told events that did not happen
chg/min    label changes per still card per minute
sure s     median from still to all cards sure
verdict s  median from still to the true verdict
ms, p95    of a frame, median and 95th percentile"""


def score_video(path: Path, watcher: Watches) -> Score:
    """Show a video to a watcher and measure what it says.

    Raises
    ------
    VideoError, TruthError
        When the video or its truth cannot be read.
    """
    truth = load_truth(path.with_suffix(".json"))
    return score(watch(watcher, frames_of(path)), truth)


def score_photo(path: Path, seed: int, watcher: Watches) -> Score:
    """Shake a labelled photo before a watcher and measure what it says."""
    shaken = Shaken(load_photo(path), seed)
    return score(watch(watcher, shaken.frames()), shaken.truth())


def rendered(seed: int, folder: Path, size: tuple[int, int], fps: float, seconds: float) -> Path:
    """Return the video of a random game; rendered unless it lies in the folder already."""
    width, height = size
    path = folder / f"game-{seed}-{width}x{height}-{fps:g}fps-{seconds:g}s.mp4"
    if not (path.exists() and path.with_suffix(".json").exists()):
        write(film(random_play(seed, seconds), width, height, fps), path)
    return path


def line_of(name: str, measured: Score) -> str:
    """Put a score into one line under `HEAD`."""
    m = measured
    latency = np.array(m.latency_s) * 1000
    middle, late = (np.percentile(latency, (50, 95))) if len(latency) else (0.0, 0.0)
    return (
        f"{name[-28:]:28} {m.wrong_none_frames:6} {m.wrong_set_s:7.2f} {m.wrong_sure_set_s:7.2f} "
        f"{f'{m.takings_right}/{m.takings}':>7} {f'{m.events_right}/{m.events}':>8} "
        f"{m.spurious:5} {m.changes_a_minute:7.2f} {_median(m.to_sure_s):>6} "
        f"{_median(m.to_verdict_s):>9} {middle:5.1f} {late:5.1f}"
    )


def _median(times: tuple[float, ...]) -> str:
    return f"{np.median(times):.2f}" if times else "-"


def summary(total: Score) -> str:
    """Say in lines what the table has no room for."""
    m = total
    return "\n".join(
        [
            f"frames {m.frames}, with the verdict no SET {m.none_frames}, "
            f"of these wrong {m.wrong_none_frames}",
            f"wrong SETs shown longer than 0.3 s {m.wrong_sets}, longest {m.wrong_set_s:.2f} s "
            f"(sure ones {m.wrong_sure_set_s:.2f} s; "
            f"of cards just taken, the hand still there, {m.stale_set_s:.2f} s)",
            f"cards called sure and wrong, over all still frames {m.sure_wrong}",
            f"takings right {m.takings_right}/{m.takings}, events told wholly "
            f"{m.events_right}/{m.events}, false {m.spurious} of {m.events_told}",
            f"label changes {m.label_changes} in {m.card_minutes:.1f} still card minutes",
            f"pauses {m.pauses}, all cards sure in {len(m.to_sure_s)}, "
            f"the true verdict in {len(m.to_verdict_s)}",
        ]
    )


def print_scores(scores: Iterable[tuple[str, Score]]) -> Score:
    """Print a line for each score as it comes, and their sum; return that."""
    total = Score()
    print(HEAD)
    for name, measured in scores:
        print(line_of(name, measured), flush=True)
        total = total + measured
    print(line_of("all", total))
    print(f"\n{summary(total)}\n{LEGEND}")
    return total


def _seeds(text: str) -> range:
    found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text)
    if found is None or int(found[2] or found[1]) < int(found[1]):
        raise argparse.ArgumentTypeError(f"{text} is no range of seeds; write 1-20")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def main() -> int:
    """Score what the command line names; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("videos", nargs="*", type=Path, metavar="VIDEO")
    parser.add_argument("--seeds", type=_seeds, metavar="1-20", help="games to be rendered")
    parser.add_argument("--build", type=Path, help="where they are kept")
    parser.add_argument("--width", type=int, default=640, choices=(640, 960, 1280))
    parser.add_argument("--fps", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=60.0, help="about how long a game is")
    parser.add_argument("--photos", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    if not (args.videos or args.seeds or args.photos):
        parser.error("name a VIDEO, or --seeds, or --photos")
    if args.seeds and args.build is None:
        parser.error("--seeds needs --build, a folder for the videos")
    size = args.width, args.width * 9 // 16
    try:
        reader = Reader()

        def scores() -> Iterator[tuple[str, Score]]:
            for path in args.videos:
                yield path.name, score_video(path, Watcher(reader))
            for seed in args.seeds or ():
                path = rendered(seed, args.build, size, args.fps, args.seconds)
                yield path.name, score_video(path, Watcher(reader))
            for number, path in enumerate(labelled(args.photos) if args.photos else ()):
                yield path.stem, score_photo(path, number, Watcher(reader))

        print_scores(scores())
    except (VideoError, TruthError, ModelError, ImageReadError, OSError) as error:
        print(f"watch_score.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
