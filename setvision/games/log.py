"""The log of a match: JSON lines from which it can be played again to the same state.

The first line says what is played; each following line is a move, ``{"move": "game"}`` where the
next game of the match begins, or ``{"move": "undo", "moves": n}`` where the last n moves of a game
were taken back. A move is written to the disk before it is acknowledged, so a
crash loses nothing that anybody was told. What a crash may leave is the beginning of a last line
that nobody was told of; it is dropped.
"""

import contextlib
import json
import math
import os
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Final, Literal, Self

from setvision.cards import Card
from setvision.errors import CardCodeError, GameLogError, IllegalMoveError
from setvision.games.match import Match
from setvision.games.moves import Ask, Call, Deal, Move, NoSet, NothingNamed, Point, Tell
from setvision.games.play import play
from setvision.games.state import Game
from setvision.games.system import SYSTEMS
from setvision.message import Message, either, msg

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["VERSION", "GameLog", "Replayed", "move_from_dict", "move_to_dict", "replay"]

VERSION: Final = 1

_MOVES: Final[dict[str, type[Move]]] = {
    "deal": Deal,
    "call": Call,
    "point": Point,
    "nothing": NothingNamed,
    "no set": NoSet,
    "ask": Ask,
    "tell": Tell,
}
_NAMES: Final = {kind: name for name, kind in _MOVES.items()}


def move_to_dict(move: Move) -> dict[str, Any]:
    """Return what a line of the log says about a move."""
    line: dict[str, Any] = {"move": _NAMES[type(move)]}
    match move:
        case Deal() | Point() | Tell():
            line["cards"] = [card.code if card else None for card in move.cards]
        case Call() | Ask():
            line["player"] = move.player
    line["at_s"] = round(move.at_s, 3)
    return line


def move_from_dict(line: dict[str, Any]) -> Move:
    """Read a move back.

    Raises
    ------
    KeyError, TypeError, ValueError
        When the line says something else.
    """
    kind = _MOVES[line["move"]]
    at_s = float(line["at_s"])
    if not 0 <= at_s < math.inf:
        raise ValueError(f"{at_s} is no time")
    if kind is Deal:
        cards = tuple(None if code is None else _card(code) for code in line["cards"])
        return Deal(cards, at_s)
    if kind is Point or kind is Tell:
        return kind(tuple(map(_card, line["cards"])), at_s)
    if kind is Call or kind is Ask:
        return kind(int(line["player"]), at_s)
    assert kind is NothingNamed or kind is NoSet
    return kind(at_s)


def _card(code: object) -> Card:
    if not isinstance(code, str):
        raise TypeError(f"{code!r} is no code of a card")
    return Card.parse(code)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match as its log left it."""

    match: Match
    """With all games that are over, except the last."""
    game: Game
    """The last game, over or not."""
    past: tuple[tuple[Game, Move], ...]
    """The moves of that game, each with the game before it."""
    seed: int | None
    """That of the shuffled deck; None when real cards are dealt."""
    at_s: float
    """The time of the last move."""
    length: int
    """Bytes of the log that are whole lines."""
    warning: Message | None
    """What was dropped."""


class GameLog:
    """A log that is being written. Use it in a ``with`` statement, or close it."""

    def __init__(self, path: Path, mode: Literal["xb", "ab"]) -> None:
        # Without a buffer: what could not be written must not come out later.
        self._file = path.open(mode, buffering=0)
        try:
            _claim(self._file, path)
        except GameLogError:
            self._file.close()
            raise
        self._length = self._file.seek(0, os.SEEK_END)

    @classmethod
    def start(cls, path: Path, match: Match, seed: int | None) -> Self:
        """Begin the log of a match.

        Raises
        ------
        GameLogError
            When the file exists already or can't be made.
        """
        try:
            log = cls(path, "xb")
        except FileExistsError:
            raise GameLogError(
                msg("{path} exists already; resume it, or name another file.", path=path)
            ) from None
        except OSError as error:
            raise _unwritable(path, error) from error
        log._write(
            {
                "setvision_log": VERSION,
                "system": match.system.key,
                "players": list(match.names),
                "dealer": match.first_dealer,
                "seed": seed,
            }
        )
        return log

    @classmethod
    def resume(cls, path: Path, replayed: Replayed) -> Self:
        """Go on with a log, behind its last whole line.

        Raises
        ------
        GameLogError
            When it can't be written, or another program is writing it.
        """
        try:
            log = cls(path, "ab")
            log._cut(replayed.length)
            return log
        except OSError as error:
            raise _unwritable(path, error) from error

    def append(self, move: Move) -> None:
        """Write a move; it is on the disk when this returns."""
        self._write(move_to_dict(move))

    def append_game(self) -> None:
        """Write that the next game of the match begins."""
        self._write({"move": "game"})

    def append_undo(self, moves: int) -> None:
        """Write that so many of the last moves were taken back."""
        self._write({"move": "undo", "moves": moves})

    def _write(self, line: dict[str, Any]) -> None:
        # A name that is no text at all, as file names can be, is kept by JSON's own escapes.
        data = (json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            # Half a line would spoil the one that is written next.
            with contextlib.suppress(OSError):
                self._cut(self._length)
            raise _unwritable(Path(self._file.name), error) from error
        self._length += len(data)

    def _cut(self, length: int) -> None:
        self._file.truncate(length)
        self._file.seek(length)
        self._length = length

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _claim(file: FileIO, path: Path) -> None:
    """Refuse a log that another program is writing, where the system can tell."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise GameLogError(
            msg("{path} is being written by another referee; end that one first.", path=path)
        ) from None
    except OSError:  # a file system without locks
        return


