"""What the page shows of a table, as JSON: everything in words, nothing left to be judged there."""

import math
from typing import Any

from setvision.calls import Answer, Call, judge
from setvision.cards import Card
from setvision.doubts import doubts_in_words
from setvision.media.draw import SetStyle, set_style
from setvision.media.styles import ink_on
from setvision.message import Joined, Message, Number, msg
from setvision.rules import Explanation
from setvision.table import SeenCard, Table
from setvision.view import View, lines_of, marks_of
from setvision.words import Words

__all__ = ["card_dict", "checks_dict", "shown_dict", "style_dict"]

Bgr = tuple[int, int, int]


def shown_dict(table: Table, view: View, words: Words) -> dict[str, Any]:
    """Return what is shown of a table for a view.

    Returns
    -------
    dict
        ``lines`` are the verdict and its reason, ``tone`` how the verdict looks, ``checks`` the
        features of three called cards, ``marks`` the frames of each card by its id; ``sets`` is
        empty where a hint would be spoilt by it.
    """
    words = words.in_edition(table.edition)
    called = [seen for number in view.called for seen in table.cards if seen.id == number]
    call = judge(called) if len(called) == 3 else None
    is_no = call is not None and call.answer is Answer.NO and call.explanation is not None
    return {
        "width": int(table.width),
        "height": int(table.height),
        "cards": [_seen_dict(seen, words) for seen in table.cards],
        "marks": {
            str(card): [style_dict(style) for style in styles]
            for card, styles in marks_of(view, table).items()
        },
        "sets": [] if view.hint else _sets(table, words),
        "only": view.only,
        "hint": view.hint,
        "called": list(view.called),
        "verdict": table.verdict.value,
        "tone": _tone(table, view, call),
        # Told feature by feature, the reasons need no line of their own.
        "lines": [words(line) for line in lines_of(view, table)[: 1 if is_no else 2]],
        "checks": checks_dict(call.explanation, words) if call else [],
        "edition": table.edition.value,
    }


def style_dict(style: SetStyle) -> dict[str, Any]:
    """Return how a SET is told from the others."""
    return {
        "letter": style.letter,
        "color": _hex(style.color),
        "ink": _hex(ink_on(style.color)),
        "dashes": list(style.dashes),
    }


def card_dict(card: Card, words: Words) -> dict[str, Any]:
    """Return a card by its values, its code and in words."""
    return {
        "code": card.code,
        "color": card.color.value,
        "shape": card.shape.value,
        "count": card.count,
        "fill": card.fill.value,
        "words": words(card),
    }


def checks_dict(explanation: Explanation | None, words: Words) -> list[dict[str, Any]]:
    """Return the four features of three cards, each looked at alone."""
    if explanation is None:
        return []
    return [
        {
            "feature": words(check.feature),
            "finding": words(check.finding),
            "is_right": check.odd is None,
        }
        for check in explanation.checks
    ]


def _seen_dict(seen: SeenCard, words: Words) -> dict[str, Any]:
    # Rounded down: 100 % is only what somebody told.
    percent = Number(math.floor(seen.confidence * 1000) / 10, 1)
    return {
        **card_dict(seen.card, words),
        "id": seen.id,
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in seen.quad],
        "sure": seen.sure,
        "confidence": words(msg("{percent} %", percent=percent)),
        "doubt": "" if seen.sure else words(doubts_in_words(seen.doubts)),
    }


def _sets(table: Table, words: Words) -> list[dict[str, Any]]:
    cards = {seen.id: seen.card for seen in table.cards}
    sure = set(table.sure_sets)
    return [
        {
            **style_dict(set_style(number)),
            "cards": list(ids),
            "words": words(_in_a_row([cards[card] for card in ids])),
            "sure": ids in sure,
        }
        for number, ids in enumerate(table.sets)
    ]


def _in_a_row(cards: list[Card]) -> Message:
    return Message("{cards}", fields={"cards": Joined(tuple(cards), " + ")})


def _tone(table: Table, view: View, call: Call | None) -> str:
    if call is not None:
        return call.answer.value
    if view.called:
        return "asking"
    return {"sets": Answer.YES, "none": "none", "unsure": "unsure"}[table.verdict.value]


def _hex(color: Bgr) -> str:
    blue, green, red = color
    return f"#{red:02x}{green:02x}{blue:02x}"
