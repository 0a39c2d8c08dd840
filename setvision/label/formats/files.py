"""What a format makes of records: the names and texts of files."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from setvision.label.classes import Classes
from setvision.label.records import Labelled

__all__ = ["Format", "Layout", "TextFile"]


@dataclass(frozen=True, slots=True)
class Layout:
    """What holds for all files of a job."""

    classes: Classes
    folder: Path | str
    """Where the files will lie, a path or an address; only labels that name photos relative to
    themselves need it."""
    by: str = ""
    """The program that made the labels, for formats that tell it."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file to be written."""

    name: str
    """Path below the folder of the format, with forward slashes."""
    chunks: Iterable[str]
    """Its text, in pieces."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write labels down, with pure functions to and from files.

    Records are gone through more than once and may be read from a disk each time.
    """

    name: str
    of_all: Callable[[Iterable[Labelled], Layout], Iterator[TextFile]]
    """Files about all photos together."""
    of_one: Callable[[Labelled, Layout], TextFile] | None
    """The file of one photo, where each has its own."""
    read: Callable[[Path], Iterator[Labelled]]
    """Records from a file or folder; what the format does not hold is taken as certain.

    Raises LabelsError, and OSError where a file cannot be read.
    """

    def files(self, records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
        """Yield all files, those of single photos first."""
        if self.of_one is not None:
            for record in records:
                yield self.of_one(record, layout)
        yield from self.of_all(records, layout)
