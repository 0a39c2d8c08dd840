"""Videos and folders of pictures, as fast as asked or at their own rate."""

import shutil
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from setvision.errors import SourceError
from setvision.watch.recorded import Pictures, Video

COUNT = 20
RATE = 20.0


def picture(k: int) -> np.ndarray:
    image = np.full((96, 128, 3), 40, np.uint8)
    image[:, : 4 + 6 * k] = 220
    return image


@pytest.fixture(scope="module")
def video(tmp_path_factory) -> str:
    path = str(tmp_path_factory.mktemp("video") / "film.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), RATE, (128, 96))
    for k in range(COUNT):
        writer.write(picture(k))
    writer.release()
    return path


class FakeTime:
    """A clock that only sleeping moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch) -> FakeTime:
    fake = FakeTime()
    monkeypatch.setattr("setvision.watch.recorded.time", fake)
    return fake


def width_of_the_light(image: np.ndarray) -> int:
    return int((image[48, :, 0] > 130).sum())


def test_a_fast_video_gives_every_frame(video):
    source = Video(video, is_fast=True)
    frames = [source.newest(0) for _ in range(COUNT)]
    assert source.has_ended
    assert source.trouble is None
    assert source.newest(0) is None
    assert [frame.index for frame in frames] == list(range(COUNT))
    assert [frame.time_s for frame in frames] == pytest.approx([k / RATE for k in range(COUNT)])
    assert [width_of_the_light(f.image) for f in frames] == pytest.approx(
        [4 + 6 * k for k in range(COUNT)], abs=2
    )
    source.close()


def test_frames_of_a_damaged_video_are_left_out_and_told(video, monkeypatch):
    opened = cv2.VideoCapture

    class Damaged:
        """A video of which the frames 5 to 7 are broken."""

        def __init__(self, path):
            self._capture = opened(path)
            self._at = -1

        def __getattr__(self, name):
            return getattr(self._capture, name)

        def read(self):
            self._at += 1
            is_read, image = self._capture.read()
            return (False, None) if 5 <= self._at < 8 else (is_read, image)

    monkeypatch.setattr("setvision.watch.recorded.cv2.VideoCapture", Damaged)
    source = Video(video, is_fast=True)
    assert source.trouble is None
    seen = []
    while not source.has_ended:
        seen.append(source.newest(0).index)
    assert seen == [*range(5), *range(8, COUNT)]
    assert "film.avi: is damaged" in str(source.trouble)


def test_a_video_that_was_cut_off_is_told(video, tmp_path):
    whole = Path(video).read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[: len(whole) // 2])
    source = Video(str(tmp_path / "cut.avi"), is_fast=True)
    while not source.has_ended:
        source.newest(0)
    assert "cut.avi: is damaged" in str(source.trouble)


def test_a_video_waits_for_its_frames(video, clock):
    source = Video(video)
    assert source.newest(0.01).index == 0
    assert source.newest(0.01) is None
    assert source.newest(1).index == 1
    assert clock.now == pytest.approx(100 + 1 / RATE)


def test_frames_that_are_late_are_left_out(video, clock):
    source = Video(video)
    source.newest(1)
    clock.sleep(4.2 / RATE)
    assert source.newest(1).index == 4
    assert source.newest(1).index == 5


def test_after_a_pause_a_video_goes_on_where_it_was(video, clock):
    source = Video(video)
    source.newest(1)
    source.newest(1)
    clock.sleep(60)
    assert source.newest(1).index == 2
    assert source.newest(1).index == 3


def test_the_last_frame_is_given_however_late(video, clock):
    source = Video(video)
    source.newest(1)
    clock.sleep((COUNT + 2) / RATE)
    frame = source.newest(1)
    while not source.has_ended:
        frame = source.newest(1)
    assert frame.index == COUNT - 1


def test_what_is_no_video_is_said_so(tmp_path):
    path = tmp_path / "letter.mp4"
    path.write_text("Dear Sir or Madam")
    with pytest.raises(SourceError, match="not a video that can be played"):
        Video(str(path))


@pytest.mark.parametrize("name", ["a:b.avi", "rtsp:x.avi", "concat:1|2.avi", "n%03d.avi"])
def test_a_name_is_no_address_and_no_pattern(video, tmp_path, monkeypatch, name):
    shutil.copy(video, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert Video(name, is_fast=True).newest(0).index == 0


@pytest.mark.skipif(sys.platform != "linux", reason="others have no such names")
def test_a_name_that_would_end_the_process_is_refused(video, tmp_path):
    path = f"{tmp_path}/film\udcff.avi"
    shutil.copy(video, path)
    with pytest.raises(SourceError, match="rename it"):
        Video(path)


def saved(folder: Path, count: int) -> list[Path]:
    paths = [folder / f"{k}.png" for k in range(count)]
    for k, path in enumerate(paths):
        cv2.imwrite(str(path), picture(k))
    return paths


def test_pictures_are_frames(tmp_path):
    source = Pictures("pictures", saved(tmp_path, 3), is_fast=True)
    frames = [source.newest(0) for _ in range(3)]
    assert [width_of_the_light(frame.image) for frame in frames] == [4, 10, 16]
    assert source.has_ended
    assert source.newest(0) is None


def test_pictures_come_ten_a_second(tmp_path, clock):
    source = Pictures("pictures", saved(tmp_path, 3))
    assert source.newest(0.01).index == 0
    assert source.newest(0.01) is None
    assert source.newest(1).index == 1
    assert clock.now == pytest.approx(100.1)


def test_a_broken_picture_is_named_and_passed_over(tmp_path):
    paths = saved(tmp_path, 3)
    paths[1].write_bytes(b"not a picture")
    source = Pictures("pictures", paths, is_fast=True)
    assert source.newest(0).index == 0
    assert source.newest(0) is None
    assert "1.png" in str(source.trouble)
    assert source.newest(0).index == 2
    assert source.trouble is None
    paths[0].write_bytes(b"")
    source = Pictures("pictures", paths[:1], is_fast=True)
    assert source.newest(0) is None
    assert "0.png" in str(source.trouble)
    assert source.has_ended
