"""A match while it is played: each move is checked, written down, and followed by what it needs."""

from collections.abc import Callable, Sequence
from pathlib import Path

from setvision.errors import IllegalMoveError
from setvision.games.dealer import dealt
from setvision.games.log import GameLog, Replayed, replay
from setvision.games.match import Match
from setvision.games.moves import Call, Deal, Move, Point
from setvision.games.play import play
from setvision.games.state import Game
from setvision.games.steps import next_step
from setvision.message import msg

__all__ = ["Session"]


class Session:
    """The only place where a match changes.

    Parameters
    ----------
    match
        What is played.
    game
        The current game.
    log
        Where each move is written before it counts; None keeps no log.
    seed
        That of the shuffled deck; None when people deal real cards.
    clock
        Returns seconds, from any moment on.
    at_s
        Seconds that the current game has lasted so far.
    past
        Its moves so far, each with the game before it.
    """

    def __init__(
        self,
        match: Match,
        game: Game,
        *,
        log: GameLog | None,
        seed: int | None,
        clock: Callable[[], float],
        at_s: float = 0.0,
        past: Sequence[tuple[Game, Move]] = (),
    ) -> None:
        self._past = list(past)
        self.match = match
        self.game = game
        self._log = log
        self._seed = seed
        self._clock = clock
        self._began = clock() - at_s
        self._deal()

    @classmethod
    def start(
        cls, match: Match, *, path: Path | None, seed: int | None, clock: Callable[[], float]
    ) -> "Session":
        """Begin a match, with its log in a new file if one is named.

        Raises
        ------
        GameLogError
            When the file exists or can't be written.
        IllegalMoveError
            When the players don't fit the rules.
        """
        game = match.next_game()
        log = None if path is None else GameLog.start(path, match, seed)
        return cls(match, game, log=log, seed=seed, clock=clock)

    @classmethod
    def resume(cls, path: Path, clock: Callable[[], float]) -> tuple["Session", Replayed]:
        """Go on where a log ends.

        Raises
        ------
        GameLogError
            When the log can't be read, is damaged, or can't be written.
        """
        replayed = replay(path)
        log = GameLog.resume(path, replayed)
        session = cls(
            replayed.match,
            replayed.game,
            log=log,
            seed=replayed.seed,
            clock=clock,
            at_s=replayed.at_s,
            past=replayed.past,
        )
        return session, replayed

    @property
    def at_s(self) -> float:
        """Seconds since the current game began."""
        return self._clock() - self._began

    @property
    def deals(self) -> bool:
        """Whether the cards are dealt here, not by people."""
        return self._seed is not None

    @property
    def finished(self) -> Match:
        """The match with the current game, if that is over."""
        return self.match if self.game.result is None else self.match.with_game(self.game)

    def make(self, move: Move) -> None:
        """Make a move, and deal what nobody needs to tell.

        Raises
        ------
        IllegalMoveError
            When the rules don't allow it; nothing has changed.
        GameLogError
            When it can't be written down; nothing has changed.
        """
        self._make(move)
        self._deal()

    def undo(self) -> None:
        """Take back the last move that anybody made in this game, and what was dealt after it.

        Who called and pointed at cards in one moment made one move.

        Raises
        ------
        IllegalMoveError
            When there is none.
        GameLogError
            When that can't be written down; nothing has changed.
        """
        kept = len(self._past) - 1
        while kept >= 0 and self._is_own(*self._past[kept]):
            kept -= 1
        if kept < 0:
            raise IllegalMoveError(
                msg(
                    "{what} {now}", what=msg("Nothing can be taken back."), now=next_step(self.game)
                )
            )
        if kept > 0:
            call, move = self._past[kept - 1][1], self._past[kept][1]
            if isinstance(move, Point) and isinstance(call, Call) and call.at_s == move.at_s:
                kept -= 1
        if self._log is not None:
            self._log.append_undo(len(self._past) - kept)
        self.game = self._past[kept][0]
        del self._past[kept:]

    def next_game(self) -> None:
        """Begin the next game of the match.

        Raises
        ------
        IllegalMoveError
            When a game is going on, or the match is over.
        """
        if self.game.result is None:
            raise IllegalMoveError(
                msg("{what} {now}", what=msg("A game is going on."), now=next_step(self.game))
            )
        match = self.finished
        if match.is_over:
            raise IllegalMoveError(msg("The match is over."))
        if self._log is not None:
            self._log.append_game()
        self.match, self.game, self._past = match, match.next_game(), []
        self._began = self._clock()
        self._deal()

    def close(self) -> None:
        """Close the log."""
        if self._log is not None:
            self._log.close()

    def _make(self, move: Move) -> None:
        game = play(self.game, move)
        if self._log is not None:
            self._log.append(move)
        self._past.append((self.game, move))
        self.game = game

    def _is_own(self, before: Game, move: Move) -> bool:
        """Whether a move was made here, not by people."""
        return isinstance(move, Deal) and (self.deals or before.due[0].to is not None)

    def _deal(self) -> None:
        """Deal from a shuffled deck; of real cards, those for hands, which nobody tells."""
        while self.game.due:
            due = self.game.due[0]
            if self._seed is not None:
                self._make(dealt(self.game, self._seed, self.at_s))
            elif due.to is not None:
                self._make(Deal((None,) * due.count, self.at_s))
            else:
                return
