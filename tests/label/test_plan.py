"""What the last job in a folder was is known when its sources are not named."""

from dataclasses import replace
from pathlib import Path

import pytest

from setvision.errors import LabelsError, UsageError
from setvision.label.classes import Classes
from setvision.label.job import Job
from setvision.label.plan import read_plan
from setvision.label.products import Products
from setvision.label.store import Folder
from tests.label.jobs import do, photos


@pytest.fixture
def job(tmp_path: Path) -> Job:
    photos(tmp_path / "in", ["a.png", "b.png"])
    return Job((str(tmp_path / "in"),), tmp_path / "out", ("coco",), overlay=True, lang="hu")


def test_a_job_leaves_its_plan(job: Job, tmp_path: Path) -> None:
    do(replace(job, classes=Classes.FEATURES, min_confidence=0.5, decks=2))
    plan = read_plan(Folder(tmp_path / "out"))
    assert plan.formats == {"coco": (Classes.FEATURES, 0.5)}
    assert plan.products == Products(True, False, Classes.FEATURES, 0.5, "hu")
    assert plan.decks == 2
    assert plan.root == ""
    assert [photo.path for photo in plan.photos] == [
        str(tmp_path / "in" / "a.png"),
        str(tmp_path / "in" / "b.png"),
    ]
    assert len(set(plan.hashes)) == 2


def test_formats_of_earlier_jobs_stay_in_it(job: Job, tmp_path: Path) -> None:
    do(job)
    do(replace(job, formats=("csv",), min_confidence=0.9))
    plan = read_plan(Folder(tmp_path / "out"))
    assert plan.formats == {"coco": (Classes.FACES, 0.0), "csv": (Classes.FACES, 0.9)}


def test_paths_count_from_where_the_job_ran(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    do(replace(job, sources=("in",)))
    plan = read_plan(Folder(tmp_path / "out"))
    assert plan.root == str(tmp_path)
    assert [photo.path for photo in plan.photos] == ["in/a.png", "in/b.png"]


def test_no_job_no_plan(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no labels"):
        read_plan(Folder(tmp_path))


@pytest.mark.parametrize("content", [b"", b"[]\n", b'{"formats": 1}\n', b"\xff\n"])
def test_a_damaged_plan_is_told_and_made_anew(job: Job, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".plan.jsonl").write_bytes(content)
    with pytest.raises(LabelsError, match="run setvision label"):
        read_plan(Folder(tmp_path / "out"))
    do(job)
    assert len(read_plan(Folder(tmp_path / "out")).photos) == 2
