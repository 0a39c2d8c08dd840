"""What the last job in a folder was, so that its files can be made anew without its sources.

The first line of the file tells the wishes, each other one a photo: content, path, name, stem.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from setvision.errors import LabelsError, SetVisionError, UsageError
from setvision.label.classes import Classes
from setvision.label.listing import Photo
from setvision.label.products import Products
from setvision.label.store import Store
from setvision.message import msg, shown

__all__ = ["Plan", "read_plan", "write_plan"]

_FILE: Final = ".plan.jsonl"


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for, and of which photos there are labels."""

    formats: Mapping[str, tuple[Classes, float]]
    """The formats that lie there, each with its classes and its least confidence."""
    products: Products
    decks: int
    model: str
    """The version of what read the photos."""
    root: str
    """The folder that their paths count from; empty where they are whole."""
    photos: Sequence[Photo]
    hashes: Sequence[str]
    """The content of each photo, SHA-256."""


def write_plan(store: Store, plan: Plan) -> None:
    """Write a plan down; formats of earlier jobs stay in it.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    try:
        earlier = dict(read_plan(store).formats)
    except SetVisionError:  # there is none, or it is of no use: a new one takes its place
        earlier = {}
    plan = replace(plan, formats={**earlier, **plan.formats})
    store.write_text(_FILE, (json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(plan)))


def _rows(plan: Plan) -> Iterator[Any]:
    products = plan.products
    yield {
        "formats": {name: list(wishes) for name, wishes in sorted(plan.formats.items())},
        "classes": products.classes.value,
        "min_confidence": products.min_confidence,
        "overlay": products.overlay,
        "crops": products.crops,
        "lang": products.lang,
        "decks": plan.decks,
        "model": plan.model,
        "root": plan.root,
    }
    for photo, sha256 in zip(plan.photos, plan.hashes, strict=True):
        yield [sha256, photo.path, photo.name, photo.stem]


def read_plan(store: Store) -> Plan:
    """Return the plan of a folder.

    Raises
    ------
    UsageError
        When no job was done there.
    LabelsError
        When it is damaged.
    """
    try:
        lines = store.read_bytes(_FILE).split(b"\n")
    except OSError:
        raise UsageError(
            msg(
                "{folder} holds no labels that setvision label has finished; label photos into it "
                "first",
                folder=shown(store.where()),
            )
        ) from None
    try:
        return _plan(json.loads(lines[0]), (json.loads(line) for line in lines[1:] if line))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise LabelsError(
            msg(
                "{path} is damaged; run setvision label on the folder again",
                path=shown(store.where(_FILE)),
            )
        ) from None


def _plan(head: dict[str, Any], rows: Iterable[list[str]]) -> Plan:
    photos, hashes = [], []
    for sha256, path, name, stem in rows:
        bytes.fromhex(sha256)
        photos.append(Photo(path, name, stem))
        hashes.append(sha256)
    products = Products(
        overlay=bool(head["overlay"]),
        crops=bool(head["crops"]),
        classes=Classes(head["classes"]),
        min_confidence=float(head["min_confidence"]),
        lang=str(head["lang"]),
    )
    return Plan(
        formats={
            name: (Classes(classes), float(least))
            for name, (classes, least) in head["formats"].items()
        },
        products=products,
        decks=int(head["decks"]),
        model=str(head["model"]),
        root=str(head["root"]),
        photos=photos,
        hashes=hashes,
    )
