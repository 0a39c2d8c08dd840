"""How a game and its match stand, in sentences for the people at the table."""

from setvision.cards import Card
from setvision.games.match import Match
from setvision.games.state import GAP, UNKNOWN, Game
from setvision.games.steps import next_step, outcome
from setvision.games.system import MatchRule
from setvision.message import Joined, Message, listed, msg, nmsg

__all__ = ["listing", "match_outcome", "now", "scores"]


def scores(match: Match, game: Game) -> tuple[Message, ...]:
    """Say of each player what was won and lost, in the order in which they sit.

    Parameters
    ----------
    match
        The games before; their points are told beside those of this game.
    game
        The current game.
    """
    lines = []
    for player, before in zip(game.players, match.totals, strict=True):
        parts: list[Message] = [
            nmsg("{n} point", "{n} points", player.points),
            nmsg("{n} SET", "{n} SETs", player.sets),
            nmsg("{n} wrong call", "{n} wrong calls", player.wrong),
        ]
        if game.system.hand:
            parts.append(nmsg("{n} card held", "{n} cards held", len(player.hand)))
        if game.debt:
            owed = max(0, game.debt - game.paid)
            parts.append(nmsg("{n} SET owed", "{n} SETs owed", owed))
        if match.rounds:
            parts.append(nmsg("{n} point before", "{n} points before", before))
        if player.sits_out:
            parts.append(msg("sits out"))
        lines.append(msg("{name}: {what}", name=player.name, what=Joined(tuple(parts))))
    return tuple(lines)


def listing(game: Game) -> tuple[dict[int, Card], tuple[Message, ...]]:
    """List the cards on the table and the known ones in hands with the numbers they go by.

    Numbers run over all places, so that a card keeps its number when others become known. Nothing
    is listed while no card on the table is known.

    Returns
    -------
    numbers
        The known cards by number.
    lines
        One for each card.
    """
    numbers: dict[int, Card] = {}
    lines: list[Message] = []
    places = [place for place in game.table if place is not GAP]
    if places.count(UNKNOWN) == len(places):
        return numbers, ()
    for number, place in enumerate(places, start=1):
        if isinstance(place, Card):
            numbers[number] = place
            lines.append(msg("{number}: {card}", number=number, card=place))
        else:
            lines.append(msg("{number}: not told", number=number))
    held = [(card, player.name) for player in game.players for card in player.hand]
    for number, (card, name) in enumerate(held, start=len(places) + 1):
        if isinstance(card, Card):
            numbers[number] = card
            lines.append(
                msg("{number}: {card}, held by {name}", number=number, card=card, name=name)
            )
    return numbers, tuple(lines)


def now(match: Match, game: Game) -> tuple[Message, ...]:
    """Say what happens next, or how game and match ended.

    Parameters
    ----------
    match
        The games before the current one.
    game
        The current game.
    """
    end = outcome(game)
    if end is None:
        return (next_step(game),)
    after = match.with_game(game)
    return (end, match_outcome(after)) if after.is_over and _is_series(after) else (end,)


def match_outcome(match: Match) -> Message:
    """Say how a match ended that is over."""
    most = max(match.totals)
    if len(match.names) > 1:
        return nmsg(
            "The match is over; {names} won with {n} point.",
            "The match is over; {names} won with {n} points.",
            most,
            names=listed([match.names[k] for k in match.winners]),
        )
    return nmsg(
        "The tournament is over with {n} point.",
        "The tournament is over with {n} points.",
        most,
    )


def _is_series(match: Match) -> bool:
    return match.system.match is not MatchRule.ROUNDS or match.system.match_size > 1
