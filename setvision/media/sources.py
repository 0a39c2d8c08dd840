"""What people name on a command line, turned into pictures to read.

Files, folders (their pictures, sorted by name), patterns such as ``*.jpg`` that the shell left
alone, and ``-`` for a picture from standard input.
"""

import glob
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from setvision.errors import ImageReadError
from setvision.message import Message, msg, shown

__all__ = ["STDIN", "SUFFIXES", "expand"]

STDIN: Final = "-"

SUFFIXES: Final = frozenset(
    [
        ".avif",
        ".bmp",
        ".dib",
        ".gif",
        ".heic",
        ".heif",
        ".hif",
        ".jfif",
        ".jpe",
        ".jpeg",
        ".jpg",
        ".mpo",
        ".png",
        ".tif",
        ".tiff",
        ".webp",
    ]
)
"""Endings, in lower case, of the files of a folder that are taken for pictures."""


def expand(names: Iterable[str]) -> Iterator[str | ImageReadError]:
    """Yield the pictures that names stand for, and an error for each that stands for none.

    A name is taken as a pattern only where there is no file of that name.
    """
    is_taken = False
    for name in names:
        if name == STDIN:
            yield _unreadable(name, msg("was read already; name it once")) if is_taken else STDIN
            is_taken = True
            continue
        try:
            found = _found(name)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            yield _unreadable(name, msg("cannot be read ({reason})", reason=reason))
            continue
        yield from found


def _found(name: str) -> list[str | ImageReadError]:
    if not name:  # a path would take it for the current folder
        return [_unreadable(name, msg("the name is empty"))]
    path = Path(name)
    if path.is_dir():
        return _pictures_of(path) or [_unreadable(name, msg("has no pictures in it"))]
    if not path.exists() and glob.has_magic(name):
        # Who names a pipe wants to wait for what comes out of it; a pattern only passes by.
        matches = sorted(match for match in glob.glob(name) if not Path(match).is_fifo())
        return [*matches] or [_unreadable(name, msg("no file matches this pattern"))]
    return [name]


def _pictures_of(folder: Path) -> list[str | ImageReadError]:
    return [
        str(path)
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in SUFFIXES and not path.name.startswith(".") and path.is_file()
    ]


def _unreadable(name: str, problem: Message) -> ImageReadError:
    fields = {"name": shown(name) or repr(name), "problem": problem}
    message = Message("{name}: {problem}", fields=fields)
    return ImageReadError(message, source=name, problem=problem)
