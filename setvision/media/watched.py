"""A watched table as lines of JSON, and its events as lines for people.

A line (schema 1) is what ``setvision live --events`` prints::

    {"schema": 1, "time": 12.4, "still": 0.7, "table": {...}, "events": [
        {"kind": "taken", "time": 12.4, "cards": ["2rto", "1rto", "3rto"], "ids": [3, 7, 11]}]}

``table`` is what :func:`setvision.media.report.as_dict` says, with the name of the source for its
picture; times are seconds since the source began.
"""

from typing import Any

from setvision.media.report import SCHEMA, as_dict
from setvision.message import Joined, Message, msg, nmsg
from setvision.watch.types import Event, EventKind, Watched
from setvision.words import Words

__all__ = ["event_dict", "event_message", "watched_dict"]


def watched_dict(watched: Watched, source: str, words: Words | None = None) -> dict[str, Any]:
    """Return what a JSON line says about a watched table.

    Parameters
    ----------
    watched
        What is known after a frame.
    source
        The name of the camera or video, as it was given.
    words
        A language for the ``text`` of the events, which are left without one when omitted.
    """
    return {
        "schema": SCHEMA,
        "time": round(float(watched.time_s), 3),
        "still": round(float(watched.still_s), 3),
        "table": as_dict(watched.table, source),
        "events": [
            event_dict(event) | ({} if words is None else {"text": words(event_message(event))})
            for event in watched.events
        ],
    }


def event_dict(event: Event) -> dict[str, Any]:
    """Return what a JSON line says about an event; cards as codes."""
    return {
        "kind": event.kind.value,
        "time": round(float(event.time_s), 3),
        "cards": [card.code for card in event.cards],
        "ids": list(event.ids),
    }


def event_message(event: Event) -> Message:
    """Return one line that tells people what happened, such as "Taken: two red striped ovals"."""
    count = len(event.cards)
    cards = Joined(event.cards)
    match event.kind:
        case EventKind.DEALT:
            if count > 3:
                return nmsg("{n} card dealt", "{n} cards dealt", count)
            return msg("Dealt: {cards}", cards=cards)
        case EventKind.ADDED:
            if count > 3:
                return nmsg("{n} card added", "{n} cards added", count)
            return msg("Added: {cards}", cards=cards)
        case EventKind.TAKEN:
            return msg("Taken: {cards}", cards=cards)
        case EventKind.RETURNED:
            return msg("Put back: {cards}", cards=cards)
        case EventKind.CLEARED:
            return msg("All cards left the table.")
        case EventKind.CAMERA_MOVED:
            return msg("The camera was moved.")
