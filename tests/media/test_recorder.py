"""What was watched can be played again at its pace, and nothing is overwritten."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from setvision.errors import UsageError
from setvision.media.recorder import Recorder

RATE = 25


def frame(gray: int, size: tuple[int, int] = (96, 160)) -> np.ndarray:
    return np.full((*size, 3), gray, np.uint8)


def grays(path) -> list[int]:
    """The mean gray of each frame of a video."""
    video = cv2.VideoCapture(str(path))
    found = []
    while True:
        is_there, image = video.read()
        if not is_there:
            return found
        found.append(int(image.mean().round()))


@pytest.mark.parametrize("ending", [".mkv", ".mp4", ".avi"])
def test_frames_are_shown_for_as_long_as_they_were_seen(tmp_path, ending):
    recorder = Recorder(tmp_path / f"table{ending}")
    recorder.keep(frame(40), 100.0)
    recorder.keep(frame(200), 101.0)
    recorder.keep(frame(120), 101.2)
    recorder.close()
    seen = grays(tmp_path / f"table{ending}")
    assert len(seen) == RATE + 5 + 1
    assert seen[1] == pytest.approx(40, abs=4)
    assert seen[RATE - 1] == pytest.approx(40, abs=4)
    assert seen[RATE] == pytest.approx(200, abs=4)
    assert seen[-1] == pytest.approx(120, abs=4)


def test_frames_that_come_too_fast_are_left_out(tmp_path):
    recorder = Recorder(tmp_path / "table.avi")
    for k in range(101):
        recorder.keep(frame(100), k / 100)
    recorder.close()
    assert len(grays(tmp_path / "table.avi")) == RATE + 1


def test_a_camera_that_was_away_leaves_no_long_still(tmp_path):
    recorder = Recorder(tmp_path / "table.avi")
    recorder.keep(frame(100), 0.0)
    recorder.keep(frame(200), 3600.0)
    recorder.close()
    assert len(grays(tmp_path / "table.avi")) < 5


def test_frames_of_another_size_fit_in(tmp_path):
    recorder = Recorder(tmp_path / "table.avi")
    recorder.keep(frame(100), 0.0)
    recorder.keep(frame(100, (200, 300)), 1.0)
    recorder.close()
    assert len(grays(tmp_path / "table.avi")) == RATE + 1


def test_lines_are_there_at_once(tmp_path):
    recorder = Recorder(tmp_path / "table.mkv")
    recorder.note({"time": 1.5, "events": []})
    lines = (tmp_path / "table.mkv.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [{"time": 1.5, "events": []}]
    recorder.close()


@pytest.mark.parametrize("name", ["table.mkv", "table.mkv.jsonl"])
def test_nothing_is_overwritten(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(UsageError, match="exists already"):
        Recorder(tmp_path / "table.mkv")
    assert (tmp_path / name).read_text() == "mine"


def test_what_cannot_be_recorded_is_said(tmp_path):
    with pytest.raises(UsageError, match=r"recorded as \.mp4, \.mkv, \.avi"):
        Recorder(tmp_path / "table.txt")
    with pytest.raises(UsageError, match="No such file or directory"):
        Recorder(tmp_path / "nowhere" / "table.mkv")


@pytest.mark.parametrize(
    "name", ["", ".", "/", ".mkv", "a" * 260 + ".mkv", "a\0b.mkv", "a\udcff.mkv"]
)
def test_a_name_that_no_video_can_have(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError):
        Recorder(Path(name))
    assert list(tmp_path.iterdir()) == []


def test_what_hangs_nowhere_is_not_written_to(tmp_path):
    (tmp_path / "table.mkv").symlink_to("elsewhere.mkv")
    with pytest.raises(UsageError, match="exists already"):
        Recorder(tmp_path / "table.mkv")


@pytest.mark.parametrize("ending", [".mkv", ".mp4", ".avi"])
def test_a_video_that_could_not_be_written_whole_is_told(tmp_path, ending):
    resource = pytest.importorskip("resource", reason="no limits of files here")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    recorder = Recorder(tmp_path / f"table{ending}")
    noise = np.random.default_rng(1)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
        for k in range(40):
            recorder.keep(noise.integers(0, 256, (96, 160, 3), np.uint8), k / RATE)
        with pytest.raises(UsageError, match="could not be written whole"):
            recorder.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
