"""``setvision label`` from its arguments to its files, with a stand-in for the vision."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from setvision.apps import cli, label
from setvision.label.job import Job, Outcome, run
from setvision.label.pool import Spread
from setvision.label.progress import on_terminal
from setvision.words import words_for
from tests.label.jobs import fake_read, one_by_one, photos

Command = Callable[..., int]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command over three photos, or over the sources that are given."""

    def run_here(job: Job, spread: Spread, progress: object, read: object) -> Outcome:
        return run(job, one_by_one, on_terminal(words_for("en")), fake_read)

    photos(tmp_path / "in", ["a.png", "b.png", "c.png"])
    monkeypatch.setattr(label, "run", run_here)

    def given(*options: str, sources: tuple[str, ...] = (str(tmp_path / "in"),)) -> int:
        return cli.main(["label", *sources, "--out", str(tmp_path / "out"), *options])

    return given


def coco(tmp_path: Path) -> dict[str, list[dict[str, object]]]:
    text = (tmp_path / "out" / "coco" / "annotations" / "instances_default.json").read_text()
    content: dict[str, list[dict[str, object]]] = json.loads(text)
    return content


def test_what_came_of_it(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command() == 0
    out, err = capsys.readouterr()
    sheet = tmp_path / "out" / "review" / "contact-sheet.html"
    assert out.splitlines() == [
        "3 photos labelled, 3 of them now",
        f"1 photo to look at: {sheet}",
    ]
    assert err == ""  # no bar where it is no terminal
    assert command() == 0
    assert capsys.readouterr().out.startswith("3 photos labelled, 0 of them now\n")
    assert len(coco(tmp_path)["annotations"]) == 18


def test_failures_are_told_and_listed(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    black = tmp_path / "in" / "black.png"
    Image.new("RGB", (9, 9)).save(black)
    assert command(sources=(str(tmp_path / "in"), str(tmp_path / "none*"))) == 1
    out, err = capsys.readouterr()
    failures = tmp_path / "out" / "failures.csv"
    assert f"2 could not be read: {failures}" in out.splitlines()
    assert f"setvision: {black}: too dark\n" in err
    rows = list(csv.reader(failures.read_text().splitlines()))
    assert rows == [
        ["path", "reason"],
        [str(tmp_path / "none*"), "no file matches this pattern"],
        [str(black), "too dark"],
    ]


def test_a_list_of_sources(command: Command, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text(f"{tmp_path}/in/c.png\n\n  {tmp_path}/in/a*.png  \n")
    assert command(sources=(f"@{listed}",)) == 0
    assert [image["file_name"] for image in coco(tmp_path)["images"]] == ["c.png", "a.png"]


def test_a_list_that_is_not_there(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(sources=(f"@{tmp_path}/none.txt",)) == 1
    assert "none.txt: cannot be read (No such file or directory)" in capsys.readouterr().err


def test_less_probable_cards_are_left_out(command: Command, tmp_path: Path) -> None:
    command("--min-confidence", "0.9")
    scores = [annotation["score"] for annotation in coco(tmp_path)["annotations"]]
    assert len(scores) == 17
    assert min(map(float, map(str, scores))) >= 0.9
    journal = (tmp_path / "out" / "labels.jsonl").read_text().splitlines()
    assert sum(len(json.loads(line)["cards"]) for line in journal) == 18


def test_several_formats(command: Command, tmp_path: Path) -> None:
    assert command("--format", "csv,voc", "--format", "csv") == 0
    folders = {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()}
    assert folders == {"csv", "voc", "review"}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--format", "coco,xml"), "'xml' is none of coco, yolo"),
        (("--min-confidence", "1.5"), "--min-confidence"),
        (("--every", "0"), "--every"),
        (("--workers", "0"), "--workers"),
        (("--classes", "82"), "--classes"),
    ],
)
def test_wrong_usage(
    options: tuple[str, ...],
    complaint: str,
    command: Command,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command(*options) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_in_german(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--lang", "de") == 0
    assert "3 Fotos" in capsys.readouterr().out
