"""What is said of a watched table, to programs and to people."""

import json

import numpy as np
import pytest

from setvision.cards import Card, Edition
from setvision.media.watched import event_dict, event_message, watched_dict
from setvision.message import msg
from setvision.table import Table, Verdict
from setvision.watch.types import Event, EventKind, Watched
from setvision.words import words_for

THREE = tuple(Card.parse(code) for code in ("2rto", "1rto", "3rto"))
TAKEN = Event(EventKind.TAKEN, 12.4, THREE, (3, 7, 11))


def watched(*events: Event) -> Watched:
    reason = msg("no cards found")
    table = Table((), 1280, 720, (), Verdict.UNSURE, (), reason, Edition.STANDARD, None)
    return Watched(table, 12.4, 0.70004, events)


def test_a_line_tells_table_times_and_events():
    line = json.loads(json.dumps(watched_dict(watched(TAKEN), "0")))
    assert (line["schema"], line["time"], line["still"]) == (1, 12.4, 0.7)
    assert line["table"]["image"] == "0"
    assert line["table"]["verdict"] == "unsure"
    assert line["events"] == [
        {"kind": "taken", "time": 12.4, "cards": ["2rto", "1rto", "3rto"], "ids": [3, 7, 11]}
    ]


def test_times_of_numpy_are_numbers_like_others():
    event = Event(EventKind.CLEARED, np.float32(3.5))
    assert json.dumps(event_dict(event)) == (
        '{"kind": "cleared", "time": 3.5, "cards": [], "ids": []}'
    )


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("dealt", "Dealt: two red striped ovals, one red striped oval, three red striped ovals"),
        ("added", "Added: two red striped ovals, one red striped oval, three red striped ovals"),
        ("taken", "Taken: two red striped ovals, one red striped oval, three red striped ovals"),
        (
            "returned",
            "Put back: two red striped ovals, one red striped oval, three red striped ovals",
        ),
        ("cleared", "All cards left the table."),
        ("camera moved", "The camera was moved."),
    ],
)
def test_each_event_has_a_line_for_people(kind, line):
    assert str(event_message(Event(EventKind(kind), 1.0, THREE, (1, 2, 3)))) == line


def test_a_whole_deal_is_counted_not_listed():
    deal = Event(EventKind.DEALT, 1.0, THREE * 4, tuple(range(1, 13)))
    assert str(event_message(deal)) == "12 cards dealt"


def test_events_speak_the_language_of_their_readers():
    line = watched_dict(watched(TAKEN), "0", words_for("de"))
    assert line["events"][0]["text"] == words_for("de")(event_message(TAKEN))
    assert "rot" in line["events"][0]["text"]
