"""What is known of one labelled photo, as a value and as a line of JSON.

The line is that of ``setvision read --json`` (:mod:`setvision.media.report`) with more in it: each
card also has ``features``, the probability of each of its four values, and the photo has ``sha256``
and ``bytes`` of its file, ``model`` and ``by``: what read it. Of a photo that a person corrected,
``by`` and ``when`` are of that; each card that was looked at has ``told``, and ``removed`` lists
what is no card.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Final, Self

import numpy as np

from setvision.cards import Card, Feature
from setvision.errors import CardCodeError, LabelsError
from setvision.label.geometry import Quad, quad_of
from setvision.media.report import SCHEMA, as_dict
from setvision.message import msg
from setvision.table import Table

__all__ = [
    "CERTAIN",
    "Labelled",
    "LabelledCard",
    "Origin",
    "Told",
    "from_line",
    "labelled",
    "to_dict",
    "to_line",
]

CERTAIN: Final = (1.0, 1.0, 1.0, 1.0)
"""The features' probabilities where a person, or nobody, said how sure they are."""


@dataclass(frozen=True, slots=True)
class Told:
    """That a person looked at a card, and what it had been read as."""

    by: str
    when: str
    """ISO 8601, UTC, to the second."""
    read: Card | None
    """None where no card had been found."""
    confidence: float = 0.0
    """That of the reading."""


@dataclass(frozen=True, slots=True)
class LabelledCard:
    """One card in a photo."""

    id: int
    """Number from 1 in its photo."""
    card: Card | None
    """None where a label tells that there is a card and not which."""
    quad: Quad
    """Corners in pixels of the upright photo, clockwise, first edge along a long side, centers of
    pixels at whole numbers; they may lie outside the photo."""
    confidence: float = 1.0
    """Probability 0..1 that all four features are right."""
    is_sure: bool = True
    features: tuple[float, float, float, float] = CERTAIN
    """Probability 0..1 of the color, shape, count and fill."""
    doubts: tuple[str, ...] = ()
    """What is doubted, as :attr:`setvision.table.SeenCard.doubts` says it."""
    place: tuple[int, int] | None = None
    """Row and column from 1 where the cards lie in a grid."""
    told: Told | None = None
    """Who said so; None where it is as it was read."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Which file was labelled, and by whom or what."""

    sha256: str
    """Of the file's content, 64 hexadecimal digits."""
    size: int
    """Bytes of the file."""
    model: str
    """The version of what read it (:func:`setvision.label.version.model_version`)."""
    by: str
    """The program, or the person who corrected it."""
    when: str = ""
    """When the person did, as :attr:`Told.when`; empty for a program."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A photo and the cards in it."""

    image: str
    """What the photo is called in labels: its path below the folder that all photos share, with
    forward slashes."""
    width: int
    """Pixels of the upright photo."""
    height: int
    cards: tuple[LabelledCard, ...]
    verdict: str = ""
    """What was said of SETs: "sets", "none" or "unsure"; empty where nothing was."""
    reason: str = ""
    sets: tuple[tuple[int, int, int], ...] = ()
    """Ids of the cards of each SET."""
    edition: str = ""
    path: str = ""
    """Where the file lies; empty when not known."""
    stem: str = ""
    """What its own label files are called; empty for the image without its ending. Not written."""
    origin: Origin | None = None
    conditions: tuple[str, ...] = ()
    """What makes the photo easy or hard, in a word each, by those who labelled it."""
    ignored: tuple[Quad, ...] = ()
    """Where cards lie that need not be read."""
    removed: tuple[LabelledCard, ...] = ()
    """What had been read as a card and is none."""

    @property
    def file_stem(self) -> str:
        """Path of its own label files below the folder of a format, without ending."""
        return self.stem or str(PurePosixPath(self.image).with_suffix(""))

    @property
    def is_doubtful(self) -> bool:
        """Whether a person should look: a card is not sure, or nothing could be said of SETs."""
        return self.verdict == "unsure" or not all(card.is_sure for card in self.cards)

    def at_least(self, confidence: float) -> Self:
        """Return the record without the cards, and their SETs, that are less probable."""
        kept = tuple(card for card in self.cards if card.confidence >= confidence)
        if len(kept) == len(self.cards):
            return self
        ids = {card.id for card in kept}
        return replace(self, cards=kept, sets=tuple(s for s in self.sets if ids.issuperset(s)))


def labelled(table: Table, image: str, origin: Origin) -> Labelled:
    """Make a record of a table that was read, in pixels of the whole upright photo.

    Numbers are rounded as in the JSON line, so that a record is the same before and after it was
    written.
    """
    line = as_dict(table, image)
    for row, seen in zip(line["cards"], table.cards, strict=True):
        own = seen.probs[np.arange(4), seen.card.values]
        row["features"] = {
            str(feature): round(float(p), 4) for feature, p in zip(Feature, own, strict=True)
        }
    line |= {
        "sha256": origin.sha256,
        "bytes": origin.size,
        "model": origin.model,
        "by": origin.by,
    }
    return from_line(line)


