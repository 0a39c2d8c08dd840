"""Files in the folder of a job: whole or not at all, and by one program at a time."""

import contextlib
import itertools
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from setvision.errors import OutputError, UsageError
from setvision.message import msg, shown

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["cannot_write", "claimed", "remove", "write_bytes", "write_text"]

_PARTS: Final = ".parts"
_LOCK: Final = ".lock"
_number: Final = itertools.count()


def cannot_write(path: Path | str, error: OSError) -> OutputError:
    """Return the error that says what could not be written and how to go on."""
    return OutputError(
        msg(
            "cannot write {path}: {reason}; the same command goes on from here",
            path=shown(path),
            reason=error.strerror or str(error),
        )
    )


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make the folder of a job, keep other jobs out, and clear away what a killed one left.

    Raises
    ------
    UsageError
        When the folder can't be made or written to, or another job is at work in it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / _LOCK).open("ab")
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(
            msg("cannot save in {folder}: {reason}", folder=shown(folder), reason=reason)
        ) from None
    with lock:
        _lock(lock, folder)
        parts = folder / _PARTS
        shutil.rmtree(parts, ignore_errors=True)
        try:
            parts.mkdir(exist_ok=True)
            yield
        except OSError as error:
            raise cannot_write(error.filename or folder, error) from None
        finally:
            shutil.rmtree(parts, ignore_errors=True)


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


def write_text(folder: Path, name: str, chunks: Iterable[str]) -> None:
    """Write a file below the folder of a job; one that is the same already stays untouched.

    Raises
    ------
    OutputError
        When it cannot be written; there is then the old file, or none.
    """
    path = folder / name
    part = _part(folder)
    try:
        with part.open("wb") as file:
            for chunk in chunks:
                file.write(chunk.encode("utf-8", "backslashreplace"))
        if _is_same(part, path):
            part.unlink()
        else:
            _put(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise cannot_write(path, error) from None


def write_bytes(folder: Path, name: str, data: bytes) -> None:
    """Write a file below the folder of a job; raises as :func:`write_text`."""
    path = folder / name
    part = _part(folder)
    try:
        part.write_bytes(data)
        _put(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise cannot_write(path, error) from None


def remove(path: Path) -> None:
    """Remove a file if it is there."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from None


def _part(folder: Path) -> Path:
    """Return where a file lies until it is whole; several processes write at once."""
    return folder / _PARTS / f"{os.getpid()}-{next(_number)}"


def _put(part: Path, path: Path) -> None:
    try:
        os.replace(part, path)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(part, path)


def _is_same(first: Path, second: Path) -> bool:
    try:
        if first.stat().st_size != second.stat().st_size:
            return False
        with first.open("rb") as a, second.open("rb") as b:
            while True:
                piece = a.read(1 << 20)
                if piece != b.read(1 << 20):
                    return False
                if not piece:
                    return True
    except FileNotFoundError:
        return False
