"""A game on a watched table: the moves that the camera sees, and what people should put right.

The camera sees which cards lie there. What is dealt, and which three cards a caller takes, follows
from that; calls, and that all agree on there being no SET, people have to tell. Whatever is not
seen for certain changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from setvision.cards import Card
from setvision.doubts import doubted_card
from setvision.games.moves import Deal, Move, Point, Tell
from setvision.games.session import Session
from setvision.games.state import UNKNOWN, Game
from setvision.message import Message, listed, msg, nmsg
from setvision.table import SeenCard, Table
from setvision.watch.types import Watched

__all__ = ["Follower", "cards_out_of"]

_SETTLED_S: Final = 0.4
"""For so long nothing must have moved before anything is concluded."""

_PATIENCE_S: Final = 2.5
"""After so long a card that is still not read surely is dealt as one that nobody knows."""


def cards_out_of(game: Game) -> frozenset[Card]:
    """Return the cards that can't lie on the table any more, or not now."""
    held = [card for player in game.players for card in (*player.kept, *player.hand)]
    return frozenset(card for card in (*held, *game.discard) if isinstance(card, Card))


@dataclass(frozen=True, slots=True)
class _Difference:
    """How a watched table differs from that of the game."""

    gone: tuple[Card, ...]
    """Cards of the game that do not lie there."""
    new: tuple[Card, ...]
    """Surely read cards that the game has not had yet."""
    out: tuple[Card, ...]
    """Surely read cards that the game has had."""
    unclear: tuple[SeenCard, ...]
    """Cards that are not read surely and not known to lie there."""

    @property
    def strange(self) -> int:
        """How many cards lie there that the game does not know of."""
        return len(self.new) + len(self.out) + len(self.unclear)


class Follower:
    """Follows a game by what lies on the table.

    Parameters
    ----------
    session
        The game, played with a real deck.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._settled: frozenset[Card] = frozenset()
        self._is_undone = False
        self.advice: tuple[Message, ...] = ()
        """What people should do where table and game differ."""

    def see(self, watched: Watched) -> tuple[Move, ...]:
        """Make the moves that can be seen, and return them.

        Raises
        ------
        GameLogError
            When a move can't be written down.
        """
        if watched.still_s < _SETTLED_S or self._session.game.result is not None:
            return ()
        made: list[Move] = []
        while True:
            found = _difference(watched.table, self._session.game)
            if self._is_undone:
                self._settled, self._is_undone = frozenset(found.gone), False
            # What lies there again may be taken again.
            self._settled &= frozenset(found.gone)
            move = self._move(found, watched)
            if move is None:
                self.advice = self._advice(found, watched.table.maybe)
                return tuple(made)
            if isinstance(move, Point):
                self._settled = frozenset(move.cards)
            self._session.make(move)
            made.append(move)

    def undone(self) -> None:
        """Tell that moves were taken back: what is gone now must not be taken anew at once."""
        self._is_undone = True

    def _move(self, found: _Difference, watched: Watched) -> Move | None:
        game, at_s = self._session.game, self._session.at_s
        if found.out or watched.table.maybe:
            return None
        unknown = game.table.count(UNKNOWN)
        if game.due:
            if game.due[0].to is not None or found.gone:
                return None
            count = game.due[0].count
            is_all_there = found.strange == count + unknown
            if not is_all_there or (found.unclear and watched.still_s < _PATIENCE_S):
                return None
            cards = (*found.new, *(None,) * len(found.unclear))
            return Deal(cards[:count], at_s)
        if found.new and not found.gone and found.strange <= unknown:
            return Tell(found.new, at_s)
        if self._is_taking(found, game):
            return Point(found.gone, at_s)
        return None

    def _is_taking(self, found: _Difference, game: Game) -> bool:
        """Whether exactly three cards were taken by somebody who may."""
        if len(found.gone) != 3 or found.unclear or self._settled & frozenset(found.gone):
            return False
        # In a game with hands, cards may have come from there.
        may_take = game.caller is not None or not game.system.calls
        return may_take and not game.system.hand and len(found.new) <= 3

    def _advice(self, found: _Difference, hidden: int) -> tuple[Message, ...]:
        game = self._session.game
        lines: list[Message] = []
        if found.out:
            lines.append(
                nmsg(
                    "{cards} is out of the game and must not lie there.",
                    "{cards} are out of the game and must not lie there.",
                    len(found.out),
                    cards=listed(found.out),
                )
            )
        if found.gone:
            lines.append(self._about_gone(found.gone, game))
        room = game.table.count(UNKNOWN) + (game.due[0].count if game.due else 0)
        if found.strange - len(found.out) > room and not found.gone:
            lines.append(_about_more(found.strange - len(found.out) - room, game))
        elif found.unclear:
            lines.append(
                nmsg(
                    "Card {cards} is not read surely; straighten it.",
                    "Cards {cards} are not read surely; straighten them.",
                    len(found.unclear),
                    cards=listed([doubted_card(each.id, each.doubts) for each in found.unclear]),
                )
            )
        if hidden:
            lines.append(
                nmsg(
                    "{n} more thing may be a card that is partly hidden",
                    "{n} more things may be cards that are partly hidden",
                    hidden,
                )
            )
        is_dealt_here = bool(game.due) and game.due[0].to is None
        if not lines and is_dealt_here and 0 < found.strange < room:
            lines.append(msg("Cards seen: {seen} of {count}", seen=found.strange, count=room))
        return tuple(lines)

    def _about_gone(self, gone: Sequence[Card], game: Game) -> Message:
        if len(gone) == 3 and not self._settled and not game.due and game.caller is None:
            return msg("{cards} were taken: who called?", cards=listed(gone))
        return nmsg(
            "{cards} is missing: put it back.",
            "{cards} are missing: put them back.",
            len(gone),
            cards=listed(gone),
        )


def _difference(table: Table, game: Game) -> _Difference:
    known = set(game.known)
    lying = {seen.card for seen in table.cards}
    strange = [seen for seen in table.cards if seen.card not in known]
    sure = [seen.card for seen in strange if seen.sure]
    return _Difference(
        tuple(card for card in game.known if card not in lying),
        tuple(card for card in sure if card in game.unseen),
        tuple(card for card in sure if card not in game.unseen),
        tuple(seen for seen in strange if not seen.sure),
    )


def _about_more(count: int, game: Game) -> Message:
    if game.due or game.caller is not None:
        return nmsg(
            "{n} card too many lies there: take it away.",
            "{n} cards too many lie there: take them away.",
            count,
        )
    return nmsg(
        "{n} card more lies there than should. If there is no SET, say so; else take it away.",
        "{n} cards more lie there than should. If there is no SET, say so; else take them away.",
        count,
    )
