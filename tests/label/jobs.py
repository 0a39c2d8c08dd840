"""Jobs without processes and networks, for tests."""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PIL import Image

from setvision.errors import ImageReadError
from setvision.label.job import Job, Outcome, run
from setvision.label.listing import Failure
from setvision.label.products import make
from setvision.label.records import Labelled, Origin, labelled
from setvision.label.worker import Task, Work, content_of
from setvision.media.load import load
from setvision.message import Message, plain
from tests.media.tables import grid_table

T = TypeVar("T")
R = TypeVar("R")

FACES = ("1rfo", "2gtw", "3ped", "1rto", "2pfw", "3gfd")


def one_by_one(function: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
    for item in items:
        yield function(item)


def silent(things: Iterable[T], count: int, title: Message) -> Iterator[T]:
    yield from things


def fake_read(work: Work, task: Task) -> Labelled | Failure:
    """See cards by the content of the photo; a black one can't be read."""
    try:
        data = content_of(task.photo.path)
    except ImageReadError as error:
        return Failure(task.photo.path, error.problem, is_missing=True)
    digest = hashlib.sha256(data)
    photo = load(data)
    if photo.image.max() == 0:
        return Failure(task.photo.path, plain("too dark"))
    number = int(photo.image[0, 0, 0]) % 6
    doubts = {2: ("fill",)} if number % 2 else {}
    table = grid_table(FACES[number:] + FACES[:number], doubts=doubts)
    origin = Origin(digest.hexdigest(), len(data), work.model, work.by)
    record = task.known or labelled(table, task.photo.name, origin)
    record = replace(record, image=task.photo.name, stem=task.photo.stem)
    assert work.store is not None
    for name, picture in make(record, photo, work.products):
        work.store.write_bytes(name, picture)
    return record


def photos(folder: Path, names: Iterable[str]) -> None:
    """Make photos that all look different."""
    for number, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (840, 340), (200, 90, 10 + number)).save(path, "PNG")


def do(job: Job) -> Outcome:
    return run(job, one_by_one, silent, fake_read)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, but the lock."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }
