"""The photos of a job: what people name, found, put in order and given names of their own.

A source is a file, a folder with all below it, a pattern such as ``'**/*.jpg'``, a video, or
``@LIST``: a text file with a source a line. All of these may be addresses.
"""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import urlsplit

from setvision.errors import ImageReadError
from setvision.label import remote
from setvision.label.addresses import inside, is_address
from setvision.media.sources import SUFFIXES
from setvision.message import Message, msg

__all__ = ["VIDEOS", "Failure", "Photo", "find", "name_all", "writable"]

VIDEOS: Final = frozenset(
    [".avi", ".m4v", ".mkv", ".mov", ".mp4", ".mpeg", ".mpg", ".webm", ".wmv"]
)
"""Endings, in lower case, of files that are taken for videos."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo to be labelled."""

    path: str
    name: str
    """Its path below the folder that all photos share, with forward slashes; no two have one."""
    stem: str
    """What its own label files are called, below the folder of a format and without ending."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A photo or source of which there are no labels."""

    path: str
    reason: Message
    is_missing: bool = False
    """Whether there is no such file where the worker is."""


def find(sources: Iterable[str], out: Path | str) -> Iterator[str | Failure]:
    """Yield the paths of photos and videos in the order of the sources, each once.

    Parameters
    ----------
    sources
        As people name them. Folders are gone through by name, with all below them, without hidden
        files; links to folders are not followed.
    out
        Where the results go: pictures in there are no photos to be labelled.
    """
    results = _real(os.fspath(out))
    seen: set[str] = set()
    for found in _named(sources, results):
        if isinstance(found, str):
            real = _real(found)
            if real in seen:
                continue
            seen.add(real)
        yield found


def _real(place: str) -> str:
    """Return what is the same however a file is named."""
    return place if is_address(place) else os.path.realpath(place)


def _named(sources: Iterable[str], results: str) -> Iterator[str | Failure]:
    for source in sources:
        try:
            if source.startswith("@") and not os.path.lexists(source):
                yield from _named(filter(None, map(str.strip, _lines(source[1:]))), results)
            elif is_address(source):
                yield from _of_address(source, results)
            else:
                yield from _of_source(source, results)
        except (OSError, ValueError, RecursionError) as error:
            reason = getattr(error, "strerror", None) or error
            yield Failure(source, msg("cannot be read ({reason})", reason=reason))


def _lines(path: str) -> list[str]:
    if not is_address(path):
        return Path(path).read_text("utf-8-sig", "surrogateescape").split("\n")
    try:
        return remote.fetch(path).decode("utf-8-sig", "surrogateescape").split("\n")
    except ImageReadError as error:
        raise OSError(str(error)) from None


def _of_source(source: str, results: str) -> Iterator[str | Failure]:
    if os.path.isdir(source):
        yield from _of_folder(source, _below(source, results))
    elif not os.path.lexists(source) and glob.has_magic(source):
        matches = [p for p in sorted(glob.glob(source, recursive=True)) if not os.path.isdir(p)]
        yield from _of_pattern(source, matches, results)
    else:
        yield source


def _of_address(source: str, results: str) -> Iterator[str | Failure]:
    matches = remote.matching(source)
    if matches is not None:
        yield from _of_pattern(source, matches, results)
    elif not _is_shown(source) and remote.is_folder(source):
        names = remote.below(source)
        yield from _of_folder(source, (name for name in names if _is_shown(name, source, results)))
    else:
        yield source


def _of_folder(source: str, found: Iterable[str]) -> Iterator[str | Failure]:
    is_empty = True
    for path in found:
        is_empty = False
        yield path
    if is_empty:
        yield Failure(source, msg("has no pictures in it"))


def _of_pattern(source: str, matches: Sequence[str], results: str) -> Iterator[str | Failure]:
    yield from (path for path in matches if not _is_in(_real(path), results))
    if not matches:
        yield Failure(source, msg("no file matches this pattern"))


def _is_shown(address: str, below: str = "", results: str = "") -> bool:
    """Tell whether something is a picture or video, not hidden, and no result of the job."""
    path = urlsplit(address).path
    if PurePath(path).suffix.lower() not in SUFFIXES | VIDEOS:
        return False
    is_hidden = any(part.startswith(".") for part in address[len(below) :].split("/"))
    return not is_hidden and not (results and address.startswith(f"{results}/"))


def _below(folder: str, results: str) -> Iterator[str]:
    """Yield the pictures and videos in and below a folder."""
    for here, folders, files in os.walk(folder):
        # What is taken away here is not gone into.
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and os.path.realpath(os.path.join(here, name)) != results
        )
        for name in sorted(files):
            if PurePath(name).suffix.lower() in SUFFIXES | VIDEOS and not name.startswith("."):
                yield os.path.join(here, name)


def name_all(paths: Iterable[str], frames: str) -> list[Photo]:
    """Give each photo a name of its own.

    Parameters
    ----------
    paths
        No two of the same file.
    frames
        Where frames of videos lie: they are named from there, other photos from the folder that
        all of these share.
    """
    own = inside(frames)
    absolute = [(path, inside(path)) for path in paths]
    parents = {os.path.dirname(path) for _, path in absolute if not _is_in(path, own)}
    try:
        shared = os.path.commonpath(parents) if parents else own
    except ValueError:  # several drives of Windows
        shared = ""
    taken: set[str] = set()
    photos = []
    for path, whole in absolute:
        root = own if _is_in(whole, own) else shared
        below = os.path.relpath(whole, root) if root else whole.replace(":", "")
        name = writable(below.replace(os.sep, "/")).lstrip("/")
        stem = _free(str(PurePath(name).with_suffix("").as_posix()), taken)
        photos.append(Photo(path, name, stem))
    return photos


def _is_in(path: str, folder: str) -> bool:
    return path.startswith((folder + os.sep, folder + "/"))


def _free(stem: str, taken: set[str]) -> str:
    """Return a stem that no photo has yet; some file systems don't know lower case from upper."""
    number, free = 1, stem
    while free.casefold() in taken:
        number += 1
        free = f"{stem}-{number}"
    taken.add(free.casefold())
    return free


def writable(name: str) -> str:
    """Return a name with what is no text, or what no line or XML file may hold, written out."""
    return "".join(
        char.encode("unicode_escape", "surrogatepass").decode()
        if ord(char) < 0x20 or 0xD800 <= ord(char) < 0xE000 or ord(char) in (0x7F, 0xFFFE, 0xFFFF)
        else char
        for char in name
    )
