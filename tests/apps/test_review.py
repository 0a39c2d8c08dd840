"""``setvision review`` starts safely, or says in one line why not."""

import os
import sys
from pathlib import Path

import pytest

from setvision.apps.cli import main
from setvision.apps.review import _name
from setvision.web import server
from tests.label.reviews import labelled_folder


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[server.Serving]:
    """Catch what would be served until the user ends it, as by Ctrl-C."""
    caught = []

    def ended_at_once(app: object, serving: server.Serving) -> None:
        caught.append(serving)
        raise KeyboardInterrupt

    monkeypatch.setattr(server, "run", ended_at_once)
    return caught


def test_only_this_machine_at_first_and_a_clean_end(
    served: list[server.Serving], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled_folder(tmp_path)
    assert main(["review", str(tmp_path / "out"), "--port", "0"]) == 0
    (serving,) = served
    assert serving.access.token is None
    said = capsys.readouterr()
    assert said.err.startswith("The page is at http://127.0.0.1:")
    assert said.out == "0 of 2 photos looked at, 0 of them corrected.\n"


def test_a_folder_needs_nothing_for_addresses(
    served: list[server.Serving], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    labelled_folder(tmp_path)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    assert main(["review", str(tmp_path / "out"), "--port", "0"]) == 0
    assert len(served) == 1


def test_the_network_needs_the_key(
    served: list[server.Serving], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled_folder(tmp_path)
    assert main(["review", str(tmp_path / "out"), "--port", "0", "--lan"]) == 0
    assert f"?token={served[0].access.token}" in capsys.readouterr().err


def test_paths_count_from_where_the_photos_were_labelled(
    served: list[server.Serving],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    labelled_folder(Path("."))
    (tmp_path / "else").mkdir()
    monkeypatch.chdir(tmp_path / "else")
    assert main(["review", "../work/out", "--port", "0"]) == 0
    assert Path(os.getcwd()) == tmp_path / "work"
    (tmp_path / "work").rename(tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "else")
    capsys.readouterr()
    assert main(["review", "../moved/out", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "cannot be used" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("folder", ["empty", "missing", "file"])
def test_no_labelled_folder(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("no folder")
    assert main(["review", str(tmp_path / folder)]) == 2
    said = capsys.readouterr().err
    assert "holds no labels" in said
    assert said.count("\n") == 1
    assert not (tmp_path / "missing").exists()
    assert list((tmp_path / "empty").iterdir()) == []


def test_who_looks_at_the_photos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "zoe")
    assert _name(None) == "zoe"
    assert _name(" ") == "zoe"
    assert _name(" Anna \n B. ") == "Anna B."
