"""Jobs from photos to files, with a stand-in for the vision."""

import csv
import json
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest
from PIL import Image

from setvision.errors import ClusterError, LabelsError, UsageError
from setvision.label.classes import Classes
from setvision.label.formats import FORMATS
from setvision.label.job import Job, run
from setvision.label.listing import Failure
from setvision.label.pool import Lost
from setvision.label.records import Labelled
from setvision.label.store import Folder
from setvision.label.worker import Delivered, Task, Work
from setvision.message import plain
from tests.label.jobs import contents, do, fake_read, one_by_one, photos, silent

T = TypeVar("T")
R = TypeVar("R")


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """Six photos, two of them of the same content."""
    photos(tmp_path / "in", ["b.png", "a/1.png", "a/2.png", "c.png", "d.png"])
    (tmp_path / "in" / "e.png").write_bytes((tmp_path / "in" / "b.png").read_bytes())
    return Job((str(tmp_path / "in"),), tmp_path / "out", tuple(FORMATS), overlay=True, crops=True)


def images_of(job: Job) -> list[str]:
    coco = json.loads((job.folder / "coco/annotations/instances_default.json").read_text())
    return [image["file_name"] for image in coco["images"]]


def test_all_photos_in_all_formats(job: Job) -> None:
    outcome = do(job)
    assert (outcome.labelled, outcome.read, outcome.failures) == (6, 5, ())
    assert images_of(job) == ["b.png", "c.png", "d.png", "e.png", "a/1.png", "a/2.png"]
    for name, form in FORMATS.items():
        records = list(form.read(job.folder / name))
        assert [len(record.cards) for record in records] == [6] * 6
    assert len((job.folder / "labels.jsonl").read_text().splitlines()) == 5


def test_twice_changes_nothing(job: Job) -> None:
    do(job)
    before = {path: path.stat().st_mtime_ns for path in job.folder.rglob("*") if path.is_file()}
    kept = contents(job.folder)
    assert do(job).read == 0
    assert contents(job.folder) == kept
    after = {path: path.stat().st_mtime_ns for path in job.folder.rglob("*") if path.is_file()}
    assert after == before


def test_nothing_is_read_again(job: Job) -> None:
    do(job)

    def never(work: Work, task: Task) -> Labelled | Failure:
        raise AssertionError(task.photo)

    assert run(job, one_by_one, silent, never).labelled == 6


def test_photos_are_known_by_their_content(job: Job, tmp_path: Path) -> None:
    do(job)
    (tmp_path / "in").rename(tmp_path / "moved")
    (tmp_path / "moved" / "c.png").rename(tmp_path / "moved" / "z.png")
    outcome = do(replace(job, sources=(str(tmp_path / "moved"),)))
    assert (outcome.labelled, outcome.read) == (6, 0)
    assert images_of(job) == ["b.png", "d.png", "e.png", "z.png", "a/1.png", "a/2.png"]


def test_a_changed_photo_is_read_again(job: Job, tmp_path: Path) -> None:
    do(job)
    Image.new("RGB", (840, 340), (7, 7, 7)).save(tmp_path / "in" / "c.png")
    assert do(job).read == 1


@pytest.mark.parametrize("after", range(7))
def test_stopped_and_gone_on_with_is_as_if_never_stopped(
    job: Job, after: int, tmp_path: Path
) -> None:
    done = 0

    def stopping(work: Work, task: Task) -> Labelled | Failure:
        nonlocal done
        if done == after:
            raise KeyboardInterrupt
        done += 1
        return fake_read(work, task)

    stopped = run(job, one_by_one, silent, stopping)
    assert stopped.is_stopped == (after < 6)
    assert stopped.labelled == len(images_of(job)) == after  # the files tell what there is
    assert not do(job).is_stopped
    whole = replace(job, folder=tmp_path / "whole")
    do(whole)
    assert contents(job.folder) == contents(whole.folder)