def to_line(record: Labelled) -> str:
    """Return a record as one line of JSON, without the line break."""
    return json.dumps(to_dict(record), ensure_ascii=False)


def to_dict(record: Labelled) -> dict[str, Any]:
    """Return what the line of JSON of a record says."""
    line: dict[str, Any] = {
        "schema": SCHEMA,
        "image": record.image,
        "width": record.width,
        "height": record.height,
        "cards": [_card_dict(card) for card in record.cards],
        "sets": [list(ids) for ids in record.sets],
        "verdict": record.verdict,
        "reason": record.reason,
        "edition": record.edition,
    }
    if record.path:
        line["path"] = record.path
    if record.conditions:
        line["conditions"] = list(record.conditions)
    if record.ignored:
        line["ignore"] = [[list(point) for point in quad] for quad in record.ignored]
    if record.origin is not None:
        line |= {
            "sha256": record.origin.sha256,
            "bytes": record.origin.size,
            "model": record.origin.model,
            "by": record.origin.by,
        }
        if record.origin.when:
            line["when"] = record.origin.when
    if record.removed:
        line["removed"] = [_card_dict(card) for card in record.removed]
    return line


def _card_dict(card: LabelledCard) -> dict[str, Any]:
    face = card.card
    row, column = card.place or (None, None)
    line: dict[str, Any] = {
        "id": card.id,
        "quad": [list(point) for point in card.quad],
        "color": face.color.value if face else None,
        "shape": face.shape.value if face else None,
        "count": face.count if face else None,
        "fill": face.fill.value if face else None,
        "confidence": card.confidence,
        "sure": card.is_sure,
        "doubts": list(card.doubts),
        "row": row,
        "column": column,
        "features": {str(f): p for f, p in zip(Feature, card.features, strict=True)},
    }
    if card.told is not None:
        read = card.told.read
        line["told"] = {
            "by": card.told.by,
            "when": card.told.when,
            "read": read.code if read else None,
            "confidence": card.told.confidence,
        }
    return line


def from_line(line: str | bytes | Mapping[str, Any], source: str = "") -> Labelled:
    """Read a record from a line of JSON: ours, that of ``read --json``, or a label of that kind.

    What the line does not say is taken as certain; a card's ``number`` will do for its ``count``.

    Parameters
    ----------
    line
        The text, or what was parsed from it.
    source
        Where the line stands, for the error.

    Raises
    ------
    LabelsError
        When it is no such line, or that of a photo that could not be read.
    """
    try:
        row = json.loads(line) if isinstance(line, str | bytes) else line
        origin = None
        if "sha256" in row:
            origin = Origin(
                str(row["sha256"]),
                int(row["bytes"]),
                str(row["model"]),
                str(row.get("by", "")),
                str(row.get("when", "")),
            )
        return Labelled(
            image=str(row["image"]),
            width=int(row["width"]),
            height=int(row["height"]),
            cards=tuple(_card(card, number) for number, card in enumerate(row["cards"], start=1)),
            verdict=str(row.get("verdict", "")),
            reason=str(row.get("reason", "")),
            sets=tuple((int(a), int(b), int(c)) for a, b, c in row.get("sets", ())),
            edition=str(row.get("edition", "")),
            path=str(row.get("path", "")),
            origin=origin,
            conditions=tuple(map(str, row.get("conditions", ()))),
            ignored=tuple(quad_of(quad) for quad in row.get("ignore", ())),
            removed=tuple(
                _card(card, number) for number, card in enumerate(row.get("removed", ()))
            ),
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        reason = error.message if isinstance(error, CardCodeError) else _in_words(error)
        raise LabelsError(
            msg("{source} is no label of a photo: {reason}", source=source, reason=reason)
        ) from None


def _card(row: Mapping[str, Any], number: int) -> LabelledCard:
    count: Any = row["count"] if "count" in row else row.get("number")
    face = None
    if row.get("color") is not None:
        face = Card(row["color"], row["shape"], count, row["fill"])
    features = row.get("features")
    at = row.get("row"), row.get("column")
    return LabelledCard(
        id=int(row.get("id", number)),
        card=face,
        quad=quad_of(row["quad"]),
        confidence=float(row.get("confidence", 1.0)),
        is_sure=bool(row.get("sure", True)),
        features=_four(features[f] for f in Feature) if features else CERTAIN,
        doubts=tuple(map(str, row.get("doubts", ()))),
        place=None if at[0] is None or at[1] is None else (int(at[0]), int(at[1])),
        told=_told(row["told"]) if row.get("told") else None,
    )


def _told(row: Mapping[str, Any]) -> Told:
    read = row["read"]
    return Told(
        by=str(row["by"]),
        when=str(row["when"]),
        read=None if read is None else Card.parse(str(read)),
        confidence=float(row["confidence"]),
    )


def _four(values: Iterable[float]) -> tuple[float, float, float, float]:
    color, shape, count, fill = map(float, values)
    return color, shape, count, fill


def _in_words(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"it has no {text}" if isinstance(error, KeyError) else text
