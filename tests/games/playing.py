"""Short words for playing a game in a test: cards by code, players by name, one move a line."""

from dataclasses import replace

import pytest

from setvision.cards import DECK, SMALL_DECK, Card
from setvision.errors import IllegalMoveError
from setvision.games.moves import Ask, Call, Deal, Move, NoSet, NothingNamed, Point, Tell
from setvision.games.play import new_game, play
from setvision.games.state import Game
from setvision.games.system import SYSTEMS
from setvision.rules import find_sets


def cards(codes: str) -> tuple[Card, ...]:
    """Read cards from their codes."""
    return tuple(Card.parse(code) for code in codes.split())


class Play:
    """A game that is being played; each method makes a move, and can be chained."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @classmethod
    def of(cls, key: str, *names: str, dealer: int = 0) -> "Play":
        return cls(new_game(SYSTEMS[key], names, dealer))

    def make(self, move: Move) -> "Play":
        self.game = play(self.game, move)
        return self

    def refuses(self, move: Move, because: str) -> "Play":
        """Check that a move is illegal and changes nothing."""
        before = self.game
        with pytest.raises(IllegalMoveError, match=because):
            play(self.game, move)
        assert self.game == before
        return self

    def index(self, name: str) -> int:
        return [player.name for player in self.game.players].index(name)

    def deal(self, codes: str, at_s: float = 0.0) -> "Play":
        return self.make(Deal(cards(codes), at_s))

    def deal_in_turn(self, *hands: str) -> "Play":
        """Deal hands one card at a time, beginning with the first."""
        for codes in zip(*(hand.split() for hand in hands), strict=True):
            for code in codes:
                self.deal(code)
        return self

    def deal_any(self) -> "Play":
        """Deal whatever is left, the first cards first, until nothing is due."""
        while self.game.due:
            some = sorted(self.game.unseen)[: self.game.due[0].count]
            self.make(Deal(tuple(some)))
        return self

    def call(self, name: str) -> "Play":
        return self.make(Call(self.index(name)))

    def point(self, codes: str, at_s: float = 0.0) -> "Play":
        return self.make(Point(cards(codes), at_s))

    def nothing(self) -> "Play":
        return self.make(NothingNamed())

    def none(self, at_s: float = 0.0) -> "Play":
        return self.make(NoSet(at_s))

    def ask(self, name: str) -> "Play":
        return self.make(Ask(self.index(name)))

    def tell(self, codes: str) -> "Play":
        return self.make(Tell(cards(codes)))

    @property
    def points(self) -> list[int]:
        return [player.points for player in self.game.players]

    @property
    def sets(self) -> list[int]:
        return [player.sets for player in self.game.players]

    @property
    def due(self) -> list[tuple[int, int | None]]:
        return [(due.count, due.to) for due in self.game.due]


def late(game: Game, codes: str, pile: str = "") -> Game:
    """Go to the end of a game: these cards on the table, those in the pile, the rest is gone.

    Where a SET stays with its finder, the first player has found the rest.
    """
    table, stock = cards(codes), cards(pile)
    deck = SMALL_DECK if game.system.small_deck else DECK
    held = {card for player in game.players for card in player.hand}
    gone = tuple(card for card in deck if card not in {*table, *stock, *held})
    first = game.players[0]
    if game.system.keeps_sets:
        players = (replace(first, kept=gone), *game.players[1:])
        return replace(
            game, table=table, due=(), stock=len(stock), unseen=frozenset(stock), players=players
        )
    return replace(
        game, table=table, due=(), stock=len(stock), unseen=frozenset(stock), discard=gone
    )


def number_of_sets(codes: str) -> int:
    """Count the SETs among cards."""
    return len(find_sets(cards(codes)))
