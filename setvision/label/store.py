"""Where the files of a job go: written whole or not at all, and by one program at a time.

:class:`Folder` is a folder of this computer; :class:`setvision.label.remote.Bucket`, behind an
address such as ``s3://…``, does the same (:class:`Store`).
"""

import contextlib
import itertools
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Protocol

from setvision.errors import OutputError, UsageError
from setvision.message import msg, shown

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["Folder", "Growing", "Store", "cannot_write", "is_same", "one_line"]

_PARTS: Final = ".parts"
_LOCK: Final = ".lock"
_number: Final = itertools.count()


@dataclass(frozen=True, slots=True)
class Growing:
    """A file that is added to, and never changed otherwise."""

    path: Path
    """A file of this computer, as far as it was saved earlier; it may be missing."""
    save: Callable[[], None]
    """Sees to it that what was added is kept where the job goes; raises OutputError."""


class Store(Protocol):
    """The files of a job, by names with forward slashes. It can be sent to other processes.

    All methods that write raise OutputError where that is not possible; there is then the old
    file, or none.
    """

    def where(self, name: str = "") -> str:
        """Return where a file is, as people and sources name it."""

    def claimed(self) -> AbstractContextManager[None]:
        """Keep other jobs out, and clear away what a killed one left; raises UsageError."""

    def growing(self, name: str) -> AbstractContextManager[Growing]:
        """Open a file that is added to."""

    def is_there(self, name: str) -> bool:
        """Tell whether there is such a file."""

    def matching(self, pattern: str) -> Iterable[str]:
        """Return the names of all files that are like a pattern, as :mod:`glob` has them."""

    def read_bytes(self, name: str) -> bytes:
        """Return what a file holds; raises OSError."""

    def write_text(self, name: str, chunks: Iterable[str]) -> None:
        """Write a file; one that is the same already stays untouched."""

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a file."""

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of this computer as the store of a job."""

    path: Path

    def where(self, name: str = "") -> str:
        """Return the path of a file."""
        return str(self.path / name)

    @contextlib.contextmanager
    def claimed(self) -> Iterator[None]:
        """Make the folder, keep other jobs out, and clear away what a killed one left.

        Raises
        ------
        UsageError
            When the folder can't be made or written to, or another job is at work in it.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / _LOCK).open("ab")
        except OSError as error:
            reason = error.strerror or error
            raise UsageError(
                msg("cannot save in {folder}: {reason}", folder=shown(self.path), reason=reason)
            ) from None
        with lock:
            _lock(lock, self.path)
            parts = self.path / _PARTS
            shutil.rmtree(parts, ignore_errors=True)
            try:
                parts.mkdir(exist_ok=True)
                yield
            except OSError as error:
                raise cannot_write(error.filename or self.path, error) from None
            finally:
                shutil.rmtree(parts, ignore_errors=True)

    @contextlib.contextmanager
    def growing(self, name: str) -> Iterator[Growing]:
        """Open a file that is added to: it is where it belongs at once."""
        yield Growing(self.path / name, lambda: None)

    def is_there(self, name: str) -> bool:
        """Tell whether there is such a file."""
        return (self.path / name).exists()

    def matching(self, pattern: str) -> Iterator[str]:
        """Yield the names of all files that are like a pattern."""
        for path in self.path.glob(pattern):
            yield path.relative_to(self.path).as_posix()

    def read_bytes(self, name: str) -> bytes:
        """Return what a file holds; raises OSError."""
        return (self.path / name).read_bytes()

    def write_text(self, name: str, chunks: Iterable[str]) -> None:
        """Write a file; one that is the same already stays untouched."""
        path = self.path / name
        part = self._part()
        try:
            with part.open("wb") as file:
                for chunk in chunks:
                    file.write(chunk.encode("utf-8", "backslashreplace"))
            if _are_same(part, path):
                part.unlink()
            else:
                _put(part, path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise cannot_write(path, error) from None

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a file."""
        path = self.path / name
        part = self._part()
        try:
            part.write_bytes(data)
            _put(part, path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise cannot_write(path, error) from None

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
        path = self.path / name
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise cannot_write(path, error) from None

    def _part(self) -> Path:
        """Return where a file lies until it is whole; several processes write at once."""
        return self.path / _PARTS / f"{os.getpid()}-{next(_number)}"


def cannot_write(path: Path | str, error: Exception) -> OutputError:
    """Return the error that says what could not be written and how to go on."""
    return OutputError(
        msg(
            "cannot write {path}: {reason}; the same command goes on from here",
            path=shown(path),
            reason=getattr(error, "strerror", None) or one_line(error),
        )
    )


def one_line(error: Exception) -> str:
    """Return what an error says, or what it is where it says nothing, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def is_same(first: IO[bytes], second: IO[bytes]) -> bool:
    """Tell whether two files hold the same from here to their ends."""
    while True:
        piece = first.read(1 << 20)
        if piece != second.read(1 << 20):
            return False
        if not piece:
            return True


def _lock(file: IO[bytes], folder: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(
            msg("another job is at work in {folder}; end that one first", folder=shown(folder))
        ) from None
    except OSError:  # a file system without locks
        return


def _put(part: Path, path: Path) -> None:
    try:
        os.replace(part, path)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(part, path)


def _are_same(first: Path, second: Path) -> bool:
    try:
        if first.stat().st_size != second.stat().st_size:
            return False
        with first.open("rb") as a, second.open("rb") as b:
            return is_same(a, b)
    except FileNotFoundError:
        return False
