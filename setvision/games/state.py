"""The state of one game: who holds what, what lies on the table, what is to be settled.

The order of the cards still to be dealt is no part of it, since nobody at the table knows it:
cards come into the game by the moves that say which were dealt. Cards that lie there but that
nobody told are :data:`UNKNOWN`; people who play with real cards need not type them all.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

from setvision.cards import Card
from setvision.games.system import System
from setvision.rules import find_sets

__all__ = ["GAP", "UNKNOWN", "Due", "Ending", "Game", "Place", "Player", "Result"]


class _Place(Enum):
    UNKNOWN = "unknown"
    GAP = "gap"


UNKNOWN: Final = _Place.UNKNOWN
"""A card that lies there, but nobody told which it is."""

GAP: Final = _Place.GAP
"""A place on the table whose card was taken, waiting for the next."""

Place = Card | _Place


@dataclass(frozen=True, slots=True)
class Player:
    """One player."""

    name: str
    points: int = 0
    sets: int = 0
    """SETs found."""
    wrong: int = 0
    """Wrong calls."""
    kept: tuple[Card, ...] = ()
    """The cards of the SETs found, where the finder keeps them."""
    hand: tuple[Place, ...] = ()
    """Cards held, known or unknown."""
    sits_out: bool = False
    """May not call until the next SET is found."""


@dataclass(frozen=True, slots=True)
class Due:
    """Cards to be dealt next."""

    count: int
    to: int | None = None
    """The player for whose hand they are; None for the table."""


class Ending(StrEnum):
    """Why a game is over."""

    NO_SET_LEFT = "no SET left"
    STUCK = "stuck"
    HAND_EMPTY = "hand empty"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    ending: Ending
    winners: tuple[int, ...]
    """Players; several when they share the victory, none when it is lost or only scored."""
    bonus: int = 0
    """Points for speed, included in the player's points."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game at one moment."""

    system: System
    players: tuple[Player, ...]
    dealer: int
    """The player who deals."""
    table: tuple[Place, ...]
    """The cards on the table in the order of their places."""
    due: tuple[Due, ...]
    """What has to be dealt before anything else, in this order."""
    stock: int
    """Cards in the pile that is dealt from."""
    unseen: frozenset[Card]
    """The cards of which nobody was told where they are: in the pile, or lying there unknown."""
    discard: tuple[Card, ...] = ()
    """SETs that were put away."""
    caller: int | None = None
    """The player whose call is being settled."""
    debt: int = 0
    """SETs owed for cards that were added."""
    paid: int = 0
    """SETs taken from the last layout, when no cards were left to deal."""
    dealt: int = 0
    """Cards dealt so far, those dealt a second time included."""
    result: Result | None = None
    """Set when the game is over."""

    @property
    def known(self) -> tuple[Card, ...]:
        """The known cards on the table."""
        return tuple(card for card in self.table if isinstance(card, Card))

    @property
    def lying(self) -> int:
        """How many cards lie on the table."""
        return sum(place is not GAP for place in self.table)

    @property
    def has_set(self) -> bool | None:
        """Whether a SET lies on the table; None when that hangs on cards that nobody told."""
        if find_sets(self.known):
            return True
        return None if UNKNOWN in self.table else False
