"""``setvision label``: many photos in, labels in the formats of other programs out."""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from setvision.label.bucket import store_of
from setvision.label.classes import Classes
from setvision.label.cluster import connected
from setvision.label.job import Job, Outcome, Read, run
from setvision.label.pool import Spread, cores, spread
from setvision.label.progress import on_terminal
from setvision.label.worker import deliver
from setvision.label.worker import label as label_one
from setvision.message import Message, Number, msg, nmsg, shown
from setvision.vision.taught import load_deck
from setvision.words import Words

__all__ = ["label"]


def label(options: argparse.Namespace, words: Words) -> int:
    """Label photos, tell what came of it, and return the exit status.

    Raises
    ------
    SetVisionError
        When the folder can't be used, the disk is full, or a journal is damaged.
    """
    job = Job(
        sources=tuple(options.sources),
        folder=options.out,
        formats=tuple(dict.fromkeys(options.format or ("coco",))),
        classes=Classes(options.classes),
        min_confidence=options.min_confidence,
        overlay=options.overlay,
        crops=options.crops,
        every_s=options.every,
        decks=options.decks,
        deck=None if options.deck is None else load_deck(options.deck).to_bytes(),
        lang=words.lang,
    )
    with _workers(options) as workers:
        outcome = run(job, workers, on_terminal(words), _reader(options))
    for line in _told(outcome, job):
        print(words(line))
    for failure in outcome.failures[:_SHOWN]:
        line = Message(
            "{path}: {reason}", fields={"path": shown(failure.path), "reason": failure.reason}
        )
        print(f"setvision: {words(line)}", file=sys.stderr)
    if outcome.is_stopped:
        return 130
    return 1 if outcome.failures else 0


_SHOWN = 10


@contextlib.contextmanager
def _workers(options: argparse.Namespace) -> Iterator[Spread]:
    """Give what divides the job: processes of this computer, or a cluster."""
    if options.cluster is None:
        yield partial(spread, workers=options.workers or cores())
    else:
        with connected(options.cluster) as cluster:
            yield cluster


def _reader(options: argparse.Namespace) -> Read:
    """Return what labels a photo: workers elsewhere can't write into a folder of this computer."""
    return deliver if options.cluster is not None and isinstance(options.out, Path) else label_one


def _told(outcome: Outcome, job: Job) -> list[Message]:
    """Return what came of a job, in lines."""
    store = store_of(job.folder)
    sheet = shown(store.where("review/contact-sheet.html"))
    failures = shown(store.where("failures.csv"))
    lines = [
        nmsg(
            "{photos} photo labelled, {read} of them now",
            "{photos} photos labelled, {read} of them now",
            outcome.labelled,
            photos=Number(outcome.labelled),
            read=Number(outcome.read),
        )
    ]
    if outcome.doubtful:
        lines.append(
            nmsg(
                "{photos} photo to look at: {path}",
                "{photos} photos to look at: {path}",
                outcome.doubtful,
                photos=Number(outcome.doubtful),
                path=sheet,
            )
        )
    if outcome.failures:
        lines.append(
            nmsg(
                "{photos} could not be read: {path}",
                "{photos} could not be read: {path}",
                len(outcome.failures),
                photos=Number(len(outcome.failures)),
                path=failures,
            )
        )
    if outcome.is_stopped:
        lines.append(msg("Stopped; the same command goes on from here."))
    return lines
