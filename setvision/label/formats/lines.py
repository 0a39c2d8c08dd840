"""JSON lines: a line a photo with all that is known (:mod:`setvision.label.records`)."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from setvision.label.formats.files import Format, Layout, TextFile
from setvision.label.records import Labelled, from_line, to_line

__all__ = ["JSONL"]

_FILE: Final = "labels.jsonl"


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    yield TextFile(_FILE, (to_line(record) + "\n" for record in records))


def _read(path: Path) -> Iterator[Labelled]:
    path = path / _FILE if path.is_dir() else path
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            # Lines of photos that could not be read hold no labels.
            if line.strip() and not (b'"error"' in line and b'"cards"' not in line):
                yield from_line(line, f"{path}:{number}")


JSONL: Final = Format("jsonl", _of_all, None, _read)
