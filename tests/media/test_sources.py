"""What people name becomes a list of pictures in a steady order."""

import os
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
    assert str(pattern_error).endswith("*.jpg: no file matches this pattern")


def test_a_pattern_does_not_wait_for_a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe.png")
    assert list(expand([str(folder / "*.png")])) == [str(folder / "a.png")]


@pytest.mark.parametrize(
    ("names", "source", "problem"),
    [
        (["-", "-"], "-", "was read already; name it once"),
        (["a.jpg", ""], "", "the name is empty"),
        (["a.jpg", "no: such*"], "no: such*", "no file matches this pattern"),
    ],
)
def test_errors_tell_the_name_and_the_problem_apart(
    names: list[str], source: str, problem: str
) -> None:
    first, error = expand(names)
    assert first == names[0]
    assert isinstance(error, ImageReadError)
    assert (error.source, str(error.problem)) == (source, problem)