def _unwritable(path: Path, error: OSError) -> GameLogError:
    return GameLogError(
        msg("{path} cannot be written: {why}.", path=path, why=error.strerror or str(error))
    )


def replay(path: Path) -> Replayed:
    """Play the moves of a log again.

    Raises
    ------
    GameLogError
        When the file can't be read, is no log, or is damaged other than in its last line; the
        message names the line.
    """
    try:
        # What is no file may never end, or never begin.
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise GameLogError(msg("{path} is no log of a game.", path=path))
        content = path.read_bytes()
    except OSError as error:
        raise GameLogError(
            msg("{path} cannot be read: {why}.", path=path, why=error.strerror or str(error))
        ) from error
    *lines, rest = content.split(b"\n")
    warning = None
    if rest:
        warning = msg("{path}: the last line is cut short and was left out.", path=path)
    if not lines:
        raise GameLogError(msg("{path} is no log of a game.", path=path))
    match, seed = _header(path, lines[0])
    game = match.next_game()
    past: list[tuple[Game, Move]] = []
    at_s = 0.0
    for number, line in enumerate(lines[1:], start=2):
        try:
            entry = json.loads(line)
            if entry["move"] == "game":
                match = match.with_game(game)
                if match.is_over:
                    raise ValueError("the match is over")
                game, past, at_s = match.next_game(), [], 0.0
            elif entry["move"] == "undo":
                kept = len(past) - entry["moves"]
                if not 0 <= kept < len(past):
                    raise ValueError(f"{entry['moves']} moves can't be taken back")
                game = past[kept][0]
                del past[kept:]
            else:
                move = move_from_dict(entry)
                past.append((game, move))
                game, at_s = play(game, move), move.at_s
        except IllegalMoveError as error:
            raise GameLogError(
                msg("{path}, line {line}: {why}", path=path, line=number, why=error.message)
            ) from error
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as error:
            raise GameLogError(
                msg("{path}, line {line} is damaged.", path=path, line=number)
            ) from error
    return Replayed(match, game, tuple(past), seed, at_s, len(content) - len(rest), warning)


def _header(path: Path, line: bytes) -> tuple[Match, int | None]:
    try:
        entry = json.loads(line)
        version = entry["setvision_log"]
        if version != VERSION:
            raise GameLogError(
                msg("{path} was written by another version of setvision.", path=path)
            )
        if entry["system"] not in SYSTEMS:
            raise GameLogError(
                msg(
                    "{path} is of a game that is not known; known are {systems}.",
                    path=path,
                    systems=either(tuple(SYSTEMS)),
                )
            )
        names = tuple(str(name) for name in entry["players"])
        match = Match(SYSTEMS[entry["system"]], names, int(entry["dealer"]))
        seed = entry["seed"]
        match.next_game()
        return match, None if seed is None else int(seed)
    except (
        ValueError,
        LookupError,
        TypeError,
        ArithmeticError,
        RecursionError,
        CardCodeError,
        IllegalMoveError,
    ) as error:
        raise GameLogError(msg("{path} is no log of a game.", path=path)) from error
