"""``setvision live``: what it prints, keeps and shows, with a source and a watcher made for it."""

import json
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from setvision.apps import live
from setvision.apps.cli import main
from setvision.cards import Card
from setvision.message import plain
from setvision.watch.types import Event, EventKind, Frame, Watched
from tests.media.tables import grid_table

TWELVE = replace(grid_table(("1rfo", "2rfo", "3rfo", "1gtd")), width=640, height=360)
FEWER = replace(grid_table(("1gtd",)), width=640, height=360)
TAKEN = Event(
    EventKind.TAKEN, 0.3, tuple(Card.parse(code) for code in ("1rfo", "2rfo", "3rfo")), (1, 2, 3)
)


class FakeSource:
    """Four frames, with a moment in which the camera was away."""

    name = "table.mp4"
    is_live = True

    def __init__(self) -> None:
        self._frames = [Frame(np.full((360, 640, 3), 90, np.uint8), 0.1 * k, k) for k in range(4)]
        self._waited = 0
        self.is_closed = False

    def newest(self, timeout_s: float) -> Frame | None:
        if len(self._frames) == 2 and self._waited < 2:
            self._waited += 1
            return None
        return self._frames.pop(0) if self._frames else None

    @property
    def has_ended(self) -> bool:
        return not self._frames

    @property
    def trouble(self):
        return plain("camera 0 gives no pictures") if self._waited == 1 else None

    def close(self) -> None:
        self.is_closed = True


class FakeWatcher:
    """Sees a SET taken with the fourth frame."""

    def __init__(self, reader: object) -> None:
        pass

    def see(self, frame: Frame) -> Watched:
        if frame.index < 3:
            return Watched(TWELVE, frame.time_s, 1.0, ())
        return Watched(FEWER, frame.time_s, 0.0, (TAKEN,))


class FakeWindow:
    """Is given keys and clicks, and notes what was shown and said."""

    def __init__(self, keys: list[str]) -> None:
        self._keys = keys
        self.shown: list[np.ndarray] = []
        self.is_closed = False

    def show(self, picture: np.ndarray) -> None:
        self.shown.append(picture)

    def clicks(self) -> list[tuple[int, int]]:
        return []

    def key(self, wait_ms: int) -> str | None:
        return self._keys.pop(0) if self._keys else "q"

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def source(monkeypatch):
    made = FakeSource()
    monkeypatch.setattr(live, "open_source", lambda name, is_fast: made)
    monkeypatch.setattr(live, "Reader", lambda decks, deck: None)
    monkeypatch.setattr(live, "Watcher", FakeWatcher)
    monkeypatch.setattr(live, "has_screen", lambda: False)
    return made


@pytest.fixture
def window(monkeypatch, source):
    def open_window(keys):
        made = FakeWindow(keys)
        monkeypatch.setattr(live, "has_screen", lambda: True)
        monkeypatch.setattr(live, "Window", lambda title: made)
        return made

    return open_window


def test_a_line_is_printed_whenever_something_changes(source, capsys):
    assert main(["live", "table.mp4", "--events"]) == 0
    out, err = capsys.readouterr()
    first, second = map(json.loads, out.splitlines())
    assert [card["id"] for card in first["table"]["cards"]] == [1, 2, 3, 4]
    assert first["events"] == []
    assert second["events"][0]["kind"] == "taken"
    assert second["events"][0]["cards"] == ["1rfo", "2rfo", "3rfo"]
    assert err == "setvision: camera 0 gives no pictures\n"
    assert source.is_closed


def test_a_recording_keeps_the_frames_and_the_lines(source, tmp_path, capsys):
    assert main(["live", "0", "--record", str(tmp_path / "table.mkv")]) == 0
    lines = (tmp_path / "table.mkv.jsonl").read_text().splitlines()
    assert [len(json.loads(line)["events"]) for line in lines] == [0, 1]
    assert (tmp_path / "table.mkv").stat().st_size > 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_a_recording_that_is_ended_from_outside_can_be_played(source, tmp_path, monkeypatch, name):
    class Ended(FakeWatcher):
        def see(self, frame: Frame) -> Watched:
            if frame.index == 3:
                os.kill(os.getpid(), getattr(signal, name))
            return super().see(frame)

    monkeypatch.setattr(live, "Watcher", Ended)
    before = signal.getsignal(getattr(signal, name))
    assert main(["live", "0", "--record", str(tmp_path / "table.mp4")]) == 130
    assert cv2.VideoCapture(str(tmp_path / "table.mp4")).read()[0]
    assert signal.getsignal(getattr(signal, name)) is before


