"""Cameras that come and go: only the newest picture counts."""

import queue
import threading
import time

import numpy as np
import pytest

from setvision.message import msg
from setvision.watch.live_source import Live, Pushed

LOST = msg("the camera is gone")
GONE = None


def picture(value: int) -> np.ndarray:
    return np.full((4, 6, 3), value, np.uint8)


class FakeCamera:
    """Gives the pictures that a test puts in; `GONE` for as long as it is pulled out."""

    def __init__(self) -> None:
        self.pictures: queue.Queue = queue.Queue()
        self.taken = threading.Semaphore(0)
        self.is_there = True
        self.times_opened = 0
        self.times_released = 0

    def open(self) -> "FakeCamera | None":
        if not self.is_there:
            return None
        self.times_opened += 1
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return self.is_there

    def read(self):
        if not self.is_there:
            return False, None
        try:
            image = self.pictures.get(timeout=0.02)
        except queue.Empty:
            image = picture(0)
        self.taken.release()
        return True, image

    def release(self) -> None:
        self.times_released += 1


@pytest.fixture
def camera():
    return FakeCamera()


@pytest.fixture
def source(camera):
    live = Live("0", camera.open, LOST)
    yield live
    live.close()


def wait_for(condition) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


def test_a_picture_comes_once_with_its_number(source):
    first = source.newest(10)
    second = source.newest(10)
    assert second.index > first.index
    assert second.time_s > first.time_s
    assert first.image.shape == (4, 6, 3)


def test_pictures_that_nobody_took_are_dropped(camera, source):
    for value in range(1, 40):
        camera.pictures.put(picture(value))
    wait_for(camera.pictures.empty)
    wait_for(lambda: camera.taken._value > 40)
    assert source.newest(10).image[0, 0, 0] in (0, 39)


def test_none_comes_in_time_from_a_camera_that_is_silent():
    released = threading.Event()

    class Silent(FakeCamera):
        def read(self):
            released.wait(20)
            return False, None

    source = Live("0", Silent().open, LOST)
    assert source.newest(0.01) is None
    assert not source.has_ended
    released.set()
    source.close()


def test_a_camera_that_is_pulled_out_is_taken_up_again(camera, source, monkeypatch):
    monkeypatch.setattr("setvision.watch.live_source._RETRY_S", 0.01)
    assert source.newest(10) is not None
    assert source.trouble is None
    camera.is_there = False
    wait_for(lambda: source.trouble is LOST)
    assert not source.has_ended
    camera.is_there = True
    wait_for(lambda: source.trouble is None)
    assert source.newest(10) is not None
    assert camera.times_opened == 2


def test_a_busy_camera_is_waited_for(camera, monkeypatch):
    monkeypatch.setattr("setvision.watch.live_source._RETRY_S", 0.01)
    camera.is_there = False
    source = Live("0", camera.open, LOST)
    wait_for(lambda: source.trouble is LOST)
    camera.is_there = True
    assert source.newest(10) is not None
    source.close()


def test_a_driver_that_hangs_is_in_trouble_too(camera, source, monkeypatch):
    assert source.newest(10) is not None
    monkeypatch.setattr("setvision.watch.live_source._SILENT_S", -1.0)
    assert source.trouble is LOST


def test_grey_cameras_give_pictures_of_three_channels(camera, source):
    camera.pictures.put(np.full((4, 6), 9, np.uint8))
    frames = []

    def has_grey() -> bool:
        frames.append(source.newest(10))
        return bool((frames[-1].image == 9).all())

    wait_for(has_grey)
    assert frames[-1].image.shape == (4, 6, 3)


def test_a_closed_camera_is_let_go(camera):
    source = Live("0", camera.open, LOST)
    source.newest(10)
    source.close()
    assert source.has_ended
    assert camera.times_released == camera.times_opened == 1


def test_of_pushed_pictures_the_newest_is_given_once():
    source = Pushed("a phone")
    source.push(picture(1))
    source.push(picture(2))
    frame = source.newest(0)
    assert frame.image[0, 0, 0] == 2
    assert frame.index == 1
    assert source.newest(0) is None
    assert source.trouble is None


def test_who_waits_for_a_pushed_picture_is_woken():
    source = Pushed("a phone")
    pusher = threading.Timer(0.01, source.push, [picture(3)])
    pusher.start()
    assert source.newest(20).image[0, 0, 0] == 3
    pusher.join()


def test_closing_wakes_who_waits():
    source = Pushed("a phone")
    closer = threading.Timer(0.01, source.close)
    closer.start()
    assert source.newest(20) is None
    assert source.has_ended
    closer.join()
