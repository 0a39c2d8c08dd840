"""The command from its arguments to what it prints and writes, with a stand-in for the vision."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from setvision.apps import cli, read
from setvision.apps.read import UsageError, read_pictures
from setvision.table import Table
from tests.media.tables import grid_table

TABLE = grid_table(("1rfo", "2rfo", "3rfo", "1gtd"))


class FakeReader:
    """Sees the same table in every picture; a black one makes it fail."""

    def read(self, image: np.ndarray) -> Table:
        if image.max() == 0:
            raise ZeroDivisionError("too\ndark")
        return TABLE


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "Tisch für 4.jpg"
    Image.new("RGB", (TABLE.width, TABLE.height), (90, 60, 40)).save(path)
    return path


def test_text(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_pictures([str(photo)], FakeReader()) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{photo}: 4 cards\n")
    assert out.endswith("Verdict: 1 SET\n")
    assert err == ""


def test_one_bad_file_does_not_stop_the_others(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    black = tmp_path / "black.png"
    Image.new("RGB", (9, 9)).save(black)
    names = [str(tmp_path / "gone.jpg"), str(black), str(photo)]
    assert read_pictures(names, FakeReader(), as_json=True) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["image"] for line in lines] == names
    assert lines[0]["error"] == "there is no such file"
    assert "ZeroDivisionError: too dark" in lines[1]["error"]
    assert lines[2]["sets"] == [[1, 2, 3]]
    assert len(err.splitlines()) == 2
    assert "Traceback" not in err


def test_debug_shows_the_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Image.new("RGB", (9, 9)).save(tmp_path / "black.png")
    assert read_pictures([str(tmp_path / "black.png")], FakeReader(), debug=True) == 1
    assert "Traceback" in capsys.readouterr().err


def test_json_is_in_pixels_of_the_whole_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "big.jpg"
    Image.new("RGB", (TABLE.width * 4, TABLE.height * 4), "red").save(path)
    assert read_pictures([str(path)], FakeReader(), as_json=True) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["width"], line["height"]) == (TABLE.width * 4, TABLE.height * 4)
    assert line["cards"][0]["quad"][0] == [80.5, 80.5]  # decoded at half the size


def test_save(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "out" / "deep"
    other = tmp_path / "other" / photo.name
    other.parent.mkdir()
    other.write_bytes(photo.read_bytes())
    assert read_pictures([str(photo), str(other)], FakeReader(), save=out) == 0
    assert sorted(os.listdir(out)) == ["Tisch für 4_sets-2.jpg", "Tisch für 4_sets.jpg"]
    with Image.open(out / "Tisch für 4_sets.jpg") as drawn:
        assert drawn.width >= TABLE.width


def test_save_never_overwrites_an_input(photo: Path, tmp_path: Path) -> None:
    trap = tmp_path / "Tisch für 4_sets.jpg"
    trap.write_bytes(photo.read_bytes())
    before = trap.read_bytes()
    assert read_pictures([str(photo), str(trap)], FakeReader(), save=tmp_path) == 0
    assert trap.read_bytes() == before
    assert (tmp_path / "Tisch für 4_sets-2.jpg").exists()


def test_save_into_a_file_is_wrong_usage(photo: Path) -> None:
    with pytest.raises(UsageError, match="cannot save in"):
        read_pictures([str(photo)], FakeReader(), save=photo)


def test_show_without_a_display(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(UsageError, match="needs a display"):
        read_pictures([str(photo)], FakeReader(), show=True)


class FakeWindow:
    """Is shown pictures, and answers with keys that were pressed, or None for none."""

    def __init__(self, keys: list[str | None]) -> None:
        self._keys = keys
        self.shown = 0
        self.is_closed = False

    def show(self, picture: np.ndarray) -> None:
        self.shown += 1

    def key(self, wait_ms: int) -> str | None:
        return self._keys.pop(0)

    def close(self) -> None:
        self.is_closed = True


# A window that is closed answers esc.
@pytest.mark.parametrize(("keys", "shown"), [([None, "x", "space", "n"], 3), ([None, "esc"], 1)])
def test_pictures_are_shown_until_somebody_has_enough(
    photo: Path, monkeypatch: pytest.MonkeyPatch, keys: list[str | None], shown: int
) -> None:
    window = FakeWindow(keys)
    monkeypatch.setattr(read, "has_screen", lambda: True)
    monkeypatch.setattr(read, "Window", lambda title: window)
    assert read_pictures([str(photo)] * 3, FakeReader(), show=True) == 0
    assert window.shown == shown
    assert window.is_closed == (shown == 1)


def test_standard_input(
    photo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = SimpleNamespace(buffer=io.BytesIO(photo.read_bytes()))
    monkeypatch.setattr(sys, "stdin", data)
    assert read_pictures(["-"], FakeReader(), as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["image"] == "-"


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("setvision ")
    assert cli.main([]) == 2
    assert cli.main(["read"]) == 2
    assert cli.main(["read", "--nonsense", "x"]) == 2


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt(), 130), (UsageError("not so"), 2)]
)
def test_endings(error: BaseException, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(options: object, words: object) -> int:
        raise error

    monkeypatch.setitem(cli._COMMANDS, "read", fail)
    assert cli.main(["read", "x.jpg"]) == status


def test_help_does_not_load_opencv() -> None:
    code = (
        "import sys; from setvision.apps.cli import main; status = main(['read', '--help']);"
        "assert 'cv2' not in sys.modules and 'numpy' not in sys.modules; sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"PHOTO" in done.stdout
