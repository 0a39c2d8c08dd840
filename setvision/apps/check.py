"""``setvision check``: a contested call, and the question whether there was really no SET.

With ``--json`` it prints one line (schema 1), in English whatever the language is::

    {"schema": 1, "image": "a.jpg", "answer": "no", "cards": ["1rfo", "2rfo", "3gfo"],
     "features": {"color": "broken", "shape": "same", "count": "different", "fill": "same"},
     "ids": [3, 7, 11], "reason": null}

``answer`` is "yes", "no" or "unsure", to the question that was asked. ``cards`` and ``features``
are there where three cards are shown, ``ids`` where they lie in a photo; ``reason`` says what an
answer hangs on.
"""

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final

from setvision.apps.subject import Subject, read_table, subject_of
from setvision.calls import Answer, card_at, card_numbered, card_showing, judge, judge_none
from setvision.cards import Card
from setvision.errors import UsageError
from setvision.message import Joined, Message, msg, pmsg
from setvision.rules import Explanation, FeatureCheck, Outcome, explain, find_sets, value_of
from setvision.table import SeenCard, Table
from setvision.words import Words

__all__ = ["check"]

_STATUS: Final = {Answer.YES: 0, Answer.NO: 1, Answer.UNSURE: 3}


def check(options: argparse.Namespace, words: Words) -> int:
    """Answer the question that the options ask, and return the exit status.

    Returns
    -------
    int
        0 for yes, 1 for no, 3 when that cannot be said.

    Raises
    ------
    SetVisionError
        When the photo cannot be read or the cards are not there.
    """
    subject = subject_of(options.what, words.lang)
    table = (
        read_table(subject.photo, options.decks, options.deck)
        if subject.photo is not None
        else None
    )
    if table is not None:
        words = words.in_edition(table.edition)
    if options.none:
        if options.cards or options.at or (table is not None and subject.cards):
            raise UsageError(msg("--none asks about the whole table; name no cards of it"))
        return _none(subject, table, words, options.json)
    if table is None:
        if options.cards or options.at:
            raise UsageError(msg("--cards and --at need a photo"))
        return _without_photo(subject.cards, words, options.json)
    seen = _chosen(table, subject.cards, options.cards, options.at)
    call = judge(seen)
    if options.json:
        _print_json(
            subject.photo, call.answer, call.explanation, call.reason, [card.id for card in seen]
        )
    else:
        print(words(_answer_line(call.answer)))
        for card in seen:
            print(f"  {words(_seen_line(card))}")
        if call.answer is Answer.UNSURE:
            print(words(msg("As they were read:")))
        if call.explanation is not None:
            _print_features(call.explanation, words)
        if call.reason is not None:
            print(words(msg("Note: {reason}", reason=call.reason)))
    return _STATUS[call.answer]


def _chosen(
    table: Table,
    cards: Sequence[Card],
    numbers: Sequence[int] | None,
    points: Sequence[tuple[float, float]] | None,
) -> list[SeenCard]:
    ways = [way for way in (cards, numbers, points) if way]
    if len(ways) != 1:
        raise UsageError(
            msg("say which three cards were called: by --cards, by --at or by their names")
        )
    if len(ways[0]) != 3:
        raise UsageError(msg("a call is of three different cards"))
    if numbers:
        return [card_numbered(table, number) for number in numbers]
    if points:
        return [card_at(table, x, y) for x, y in points]
    return [card_showing(table, card) for card in cards]


def _without_photo(cards: Sequence[Card], words: Words, as_json: bool) -> int:
    if len(cards) != 3:
        raise UsageError(msg("a call is of three different cards"))
    explanation = explain(*cards)
    answer = Answer.YES if explanation.is_set else Answer.NO
    if as_json:
        _print_json(None, answer, explanation, None, None)
    else:
        print(words(_answer_line(answer)))
        for card in cards:
            print(f"  {words(card)}")
        _print_features(explanation, words)
    return _STATUS[answer]


def _none(subject: Subject, table: Table | None, words: Words, as_json: bool) -> int:
    """Answer whether there is no SET on a table, or among cards."""
    shown: list[object]
    reason: Message | None = None
    if table is None:
        found = find_sets(subject.cards)
        answer = Answer.NO if found else Answer.YES
        cards = [subject.cards[i] for i in found[0]] if found else []
        shown, ids = [*cards], None
        count = len(subject.cards)
    else:
        answer = judge_none(table)
        ids = list(table.sure_sets[0]) if answer is Answer.NO else []
        seen = [card_numbered(table, number) for number in ids]
        cards, shown = [card.card for card in seen], [_seen_line(card) for card in seen]
        count = len(table.cards)
        reason = table.reason if answer is Answer.UNSURE else None
    if as_json:
        explanation = explain(*cards) if len(cards) == 3 else None
        _print_json(subject.photo, answer, explanation, reason, ids)
        return _STATUS[answer]
    match answer:
        case Answer.YES:
            print(words(msg("Right: there is no SET among the cards ({count}).", count=count)))
        case Answer.NO:
            print(words(msg("Wrong: there is a SET.")))
            for line in shown:
                print(f"  {words(line)}")
        case Answer.UNSURE:
            print(words(msg("That cannot be said for sure: {reason}.", reason=reason)))
    return _STATUS[answer]


def _answer_line(answer: Answer) -> Message:
    match answer:
        case Answer.YES:
            return pmsg("three cards", "SET")
        case Answer.NO:
            return pmsg("three cards", "no SET")
        case Answer.UNSURE:
            return msg("That cannot be said for sure.")


def _seen_line(seen: SeenCard) -> Message:
    line = msg("card {number}: {card}", number=seen.id, card=seen.card)
    return line if seen.sure else msg("{line} (not sure)", line=line)


def _print_features(explanation: Explanation, words: Words) -> None:
    for feature in explanation.checks:
        print(words(_feature_line(feature)))


def _feature_line(check: FeatureCheck) -> Message:
    values = tuple(value_of(check.feature, value) for value in check.values)
    match check.outcome:
        case Outcome.SAME:
            return msg("{feature}: all the same ({value})", feature=check.feature, value=values[0])
        case Outcome.DIFFERENT:
            return msg(
                "{feature}: all different ({values})", feature=check.feature, values=Joined(values)
            )
        case Outcome.BROKEN:
            return msg(
                "{feature}: two against one ({finding})",
                feature=check.feature,
                finding=check.finding,
            )


def _print_json(
    photo: str | None,
    answer: Answer,
    explanation: Explanation | None,
    reason: Message | None,
    ids: Sequence[int] | None,
) -> None:
    """Print one line, in English."""
    line: dict[str, Any] = {"schema": 1, "image": photo, "answer": answer.value}
    if explanation is not None:
        line["cards"] = [card.code for card in explanation.cards]
        line["features"] = {
            check.feature.value: check.outcome.value for check in explanation.checks
        }
    if ids is not None:
        line["ids"] = list(ids)
    line["reason"] = None if reason is None else str(reason)
    print(json.dumps(line))
