"""The rule systems as data: everything in which one way of playing differs from another.

The state machine (:mod:`setvision.games.play`), the explanations (:mod:`setvision.games.explain`)
and the advice (:mod:`setvision.games.steps`) ask these settings alone, never which system it is,
so that what is said and what is done can not disagree.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from setvision.message import Message, msg

__all__ = ["SYSTEMS", "MatchRule", "More", "System", "Winning"]


class More(StrEnum):
    """What happens when nobody finds a SET while cards are left to deal."""

    FREE = "free"
    """Three more cards, when all who play agree."""
    LOST = "lost"
    """The game is lost."""
    DEBT = "debt"
    """Three more cards for a debt of one SET."""
    PAID = "paid"
    """Three more cards for points."""
    ASKED = "asked"
    """A player asks for a card for the own hand."""


class Winning(StrEnum):
    """Who has won when a game is over."""

    POINTS = "points"
    """Who has the most points; several may."""
    DECK_DEALT = "deck dealt"
    """The one player, when the deck was dealt to its end."""
    DEBT_PAID = "debt paid"
    """The one player, when SETs from the last layout made up for the debt."""
    HAND_EMPTY = "hand empty"
    """Who has no cards left, and gets a point for each card that the others hold."""
    SCORE = "score"
    """Nobody: the one player has a score."""


class MatchRule(StrEnum):
    """How many games make a match."""

    EACH_DEALS = "each deals"
    """One dealt by each player."""
    TARGET = "target"
    """Until a player has so many points."""
    ROUNDS = "rounds"
    """A fixed number."""


@dataclass(frozen=True, slots=True)
class System:
    """The settings of one way of playing.

    Points may be negative where they are a price.
    """

    key: str
    """What it is called on the command line and in logs."""
    name: Message
    small_deck: bool = False
    """Played with the 27 solid cards instead of all 81."""
    least_players: int = 1
    most_players: int | None = None
    layout: int = 12
    """Cards on the table to start with, to which it is filled up again."""
    rows: int = 3
    hand: int = 0
    """Cards dealt to each player."""
    hand_limit: int = 0
    """The most cards that a player may hold."""
    calls: bool = True
    """A SET is called first; the caller points at the cards while the others wait."""
    keeps_sets: bool = True
    """A SET stays with its finder; otherwise it is put away."""
    always_replaced: bool = False
    """The cards of a SET are replaced however many lie there, not only up to the layout."""
    set_points: int = 1
    wrong_points: int = 0
    wrong_sits_out: bool = False
    """After a wrong call a player may not call until the next SET is found."""
    wrong_card: bool = False
    """After a wrong call a player draws a card."""
    more: More = More.FREE
    more_cards: int = 3
    more_points: int = 0
    table_limit: int | None = None
    """The most cards on the table."""
    reshuffles: bool = False
    """When no cards are left to deal, those put away are shuffled and dealt again."""
    time_bonus: int = 0
    """Points that melt away by one a second while the game lasts."""
    winning: Winning = Winning.POINTS
    match: MatchRule = MatchRule.ROUNDS
    match_size: int = 1
    """The number of games, or the points for each player that takes part."""

    @property
    def deck_size(self) -> int:
        """27 or 81."""
        return 27 if self.small_deck else 81


_ALL: Final = (
    System(
        "base",
        msg("base game"),
        wrong_points=-1,
        match=MatchRule.EACH_DEALS,
    ),
    System(
        "quick",
        msg("quick start"),
        small_deck=True,
        layout=9,
        wrong_points=-1,
        match=MatchRule.EACH_DEALS,
    ),
    System(
        "solitaire",
        msg("solitaire"),
        most_players=1,
        calls=False,
        set_points=0,
        more=More.LOST,
        winning=Winning.DECK_DEALT,
    ),
    System(
        "solo",
        msg("solo with a debt"),
        most_players=1,
        calls=False,
        more=More.DEBT,
        more_points=-1,
        winning=Winning.DEBT_PAID,
    ),
    System(
        "twenty",
        msg("20/20"),
        least_players=2,
        most_players=12,
        layout=6,
        rows=2,
        hand=6,
        hand_limit=9,
        keeps_sets=False,
        set_points=0,
        wrong_card=True,
        more=More.ASKED,
        more_cards=1,
        reshuffles=True,
        winning=Winning.HAND_EMPTY,
        match=MatchRule.TARGET,
        match_size=10,
    ),
    System(
        "pro",
        msg("Set Pro"),
        most_players=1,
        calls=False,
        always_replaced=True,
        set_points=250,
        wrong_points=-50,
        more=More.PAID,
        more_points=-100,
        table_limit=21,
        time_bonus=1000,
        winning=Winning.SCORE,
        match_size=3,
    ),
    System(
        "beginner",
        msg("Set Beginner"),
        small_deck=True,
        most_players=1,
        layout=9,
        calls=False,
        always_replaced=True,
        set_points=250,
        wrong_points=-50,
        more=More.PAID,
        more_points=-100,
        table_limit=15,
        time_bonus=500,
        winning=Winning.SCORE,
        match_size=5,
    ),
    System(
        "1995",
        msg("Ravensburger 1995"),
        least_players=2,
        most_players=8,
        wrong_sits_out=True,
    ),
)

SYSTEMS: Final[dict[str, System]] = {system.key: system for system in _ALL}
"""All rule systems by their key.

Where the printed rules are silent they are decided as the base game does; in particular, 20/20 is
open to twelve players, for whom the deck suffices.
"""
