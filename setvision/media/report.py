"""A table of cards as text for people and as a JSON line for programs.

The JSON line (schema 1) is what ``setvision read --json`` prints, one line a picture::

    {"schema": 1, "image": "a.jpg", "width": 1280, "height": 720,
     "cards": [{"id": 1, "quad": [[x, y], [x, y], [x, y], [x, y]],
                "color": "red", "shape": "oval", "count": 2, "fill": "striped",
                "confidence": 0.9998, "sure": true, "doubts": [], "row": 1, "column": 1}, ...],
     "sets": [[1, 5, 9], ...], "verdict": "sets", "reason": "...", "edition": "standard",
     "seconds": 0.031}

Corners are pixels of the upright picture, centers of pixels at whole numbers. A picture that could
not be read has a line with ``schema``, ``image`` and ``error`` alone.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from setvision.cards import Card, Edition, Feature
from setvision.doubts import doubts_in_words
from setvision.errors import SetVisionError
from setvision.message import Message, Number, msg, nmsg, plain, pmsg
from setvision.table import SeenCard, Table, Verdict
from setvision.words import Words, words_for

__all__ = [
    "SCHEMA",
    "as_dict",
    "as_text",
    "error_dict",
    "set_name",
    "table_from_dict",
    "verdict_message",
]

SCHEMA: Final = 1

_TAKEN_FROM_THE_REST: Final = 1e-6


def set_name(number: int) -> str:
    """Return the letter of a SET, the first being number 0: A to Z, then AA, AB and so on."""
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def verdict_message(table: Table) -> Message:
    """Return the verdict as a short line, without its reason."""
    match table.verdict:
        case Verdict.SETS:
            sure = len(set(table.sure_sets))
            unsure = len(table.sets) - sure
            sets = nmsg("{n} SET", "{n} SETs", sure or unsure)
            if sure and unsure:
                return nmsg(
                    "{sets}, perhaps {n} more", "{sets}, perhaps {n} more", unsure, sets=sets
                )
            return sets
        case Verdict.NONE:
            return pmsg("table", "no SET")
        case _:
            return msg("unsure")


def as_text(table: Table, name: str | None = None, words: Words | None = None) -> str:
    """Describe a table for people.

    Parameters
    ----------
    table
        What was read.
    name
        A line with it and the number of cards is put first.
    words
        The language; English when omitted.

    Returns
    -------
    str
        Lines without a last line break: the cards in reading order in aligned columns, in the
        words of their edition; the SETs; the verdict with its reason.
    """
    words = (words or words_for("en")).in_edition(table.edition)
    lines = []
    if name is not None:
        cards = nmsg("{name}: {n} card", "{name}: {n} cards", len(table.cards), name=name)
        lines.append(words(cards))
    if table.cards:
        lines += _aligned(_rows(table, words))
    if table.sets:
        lines.append("")
        lines += _set_lines(table, words)
        lines.append("")
    verdict = verdict_message(table)
    reason = words(table.reason)
    lines.append(
        words(msg("Verdict: {verdict} ({reason})", verdict=verdict, reason=reason))
        if reason
        else words(msg("Verdict: {verdict}", verdict=verdict))
    )
    return "\n".join(lines)


def _rows(table: Table, words: Words) -> list[list[str]]:
    places = [msg("row"), msg("column")] if table.grid is not None else []
    features = (Feature.COUNT, Feature.COLOR, Feature.FILL, Feature.SHAPE)
    head = [msg("card"), *places, *features, msg("confidence"), ""]
    rows = [list(map(words, head))]
    for seen, place in zip(table.cards, _places(table), strict=True):
        card = seen.card
        # Rounded down: 100 % is only what the reader itself calls so.
        percent = Number(math.floor(seen.confidence * 1000) / 10, 1)
        rows.append(
            [
                str(seen.id),
                *(map(str, place) if place else ()),
                str(card.count),
                words(card.color),
                words(card.fill),
                words(card.shape),
                words(msg("{percent} %", percent=percent)),
                ""
                if seen.sure
                else words(msg("not sure: {doubts}", doubts=doubts_in_words(seen.doubts))),
            ]
        )
    return rows


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out columns; those of numbers to the right, under their heading."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    is_number = [column[1][:1].isdigit() for column in columns]
    return [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, is_number, strict=True)
        ).rstrip()
        for row in rows
    ]


def _set_lines(table: Table, words: Words) -> list[str]:
    cards = {seen.id: seen for seen in table.cards}
    sure = set(table.sure_sets)
    rows = []
    for number, ids in enumerate(table.sets):
        named = " + ".join(words(cards[i].card) for i in ids)
        note = "" if ids in sure else "  " + words(msg("(not sure)"))
        label = words(pmsg("of a SET", "cards"))
        rows.append([f"SET {set_name(number)}:", label, *map(str, ids), f" {named}{note}"])
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    return [
        f"{row[0].ljust(widths[0])} {row[1]} "
        + " ".join(cell.rjust(width) for cell, width in zip(row[2:5], widths[2:5], strict=True))
        + row[5]
        for row in rows
    ]


def _places(table: Table) -> Sequence[tuple[int, int] | None]:
    return table.grid if table.grid is not None else [None] * len(table.cards)


def as_dict(table: Table, image: str, *, seconds: float | None = None) -> dict[str, Any]:
    """Return what a JSON line says about a table.

    Parameters
    ----------
    table
        What was read, in pixels of the whole upright picture.
    image
        The name of the picture, as it was given.
    seconds
        How long the reading took; left out when not known.
    """
    line: dict[str, Any] = {
        "schema": SCHEMA,
        "image": image,
        "width": int(table.width),
        "height": int(table.height),
        "cards": [
            {
                "id": int(seen.id),
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in seen.quad],
                "color": seen.card.color.value,
                "shape": seen.card.shape.value,
                "count": int(seen.card.count),
                "fill": seen.card.fill.value,
                "confidence": round(float(seen.confidence), 4),
                "sure": bool(seen.sure),
                "doubts": list(seen.doubts),
                "row": int(place[0]) if place else None,
                "column": int(place[1]) if place else None,
            }
            for seen, place in zip(table.cards, _places(table), strict=True)
        ],
        "sets": [[int(i) for i in ids] for ids in table.sets],
        "verdict": table.verdict.value,
        "reason": str(table.reason),
        "edition": table.edition.value,
    }
    if seconds is not None:
        line["seconds"] = round(float(seconds), 4)
    return line


def error_dict(image: str, error: str) -> dict[str, Any]:
    """Return what a JSON line says about a picture that could not be read."""
    return {"schema": SCHEMA, "image": image, "error": error}


def table_from_dict(line: Mapping[str, Any]) -> Table:
    """Rebuild a table from what :func:`as_dict` gave.

    A line does not hold the probabilities of the single values. They are made up so that the
    card's own values have its confidence together and the rest is shared evenly.

    Raises
    ------
    SetVisionError
        When the line is one of an unreadable picture, of another schema, or incomplete.
    """
    if "error" in line:
        raise SetVisionError(
            Message("{image}: {error}", fields={"image": line.get("image"), "error": line["error"]})
        )
    if line.get("schema") != SCHEMA:
        raise SetVisionError(
            msg(
                "schema {schema} is not known; it must be {known}",
                schema=repr(line.get("schema")),
                known=SCHEMA,
            )
        )
    try:
        cards = tuple(map(_seen_from_dict, line["cards"]))
        sets = tuple((int(a), int(b), int(c)) for a, b, c in line["sets"])
        sure = {seen.id for seen in cards if seen.sure}
        places = [(card["row"], card["column"]) for card in line["cards"]]
        has_places = all(row is not None for row, _ in places)
        return Table(
            cards=cards,
            width=int(line["width"]),
            height=int(line["height"]),
            sets=sets,
            verdict=Verdict(line["verdict"]),
            sure_sets=tuple(ids for ids in sets if sure.issuperset(ids)),
            reason=plain(str(line["reason"])),
            edition=Edition(line["edition"]),
            grid=tuple((int(r), int(c)) for r, c in places) if has_places else None,
        )
    except KeyError as error:
        raise SetVisionError(
            msg("the line of {image} lacks {key}", image=line.get("image"), key=error)
        ) from None
    except (TypeError, ValueError) as error:
        raise SetVisionError(
            msg("the line of {image} is damaged: {error}", image=line.get("image"), error=error)
        ) from None


def _seen_from_dict(line: Mapping[str, Any]) -> SeenCard:
    card = Card(line["color"], line["shape"], line["count"], line["fill"])
    confidence = float(line["confidence"])
    own = max(min(confidence, 1.0), _TAKEN_FROM_THE_REST) ** 0.25
    probs = np.full((4, 3), (1 - own) / 2, np.float32)
    probs[np.arange(4), card.values] = own
    return SeenCard(
        id=int(line["id"]),
        card=card,
        quad=np.array(line["quad"], np.float32).reshape(4, 2),
        confidence=confidence,
        sure=bool(line["sure"]),
        probs=probs,
        doubts=tuple(map(str, line["doubts"])),
    )
