"""Doubtful photos are confirmed or corrected, and all files follow."""

import csv
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from setvision.errors import LabelsError, OutputError, UsageError
from setvision.label.formats import FORMATS
from setvision.label.job import Job
from setvision.label.records import Labelled
from setvision.label.review import StaleError
from tests.label.jobs import contents, do, photos
from tests.label.reviews import confirmed, labelled_folder, under_review, with_card


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return labelled_folder(tmp_path)


def correct_b(folder: Path) -> Labelled:
    """Tell that card 2 of b.png is another than was read."""
    with under_review(folder) as review:
        item = review.item(0)
        assert item.record.image == "b.png"
        return review.confirm(0, item.version, with_card(item, 2, "3gto"), "anna").record


def test_the_doubtful_photos_are_there(job: Job, tmp_path: Path) -> None:
    with under_review(tmp_path) as review:
        assert [review.name(n) for n in range(len(review))] == ["b.png", "d.png"]
        assert [review.is_done(n) for n in range(len(review))] == [False, False]
        item = review.item(0)
        assert (item.version, item.trouble) == ("", None)
        assert review.picture(0).startswith(b"\xff\xd8")


def test_a_correction_is_in_every_format(job: Job, tmp_path: Path) -> None:
    correct_b(tmp_path)
    for name, form in FORMATS.items():
        (record,) = (r for r in form.read(job.folder / name) if r.image.startswith("b"))
        codes = {card.card.code for card in record.cards if card.card}
        assert "3gto" in codes, name


