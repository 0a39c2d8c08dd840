"""The game that is kept on the page, one for all who look on."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from setvision.calls import Answer, card_numbered, judge
from setvision.cards import Card
from setvision.errors import SetVisionError, UsageError
from setvision.follow import Follower, cards_out_of
from setvision.games.match import Match
from setvision.games.moves import Ask, Call, Deal, Move, NoSet, NothingNamed, Point, Tell
from setvision.games.session import Session
from setvision.games.system import SYSTEMS
from setvision.message import msg
from setvision.table import Table
from setvision.web.feeds import Feed
from setvision.web.settled import Settled, settled_by
from setvision.web.wishes import number_in

__all__ = ["Room"]

_MOST_PLAYERS: Final = 12
_LONGEST_NAME: Final = 40


class Room:
    """The game and those who look on.

    Parameters
    ----------
    clock
        Returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.session: Session | None = None
        self.is_watched = False
        """Whether a camera is to follow the game."""
        self.settled: Settled | None = None
        """The last call that was settled."""
        self.version = 0
        """Grows with everything that changes."""
        self._clock = clock
        self._follower: Follower | None = None
        self._feeds: list[Feed] = []
        self._news: set[asyncio.Event] = set()

    @property
    def follower(self) -> Follower | None:
        """What compares the game with the watched table, while one is watched."""
        return self._follower if self._feeds else None

    @property
    def table(self) -> Table | None:
        """The watched table; None where none is."""
        watched = self._feeds[-1].latest.watched if self._feeds else None
        return None if watched is None else watched.table

    def add(self, news: asyncio.Event) -> None:
        """Set an event whenever something changes."""
        self._news.add(news)
        news.set()

    def remove(self, news: asyncio.Event) -> None:
        """Leave it alone again."""
        self._news.discard(news)

    @contextmanager
    def following(self, feed: Feed) -> Iterator[None]:
        """Follow the game by a watched table for a while."""
        self._feeds.append(feed)
        task = asyncio.get_running_loop().create_task(self._follow(feed))
        self._changed()
        try:
            yield
        finally:
            task.cancel()
            self._feeds.remove(feed)
            if feed not in self._feeds:
                feed.out = frozenset()
            self._changed()

    async def _follow(self, feed: Feed) -> None:
        news = asyncio.Event()
        feed.add(news)
        try:
            while True:
                await news.wait()
                news.clear()
                self._look()
        finally:
            feed.remove(news)

    def _look(self) -> None:
        """Make the moves that the camera sees."""
        if self._follower is None or not self._feeds or self.session is None:
            return
        watched = self._feeds[-1].latest.watched
        if watched is None:
            return
        before = self.session.game, self._follower.advice
        for move in self._follower.see(watched):
            if isinstance(move, Point):
                self.settled = settled_by(before[0], self.session.game, move)
        self._feeds[-1].out = cards_out_of(self.session.game)
        if before != (self.session.game, self._follower.advice):
            self._changed()

    def _changed(self) -> None:
        self.version += 1
        for news in self._news:
            news.set()

    def wish(self, wish: Mapping[str, Any]) -> None:
        """Do what somebody asks for.

        Raises
        ------
        SetVisionError
            When it can't be done, or the rules do not allow it now.
        """
        match wish.get("do"):
            case "start":
                self._start(wish)
            case "end":
                self.session = self._follower = self.settled = None
            case str(what):
                self._act(what, wish)
            case _:
                raise UsageError(msg("That was not understood."))
        self._changed()
        self._look()

    def _start(self, wish: Mapping[str, Any]) -> None:
        system = SYSTEMS.get(str(wish.get("system")))
        names = wish.get("players")
        if system is None or not isinstance(names, list):
            raise UsageError(msg("That was not understood."))
        if not 1 <= len(names) <= _MOST_PLAYERS:
            raise UsageError(msg("That was not understood."))
        names = [" ".join(str(name)[:_LONGEST_NAME].split()) for name in names]
        is_dealt = wish.get("deck") == "dealt"
        session = Session.start(
            Match(system, tuple(names)),
            path=None,
            seed=secrets.randbelow(10**9) if is_dealt else None,
            clock=self._clock,
        )
        self.session = session
        self.settled = None
        self.is_watched = not is_dealt and bool(wish.get("watched"))
        self._follower = Follower(session) if self.is_watched else None

    def _act(self, what: str, wish: Mapping[str, Any]) -> None:
        session = self.session
        if session is None:
            raise UsageError(msg("No game is going on."))
        if what == "undo":
            self._undo(session)
        elif what == "next":
            session.next_game()
            self.settled = None
        else:
            before = session.game
            move = self._move(what, wish, session)
            session.make(move)
            if isinstance(move, Point | NothingNamed):
                self.settled = settled_by(before, session.game, move)
            elif isinstance(move, Call | NoSet | Ask):
                self.settled = None

    def _move(self, what: str, wish: Mapping[str, Any], session: Session) -> Move:
        at_s = session.at_s
        match what:
            case "call":
                return Call(number_in(wish.get("player")), at_s)
            case "point":
                return Point(self._pointed(wish), at_s)
            case "nothing":
                return NothingNamed(at_s)
            case "none":
                return NoSet(at_s)
            case "ask":
                return Ask(number_in(wish.get("player")), at_s)
            case "lay":
                cards = _cards(wish.get("codes", []), 81)
                if not session.game.due:
                    return Tell(cards, at_s)
                missing = 0 if cards else session.game.due[0].count
                return Deal((*cards, *(None,) * missing), at_s)
            case _:
                raise UsageError(msg("That was not understood."))

    def _pointed(self, wish: Mapping[str, Any]) -> tuple[Card, ...]:
        """Return the cards that were pointed at: by code, or by number on the watched table."""
        if "ids" not in wish:
            return _cards(wish.get("codes"), 3)
        table, ids = self.table, wish["ids"]
        if table is None or not isinstance(ids, Sequence):
            raise UsageError(msg("No table is watched."))
        seen = [card_numbered(table, number_in(number)) for number in ids]
        call = judge(seen)
        if call.answer is Answer.UNSURE and call.reason is not None:
            raise UsageError(call.reason)
        return tuple(each.card for each in seen)

    def _undo(self, session: Session) -> None:
        session.undo()
        # What the camera saw being dealt was nobody's move, and would be seen again at once.
        while self._follower is not None and session.game.due and session.game.due[0].to is None:
            with suppress(SetVisionError):
                session.undo()
                continue
            break
        self.settled = None
        if self._follower is not None:
            self._follower.undone()


def _cards(codes: object, most: int) -> tuple[Card, ...]:
    if not isinstance(codes, list) or len(codes) > most:
        raise UsageError(msg("That was not understood."))
    return tuple(Card.parse(str(code)[:80]) for code in codes)
