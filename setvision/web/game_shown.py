"""What the page shows of a game, as JSON: everything in words, nothing left to be judged there."""

from typing import Any

from setvision.cards import Card
from setvision.games.match import Match
from setvision.games.standing import now
from setvision.games.state import GAP, Game, Place, Player
from setvision.games.system import More
from setvision.message import Joined, Message, msg, nmsg
from setvision.rules import find_sets
from setvision.web.room import Room
from setvision.web.settled import Settled
from setvision.web.shown import card_dict, checks_dict
from setvision.words import Words

__all__ = ["game_dict", "hint_dict"]


def game_dict(room: Room, words: Words) -> dict[str, Any]:
    """Return what is shown of the game that is kept in a room."""
    session = room.session
    if session is None:
        return {"type": "game", "is_on": False}
    table = room.table
    if table is not None:
        words = words.in_edition(table.edition)
    match, game = session.match, session.game
    follower = room.follower
    return {
        "type": "game",
        "is_on": True,
        "is_watched": room.is_watched,
        "has_camera": follower is not None,
        "system": match.system.key,
        "system_name": words(match.system.name),
        "calls": match.system.calls,
        "players": [_player(match, game, k, words) for k in range(len(game.players))],
        "caller": game.caller,
        "table": [_place(place, words) for place in game.table],
        "rows": match.system.rows,
        "stock": words(nmsg("{n} card in the pile", "{n} cards in the pile", game.stock)),
        "next": [words(line) for line in now(match, game)],
        "advice": [words(line) for line in follower.advice] if follower else [],
        "settled": _settled(room.settled, words),
        "can": _can(match, game),
        "none": words(_none(game)),
        "is_over": game.result is not None,
    }


def hint_dict(game: Game, step: int, words: Words) -> dict[str, Any]:
    """Return a hint of 1 to 4 steps among the known cards of a game: a line, and cards by code."""
    found = find_sets(game.known)
    if not found:
        line = (
            msg("There is no SET.")
            if game.has_set is False
            else msg("There is no SET among the cards that are known.")
        )
        return {"line": words(line), "codes": []}
    codes = [game.known[place].code for place in found[0]]
    return {"line": words(msg("There is a SET.")), "codes": codes[: max(0, step - 1)]}


def _player(match: Match, game: Game, number: int, words: Words) -> dict[str, Any]:
    player = game.players[number]
    is_open = game.result is None and not game.due and game.caller is None
    may_ask = match.system.more is More.ASKED and is_open
    return {
        "name": player.name,
        "points": str(player.points).replace("-", "\N{MINUS SIGN}"),
        "score": words(_score(match, game, player, match.totals[number])),
        "hand": [_place(place, words) for place in player.hand],
        "is_caller": game.caller == number,
        "is_winner": game.result is not None and number in game.result.winners,
        "is_dealer": game.dealer == number and len(game.players) > 1,
        "may_call": match.system.calls and is_open and not player.sits_out,
        "may_ask": may_ask and len(player.hand) < match.system.hand_limit,
    }


def _score(match: Match, game: Game, player: Player, before: int) -> Message:
    parts: list[Message] = [nmsg("{n} SET", "{n} SETs", player.sets)]
    if player.wrong:
        parts.append(nmsg("{n} wrong call", "{n} wrong calls", player.wrong))
    if game.debt:
        owed = max(0, game.debt - game.paid)
        parts.append(nmsg("{n} SET owed", "{n} SETs owed", owed))
    if match.system.hand:
        parts.append(nmsg("{n} card held", "{n} cards held", len(player.hand)))
    if match.rounds:
        parts.append(nmsg("{n} point before", "{n} points before", before))
    if player.sits_out:
        parts.append(msg("sits out"))
    return Message("{parts}", fields={"parts": Joined(tuple(parts), " · ")})


def _place(place: Place, words: Words) -> dict[str, Any] | None:
    if place is GAP:
        return None
    return card_dict(place, words) if isinstance(place, Card) else {"code": None}


def _settled(settled: Settled | None, words: Words) -> dict[str, Any] | None:
    if settled is None:
        return None
    return {
        "tone": "yes" if settled.is_right else "no",
        "lines": [words(line) for line in settled.lines],
        "checks": checks_dict(settled.explanation, words),
        "cards": [card_dict(card, words) for card in settled.cards],
    }


def _can(match: Match, game: Game) -> dict[str, bool]:
    is_on = game.result is None
    is_dealing = bool(game.due)
    is_called = game.caller is not None
    return {
        "point": is_on and not is_dealing and (is_called or not match.system.calls),
        "nothing": is_on and is_called,
        "none": is_on and not is_dealing and not is_called,
        "lay": is_on and is_dealing and game.due[0].to is None,
        "next": not is_on and not match.with_game(game).is_over,
    }


def _none(game: Game) -> Message:
    """Return what the button says by which nobody finds a SET."""
    if len(game.players) == 1:
        return msg("I find no SET")
    return msg("All agree: no SET")
