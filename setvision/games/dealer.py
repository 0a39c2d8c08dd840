"""A dealer with a shuffled deck, for games without real cards."""

from random import Random

from setvision.games.moves import Deal
from setvision.games.state import Game

__all__ = ["dealt"]


def dealt(game: Game, seed: int, at_s: float = 0.0) -> Deal:
    """Deal the cards that are due first.

    Cards are drawn at random from the pile when they are needed, which is as good as a pile
    shuffled before: nobody has seen its order. Each draw depends on the seed and on the number of
    cards dealt before alone, so that a game taken up again goes on as it would have.

    Parameters
    ----------
    game
        A game in which cards are due, none of them unknown.
    seed
        Any number; the same gives the same game.
    at_s
        Seconds since the game began.
    """
    chance = Random(f"{seed} {game.dealt}")
    return Deal(tuple(chance.sample(sorted(game.unseen), game.due[0].count)), at_s)
