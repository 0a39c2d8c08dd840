"""An evaluation as text for people and as JSON for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from setvision.cards import Color, Feature, Fill, Shape
from setvision.evaluate.figures import (
    Bin,
    Figures,
    by_condition,
    calibration,
    confusion,
    figures,
)
from setvision.evaluate.matching import Compared
from setvision.label.records import LabelledCard
from setvision.message import Message, Number, msg, nmsg, pmsg, shown
from setvision.words import Words

__all__ = [
    "VALUES",
    "Evaluation",
    "as_dict",
    "as_text",
    "columns",
    "evaluate",
    "misses",
    "percent",
]

VALUES: Final[dict[Feature, tuple[Color | Shape | Fill | int, ...]]] = {
    Feature.COLOR: tuple(Color),
    Feature.SHAPE: tuple(Shape),
    Feature.COUNT: (1, 2, 3),
    Feature.FILL: tuple(Fill),
}
"""The values of each feature in the order of the confusion counts."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All figures of an evaluation."""

    whole: Figures
    by_condition: dict[str, Figures]
    confusion: list[list[list[int]]]
    """Found cards by feature, labelled value and read value."""
    calibration: list[Bin]
    unlabelled: int
    """Readings of photos without a label, which are left out."""


def evaluate(photos: Sequence[Compared], unlabelled: int) -> Evaluation:
    """Work out all figures.

    Parameters
    ----------
    photos
        Labels compared with readings.
    unlabelled
        How many readings have no label.
    """
    return Evaluation(
        figures(photos),
        by_condition(photos),
        confusion(photos).tolist(),
        calibration(photos),
        unlabelled,
    )


def as_dict(evaluation: Evaluation) -> dict[str, Any]:
    """Return the figures as JSON tells them; ``schema`` is 1."""
    return {
        "schema": 1,
        **_figures_dict(evaluation.whole),
        "unlabelled": evaluation.unlabelled,
        "confusion": {
            str(feature): {
                str(truth): dict(zip(map(str, values), row, strict=True))
                for truth, row in zip(values, rows, strict=True)
            }
            for (feature, values), rows in zip(VALUES.items(), evaluation.confusion, strict=True)
        },
        "calibration": [asdict(part) for part in evaluation.calibration],
        "conditions": {
            condition: _figures_dict(own) for condition, own in evaluation.by_condition.items()
        },
    }


def _figures_dict(whole: Figures) -> dict[str, Any]:
    line = asdict(whole)
    line["right_by_feature"] = dict(zip(map(str, Feature), whole.right_by_feature, strict=True))
    return line


def as_text(evaluation: Evaluation, words: Words) -> str:
    """Describe an evaluation for people, without a last line break."""
    blocks = [
        "\n".join(words(line) for line in _heading(evaluation)),
        columns(_summary(evaluation.whole), words),
        *(columns(rows, words) for rows in _confusions(evaluation)),
    ]
    if evaluation.calibration:
        blocks.append(columns(_calibration(evaluation.calibration), words))
    if evaluation.by_condition:
        blocks.append(columns(_conditions(evaluation.by_condition), words))
    return "\n\n".join(blocks)


def _heading(evaluation: Evaluation) -> Iterator[Message]:
    whole = evaluation.whole
    yield msg(
        "{photos} with {cards}",
        photos=nmsg(
            "{photos} labelled photo",
            "{photos} labelled photos",
            whole.photos,
            photos=Number(whole.photos),
        ),
        cards=nmsg(
            "{cards} labelled card",
            "{cards} labelled cards",
            whole.cards,
            cards=Number(whole.cards),
        ),
    )
    if whole.unread:
        yield nmsg("{n} of them has no reading", "{n} of them have no reading", whole.unread)
    if evaluation.unlabelled:
        yield nmsg(
            "{n} reading of a photo without a label is left out",
            "{n} readings of photos without a label are left out",
            evaluation.unlabelled,
        )


