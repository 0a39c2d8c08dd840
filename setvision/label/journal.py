"""The journal of a job: what was read, a line of JSON a photo, added and never changed.

It is what a job goes on from after any end. Lines are found by the hash of the photo's content and
the version of the networks that read it, so a photo that was moved, or comes twice, is read once.
"""

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from setvision.errors import LabelsError
from setvision.label.records import Labelled, from_line, to_line
from setvision.label.store import cannot_write
from setvision.message import msg

__all__ = ["Journal"]

_LINES_AT_ONCE: Final = 64
"""After so many lines the disk is told to keep them; a cut in the power loses no more."""


class Journal:
    """An open journal; it is a context manager.

    A last line that was cut short, by a crash or a full disk, counts for nothing; one that lacks
    only its line break is as good as any.

    Parameters
    ----------
    path
        Its folder must be there.
    model
        Lines of other versions of the networks stay but are not found.
    keep
        Called when added lines should be kept for good, where the file is not there yet.
    is_growing
        Whether lines will be added. The file is then made when missing, and its end mended; else
        it stays as it is.

    Raises
    ------
    LabelsError
        When a line is none of a journal.
    OutputError
        When it cannot be written.
    """

    def __init__(
        self,
        path: Path,
        model: str,
        keep: Callable[[], None] = lambda: None,
        *,
        is_growing: bool = True,
    ) -> None:
        self._path = path
        self._keep = keep
        self._is_growing = is_growing
        self._model = model
        self._places: dict[bytes, int] = {}
        """Where the line of each content begins."""
        self._unsaved = 0
        try:
            self._end = self._index() if path.exists() else 0
            self._file = self._mended() if is_growing else self._unchanged()
        except OSError as error:
            raise cannot_write(path, error) from None

    def _mended(self) -> BinaryIO:
        file = self._path.open("r+b" if self._path.exists() else "x+b", buffering=0)
        size = file.seek(0, os.SEEK_END)
        if size > self._end:
            file.truncate(self._end)
        elif size < self._end:
            file.write(b"\n")
        return file

    def _unchanged(self) -> BinaryIO:
        return self._path.open("rb", buffering=0) if self._path.exists() else io.BytesIO()

    def _index(self) -> int:
        """Find all lines and return where the next one is to begin."""
        begin = 0
        with self._path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                has_break = line.endswith(b"\n")
                try:
                    entry = json.loads(line)
                    if entry["model"] == self._model:
                        self._places[bytes.fromhex(entry["sha256"])] = begin
                except (ValueError, LookupError, TypeError, RecursionError):
                    if not has_break:
                        break
                    raise LabelsError(
                        msg(
                            "{path}, line {line} is damaged; take it out, and its photo is read "
                            "again",
                            path=self._path,
                            line=number,
                        )
                    ) from None
                begin += len(line) if has_break else len(line) + 1
        return begin

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, sha256: str) -> bool:
        return bytes.fromhex(sha256) in self._places

    def get(self, sha256: str) -> Labelled | None:
        """Return what was read from a photo's content, None where nothing was."""
        place = self._places.get(bytes.fromhex(sha256))
        if place is None:
            return None
        self._file.seek(place)
        line = b""
        while not line.endswith(b"\n"):
            piece = self._file.read(1 << 14)
            end = piece.find(b"\n") + 1
            line += piece[:end] if end else piece
            if not piece:
                break
        return from_line(line, str(self._path))

    def add(self, record: Labelled) -> None:
        """Write down what was read from a photo, unless its content is there already.

        Raises
        ------
        OutputError
            When it cannot be written; the journal is then as it was.
        """
        assert self._is_growing
        assert record.origin is not None
        if record.origin.sha256 in self:
            return
        line = to_line(record).encode("utf-8", "backslashreplace") + b"\n"
        try:
            self._file.seek(self._end)
            written = 0
            while written < len(line):  # a disk that fills up takes a part of it first
                written += self._file.write(line[written:]) or 0
            self._unsaved += 1
            if self._unsaved >= _LINES_AT_ONCE:
                self._save()
        except OSError as error:
            self._file.truncate(self._end)
            raise cannot_write(self._path, error) from None
        self._places[bytes.fromhex(record.origin.sha256)] = self._end
        self._end += len(line)

    def _save(self) -> None:
        os.fsync(self._file.fileno())
        self._keep()
        self._unsaved = 0

    def close(self) -> None:
        """Save and close."""
        if not self._file.closed:
            try:
                if self._is_growing:
                    self._save()
            except OSError as error:
                raise cannot_write(self._path, error) from None
            finally:
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
