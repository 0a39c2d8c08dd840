"""A whole job: photos found, read, written down, and made into the files that were asked for.

What was read goes into the journal at once (:mod:`setvision.label.journal`). The other files are
made of the journal, so a job can be stopped at any moment: the next one reads what is missing and
makes all files anew, and where nothing is missing it changes none. They tell of the photos in the
order of the sources, so it makes no difference which worker was quicker.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePath
from typing import Final, Protocol, TypeVar

from setvision.errors import ClusterError, UsageError
from setvision.label.addresses import is_address
from setvision.label.bucket import store_of
from setvision.label.classes import Classes
from setvision.label.corrections import Corrections
from setvision.label.formats import FORMATS
from setvision.label.frames import FRAMES, sample
from setvision.label.journal import Journal
from setvision.label.listing import VIDEOS, Failure, Photo, find, name_all
from setvision.label.made import MADE, Made
from setvision.label.plan import Plan, write_plan
from setvision.label.pool import Lost, Spread
from setvision.label.products import Products
from setvision.label.records import Labelled
from setvision.label.results import Results, write_results
from setvision.label.store import Store
from setvision.label.version import PROGRAM, model_version
from setvision.label.worker import Delivered, Task, Work, digest, label
from setvision.message import Message, msg, shown

__all__ = ["Job", "Outcome", "Progress", "Read", "run"]

JOURNAL: Final = "labels.jsonl"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done."""

    sources: tuple[str, ...]
    folder: Path | str
    """Where all results go: a path, or an address."""
    formats: tuple[str, ...]
    """Names of :data:`setvision.label.formats.FORMATS`."""
    classes: Classes = Classes.FACES
    min_confidence: float = 0.0
    """Less probable cards are left out of all files but the journal."""
    overlay: bool = False
    crops: bool = False
    every_s: float | None = None
    """Seconds between the frames of videos; None where there are no videos."""
    decks: int = 1
    deck: bytes | None = None
    """What was taught of the look of the deck: the content of the file."""
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended."""

    labelled: int
    """Photos with labels."""
    read: int
    """Those of them that were read now and not earlier."""
    doubtful: int
    failures: tuple[Failure, ...]
    is_stopped: bool
    """Whether the user stopped it before the end."""


class Progress(Protocol):
    """Shows how far a job is."""

    def __call__(self, things: Iterable[T], count: int, title: Message) -> Iterator[T]:
        """Yield the things again, of which there are so many."""


Read = Callable[[Work, Task], Labelled | Delivered | Failure]
"""Labels a photo; :func:`setvision.label.worker.label`, or a stand-in in tests."""


def run(job: Job, spread: Spread, progress: Progress, read: Read = label) -> Outcome:
    """Do a job, or what is missing of it.

    Parameters
    ----------
    job
        What is to be done.
    spread
        Divides it among workers.
    progress
        Shows how far it is.
    read
        Labels a photo.

    Raises
    ------
    UsageError
        When the folder can't be used, or a video is named without an interval.
    OutputError
        When something cannot be written. What was read until then is kept.
    LabelsError
        When the journal of an earlier job is damaged.
    ModelError
        When a network is missing or damaged.
    ClusterError
        When the workers cannot do it, or are gone.
    """
    products = Products(job.overlay, job.crops, job.classes, job.min_confidence, job.lang)
    store = store_of(job.folder)
    model = model_version(job.decks, job.deck)
    work = Work(model, PROGRAM, job.decks, products, store, job.deck)
    with store.claimed():
        photos, failures = _listed(job, store)
        with (
            store.growing(MADE) as of_made,
            store.growing(JOURNAL) as lines,
            Made(store, of_made, products) as made,
            Journal(lines.path, work.model, lines.save) as journal,
        ):
            results = Results(photos, journal, job.min_confidence, Corrections(store))
            is_stopped = False
            try:
                _check_known(results, failures, spread, progress)
            except KeyboardInterrupt:  # the files that lie there tell more than is known now
                return Outcome(len(results), 0, 0, (), is_stopped=True)
            try:
                _read_all(job, work, store, results, made, failures, spread, progress, read)
            except KeyboardInterrupt:
                is_stopped = True
            doubtful = write_results(store, results, failures, job.formats, products)
            write_plan(store, _plan(job, work, results))
            return Outcome(
                labelled=len(results),
                read=results.read,
                doubtful=doubtful,
                failures=tuple(failures),
                is_stopped=is_stopped,
            )


def _plan(job: Job, work: Work, results: Results) -> Plan:
    """Return what a review needs to make the files of this job anew."""
    known = list(results.known())
    are_whole = all(is_address(photo.path) or os.path.isabs(photo.path) for photo, _ in known)
    return Plan(
        formats=dict.fromkeys(job.formats, (job.classes, job.min_confidence)),
        products=work.products,
        decks=job.decks,
        model=work.model,
        root="" if are_whole else os.getcwd(),
        photos=[photo for photo, _ in known],
        hashes=[sha256 for _, sha256 in known],
    )


def _listed(job: Job, store: Store) -> tuple[list[Photo], list[Failure]]:
    """Find all photos, the frames of videos among them."""
    paths: list[str] = []
    failures: list[Failure] = []
    names: set[str] = set()
    for found in find(job.sources, job.folder):
        if isinstance(found, Failure):
            failures.append(found)
        elif PurePath(found).suffix.lower() not in VIDEOS:
            paths.append(found)
        elif job.every_s is not None:
            frames = sample(found, job.every_s, store, _free_name(found, names))
            if isinstance(frames, Failure):
                failures.append(frames)
            else:
                paths += frames
        elif found in job.sources:
            raise UsageError(
                msg("{path} is a video: say how often to look, as in --every 2", path=found)
            )
    return name_all(paths, store.where(FRAMES)), failures


def _free_name(video: str, taken: set[str]) -> str:
    name = PurePath(video).name
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name}-{number}"
    taken.add(free.casefold())
    return free


def _check_known(
    results: Results, failures: list[Failure], spread: Spread, progress: Progress
) -> None:
    """Find the photos whose content was read before."""
    if not results.has_known:
        return
    with contextlib.closing(spread(digest, results.photos)) as hashes:
        shown = progress(hashes, len(results.photos), msg("looking for what is done"))
        for place, found in enumerate(shown):
            if isinstance(found, str) and results.is_known(found):
                results.place(place, found)


def _read_all(
    job: Job,
    work: Work,
    store: Store,
    results: Results,
    made: Made,
    failures: list[Failure],
    spread: Spread,
    progress: Progress,
    read: Read,
) -> None:
    """Read the other photos, and make the pictures that are missing."""
    places = [place for place in range(len(results.photos)) if _is_missing(results, made, place)]
    tasks = (Task(results.photos[place], results.record(place)) for place in places)
    of_one = [FORMATS[name] for name in job.formats if FORMATS[name].of_one is not None]
    with contextlib.closing(spread(partial(read, work), tasks)) as done:
        shown = progress(done, len(places), msg("reading photos"))
        for place, found in zip(places, shown, strict=True):
            _take(place, found, store, results, made, failures)
            results.write_own(place, store, of_one, job.classes)


def _take(
    place: int,
    found: Labelled | Delivered | Failure | Lost,
    store: Store,
    results: Results,
    made: Made,
    failures: list[Failure],
) -> None:
    """Keep what a worker found out about a photo."""
    photo = results.photos[place]
    if isinstance(found, Delivered):
        for name, picture in found.pictures:
            store.write_bytes(name, picture)
        found = found.record
    if isinstance(found, Lost):
        found = Failure(photo.path, msg("ended the program that read it; it may be too large"))
    if isinstance(found, Failure):
        if found.is_missing and os.path.exists(photo.path):
            raise ClusterError(
                msg(
                    "{path} is here but not where the workers are: give all of them the folder "
                    "under the same name, or name photos by addresses that they can reach",
                    path=shown(photo.path),
                )
            )
        results.forget(place)
        failures.append(found)
    else:
        found = replace(found, stem=photo.stem)
        made.note(found)
        results.add(place, found)


def _is_missing(results: Results, made: Made, place: int) -> bool:
    record = results.record(place)
    return record is None or not made.is_made(record)
