"""A photo under review as the page is told of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from setvision.cards import Card, Edition, Feature
from setvision.errors import UsageError
from setvision.label.corrections import Given
from setvision.label.geometry import Quad, ordered
from setvision.label.listing import writable
from setvision.label.records import Labelled, LabelledCard
from setvision.label.review import Item, Summary
from setvision.label.sheet import doubt_told, why
from setvision.message import Message, Number, msg, nmsg
from setvision.words import Words

__all__ = ["given_in", "item_dict", "summary_dict", "summary_message"]


def item_dict(item: Item, words: Words) -> dict[str, Any]:
    """Return a photo with its cards and what is doubted of them, in a language."""
    record = item.record
    words = words.in_edition(Edition(record.edition or Edition.STANDARD))
    return {
        "name": record.image,
        "version": item.version,
        "done": item.is_done,
        "trouble": words(item.trouble) if item.trouble else "",
        "why": words(_why(item)),
        "width": record.width,
        "height": record.height,
        "edition": record.edition or Edition.STANDARD.value,
        "highest": max((card.id for card in (*record.cards, *record.removed)), default=0),
        "cards": [_card_dict(card, words) for card in record.cards if card.card is not None],
    }


def _why(item: Item) -> Message:
    record = item.record
    if item.is_done and record.origin is not None:
        return msg("{name} has looked at this photo.", name=writable(record.origin.by))
    return why(record)


def _card_dict(card: LabelledCard, words: Words) -> dict[str, Any]:
    read = card.told.read if card.told else card.card
    return {
        "id": card.id,
        "quad": [list(point) for point in card.quad],
        **_values(card.card),
        "sure": card.is_sure,
        "told": card.told is not None,
        "doubts": list(card.doubts),
        "doubt": "" if card.is_sure else words(doubt_told(card)),
        "features": {str(f): p for f, p in zip(Feature, card.features, strict=True)},
        "read": read.code if read else None,
        "read_as": _values(read) if read else None,
    }


def _values(card: Card | None) -> dict[str, Any]:
    if card is None:
        return {}
    return {
        "color": card.color.value,
        "shape": card.shape.value,
        "count": card.count,
        "fill": card.fill.value,
    }


def given_in(wish: Mapping[str, Any], record: Labelled) -> list[Given]:
    """Return what a page says of the cards of a photo.

    Raises
    ------
    UsageError
        When that was not understood, or four points are no card.
    CardCodeError
        When a code names no card.
    """
    rows = wish.get("cards")
    if not isinstance(rows, list):
        raise UsageError(msg("That was not understood."))
    return [_given(row, record) for row in rows]


def _given(row: Any, record: Labelled) -> Given:
    try:
        number, code, quad = int(row["id"]), str(row["code"])[:80], row.get("quad")
        is_told = row.get("told") is True
    except (ValueError, OverflowError, LookupError, TypeError, AttributeError):
        raise UsageError(msg("That was not understood.")) from None
    points = None if quad is None else _quad(quad, record)
    return Given(number, Card.parse(code), is_told, points)


def _quad(points: Sequence[Sequence[float]], record: Labelled) -> Quad:
    try:
        quad = ordered([(float(x), float(y)) for x, y in points])
    except (ValueError, OverflowError, TypeError):
        raise UsageError(msg("These are not the corners of a card.")) from None
    # A card may reach out of the photo, but not far.
    (width, height), room = (record.width, record.height), max(record.width, record.height)
    if not all(-room <= x <= width + room and -room <= y <= height + room for x, y in quad):
        raise UsageError(msg("These are not the corners of a card."))
    return quad


def summary_dict(summary: Summary, words: Words) -> dict[str, Any]:
    """Return what came of a review, in a language."""
    return {
        "count": summary.count,
        "done": summary.done,
        "as_read": summary.as_read,
        "corrected": summary.corrected,
        "changed": summary.changed,
        "added": summary.added,
        "removed": summary.removed,
        "told": words(summary_message(summary)),
    }


def summary_message(summary: Summary) -> Message:
    """Return in a sentence what came of a review."""
    return nmsg(
        "{done} of {n} photo looked at, {corrected} of them corrected.",
        "{done} of {n} photos looked at, {corrected} of them corrected.",
        summary.count,
        done=Number(summary.done),
        corrected=Number(summary.corrected),
    )
