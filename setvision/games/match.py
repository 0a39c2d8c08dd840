"""Several games in a row: who deals next, what the points add up to, who wins it all."""

from dataclasses import dataclass, replace

from setvision.games.play import new_game
from setvision.games.state import Game
from setvision.games.system import MatchRule, System

__all__ = ["Match"]


@dataclass(frozen=True, slots=True)
class Match:
    """A match or tournament of one rule system."""

    system: System
    names: tuple[str, ...]
    first_dealer: int = 0
    rounds: tuple[tuple[int, ...], ...] = ()
    """The points of each player in each game that is over."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player in all games together."""
        return tuple(sum(points) for points in zip(*self.rounds, strict=True)) or (0,) * len(
            self.names
        )

    @property
    def is_over(self) -> bool:
        """Whether no more games are to be played."""
        match self.system.match:
            case MatchRule.EACH_DEALS:
                return len(self.rounds) >= len(self.names)
            case MatchRule.TARGET:
                return max(self.totals) >= self.target
            case _:
                return len(self.rounds) >= self.system.match_size

    @property
    def target(self) -> int:
        """The points that end a match which is played to a target."""
        return self.system.match_size * len(self.names)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the most points, when the match is over; several share the victory."""
        most = max(self.totals)
        return tuple(k for k, each in enumerate(self.totals) if each == most and self.is_over)

    def next_game(self) -> Game:
        """Start the next game; the deal has passed to the left."""
        return new_game(self.system, self.names, (self.first_dealer + len(self.rounds)) % self.size)

    @property
    def size(self) -> int:
        """How many play."""
        return len(self.names)

    def with_game(self, game: Game) -> "Match":
        """Add a game that is over."""
        if game.result is None:
            raise ValueError("the game is not over")
        return replace(self, rounds=(*self.rounds, tuple(p.points for p in game.players)))
