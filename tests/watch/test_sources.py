"""What a user names is opened, or one line says why not."""

import os
from typing import ClassVar

import cv2
import numpy as np
import pytest

from setvision.errors import SourceError
from setvision.watch import sources
from setvision.watch.live_source import Live
from setvision.watch.sources import open_source


class FakeCapture:
    """Stands for cv2.VideoCapture; camera 0 and one stream are there."""

    made: ClassVar[list["FakeCapture"]] = []

    def __init__(self, source, api=None, limits=()) -> None:
        self.source = source
        self.limits = limits
        self.asked: dict[int, float] = {}
        FakeCapture.made.append(self)

    def isOpened(self) -> bool:  # noqa: N802
        return self.source in (0, "rtsp://anna:secret@table/live")

    def set(self, name: int, value: float) -> bool:
        self.asked[name] = value
        return False

    def read(self):
        return True, np.zeros((4, 6, 3), np.uint8)

    def release(self) -> None:
        pass


@pytest.fixture
def captures(monkeypatch):
    FakeCapture.made = []
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    monkeypatch.setattr(sources, "_is_plugged_in", lambda number: number == 1)
    return FakeCapture.made


@pytest.mark.parametrize("name", ["0", "/dev/video0"])
def test_a_camera_is_asked_for_compressed_pictures_and_no_queue(captures, name):
    source = open_source(name)
    assert source.newest(20) is not None
    assert source.is_live
    assert source.name == name
    source.close()
    asked = captures[0].asked
    assert asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert asked[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert list(asked).index(cv2.CAP_PROP_FOURCC) < list(asked).index(cv2.CAP_PROP_FRAME_WIDTH)


def test_a_camera_that_is_not_there(captures):
    with pytest.raises(SourceError, match="there is no camera 5"):
        open_source("5")


def test_a_camera_that_another_program_uses_is_waited_for(captures):
    source = open_source("1")
    while source.trouble is None:
        assert source.newest(0.01) is None
    assert "close the program that uses it" in str(source.trouble)
    source.close()


def test_a_stream_is_read_and_its_password_not_shown(captures):
    source = open_source("rtsp://anna:secret@table/live")
    assert isinstance(source, Live)
    assert source.newest(20) is not None
    assert source.name == "rtsp://anna:***@table/live"
    assert cv2.CAP_PROP_READ_TIMEOUT_MSEC in captures[0].limits
    source.close()


def test_a_stream_that_is_not_there(captures):
    with pytest.raises(SourceError, match=r"^http://ben:\*\*\*@nobody/: no stream can be read"):
        open_source("http://ben:secret@nobody/")


@pytest.mark.parametrize("name", ["", "nothing.mp4", "a\0b", "ftp://elsewhere", "1234567890"])
def test_a_name_for_nothing(name):
    with pytest.raises(SourceError, match="there is no such file or folder"):
        open_source(name)


def test_what_is_there_but_cannot_be_read(tmp_path):
    (tmp_path / "loop.mp4").symlink_to("loop.mp4")
    with pytest.raises(SourceError, match=r"cannot be read \(Too many levels"):
        open_source(str(tmp_path / "loop.mp4"))
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(SourceError, match="is not a file"):
        open_source(str(tmp_path / "pipe.mp4"))


@pytest.mark.skipif(os.geteuid() == 0, reason="everything may be read")
def test_what_may_not_be_read(tmp_path):
    (tmp_path / "film.mp4").write_text("")
    (tmp_path / "film.mp4").chmod(0)
    with pytest.raises(SourceError, match="may not be read"):
        open_source(str(tmp_path / "film.mp4"))
    tmp_path.chmod(0)
    with pytest.raises(SourceError, match="may not be read"):
        open_source(str(tmp_path / "film.mp4"))
    tmp_path.chmod(0o700)


def test_a_folder_gives_its_pictures_by_name_and_upright(tmp_path):
    for name, value in (("b.png", 20), ("a.png", 10), (".hidden.png", 30)):
        cv2.imwrite(str(tmp_path / name), np.full((6, 8, 3), value, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    source = open_source(str(tmp_path), is_fast=True)
    assert not source.is_live
    assert [source.newest(0).image[0, 0, 0] for _ in range(2)] == [10, 20]
    assert source.has_ended


def test_a_portrait_photo_is_turned(tmp_path):
    from PIL import Image

    path = tmp_path / "phone.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (64, 48), "white").save(path, exif=exif)
    source = open_source(str(path), is_fast=True)
    assert source.newest(0).image.shape == (64, 48, 3)


def test_a_photo_lasts_until_its_cards_are_known(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((6, 8, 3), 10, np.uint8))
    source = open_source(str(tmp_path / "a.png"), is_fast=True)
    frames = []
    while not source.has_ended:
        frames.append(source.newest(0))
    assert frames[-1].time_s > 1
    assert all(frame.image is frames[0].image for frame in frames)


def test_an_empty_folder(tmp_path):
    with pytest.raises(SourceError, match="has no pictures in it"):
        open_source(str(tmp_path))


def test_a_video_is_played(tmp_path):
    path = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(3):
        writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    source = open_source(path, is_fast=True)
    assert [source.newest(0).time_s for _ in range(3)] == pytest.approx([0, 0.1, 0.2])
    source.close()
    assert source.has_ended
