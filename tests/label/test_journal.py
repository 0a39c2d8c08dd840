from dataclasses import replace
from pathlib import Path

import pytest

from setvision.errors import LabelsError, OutputError
from setvision.label.journal import Journal
from setvision.label.records import Labelled
from tests.label.photos import two_photos


def records() -> list[Labelled]:
    """Three photos of different content."""
    first, empty = two_photos()
    assert first.origin is not None
    return [
        replace(record, origin=replace(first.origin, sha256=f"{number:064x}"))
        for number, record in enumerate([first, empty, replace(first, image="third.jpg")])
    ]


MODEL = "0.1.0+test"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "labels.jsonl"
    with Journal(path, MODEL) as journal:
        for record in records():
            journal.add(record)
    return path


def test_what_was_added_is_found_again(path: Path) -> None:
    with Journal(path, MODEL) as journal:
        assert len(journal) == 3
        for record in records():
            assert record.origin is not None
            assert journal.get(record.origin.sha256) == record
        assert journal.get("f" * 64) is None


def test_a_content_is_written_once(path: Path) -> None:
    before = path.read_bytes()
    with Journal(path, MODEL) as journal:
        journal.add(replace(records()[0], image="a copy of it.jpg"))
    assert path.read_bytes() == before


def test_another_version_reads_again(path: Path) -> None:
    with Journal(path, "0.2.0+other") as journal:
        assert len(journal) == 0
        first = records()[0]
        assert first.origin is not None
        journal.add(replace(first, origin=replace(first.origin, model="0.2.0+other")))
    with Journal(path, MODEL) as journal:
        assert len(journal) == 3  # what the first one read is still there


def test_a_journal_may_end_anywhere(path: Path) -> None:
    """Whatever a crash leaves of the last line, all that is whole can be gone on with."""
    whole = path.read_bytes()
    ends = [k + 1 for k, byte in enumerate(whole) if byte == ord("\n")]
    for cut in [0, 1, ends[0] - 1, ends[0], ends[0] + 1, ends[1] + 77, ends[2] - 1, ends[2]]:
        path.write_bytes(whole[:cut])
        with Journal(path, MODEL) as journal:
            assert len(journal) == sum(end - 1 <= cut for end in ends)
            for record in records():
                journal.add(record)
        assert path.read_bytes() == whole


def test_a_last_line_without_its_break_is_kept(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with Journal(path, MODEL) as journal:
        third = records()[2]
        assert third.origin is not None
        assert journal.get(third.origin.sha256) == third
    assert path.read_bytes() == whole


@pytest.mark.parametrize("cut", [1, 2, 300])
def test_who_only_reads_changes_nothing(path: Path, cut: int) -> None:
    end = path.read_bytes()[:-cut]
    path.write_bytes(end)
    with Journal(path, MODEL, is_growing=False) as journal:
        assert len(journal) == (3 if cut == 1 else 2)
        assert all(journal.get(r.origin.sha256) in (r, None) for r in records() if r.origin)
    assert path.read_bytes() == end


def test_who_only_reads_makes_no_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "labels.jsonl", MODEL, is_growing=False) as journal:
        assert len(journal) == 0
        assert journal.get("f" * 64) is None
    assert not list(tmp_path.iterdir())


def test_a_damaged_line_is_named(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\nnonsense\n", 1))
    with pytest.raises(LabelsError, match="line 2 is damaged"):
        Journal(path, MODEL)


def test_a_full_disk_leaves_whole_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()
    journal = Journal(path, MODEL)

    class Full:
        """Takes ten bytes, then none."""

        def __init__(self) -> None:
            self.file = journal._file
            self.room = 10

        def write(self, data: bytes) -> int:
            if not self.room:
                raise OSError(28, "No space left on device")
            taken, self.room = self.file.write(data[: self.room]), 0
            return taken

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

    monkeypatch.setattr(journal, "_file", Full())
    first = records()[0]
    assert first.origin is not None
    with pytest.raises(OutputError, match="No space left on device"):
        journal.add(replace(first, origin=replace(first.origin, sha256="e" * 64)))
    journal.close()
    assert path.read_bytes() == before
