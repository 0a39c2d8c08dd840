"""The game beside the live window: calls by keys and clicks, the rest seen by the camera."""

from typing import Final

from setvision.calls import Answer, card_numbered, judge
from setvision.errors import IllegalMoveError, UsageError
from setvision.follow import Follower, cards_out_of
from setvision.games.moves import Call, NoSet, NothingNamed, Point
from setvision.games.session import Session
from setvision.games.standing import now, scores
from setvision.message import Joined, Message, msg
from setvision.rules import explain
from setvision.table import Table
from setvision.watch.types import Watched
from setvision.watch.watcher import Watcher

__all__ = ["GAME_KEYS", "LiveGame"]

GAME_KEYS: Final = (
    ("1-9", msg("a player calls SET; three cards clicked on before are taken at once")),
    ("m", msg("all agree that there is no SET")),
    ("c", msg("who called names no cards in time")),
    ("u", msg("take the last move back")),
    ("g", msg("the next game")),
)
"""What can be pressed while a game is on, and what it does."""


class LiveGame:
    """A game of real cards that the camera follows.

    Parameters
    ----------
    session
        The game.
    watcher
        Is told which cards are out of the game.
    """

    def __init__(self, session: Session, watcher: Watcher) -> None:
        self._session = session
        self._watcher = watcher
        self._follower = Follower(session)
        self._said: tuple[Message, ...] = ()

    def see(self, watched: Watched) -> None:
        """Make the moves that can be seen on the table.

        Raises
        ------
        GameLogError
            When a move can't be written down.
        """
        for move in self._follower.see(watched):
            if isinstance(move, Point):
                self._said = (_told(move),)
        self._watcher.rule_out(cards_out_of(self._session.game))

    def headline(self) -> Message:
        """Return what happens next."""
        return now(self._session.match, self._session.game)[0]

    def lines(self) -> tuple[Message, ...]:
        """Return how the game stands, what happens next, what is to be put right, and the keys."""
        match, game = self._session.match, self._session.game
        players = tuple(
            Message("{key}: {what}", fields={"key": number, "what": line})
            for number, line in enumerate(scores(match, game), start=1)
        )
        keys = tuple(
            Message("{key}: {what}", fields={"key": key, "what": what}) for key, what in GAME_KEYS
        )
        return (*players, *self._said, *now(match, game)[1:], *self._follower.advice, *keys)

    def press(self, key: str, table: Table, called: tuple[int, ...]) -> bool:
        """Take a key; False when it means nothing here.

        Parameters
        ----------
        key
            As the window names it.
        table
            What lies there.
        called
            The numbers of the cards that were clicked on.

        Raises
        ------
        SetVisionError
            When the rules do not allow it now, or the cards are not read surely.
        """
        session = self._session
        match key:
            case "m":
                session.make(NoSet(session.at_s))
            case "c":
                session.make(NothingNamed(session.at_s))
            case "u":
                self._undo()
            case "g":
                session.next_game()
            case _ if key.isdecimal() and 0 < int(key) <= len(session.game.players):
                self._call(int(key) - 1, table, called)
                return True
            case _:
                return False
        self._said = ()
        return True

    def _call(self, player: int, table: Table, called: tuple[int, ...]) -> None:
        session = self._session
        point = _pointed(table, called, session.at_s) if len(called) == 3 else None
        if session.game.system.calls and session.game.caller is None:
            session.make(Call(player, session.at_s))
        if point is None:
            self._said = ()
            return
        session.make(point)
        self._said = (_told(point),)

    def _undo(self) -> None:
        session = self._session
        session.undo()
        # What the camera saw being dealt was nobody's move, and would be seen again at once.
        while session.game.due and session.game.due[0].to is None:
            try:
                session.undo()
            except IllegalMoveError:
                break
        self._follower.undone()


def _pointed(table: Table, called: tuple[int, ...], at_s: float) -> Point:
    seen = [card_numbered(table, number) for number in called]
    call = judge(seen)
    if call.answer is Answer.UNSURE and call.reason is not None:
        raise UsageError(call.reason)
    return Point(tuple(each.card for each in seen), at_s)


def _told(move: Point) -> Message:
    explanation = explain(*move.cards)
    if explanation.is_set:
        return msg("SET: {cards}", cards=Joined(move.cards))
    failing = tuple(check.message for check in explanation.checks if check.odd is not None)
    return msg("No SET: {reasons}", reasons=Joined(failing, "; "))
