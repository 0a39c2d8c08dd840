"""What people name becomes a list of pictures in a steady order."""

from pathlib import Path

import pytest

from setvision.errors import ImageReadError
from setvision.media.sources import expand


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.JPG", "a.png", "notes.txt", ".hidden.jpg", "c[1].heic"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "inner.jpg").mkdir()
    return tmp_path


def test_folder_gives_its_pictures_sorted(folder: Path) -> None:
    assert list(expand([str(folder)])) == [
        str(folder / name) for name in ("a.png", "b.JPG", "c[1].heic")
    ]


def test_patterns_that_the_shell_left(folder: Path) -> None:
    assert list(expand([str(folder / "*.png")])) == [str(folder / "a.png")]


def test_a_file_whose_name_looks_like_a_pattern(folder: Path) -> None:
    assert list(expand([str(folder / "c[1].heic")])) == [str(folder / "c[1].heic")]


def test_other_names_are_left_to_the_reader() -> None:
    assert list(expand(["-", "nowhere.jpg"])) == ["-", "nowhere.jpg"]


def test_nothing_found(tmp_path: Path) -> None:
    (folder_error,) = expand([str(tmp_path)])
    assert isinstance(folder_error, ImageReadError)
    assert str(folder_error) == f"{tmp_path}: has no pictures in it"
    (pattern_error,) = expand([str(tmp_path / "*.jpg")])
    assert str(pattern_error).endswith("*.jpg: no file is like this pattern")
