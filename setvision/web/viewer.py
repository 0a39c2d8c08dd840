"""One visitor who looks at a watched table: what was asked for, and what is frozen."""

from collections.abc import Mapping
from typing import Any

from setvision.errors import UsageError
from setvision.media.watched import event_message
from setvision.message import msg
from setvision.table import Table
from setvision.view import View
from setvision.web.feeds import Sight
from setvision.web.shown import shown_dict
from setvision.web.wishes import acted, without_gone
from setvision.words import Words

__all__ = ["Viewer"]


class Viewer:
    """The state of one visitor.

    Parameters
    ----------
    words
        The language.
    is_playing
        Whether a game is on, so that nothing is given away but the cards that are called.
    """

    def __init__(self, words: Words, *, is_playing: bool = False) -> None:
        self.words = words
        self._is_playing = is_playing
        self._view = self._first = View(hint=1) if is_playing else View()
        self._frozen: Sight | None = None
        self._last: tuple[object, ...] = ()

    @property
    def is_frozen(self) -> bool:
        """Whether the picture stands still."""
        return self._frozen is not None

    def sight(self, latest: Sight) -> Sight:
        """Return what is looked at: the frozen picture, or the newest."""
        return self._frozen or latest

    def wish(self, wish: Mapping[str, Any], latest: Sight) -> None:
        """Do what was asked for.

        Raises
        ------
        UsageError
            When it is nothing that can be done.
        """
        sight = self.sight(latest)
        if wish.get("do") == "freeze":
            has_picture = latest.watched is not None
            self._frozen = latest if self._frozen is None and has_picture else None
        elif wish.get("do") == "all":
            self._view = self._first
        elif self._is_playing and wish.get("do") != "tap":
            raise UsageError(msg("That was not understood."))
        elif sight.watched is not None:
            self._view = acted(self._view, wish, sight.watched.table)

    def shown(self, latest: Sight) -> dict[str, Any] | None:
        """Return what is to be shown; None where that is what was shown last."""
        sight = self.sight(latest)
        table = None if sight.watched is None else sight.watched.table
        if table is not None:
            self._view = without_gone(self._view, table)
        trouble = None if self.is_frozen else latest.trouble
        now = (
            table, self._view, self.is_frozen, trouble, latest.has_ended, latest.events,
            self.words.lang,
        )  # fmt: skip
        if _same(now, self._last):
            return None
        self._last = now
        return {
            "trouble": "" if trouble is None else self.words(trouble),
            "has_ended": latest.has_ended,
            "frozen": self.is_frozen,
            "events": latest.events,
            "event": "" if latest.event is None else self.words(event_message(latest.event)),
            **self._table_dict(table),
        }

    def _table_dict(self, table: Table | None) -> dict[str, Any]:
        if table is None:
            return {}
        shown = shown_dict(table, self._view, self.words)
        if self._is_playing:
            # The players are to find out for themselves.
            shown |= {"lines": [], "tone": "asking", "verdict": "", "checks": []}
        return shown


def _same(now: tuple[object, ...], last: tuple[object, ...]) -> bool:
    return bool(last) and now[0] is last[0] and now[1:] == last[1:]