def test_stopped_while_looking_for_what_is_done_leaves_all_files(job: Job) -> None:
    do(job)
    before = contents(job.folder)

    def stopping(function: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        for number, item in enumerate(items):
            if number == 3:
                raise KeyboardInterrupt
            yield function(item)

    assert run(job, stopping, silent, fake_read).is_stopped
    assert contents(job.folder) == before


def test_bad_files_are_listed_and_tried_again(job: Job, tmp_path: Path) -> None:
    bad = tmp_path / "in" / "a" / "bad.png"
    Image.new("RGB", (10, 10)).save(bad)
    outcome = do(job)
    assert outcome.labelled == 6
    rows = list(csv.reader((job.folder / "failures.csv").read_text().splitlines()))
    assert rows == [["path", "reason"], [str(bad), "too dark"]]
    Image.new("RGB", (840, 340), (9, 9, 9)).save(bad)
    assert do(job).labelled == 7
    assert not (job.folder / "failures.csv").exists()


def test_what_kills_a_worker_is_listed(job: Job) -> None:
    def killing(function: Callable[[T], R], items: Iterable[T]) -> Generator[R | Lost, None, None]:
        for number, item in enumerate(items):
            yield Lost() if number == 2 else function(item)

    outcome = run(job, killing, silent, fake_read)
    assert outcome.labelled == 5
    assert "ended the program" in str(outcome.failures[0].reason)


def test_doubtful_cards_are_shown(job: Job, tmp_path: Path) -> None:
    outcome = do(job)
    page = (job.folder / "review" / "contact-sheet.html").read_text()
    assert outcome.doubtful == page.count("<article>") > 0
    assert "not sure: fill" in page
    assert "http" not in page  # nothing is loaded from anywhere
    listed = (job.folder / "review" / "photos.txt").read_text().splitlines()
    assert len(listed) == outcome.doubtful
    assert all(Path(path).exists() for path in listed)
    again = replace(job, sources=(f"@{job.folder}/review/photos.txt",), folder=tmp_path / "again")
    assert do(again).labelled == outcome.doubtful


def test_min_confidence_leaves_cards_out_but_keeps_them_in_the_journal(job: Job) -> None:
    doubtful = do(job).doubtful
    journal = (job.folder / "labels.jsonl").read_bytes()
    crops = len(list(job.folder.glob("crops/*/**/*.jpg")))
    outcome = do(replace(job, min_confidence=0.9))
    assert outcome.read == 0
    assert (job.folder / "labels.jsonl").read_bytes() == journal
    counts = [len(record.cards) for record in FORMATS["coco"].read(job.folder / "coco")]
    assert sum(counts) == 36 - doubtful
    assert len(list(job.folder.glob("crops/*/**/*.jpg"))) == crops - doubtful
    page = (job.folder / "review" / "contact-sheet.html").read_text()
    assert page.count("left out of the labels") == doubtful


def test_crops_lie_in_folders_of_their_classes(job: Job) -> None:
    do(job)
    red = job.folder / "crops" / "1-red-solid-oval"
    assert len(list(red.rglob("*.jpg"))) == 6
    with Image.open(next(red.rglob("*.jpg"))) as crop:
        assert 1.4 < crop.width / crop.height < 1.6
    do(replace(job, classes=Classes.FEATURES))
    assert not list(red.rglob("*.jpg"))  # those of other classes have gone
    assert len(list((job.folder / "crops" / "color" / "red").rglob("*.jpg"))) == 12


def test_missing_pictures_are_made_again_without_reading(job: Job) -> None:
    do(job)
    before = contents(job.folder)
    next(job.folder.glob("overlay/*.jpg")).unlink()
    next(job.folder.glob("crops/*/*.jpg")).unlink()
    assert do(job).read == 0
    assert contents(job.folder) == before


def test_other_wishes_leave_pictures_alone(job: Job) -> None:
    do(job)
    do(replace(job, overlay=False, crops=False))
    assert len(list(job.folder.rglob("overlay/**/*.jpg"))) == 6


def test_parts_of_a_killed_job_are_cleared_away(job: Job) -> None:
    do(job)
    parts = job.folder / ".parts"
    parts.mkdir()
    (parts / "123-4").write_text("half a fi")
    do(job)
    assert not parts.exists()


def test_two_jobs_at_once_are_refused(job: Job) -> None:
    def second(work: Work, task: Task) -> Labelled | Failure:
        with pytest.raises(UsageError, match="another job is at work"):
            do(job)
        return fake_read(work, task)

    assert run(job, one_by_one, silent, second).labelled == 6


def test_a_folder_that_is_a_file(job: Job, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot save in"):
        do(replace(job, folder=tmp_path / "in" / "b.png"))


def test_a_damaged_journal_is_left_alone(job: Job) -> None:
    do(job)
    journal = job.folder / "labels.jsonl"
    journal.write_bytes(b"not mine\n")
    with pytest.raises(LabelsError, match="line 1"):
        do(job)
    assert journal.read_bytes() == b"not mine\n"


def test_a_video_needs_an_interval(job: Job, tmp_path: Path) -> None:
    video = tmp_path / "in" / "table.mp4"
    video.write_bytes(b"no video")
    assert do(job).failures == ()  # in a folder it is left out
    with pytest.raises(UsageError, match="say how often"):
        do(replace(job, sources=(str(video),)))
    outcome = do(replace(job, every_s=1.0))
    assert [failure.path for failure in outcome.failures] == [str(video)]
    assert outcome.labelled == 6


def test_frames_of_a_video_are_labelled(job: Job, tmp_path: Path) -> None:
    writer = cv2.VideoWriter(
        str(tmp_path / "table.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (840, 340)
    )
    for number in range(25):
        writer.write(np.full((340, 840, 3), 20 + 8 * number, np.uint8))
    writer.release()
    sources = (str(tmp_path / "table.avi"), str(tmp_path / "in" / "a"))
    outcome = do(replace(job, sources=sources, every_s=1.0))
    assert outcome.labelled == 5
    frames = [f"table.avi/{ms:09d}.jpg" for ms in (0, 1000, 2000)]
    assert images_of(job) == [*frames, "1.png", "2.png"]
    assert all((job.folder / "frames" / name).exists() for name in frames)


def test_another_version_of_the_networks_reads_again(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(job)
    before = contents(job.folder)
    monkeypatch.setattr("setvision.label.job.model_version", lambda decks, deck: "0.2.0+other")
    outcome = do(job)
    assert (outcome.labelled, outcome.read) == (6, 5)
    journal = [json.loads(line) for line in (job.folder / "labels.jsonl").read_text().splitlines()]
    assert [line["model"] for line in journal[5:]] == ["0.2.0+other"] * 5  # the old ones stay
    lines = list(FORMATS["jsonl"].read(job.folder / "jsonl"))
    assert {record.origin.model for record in lines if record.origin} == {"0.2.0+other"}
    monkeypatch.undo()
    assert do(job).read == 0
    assert contents(job.folder)["jsonl/labels.jsonl"] == before["jsonl/labels.jsonl"]


def test_the_same_content_twice_is_read_once(job: Job) -> None:
    outcome = do(job)
    assert (outcome.labelled, outcome.read) == (6, 5)
    twins = [
        r for r in FORMATS["jsonl"].read(job.folder / "jsonl") if r.image in ("b.png", "e.png")
    ]
    assert [record.image for record in twins] == ["b.png", "e.png"]
    assert twins[0].cards == twins[1].cards
    assert len(list((job.folder / "overlay").glob("[be].jpg"))) == 2


def test_workers_that_are_elsewhere_hand_their_pictures_back(job: Job, tmp_path: Path) -> None:
    def elsewhere(work: Work, task: Task) -> Delivered | Failure:
        record = fake_read(replace(work, store=Folder(tmp_path / "elsewhere")), task)
        if isinstance(record, Failure):
            return record
        pictures = Path(tmp_path / "elsewhere").rglob("*.jpg")
        whole = {path.relative_to(tmp_path / "elsewhere").as_posix(): path for path in pictures}
        delivered = tuple((name, path.read_bytes()) for name, path in whole.items())
        for path in whole.values():
            path.unlink()
        return Delivered(record, delivered)

    with Folder(tmp_path / "elsewhere").claimed():
        run(job, one_by_one, silent, elsewhere)
    local = replace(job, folder=tmp_path / "local")
    do(local)
    assert contents(tmp_path / "out") == contents(tmp_path / "local")


def test_photos_that_workers_cannot_see_end_the_job(job: Job) -> None:
    def blind(work: Work, task: Task) -> Failure:
        return Failure(task.photo.path, plain("there is no such file"), is_missing=True)

    with pytest.raises(ClusterError, match=r"b\.png is here but not where the workers are"):
        run(job, one_by_one, silent, blind)


def test_photos_that_are_nowhere_are_listed(job: Job, tmp_path: Path) -> None:
    outcome = do(replace(job, sources=(str(tmp_path / "in"), str(tmp_path / "none.png"))))
    assert outcome.labelled == 6
    assert [failure.path for failure in outcome.failures] == [str(tmp_path / "none.png")]
