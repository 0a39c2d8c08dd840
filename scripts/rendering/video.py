"""Rendered videos as files: the pictures and, beside them, the truth of every frame as JSON."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rendering.play import ASPECT, Play
from rendering.record import TrueEvent, perform
from rendering.scenes import card_corners
from rendering.stage import Stage, Take
from rendering.webcam import Viewpoint

CODECS = {".mp4": "mp4v", ".avi": "MJPG", ".mjpeg": "MJPG", ".y4m": "I420"}
"""By the ending of the file; the last two are what browsers take for a camera in tests."""


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A video that is rendered while its frames are taken."""

    width: int
    height: int
    fps: float
    length: int
    """In frames."""
    events: tuple[TrueEvent, ...]
    takes: Iterator[Take]
    """One after the other; can be gone through once."""


class VideoError(Exception):
    """A video cannot be written; the text says why in one line."""


def film(play: Play, width: int, height: int, fps: float) -> Film:
    """Render a play.

    Parameters
    ----------
    play : Play
        What is to be seen.
    width, height : int
        Frame size in pixels.
    fps : float
        Frames a second.

    Returns
    -------
    Film
    """
    corners = np.concatenate([card_corners(place, ASPECT) for place in play.room])
    rng = np.random.default_rng([1992, play.seed])
    view = Viewpoint.over(rng, corners, width, height, play.tilt_deg)
    performance = perform(play, view, fps)
    stage = Stage(play, view)
    return Film(
        width, height, fps, len(performance.shots), performance.events,
        (stage.shoot(shot) for shot in performance.shots),
    )  # fmt: skip


def frame_truth(take: Take, time_s: float) -> dict[str, Any]:
    """Return what lies in a frame as JSON."""
    return {
        "time": round(time_s, 3),
        "is_still": take.is_still,
        "hand": take.has_hand,
        "cards": [
            {
                "id": seen.id,
                "code": seen.card.code,
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in seen.quad],
                "visible": round(seen.visible, 2),
                "held": seen.is_held,
            }
            for seen in take.cards
        ],
    }


def event_truth(event: TrueEvent) -> dict[str, Any]:
    """Return an event as JSON."""
    return {
        "kind": event.kind.value,
        "begin": round(event.begin_s, 3),
        "time": round(event.time_s, 3),
        "cards": [card.code for card in event.cards],
    }


def write(shown: Film, path: Path) -> None:
    """Write a film and its truth, `path` with the ending .json, whole or not at all.

    Raises
    ------
    VideoError
        For an unknown ending, or when the video cannot be written.
    """
    code = CODECS.get(path.suffix.lower())
    if code is None:
        raise VideoError(f"{path}: the name of a video ends in {', '.join(CODECS)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    truth_part = part.with_suffix(".json")
    writer = cv2.VideoWriter(
        str(part), cv2.VideoWriter.fourcc(*code), shown.fps, (shown.width, shown.height)
    )
    try:
        if not writer.isOpened():
            raise VideoError(f"{path}: this OpenCV cannot write {path.suffix} there")
        rows = []
        for number, take in enumerate(shown.takes):
            writer.write(take.picture)
            rows.append(frame_truth(take, number / shown.fps))
        writer.release()
        truth_part.write_text(_compact(shown, path.name, rows))
        os.replace(part, path)
        os.replace(truth_part, path.with_suffix(".json"))
    finally:
        writer.release()
        part.unlink(missing_ok=True)
        truth_part.unlink(missing_ok=True)


def _compact(shown: Film, name: str, rows: list[dict[str, Any]]) -> str:
    """Write the truth with a line for each frame and each event."""
    head = {
        "schema": 1,
        "video": name,
        "width": shown.width,
        "height": shown.height,
        "fps": shown.fps,
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    events = ",\n".join(f"  {json.dumps(event_truth(event))}" for event in shown.events)
    frames = ",\n".join(f"  {json.dumps(row, separators=(',', ':'))}" for row in rows)
    return "\n".join(
        ["{", *lines, ' "events": [', events, " ],", ' "frames": [', frames, " ]", "}", ""]
    )
