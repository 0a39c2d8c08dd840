import os
from pathlib import Path

import pytest

from setvision.label.listing import Failure, find, name_all


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("b.jpg", "a.JPG", "notes.txt", "deep/c.png", "deep/er/d.heic", ".hidden/e.jpg"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(*sources: str, out: str = "out") -> list[str]:
    return [
        path if isinstance(path, str) else f"! {path.reason}" for path in find(sources, Path(out))
    ]


def test_a_folder_is_all_below_it(folder: Path) -> None:
    assert found("in") == ["in/a.JPG", "in/b.jpg", "in/deep/c.png", "in/deep/er/d.heic"]


def test_sources_keep_their_order_and_no_photo_comes_twice(folder: Path) -> None:
    assert found("in/deep", "in/b.jpg", "./in") == [
        "in/deep/c.png",
        "in/deep/er/d.heic",
        "in/b.jpg",
        "./in/a.JPG",
    ]


def test_patterns_and_lists(folder: Path) -> None:
    assert found("in/**/*.png") == ["in/deep/c.png"]
    Path("list.txt").write_text("in/b.jpg\n\n  in/deep/*.png\r\n@other.txt\n")
    Path("other.txt").write_text("in/a.JPG")
    assert found("@list.txt") == ["in/b.jpg", "in/deep/c.png", "in/a.JPG"]


def test_results_are_no_sources(folder: Path) -> None:
    """Overlays and crops in the folder of the job are pictures too."""
    os.makedirs("in/out/overlay")
    Path("in/out/overlay/b.jpg").touch()
    assert "in/out/overlay/b.jpg" not in found("in", "in/**/*.jpg", out="in/out")


def test_what_is_not_there_is_told(folder: Path) -> None:
    os.mkdir("empty")
    assert found("empty", "*.gif", "@nothing.txt") == [
        "! has no pictures in it",
        "! no file matches this pattern",
        "! cannot be read (No such file or directory)",
    ]


def test_a_list_of_itself_ends(folder: Path) -> None:
    Path("loop.txt").write_text("in/b.jpg\n@loop.txt\n")
    assert found("@loop.txt")[0] == "in/b.jpg"


def test_a_file_with_signs_of_a_pattern_is_a_file(folder: Path) -> None:
    Path("a[1].jpg").touch()
    assert found("a[1].jpg") == ["a[1].jpg"]


def named(*paths: str) -> list[tuple[str, str]]:
    return [(photo.name, photo.stem) for photo in name_all(paths, "out/frames")]


def test_names_begin_at_the_shared_folder() -> None:
    assert named("/x/in/a.jpg", "/x/in/deep/b.jpg") == [("a.jpg", "a"), ("deep/b.jpg", "deep/b")]
    assert named("/x/1/a.jpg", "/x/2/a.jpg") == [("1/a.jpg", "1/a"), ("2/a.jpg", "2/a")]


def test_label_files_do_not_overwrite_each_other() -> None:
    assert named("/x/a.jpg", "/x/a.png", "/x/A.jpg", "/x/a-2.jpg") == [
        ("a.jpg", "a"),
        ("a.png", "a-2"),
        ("A.jpg", "A-3"),
        ("a-2.jpg", "a-2-2"),
    ]


def test_frames_are_named_by_their_video() -> None:
    assert named("out/frames/v.mp4/000000500.jpg", "/x/y/a.jpg") == [
        ("v.mp4/000000500.jpg", "v.mp4/000000500"),
        ("a.jpg", "a"),
    ]


def test_names_can_be_written_into_any_file() -> None:
    names = named("/x/Käse 🧀.jpg", "/x/two\nlines.jpg", "/x/" + os.fsdecode(b"\xff.jpg"))
    assert [name for name, _ in names] == ["Käse 🧀.jpg", r"two\nlines.jpg", r"\udcff.jpg"]


def test_a_failure_is_a_value() -> None:
    assert [type(thing) for thing in find(["*.nothing"], Path("out"))] == [Failure]
