"""A display that is named may be none; finding out must not end the program."""

import sys

import pytest

from setvision.apps import display
from setvision.apps.cli import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others always have a screen")


@pytest.fixture(autouse=True)
def nowhere(monkeypatch):
    display._opens_windows.cache_clear()
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    yield
    display._opens_windows.cache_clear()


def test_without_a_name_there_is_none():
    assert not display.has_screen()


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_display_that_is_gone_is_none(monkeypatch, variable, capsys, tmp_path):
    monkeypatch.setenv(variable, ":4711")
    assert not display.has_screen()
    assert main(["read", "--show", str(tmp_path / "table.jpg")]) == 2
    assert "--show needs a display, and there is none" in capsys.readouterr().err


def test_one_that_opens_a_window_is_a_screen(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setattr(display, "_TRIAL", "")
    assert display.has_screen()
