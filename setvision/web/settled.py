"""What came of a call, for those who look on."""

from dataclasses import dataclass

from setvision.cards import Card
from setvision.games.moves import NothingNamed, Point
from setvision.games.state import Game
from setvision.message import Joined, Message, msg, pmsg
from setvision.rules import Explanation, explain

__all__ = ["Settled", "settled_by"]


@dataclass(frozen=True, slots=True)
class Settled:
    """A call that was settled."""

    is_right: bool
    lines: tuple[Message, ...]
    """The verdict, and what follows from it for the player."""
    explanation: Explanation | None
    """Of the cards that were pointed at."""
    cards: tuple[Card, ...]


def settled_by(before: Game, after: Game, move: Point | NothingNamed) -> Settled:
    """Tell what came of a move that settles a call.

    Parameters
    ----------
    before, after
        The game around it.
    move
        The move.
    """
    who = before.caller or 0
    follows = _follows(before, after, who)
    if isinstance(move, NothingNamed):
        verdict = msg("No cards were named: that counts as a wrong call.")
        return Settled(False, (verdict, *follows), None, ())
    explanation = explain(*move.cards)
    verdict = pmsg("three cards", "SET") if explanation.is_set else pmsg("three cards", "no SET")
    return Settled(explanation.is_set, (verdict, *follows), explanation, move.cards)


def _follows(before: Game, after: Game, who: int) -> tuple[Message, ...]:
    player = after.players[who]
    won = player.points - before.players[who].points
    parts: list[object] = []
    if won:
        parts.append(f"+{won}" if won > 0 else f"\N{MINUS SIGN}{-won}")
    if player.sits_out:
        parts.append(msg("sits out"))
    if not parts:
        return ()
    what = Joined(tuple(parts))
    return (msg("{name}: {what}", name=player.name, what=what),)