def _summary(whole: Figures) -> list[list[object]]:
    rows: list[list[object]] = [
        [msg("cards found"), *_share(whole.found, whole.cards)],
        [msg("read where no card lies"), Number(whole.false), "", ""],
        [msg("all four features right"), *_share(whole.right, whole.faces)],
    ]
    for feature, right in zip(Feature, whole.right_by_feature, strict=True):
        found = msg("{feature} of found cards", feature=feature)
        rows.append([found, *_share(right, whole.faces_found)])
    return [
        *rows,
        [msg("whole tables right"), *_share(whole.whole, whole.photos)],
        [msg("list of SETs right"), *_share(whole.right_sets, whole.photos)],
        [msg("cards said to be sure"), *_share(whole.sure, whole.cards)],
        [msg("of these wrong"), Number(whole.sure_wrong), "", ""],
        [msg('"no SET" said'), *_share(whole.none_said, whole.photos)],
        [msg("of these wrong"), Number(whole.none_wrong), "", ""],
        [msg("verdict unsure"), *_share(whole.unsure_said, whole.photos)],
    ]


def _share(part: int, whole: int) -> tuple[object, object, object]:
    of = msg("of {number}", number=Number(whole))
    return Number(part), of, percent(part / whole) if whole else ""


def percent(share: float) -> Message:
    """Return a share, 0..1, in words; it is never rounded up to 100 %."""
    value = min(100 * share, 99.99) if share < 1 else 100.0
    return msg("{percent} %", percent=Number(value, 2))


def _confusions(evaluation: Evaluation) -> Iterator[list[list[object]]]:
    for (feature, values), counts in zip(VALUES.items(), evaluation.confusion, strict=True):
        title = msg("{feature}: labelled below, read beside", feature=feature)
        rows: list[list[object]] = [[title, *values]]
        for value, row in zip(values, counts, strict=True):
            rows.append([value, *map(Number, row)])
        yield rows


def _calibration(bins: Sequence[Bin]) -> list[list[object]]:
    rows: list[list[object]] = [
        [msg("confidence"), msg("cards"), pmsg("confidence", "mean"), pmsg("cards", "right")]
    ]
    for part in bins:
        span = msg("{begin} to {end}", begin=Number(part.begin, 3), end=Number(part.end, 3))
        rows.append([span, Number(part.cards), percent(part.confidence), percent(part.right)])
    return rows


def _conditions(by_name: dict[str, Figures]) -> list[list[object]]:
    right, false = pmsg("cards", "right"), pmsg("cards", "false")
    head = msg("condition"), msg("photos"), msg("cards"), right, "", false, msg("sure and wrong")
    rows: list[list[object]] = [list(head)]
    for name, own in by_name.items():
        counts = map(Number, (own.photos, own.cards, own.right))
        share = percent(own.right / own.faces) if own.faces else ""
        rows.append([shown(name), *counts, share, Number(own.false), Number(own.sure_wrong)])
    return rows


def columns(rows: Sequence[Sequence[object]], words: Words) -> str:
    """Lay out a table: its first column to the left, the others to the right."""
    cells = [[words(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        ).rstrip()
        for row in cells
    )


def misses(photos: Sequence[Compared]) -> Iterator[Message]:
    """Yield a line for each card that was missed, read wrong, or read where there is none."""
    for photo in photos:
        image = shown(photo.truth.image)
        if photo.seen is None:
            yield msg("{image}: there is no reading", image=image)
            continue
        for pair in photo.pairs:
            truth, seen = pair.truth, pair.seen
            if truth is None and seen is not None:
                yield msg(
                    "{image}: {card} was read, but no card lies there",
                    image=image,
                    card=_named(seen),
                )
            elif truth is not None and seen is None:
                yield msg("{image}: {card}: not found", image=image, card=_named(truth))
            elif truth is not None and seen is not None and truth.card not in (None, seen.card):
                yield msg(
                    "{image}: {card}: read as {other}",
                    image=image,
                    card=_named(truth),
                    other=_named(seen),
                )


def _named(card: LabelledCard) -> object:
    face = card.card or msg("a card")
    return face if card.is_sure else msg("{card} (not sure)", card=face)
