"""What a visitor asks to be shown, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from setvision.errors import UsageError
from setvision.message import msg
from setvision.table import Table
from setvision.view import LAST_HINT, View, tapped, with_next_hint, with_next_set

__all__ = ["acted", "number_in", "view_of", "without_gone"]

_LARGEST: Final = 10**6


def view_of(data: Mapping[str, Any]) -> View:
    """Read a view from ``hint``, ``only`` and ``called``.

    Raises
    ------
    UsageError
        When it is none.
    """
    only = data.get("only")
    called = data.get("called", [])
    if not isinstance(called, Sequence) or len(called) > 3:
        raise UsageError(msg("That was not understood."))
    return View(
        hint=number_in(data.get("hint", 0), LAST_HINT),
        only=None if only is None else number_in(only),
        called=tuple(map(number_in, called)),
    )


def number_in(value: object, most: int = _LARGEST) -> int:
    """Return a whole number from 0 to ``most``.

    Raises
    ------
    UsageError
        When it is none.
    """
    if type(value) is not int or not 0 <= value <= most:
        raise UsageError(msg("That was not understood."))
    return value


def acted(view: View, wish: Mapping[str, Any], table: Table) -> View:
    """Return a view after what a visitor did, ``do``; a card is named by ``card``.

    Raises
    ------
    UsageError
        When it is nothing that can be done.
    """
    match wish.get("do"):
        case "hint":
            return with_next_hint(view)
        case "next":
            return with_next_set(view, table)
        case "only":
            number = number_in(wish.get("set"))
            return View(only=None if view.only == number else number)
        case "tap":
            return tapped(view, number_in(wish.get("card")))
        case "all":
            return View()
        case _:
            raise UsageError(msg("That was not understood."))


def without_gone(view: View, table: Table) -> View:
    """Drop calls of cards that lie there no more."""
    there = {seen.id for seen in table.cards}
    called = tuple(card for card in view.called if card in there)
    return view if called == view.called else replace(view, called=called)
