"""CSV: a row a card, and a row without a card for a photo that has none.

Corners are as in the JSON lines: pixels of the upright photo, counted from their centers.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from setvision.cards import Card, Feature
from setvision.label.classes import told_of
from setvision.label.formats.files import Format, Layout, TextFile
from setvision.label.formats.parse import Wrong, certainty, damaged
from setvision.label.geometry import quad_of
from setvision.label.records import Labelled, LabelledCard

__all__ = ["CSV"]

_FILE: Final = "cards.csv"

_CORNERS: Final = tuple(f"{axis}{k}" for k in range(1, 5) for axis in "xy")

_TOLD: Final = ("by", "when", "read")  # of those cards that a person looked at

_COLUMNS: Final = (
    "image",
    "width",
    "height",
    "id",
    "code",
    *Feature,
    "confidence",
    *(f"confidence_{feature}" for feature in Feature),
    "sure",
    "doubts",
    *_CORNERS,
    *_TOLD,
)


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    yield TextFile(_FILE, _lines(records))


def _lines(records: Iterable[Labelled]) -> Iterator[str]:
    yield _line(_COLUMNS)
    for record in records:
        photo = (record.image, record.width, record.height)
        for card in record.cards:
            yield _line((*photo, *_cells(card)))
        if not record.cards:
            yield _line((*photo, *([""] * (len(_COLUMNS) - len(photo)))))


def _cells(card: LabelledCard) -> tuple[object, ...]:
    face, told = card.card, told_of(card)
    values = (face.color, face.shape, face.count, face.fill) if face else ("", "", "", "")
    return (
        card.id,
        face.code if face else "",
        *values,
        card.confidence,
        *card.features,
        str(card.is_sure).lower(),
        " ".join(card.doubts),
        *(value for point in card.quad for value in point),
        *(told.get(column, "") for column in _TOLD),
    )


def _line(cells: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _read(path: Path) -> Iterator[Labelled]:
    path = path / _FILE if path.is_dir() else path
    with path.open(encoding="utf-8-sig", newline="") as file:
        try:
            rows = csv.DictReader(file)
            for column in ("image", "width", "height", "id", "color", *_CORNERS):
                if column not in (rows.fieldnames or ()):
                    raise KeyError(column)
            for photo, of_photo in groupby(
                rows, lambda row: (row["image"], int(row["width"]), int(row["height"]))
            ):
                cards = tuple(_card(row) for row in of_photo if row["id"])
                yield Labelled(*photo, cards)
        except (*Wrong, csv.Error) as error:
            raise damaged(path, error) from None


def _card(row: dict[str, str]) -> LabelledCard:
    face = None
    if row["color"]:
        face = Card.parse(row["code"]) if row.get("code") else None
        face = face or Card.parse(" ".join(row[feature] for feature in Feature))
    given = {key: value for key, value in row.items() if value}
    return LabelledCard(
        id=int(row["id"]),
        card=face,
        quad=quad_of([(float(row[f"x{k}"]), float(row[f"y{k}"])) for k in range(1, 5)]),
        doubts=tuple((row.get("doubts") or "").split()),
        **certainty(given),
    )


CSV: Final = Format("csv", _of_all, None, _read)
