"""What happens next in a game, in sentences for the people at the table."""

from setvision.games.state import Ending, Game
from setvision.games.system import More, Winning
from setvision.message import Message, listed, msg, nmsg

__all__ = ["next_step", "outcome"]


def next_step(game: Game) -> Message:
    """Say what the rules allow or ask for now."""
    if game.result is not None:
        return msg("The game is over.")
    if game.due:
        return _to_deal(game)
    if game.caller is not None:
        name = game.players[game.caller].name
        return msg("{name} has called and points at three cards; nobody else may.", name=name)
    return _open(game)


def _to_deal(game: Game) -> Message:
    due = game.due[0]
    dealer = game.players[game.dealer].name
    alone = len(game.players) == 1
    if due.to is not None:
        name = game.players[due.to].name
        return nmsg(
            "{dealer} deals {n} card to {name}.",
            "{dealer} deals {n} cards to {name}.",
            due.count,
            dealer=dealer,
            name=name,
        )
    if alone:
        return nmsg("Lay {n} card on the table.", "Lay {n} cards on the table.", due.count)
    return nmsg(
        "{dealer} lays {n} card on the table.",
        "{dealer} lays {n} cards on the table.",
        due.count,
        dealer=dealer,
    )


def _open(game: Game) -> Message:
    system = game.system
    if not system.calls:
        return msg("Point at a SET. {otherwise}", otherwise=_without_set(game))
    waiting = [player.name for player in game.players if player.sits_out]
    if waiting:
        return msg(
            "Whoever sees a SET calls, except {names}, until the next SET is found. {otherwise}",
            names=listed(waiting),
            otherwise=_without_set(game),
        )
    return msg("Whoever sees a SET calls. {otherwise}", otherwise=_without_set(game))


def _without_set(game: Game) -> Message:
    """Say what to do where nobody finds a SET."""
    system = game.system
    alone = len(game.players) == 1
    if system.more is More.ASKED:
        return nmsg(
            "Who finds none may ask for a card while holding fewer than {n}.",
            "Who finds none may ask for a card while holding fewer than {n}.",
            system.hand_limit,
        )
    if game.stock == 0:
        if alone:
            return msg("If you find none, say so: then the game is over.")
        return msg("If all agree that there is none, the game is over.")
    count = min(system.more_cards, game.stock)
    match system.more:
        case More.LOST:
            return msg("If you find none, the game is lost.")
        case More.DEBT:
            return nmsg(
                "If you find none, {n} card is added, for a debt of one SET.",
                "If you find none, {n} cards are added, for a debt of one SET.",
                count,
            )
        case More.PAID:
            return nmsg(
                "If you find none, {n} card is added, at a price of {points} points.",
                "If you find none, {n} cards are added, at a price of {points} points.",
                count,
                points=-system.more_points,
            )
        case _:
            return nmsg(
                "If all agree that there is none, {n} card is added.",
                "If all agree that there is none, {n} cards are added.",
                count,
            )


def outcome(game: Game) -> Message | None:
    """Say how a game ended; None while it goes on."""
    result = game.result
    if result is None:
        return None
    names = [game.players[k].name for k in result.winners]
    first = game.players[0]
    match game.system.winning:
        case Winning.DECK_DEALT:
            if names:
                return msg("Won: the deck is dealt and no SET is left.")
            return msg("Lost: no SET was found and cards are left.")
        case Winning.DEBT_PAID:
            return _debt_outcome(game)
        case Winning.SCORE:
            return nmsg(
                "{n} point, of which {bonus} for speed.",
                "{n} points, of which {bonus} for speed.",
                first.points,
                bonus=result.bonus,
            )
        case Winning.HAND_EMPTY:
            if not names:
                return msg("Nobody wins: no cards are left to deal and none can be played.")
            winner = game.players[result.winners[0]]
            return nmsg(
                "{name} has no cards left and gets {n} point.",
                "{name} has no cards left and gets {n} points.",
                winner.points,
                name=winner.name,
            )
        case _:
            most = game.players[result.winners[0]].points
            if len(names) > 1:
                return nmsg(
                    "{names} share the victory with {n} point each.",
                    "{names} share the victory with {n} points each.",
                    most,
                    names=listed(names),
                )
            return nmsg(
                "{name} wins with {n} point.", "{name} wins with {n} points.", most, name=names[0]
            )


def _debt_outcome(game: Game) -> Message:
    assert game.result is not None
    points = game.players[0].points
    if game.result.winners and game.debt == 0:
        return nmsg("Won without a debt: {n} point.", "Won without a debt: {n} points.", points)
    if game.result.winners:
        return nmsg(
            "Won, the debt is worked off: {n} point.",
            "Won, the debt is worked off: {n} points.",
            points,
        )
    if game.result.ending is Ending.STUCK:
        return nmsg("Lost with {n} point.", "Lost with {n} points.", points)
    return nmsg(
        "Lost: a debt of {n} SET is left.",
        "Lost: a debt of {n} SETs is left.",
        game.debt - game.paid,
    )