def test_a_full_disk_stops_the_recording_alone(source, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        "setvision.media.recorder.shutil.disk_usage",
        lambda _: type("Usage", (), {"free": 0}),
    )
    assert main(["live", "0", "--events", "--record", str(tmp_path / "table.mkv")]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert err.count("the disk is full; recording has stopped") == 1


def test_a_recording_overwrites_nothing(source, tmp_path, capsys):
    (tmp_path / "table.mkv").write_text("mine")
    assert main(["live", "0", "--record", str(tmp_path / "table.mkv")]) == 2
    assert "exists already; choose another name" in capsys.readouterr().err
    assert source.is_closed


def test_the_window_shows_each_frame_until_somebody_quits(window, source):
    made = window(["h", "h", "q"])
    assert main(["live"]) == 0
    assert len(made.shown) == 3
    assert made.is_closed
    assert source.is_closed


def test_the_last_picture_of_a_video_stays(window):
    made = window([None] * 10)
    assert main(["live", "table.mp4"]) == 0
    assert len(made.shown) == 11  # six while it played, then until q
    assert not np.array_equal(made.shown[0], made.shown[-1])


def test_the_window_closes_with_its_source_when_a_program_listens(window, capsys):
    made = window([None] * 10)
    assert main(["live", "table.mp4", "--events"]) == 0
    assert len(made.shown) == 6
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_picture_is_saved_with_its_json(window, tmp_path):
    window(["s", "s", "q"])
    assert main(["live", "--out", str(tmp_path / "kept")]) == 0
    pictures = sorted((tmp_path / "kept").glob("*.jpg"))
    assert len(pictures) == 2
    saved = json.loads(pictures[0].with_suffix(".json").read_text())
    assert saved["image"] == pictures[0].name
    assert [card["id"] for card in saved["cards"]] == [1, 2, 3, 4]
    assert len(list((tmp_path / "kept").iterdir())) == 4


def test_a_picture_that_cannot_be_saved_stops_nothing(window, tmp_path):
    made = window(["s", None, "q"])
    (tmp_path / "file").write_text("")
    assert main(["live", "--out", str(tmp_path / "file")]) == 0
    assert len(made.shown) == 3
    assert not np.array_equal(made.shown[0], made.shown[1])  # it says why
    assert Path(tmp_path / "file").read_text() == ""


@pytest.mark.parametrize("broken", [["b.jpg"], ["a.jpg", "b.jpg", "c.jpg"]])
def test_pictures_that_cannot_be_read_are_told(tmp_path, monkeypatch, capsys, broken):
    monkeypatch.setattr(live, "has_screen", lambda: False)
    monkeypatch.setattr(live, "Reader", lambda decks, deck: None)
    monkeypatch.setattr(live, "Watcher", FakeWatcher)
    for name in ("a.jpg", "b.jpg", "c.jpg"):
        cv2.imwrite(str(tmp_path / name), np.full((360, 640, 3), 90, np.uint8))
    for name in broken:
        (tmp_path / name).write_text("no picture")
    assert main(["live", str(tmp_path), "--events", "--fast"]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == (len(broken) < 3)
    assert [line.split(": ")[1] for line in err.splitlines()] == [
        str(tmp_path / name) for name in broken
    ]


def test_without_a_screen_it_is_said_why_a_page_opens(monkeypatch, capsys):
    monkeypatch.setattr(live, "has_screen", lambda: False)
    monkeypatch.setattr(live, "_page", lambda options, words: 0)
    assert main(["live"]) == 0
    assert "there is no screen" in capsys.readouterr().err
    assert main(["live", "--web"]) == 0
    assert capsys.readouterr().err == ""
