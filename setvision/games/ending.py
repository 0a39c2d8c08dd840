"""When a game is over, who has won it, and with how many points."""

from dataclasses import replace

from setvision.games.state import Ending, Game, Result
from setvision.games.system import Winning

__all__ = ["ended", "over"]


def ended(game: Game, at_s: float) -> Game:
    """End a game in which nothing more can be found."""
    if game.result is not None or game.caller is not None:
        return game
    if game.system.winning is Winning.HAND_EMPTY:
        # Cards due for the table do not matter any more; those for hands are still being dealt.
        dealing = any(due.to is not None for due in game.due)
        if dealing or all(player.hand for player in game.players):
            return game
        return over(replace(game, due=()), Ending.HAND_EMPTY, at_s)
    if game.due:
        return game
    if game.stock == 0 and game.has_set is False:
        return over(game, Ending.NO_SET_LEFT, at_s)
    return game


def over(game: Game, ending: Ending, at_s: float) -> Game:
    """Count the points and name the winners."""
    points = [player.points for player in game.players]
    winners: tuple[int, ...] = ()
    bonus = 0
    match game.system.winning:
        case Winning.POINTS:
            winners = tuple(k for k, each in enumerate(points) if each == max(points))
        case Winning.SCORE:
            bonus = max(0, game.system.time_bonus - int(at_s))
            points[0] += bonus
        case Winning.DECK_DEALT:
            winners = (0,) if ending is Ending.NO_SET_LEFT else ()
        case Winning.DEBT_PAID:
            is_won = ending is Ending.NO_SET_LEFT and game.paid >= game.debt
            winners = (0,) if is_won else ()
        case Winning.HAND_EMPTY:
            winners = tuple(k for k, player in enumerate(game.players) if not player.hand)
            for k in winners:
                points[k] += sum(len(player.hand) for player in game.players)
    return replace(
        game,
        players=tuple(
            replace(player, points=each) for player, each in zip(game.players, points, strict=True)
        ),
        result=Result(ending, winners, bonus),
    )