def test_formats_say_who_corrected_what(job: Job, tmp_path: Path) -> None:
    told = correct_b(tmp_path).cards[1].told
    assert told is not None
    assert told.read is not None
    read = f"{told.read.count}-{told.read.color}-{told.read.fill}-{told.read.shape}"
    by = {"by": "anna", "when": told.when, "read": read}

    coco = json.loads((job.folder / "coco/annotations/instances_default.json").read_text())
    said = [row["attributes"] for row in coco["annotations"] if "by" in row["attributes"]]
    assert [{key: row[key] for key in by} for row in said] == [by]

    with (job.folder / "csv/cards.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["by"]]
    assert [{key: row[key] for key in by} for row in rows] == [by]
    assert (rows[0]["code"], rows[0]["confidence"]) == ("3gto", "1.0")

    (task,) = (
        task
        for task in json.loads((job.folder / "label-studio/tasks.json").read_text())
        if "annotations" in task
    )
    assert "predictions" not in task
    assert "anna" in (job.folder / "cvat/annotations.xml").read_text()
    assert "anna" in (job.folder / "voc/Annotations/b.xml").read_text()
    assert json.loads((job.folder / "labelme/b.json").read_text())["shapes"][1]["told"] == by


def test_label_again_changes_nothing(job: Job, tmp_path: Path) -> None:
    correct_b(tmp_path)
    before = contents(tmp_path / "out")
    outcome = do(job)
    assert (outcome.labelled, outcome.read, outcome.doubtful) == (4, 0, 1)
    assert contents(tmp_path / "out") == before


def test_files_are_as_a_new_job_would_make_them(job: Job, tmp_path: Path) -> None:
    correct_b(tmp_path)
    kept = {"corrected.jsonl", ".made"}
    before = {k: v for k, v in contents(tmp_path / "out").items() if k not in kept}
    again = replace(job, folder=tmp_path / "again")
    again.folder.mkdir()
    for name in ("corrected.jsonl", "labels.jsonl"):
        (again.folder / name).write_bytes((tmp_path / "out" / name).read_bytes())
    do(again)
    assert {k: v for k, v in contents(again.folder).items() if k not in kept} == before


def test_corrections_outlive_other_networks(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    correct_b(tmp_path)
    monkeypatch.setattr("setvision.label.job.model_version", lambda decks, deck=None: "0.2.0+other")
    outcome = do(job)
    assert (outcome.labelled, outcome.read, outcome.doubtful) == (4, 3, 1)
    (record,) = (r for r in FORMATS["jsonl"].read(tmp_path / "out/jsonl") if r.image == "b.png")
    assert record.cards[1].card is not None
    assert record.cards[1].card.code == "3gto"
    with under_review(tmp_path) as review:  # and can be corrected again
        number = [review.name(n) for n in range(len(review))].index("b.png")
        item = review.item(number)
        assert item.is_done
        again = review.confirm(number, item.version, with_card(item, 2, "3gtw"), "ben").record
        assert again.cards[1].told is not None
        assert again.cards[1].told.by == "ben"
        with pytest.raises(UsageError, match="earlier version"):
            review.undo(number, review.item(number).version)


def test_a_changed_photo_is_read_anew(job: Job, tmp_path: Path) -> None:
    correct_b(tmp_path)
    Image.new("RGB", (840, 340), (9, 9, 9)).save(tmp_path / "in" / "b.png")
    assert do(job).read == 1
    (record,) = (r for r in FORMATS["jsonl"].read(tmp_path / "out/jsonl") if r.image == "b.png")
    assert all(card.told is None for card in record.cards)


def test_pictures_follow(job: Job, tmp_path: Path) -> None:
    overlay = (tmp_path / "out/overlay/b.jpg").read_bytes()
    assert (tmp_path / "out/review/photos/b.jpg").exists()
    correct_b(tmp_path)
    assert (tmp_path / "out/overlay/b.jpg").read_bytes() != overlay
    assert (tmp_path / "out/crops/3-green-striped-oval/b_2.jpg").exists()
    assert len(list((tmp_path / "out/crops").rglob("b_2.jpg"))) == 1
    assert not (tmp_path / "out/review/photos/b.jpg").exists()
    page = (tmp_path / "out/review/contact-sheet.html").read_text()
    assert "d.png" in page
    assert "b.png" not in page


def test_the_same_photo_under_two_names_is_corrected_once(tmp_path: Path) -> None:
    job = labelled_folder(tmp_path)
    (tmp_path / "in" / "z.png").write_bytes((tmp_path / "in" / "b.png").read_bytes())
    do(job)
    with under_review(tmp_path) as review:
        assert len(review) == 2
        item = review.item(0)
        review.confirm(0, item.version, with_card(item, 2, "3gto"), "anna")
    for name in ("b", "z"):
        assert (tmp_path / f"out/crops/3-green-striped-oval/{name}_2.jpg").exists()
    before = contents(tmp_path / "out")
    do(job)
    assert contents(tmp_path / "out") == before


def test_two_at_once(job: Job, tmp_path: Path) -> None:
    with under_review(tmp_path) as review:
        seen = review.item(0)
        revision = review.revision
        first = review.confirm(0, seen.version, confirmed(seen), "anna")
        assert review.changed_since(revision) == [0]
        with pytest.raises(StaleError, match="anna was quicker"):
            review.confirm(0, seen.version, with_card(seen, 2, "3gto"), "ben")
        assert review.item(0) == first
        # Who has seen what the first said may say something else.
        again = review.confirm(0, first.version, with_card(first, 2, "3gto"), "ben")
        with pytest.raises(StaleError):
            review.undo(0, first.version)
        assert not review.undo(0, again.version).is_done
        with pytest.raises(StaleError, match="took this photo back"):
            review.confirm(0, again.version, confirmed(again), "anna")


def test_taken_back_is_as_never_said(job: Job, tmp_path: Path) -> None:
    before = contents(tmp_path / "out")
    with under_review(tmp_path) as review:
        item = review.item(1)
        said = review.confirm(1, item.version, with_card(item, 2, "3gto"), "anna")
        assert review.undo(1, said.version) == item
    after = contents(tmp_path / "out")
    assert {k: v for k, v in after.items() if k != ".made"} == {
        k: v for k, v in before.items() if k != ".made"
    }


def no_utf8(folder: Path) -> str:
    """Label a doubtful photo whose name is no UTF-8, and return its path."""
    photos(folder / "in", ["a.png", "b.png"])
    path = os.fsdecode(os.fsencode(folder) + b"/in/f\xfcr.png")
    try:
        os.rename(folder / "in" / "b.png", path)
    except OSError:
        pytest.skip("this file system has no such names")
    do(Job((str(folder / "in"),), folder / "out", tuple(FORMATS)))
    return path


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX only")
def test_a_photo_whose_name_is_no_utf8_is_corrected_again_and_taken_back(tmp_path: Path) -> None:
    path = no_utf8(tmp_path)
    with under_review(tmp_path) as review:
        item = review.item(0)
        said = review.confirm(0, item.version, with_card(item, 2, "3gto"), "anna")
        assert said.record.path == path
        assert review.item(0).version == said.version
        again = review.confirm(0, said.version, with_card(said, 2, "3gtw"), "ben")
        assert again.version != said.version
        assert review.undo(0, again.version) == item


@pytest.mark.parametrize(
    ("by", "kept"), [("A\ud800", r"A\ud800"), ("A\x00\ufffe", r"A\x00\ufffe"), ("Zoë 🐂", "Zoë 🐂")]
)
def test_a_name_is_kept_as_every_file_can_hold_it(
    job: Job, tmp_path: Path, by: str, kept: str
) -> None:
    with under_review(tmp_path) as review:
        item = review.item(0)
        said = review.confirm(0, item.version, with_card(item, 2, "3gto"), by)
        assert said.record.origin is not None
        assert said.record.origin.by == kept
        assert review.item(0).version == said.version
    for name, form in FORMATS.items():
        (record,) = (r for r in form.read(job.folder / name) if r.image.startswith("b"))
        assert "3gto" in {card.card.code for card in record.cards if card.card}, name


def without_last_break(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:-1])


def cut_in_half(journal: Path) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole[: len(whole) // 2 + 99])


def without_first_line(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes().split(b"\n", 1)[1])


@pytest.mark.parametrize(
    ("spoil", "lacks"),
    [
        (Path.unlink, "lacks 3 photos that were labelled"),
        (cut_in_half, "lacks 2 photos that were labelled"),
        (without_first_line, "lacks 1 photo that was labelled"),
    ],
)
def test_labels_are_not_lost_where_the_journal_lacks_some(
    job: Job, tmp_path: Path, spoil: Callable[[Path], object], lacks: str
) -> None:
    """b.png stays known by what was said of it."""
    correct_b(tmp_path)
    whole = contents(tmp_path / "out")
    spoil(tmp_path / "out/labels.jsonl")
    (tmp_path / "out/.made").write_bytes(whole[".made"][:-1])  # not even this is mended
    before = contents(tmp_path / "out")
    with (
        pytest.raises(LabelsError, match=rf"labels\.jsonl {lacks}; run setvision label"),
        under_review(tmp_path),
    ):
        pass
    assert contents(tmp_path / "out") == before
    do(job)
    with under_review(tmp_path) as review:
        assert len(review) == 2
    after = contents(tmp_path / "out")
    for name in ("jsonl/labels.jsonl", "csv/cards.csv", "corrected.jsonl"):
        assert after[name] == whole[name]


def test_a_journal_without_its_last_break_is_reviewed_as_ever(job: Job, tmp_path: Path) -> None:
    correct_b(tmp_path)
    whole = contents(tmp_path / "out")
    without_last_break(tmp_path / "out/labels.jsonl")
    with under_review(tmp_path) as review:
        assert review.item(1).record.image == "d.png"
    after = contents(tmp_path / "out")
    assert after.pop("labels.jsonl") + b"\n" == whole.pop("labels.jsonl")
    assert after == whole


def test_photos_that_are_gone_or_changed_are_told(job: Job, tmp_path: Path) -> None:
    (tmp_path / "in" / "b.png").unlink()
    Image.new("RGB", (840, 340)).save(tmp_path / "in" / "d.png")
    with under_review(tmp_path) as review:
        troubles = [review.item(n).trouble for n in range(2)]
    assert troubles[0] is not None
    assert "no such file" in str(troubles[0])
    assert troubles[1] is not None
    assert "was changed since" in str(troubles[1])


def test_what_a_killed_review_left_undone_is_done(job: Job, tmp_path: Path) -> None:
    fresh = contents(tmp_path / "out")
    correct_b(tmp_path)
    whole = contents(tmp_path / "out")
    for name in whole.keys() | fresh.keys():  # as if only the correction had been written
        path = tmp_path / "out" / name
        if name == "corrected.jsonl":
            continue
        if name in fresh:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(fresh[name])
        else:
            path.unlink()
    with under_review(tmp_path):
        pass
    assert contents(tmp_path / "out") == whole


def test_pictures_that_a_killed_review_left_are_taken_away(tmp_path: Path) -> None:
    job = labelled_folder(tmp_path, overlay=False, crops=False)
    fresh = contents(tmp_path / "out")
    correct_b(tmp_path)
    for name in (".made", "review/photos/b.jpg", "review/cards/b_2.jpg"):
        (tmp_path / "out" / name).write_bytes(fresh[name])
    do(job)
    assert not list((tmp_path / "out/review").rglob("b*.jpg"))


def test_where_files_can_not_be_written_the_correction_stays(job: Job, tmp_path: Path) -> None:
    csv_folder = tmp_path / "out" / "csv"
    (csv_folder / "cards.csv").unlink()
    (csv_folder / "cards.csv").mkdir()
    with pytest.raises(OutputError, match=r"cards\.csv"):
        correct_b(tmp_path)
    (csv_folder / "cards.csv").rmdir()
    with under_review(tmp_path) as review:
        assert review.is_done(0)
    assert "anna" in (csv_folder / "cards.csv").read_text()


def test_no_job_and_no_second_review_meanwhile(job: Job, tmp_path: Path) -> None:
    with under_review(tmp_path):
        with pytest.raises(UsageError, match="at work in"):
            do(job)
        with pytest.raises(UsageError, match="at work in"), under_review(tmp_path):
            pass


def test_summary(job: Job, tmp_path: Path) -> None:
    with under_review(tmp_path) as review:
        item = review.item(0)
        review.confirm(0, item.version, confirmed(item), "anna")
        item = review.item(1)
        review.confirm(1, item.version, with_card(item, 2, "3gto")[:-1], "anna")
        summary = review.summary()
    assert (summary.count, summary.done, summary.as_read, summary.corrected) == (2, 2, 1, 1)
    assert (summary.changed, summary.added, summary.removed) == (1, 0, 1)


def test_a_photo_that_is_not_there(job: Job, tmp_path: Path) -> None:
    with under_review(tmp_path) as review, pytest.raises(UsageError, match="there is no photo 3"):
        review.item(2)
