"""Labelled folders under review, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from setvision.cards import Card
from setvision.label.corrections import Given
from setvision.label.formats import FORMATS
from setvision.label.job import Job
from setvision.label.plan import read_plan
from setvision.label.review import Item, Review, reviewed
from setvision.label.store import Folder
from tests.label.jobs import do, photos


def labelled_folder(folder: Path, **wishes: object) -> Job:
    """Label four photos, b.png and d.png of which are doubtful, each in card 2."""
    photos(folder / "in", ["a.png", "b.png", "c.png", "d.png"])
    job = Job((str(folder / "in"),), folder / "out", tuple(FORMATS), overlay=True, crops=True)
    job = replace(job, **wishes)  # type: ignore[arg-type]
    do(job)
    return job


@contextmanager
def under_review(folder: Path) -> Iterator[Review]:
    store = Folder(folder / "out")
    with reviewed(store, read_plan(store)) as review:
        yield review


def confirmed(item: Item) -> list[Given]:
    """All cards as they were read."""
    return [Given(card.id, card.card, not card.is_sure) for card in item.record.cards if card.card]


def with_card(item: Item, number: int, code: str) -> list[Given]:
    """All cards as they were read, but one."""
    return [
        replace(given, card=Card.parse(code), is_told=True) if given.id == number else given
        for given in confirmed(item)
    ]
