from pathlib import Path

import cv2
import numpy as np
import pytest

from setvision.label.frames import sample
from setvision.label.listing import Failure
from setvision.label.store import Folder


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Three seconds at ten frames a second; frame n has the grey value 8 n."""
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for number in range(30):
        writer.write(np.full((48, 64, 3), 8 * number, np.uint8))
    writer.release()
    return path


def grey(path: str) -> int:
    return int(cv2.imread(path).mean())


def test_a_frame_every_so_many_seconds(video: Path, tmp_path: Path) -> None:
    with Folder(tmp_path / "out").claimed():
        frames = sample(str(video), 0.5, Folder(tmp_path / "out"), "table.avi")
    assert isinstance(frames, list)
    names = [Path(frame).name for frame in frames]
    assert names == [f"{ms:09d}.jpg" for ms in (0, 500, 1000, 1500, 2000, 2500)]
    assert [grey(frame) for frame in frames] == pytest.approx([0, 40, 80, 120, 160, 200], abs=4)


def test_frames_that_are_there_are_not_taken_again(video: Path, tmp_path: Path) -> None:
    with Folder(tmp_path / "out").claimed():
        first = sample(str(video), 1.0, Folder(tmp_path / "out"), "table.avi")
        before = [Path(frame).stat().st_mtime_ns for frame in first]
        assert sample(str(video), 1.0, Folder(tmp_path / "out"), "table.avi") == first
        assert [Path(frame).stat().st_mtime_ns for frame in first] == before
        assert (
            len(sample(str(video), 1.5, Folder(tmp_path / "out"), "table.avi")) == 2
        )  # another interval


def test_frames_of_a_killed_job_are_completed(video: Path, tmp_path: Path) -> None:
    with Folder(tmp_path / "out").claimed():
        first = sample(str(video), 1.0, Folder(tmp_path / "out"), "table.avi")
        (Path(first[0]).parent / "sampled.json").unlink()  # it is written last
        Path(first[1]).unlink()
        assert sample(str(video), 1.0, Folder(tmp_path / "out"), "table.avi") == first


def test_no_video(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"nothing to see")
    with Folder(tmp_path / "out").claimed():
        assert isinstance(
            sample(str(tmp_path / "a.mp4"), 1, Folder(tmp_path / "out"), "a.mp4"), Failure
        )
        assert isinstance(
            sample(str(tmp_path / "b.mp4"), 1, Folder(tmp_path / "out"), "b.mp4"), Failure
        )
