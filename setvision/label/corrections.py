"""What people said of photos: kept apart from what was read, and put in its place.

``corrected.jsonl`` in the folder of a job has a line for each photo that somebody looked at, as in
the journal, so it can be read as labels. A correction is found by the content of its photo,
whatever read it: other networks, or a new run, leave it as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from setvision.cards import DECK, Card
from setvision.errors import LabelsError, UsageError
from setvision.label.formats.parse import damaged
from setvision.label.geometry import Quad
from setvision.label.records import (
    CERTAIN,
    Labelled,
    LabelledCard,
    Told,
    from_line,
    to_dict,
    to_line,
)
from setvision.label.store import Store
from setvision.media.report import table_from_dict
from setvision.message import msg
from setvision.table import with_cards

__all__ = ["CORRECTED", "Corrections", "Given", "corrected"]

CORRECTED: Final = "corrected.jsonl"


class Corrections:
    """The corrections of a folder, by the content of the photo.

    Parameters
    ----------
    store
        Of the job.

    Raises
    ------
    LabelsError
        When a line is no label of a photo.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._records: dict[str, Labelled] = {}
        self._lines: dict[str, str] = {}
        for number, line in enumerate(self._content().split(b"\n"), start=1):
            if line.strip():
                record = from_line(line, f"{store.where(CORRECTED)}:{number}")
                if record.origin is None:
                    raise LabelsError(
                        msg(
                            "{path}, line {line} does not say of which photo it is; take it out",
                            path=store.where(CORRECTED),
                            line=number,
                        )
                    )
                self._keep(record)

    def _content(self) -> bytes:
        if not self._store.is_there(CORRECTED):
            return b""
        try:
            return self._store.read_bytes(CORRECTED)
        except OSError as error:
            raise damaged(self._store.where(CORRECTED), error) from None

    def _keep(self, record: Labelled) -> None:
        assert record.origin is not None
        self._records[record.origin.sha256] = record
        self._lines[record.origin.sha256] = to_line(record)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, sha256: str) -> bool:
        return sha256 in self._records

    def get(self, sha256: str) -> Labelled | None:
        """Return what was said of a photo's content, None where nothing was."""
        return self._records.get(sha256)

    def put(self, record: Labelled) -> None:
        """Write down what was said of a photo, in place of what was said earlier.

        Raises
        ------
        OutputError
            When it cannot be written; all is then as it was.
        """
        assert record.origin is not None
        # As it will be read, so that what is made of it does not differ next time.
        record = from_line(to_line(record))
        assert record.origin is not None
        self._write({**self._lines, record.origin.sha256: to_line(record)})
        self._keep(record)

    def remove(self, sha256: str) -> None:
        """Take back what was said of a photo; raises as :meth:`put`."""
        self._write({key: line for key, line in self._lines.items() if key != sha256})
        self._lines.pop(sha256, None)
        self._records.pop(sha256, None)

    def _write(self, lines: dict[str, str]) -> None:
        # Whole each time, so that no crash leaves half of it.
        if lines:
            self._store.write_text(CORRECTED, (f"{line}\n" for line in lines.values()))
        else:
            self._store.remove(CORRECTED)


@dataclass(frozen=True, slots=True)
class Given:
    """What a person says of one card."""

    id: int
    card: Card
    is_told: bool
    """Whether the person looked at it; else it is as it was read."""
    quad: Quad | None = None
    """Of a card that had not been found."""


def corrected(
    base: Labelled, given: Sequence[Given], by: str, when: str, path: str = ""
) -> Labelled:
    """Return a photo as a person says it is.

    Parameters
    ----------
    base
        As it was read, or as it was corrected before.
    given
        All cards in it. Those of the base that are missing here are no cards.
    by
        Who says so.
    when
        ISO 8601, UTC.
    path
        Where the photo lies.

    Raises
    ------
    UsageError
        When two cards have one number, one has no place, or a doubtful one was not looked at.
    """
    assert base.origin is not None
    known = {card.id: card for card in base.cards}
    if len({each.id for each in given}) != len(given):
        raise UsageError(msg("two cards have the same number"))
    cards = tuple(_card(each, known.get(each.id), by, when) for each in given)
    kept = {card.id for card in cards}
    gone = [card for card in base.cards if card.id not in kept and _was_read(card)]
    record = replace(
        base,
        cards=cards,
        path=path,
        origin=replace(base.origin, by=by, when=when),
        removed=(*base.removed, *(_removed(card, by, when) for card in gone)),
    )
    return _judged(record)


def _card(given: Given, known: LabelledCard | None, by: str, when: str) -> LabelledCard:
    if known is None:
        if given.quad is None:
            raise UsageError(msg("there is no card {number}", number=given.id))
        return LabelledCard(given.id, given.card, given.quad, told=Told(by, when, None))
    if given.card == known.card:
        if known.told is not None:
            return known
        if not given.is_told:
            if not known.is_sure:
                raise UsageError(msg("card {number} is not confirmed yet", number=given.id))
            return known
    return replace(
        known,
        card=given.card,
        confidence=1.0,
        is_sure=True,
        features=CERTAIN,
        doubts=(),
        told=_told(known, by, when),
    )


def _told(known: LabelledCard, by: str, when: str) -> Told:
    """Return who says something now; what had been read stays that of the reading."""
    if known.told is not None:
        return replace(known.told, by=by, when=when)
    return Told(by, when, known.card, known.confidence)


def _was_read(card: LabelledCard) -> bool:
    return card.told is None or card.told.read is not None


def _removed(card: LabelledCard, by: str, when: str) -> LabelledCard:
    return replace(card, told=_told(card, by, when))


def _judged(record: Labelled) -> Labelled:
    """Return a record with the SETs and the verdict that its cards make, all of them sure."""
    line = to_dict(replace(record, sets=(), verdict="unsure", edition=record.edition or "standard"))
    table = table_from_dict(line)
    table = with_cards(table, table.cards, np.zeros((len(table.cards), len(DECK))))
    return replace(record, sets=table.sets, verdict=table.verdict.value, reason=str(table.reason))
