"""The state machine: a game and a move give the next state of the game, or an error.

One machine plays all rule systems; in what they differ is asked of their settings. It knows no
clock and no chance: times and dealt cards come with the moves, so the same moves always give the
same game.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch

from setvision.cards import DECK, SMALL_DECK, Card
from setvision.errors import IllegalMoveError
from setvision.games.ending import ended, over
from setvision.games.moves import Ask, Call, Deal, Move, NoSet, NothingNamed, Point, Tell
from setvision.games.state import GAP, UNKNOWN, Due, Ending, Game, Place, Player
from setvision.games.steps import next_step
from setvision.games.system import More, System
from setvision.message import Message, listed, msg, nmsg
from setvision.rules import is_set

__all__ = ["new_game", "play"]


def new_game(system: System, names: Sequence[str], dealer: int = 0) -> Game:
    """Seat players and make the dealer's first cards due.

    Hands are dealt one card at a time, beginning to the left of the dealer, before the table.

    Parameters
    ----------
    system
        The rules.
    names
        The players in the order in which they sit, clockwise.
    dealer
        Which of them deals.

    Raises
    ------
    IllegalMoveError
        When the number of players does not fit, or two have one name.
    """
    count = len(names)
    if count < system.least_players:
        raise IllegalMoveError(
            nmsg(
                "{system} needs at least {n} player.",
                "{system} needs at least {n} players.",
                system.least_players,
                system=system.name,
            )
        )
    if system.most_players is not None and count > system.most_players:
        raise IllegalMoveError(
            nmsg(
                "{system} is for {n} player at most.",
                "{system} is for {n} players at most.",
                system.most_players,
                system=system.name,
            )
        )
    folded = [name.strip().casefold() for name in names]
    if "" in folded or len(set(folded)) < count:
        raise IllegalMoveError(msg("Each player needs a name of their own."))
    to_hands = [Due(1, (dealer + 1 + k) % count) for k in range(count)] * system.hand
    return Game(
        system=system,
        players=tuple(Player(name.strip()) for name in names),
        dealer=dealer % count,
        table=(GAP,) * system.layout,
        due=(*to_hands, Due(system.layout)),
        stock=system.deck_size,
        unseen=frozenset(SMALL_DECK if system.small_deck else DECK),
    )


def play(game: Game, move: Move) -> Game:
    """Make a move.

    Raises
    ------
    IllegalMoveError
        When the rules do not allow it; the message says what they allow now. The game stays
        as it was.
    """
    if game.result is not None:
        raise _illegal(game, msg("Nothing more can be played."))
    if game.due and not isinstance(move, Deal | Tell):
        raise _illegal(game, msg("First the cards have to be dealt."))
    if game.caller is not None and not isinstance(move, Point | NothingNamed | Tell):
        raise _illegal(game, msg("A call has to be settled first."))
    return ended(_play(move, game), move.at_s)


def _illegal(game: Game, what: Message) -> IllegalMoveError:
    return IllegalMoveError(msg("{what} {now}", what=what, now=next_step(game)))


@singledispatch
def _play(move: Move, game: Game) -> Game:
    raise TypeError(f"{move!r} is no move")


@_play.register
def _deal(move: Deal, game: Game) -> Game:
    if not game.due:
        raise _illegal(game, msg("No cards are due."))
    due, *later = game.due
    known = [card for card in move.cards if card is not None]
    if len(move.cards) != due.count:
        raise _illegal(
            game,
            nmsg("{n} card was told.", "{n} cards were told.", len(move.cards)),
        )
    _refuse_seen(game, known)
    places: list[Place] = [UNKNOWN if card is None else card for card in move.cards]
    if due.to is None:
        coming = iter(places)
        table = tuple(next(coming, GAP) if place is GAP else place for place in game.table)
        game = replace(game, table=table)
    else:
        player = game.players[due.to]
        game = _with_player(game, due.to, replace(player, hand=(*player.hand, *places)))
    game = replace(
        game,
        due=tuple(later),
        stock=game.stock - due.count,
        unseen=game.unseen.difference(known),
        dealt=game.dealt + due.count,
    )
    if game.due and game.stock == 0:
        game = replace(
            game,
            stock=len(game.discard),
            unseen=game.unseen.union(game.discard),
            discard=(),
        )
    return game


def _refuse_seen(game: Game, cards: Sequence[Card]) -> None:
    """Refuse cards that can't come from the pile."""
    if len(set(cards)) < len(cards):
        raise _illegal(game, msg("A card was told twice."))
    seen = [card for card in cards if card not in game.unseen]
    if seen:
        raise _illegal(
            game,
            msg("{cards}: in this game already, or not in its deck.", cards=listed(seen)),
        )


@_play.register
def _call(move: Call, game: Game) -> Game:
    if not game.system.calls:
        raise _illegal(game, msg("Nobody needs to call in this game."))
    if not 0 <= move.player < len(game.players):
        raise _illegal(game, msg("There is no such player."))
    player = game.players[move.player]
    if player.sits_out:
        raise _illegal(game, msg("{name} sits out until the next SET is found.", name=player.name))
    return replace(game, caller=move.player)


@_play.register
def _point(move: Point, game: Game) -> Game:
    if game.system.calls and game.caller is None:
        raise _illegal(game, msg("Nobody has called."))
    if len(move.cards) != 3 or len(set(move.cards)) < 3:
        raise _illegal(game, msg("A SET is pointed at with three different cards."))
    who = game.caller or 0
    game = _revealed(game, who, move.cards)
    if is_set(*move.cards):
        return _right(game, who, move.cards)
    return _wrong(game, who)


@_play.register
def _nothing_named(move: NothingNamed, game: Game) -> Game:
    if game.caller is None:
        raise _illegal(game, msg("Nobody has called."))
    return _wrong(game, game.caller)


def _revealed(game: Game, who: int, cards: Sequence[Card]) -> Game:
    """Turn up the unknown cards that a player points at.

    A card that lies at no known place is one of the player's own unknown cards, or else one of
    those on the table.
    """
    for card in cards:
        player = game.players[who]
        if card in game.table or card in player.hand:
            continue
        if card not in game.unseen or UNKNOWN not in (*player.hand, *game.table):
            raise _illegal(game, msg("{card}: no such card lies there.", card=card))
        if UNKNOWN in player.hand:
            hand = _with(player.hand, player.hand.index(UNKNOWN), card)
            game = _with_player(game, who, replace(player, hand=hand))
        else:
            game = replace(game, table=_with(game.table, game.table.index(UNKNOWN), card))
        game = replace(game, unseen=game.unseen - {card})
    return game


def _right(game: Game, who: int, cards: tuple[Card, ...]) -> Game:
    system = game.system
    is_last_layout = game.stock == 0 and game.lying <= system.layout
    player = game.players[who]
    player = replace(
        player,
        sets=player.sets + 1,
        points=player.points + system.set_points,
        kept=player.kept + cards if system.keeps_sets else (),
        hand=tuple(place for place in player.hand if place not in cards),
    )
    game = _with_player(game, who, player)
    game = replace(
        game,
        caller=None,
        players=tuple(replace(each, sits_out=False) for each in game.players),
        table=tuple(GAP if place in cards else place for place in game.table),
        discard=game.discard if system.keeps_sets else game.discard + cards,
        paid=game.paid + (system.more is More.DEBT and is_last_layout),
    )
    return _refilled(game)


def _refilled(game: Game) -> Game:
    """Make the cards due that fill the gaps, and lay the rest out without gaps."""
    wanted = game.system.layout - game.lying
    if game.system.always_replaced:
        wanted = game.table.count(GAP)
    count = min(max(0, wanted), _available(game))
    table = list(game.table)
    while table.count(GAP) > count:
        last = table.pop()
        if last is not GAP:
            table[table.index(GAP)] = last
    return _with_due(replace(game, table=tuple(table)), count, None)


def _wrong(game: Game, who: int) -> Game:
    system = game.system
    player = game.players[who]
    player = replace(
        player,
        points=player.points + system.wrong_points,
        wrong=player.wrong + 1,
        sits_out=system.wrong_sits_out,
    )
    game = replace(_with_player(game, who, player), caller=None)
    if all(each.sits_out for each in game.players):
        # Nobody would be left to find the SET that they all wait for.
        game = replace(game, players=tuple(replace(each, sits_out=False) for each in game.players))
    if system.wrong_card and len(player.hand) < system.hand_limit and _available(game):
        game = _with_due(game, 1, who)
    return game


@_play.register
def _no_set(move: NoSet, game: Game) -> Game:
    system = game.system
    if system.more is More.ASKED:
        return _no_set_in_hands(game)
    if game.stock == 0:
        if game.has_set and len(game.players) > 1:
            raise _illegal(game, msg("A SET still lies there."))
        return over(game, Ending.STUCK if game.has_set else Ending.NO_SET_LEFT, move.at_s)
    if system.more is More.LOST:
        return over(game, Ending.STUCK, move.at_s)
    count = min(system.more_cards, game.stock)
    if system.table_limit is not None and game.lying + count > system.table_limit:
        raise _illegal(
            game,
            nmsg(
                "At most {n} card may lie on the table.",
                "At most {n} cards may lie on the table.",
                system.table_limit,
            ),
        )
    player = game.players[0]
    if system.more_points:
        game = _with_player(game, 0, replace(player, points=player.points + system.more_points))
    game = replace(
        game,
        table=game.table + (GAP,) * count,
        debt=game.debt + (system.more is More.DEBT),
    )
    return _with_due(game, count, None)


def _no_set_in_hands(game: Game) -> Game:
    """Go on where players could ask for cards, but all hold as many as they may.

    The printed rules do not say how; as in the base game three cards are added to the table. When
    no card is left at all, nobody wins.
    """
    if any(len(player.hand) < game.system.hand_limit for player in game.players):
        if _available(game):
            raise _illegal(game, msg("There are players who can still ask for a card."))
        return over(game, Ending.STUCK, 0.0)
    count = min(3, _available(game))
    if count == 0:
        return over(game, Ending.STUCK, 0.0)
    return _with_due(replace(game, table=game.table + (GAP,) * count), count, None)


@_play.register
def _tell(move: Tell, game: Game) -> Game:
    _refuse_seen(game, move.cards)
    unknown = game.table.count(UNKNOWN)
    if len(move.cards) > unknown:
        raise _illegal(
            game,
            nmsg(
                "{n} card on the table is not known yet.",
                "{n} cards on the table are not known yet.",
                unknown,
            ),
        )
    told = iter(move.cards)
    table = tuple(next(told, UNKNOWN) if place is UNKNOWN else place for place in game.table)
    return replace(game, table=table, unseen=game.unseen.difference(move.cards))


@_play.register
def _ask(move: Ask, game: Game) -> Game:
    system = game.system
    if system.more is not More.ASKED:
        raise _illegal(game, msg("Nobody holds cards in this game."))
    if not 0 <= move.player < len(game.players):
        raise _illegal(game, msg("There is no such player."))
    player = game.players[move.player]
    if len(player.hand) >= system.hand_limit:
        raise _illegal(
            game,
            nmsg(
                "{name} holds {n} card already, the most that are allowed.",
                "{name} holds {n} cards already, the most that are allowed.",
                len(player.hand),
                name=player.name,
            ),
        )
    if not _available(game):
        raise _illegal(game, msg("No cards are left to deal."))
    return _with_due(game, 1, move.player)


def _available(game: Game) -> int:
    """Count the cards that can still be dealt."""
    promised = sum(due.count for due in game.due)
    again = len(game.discard) if game.system.reshuffles else 0
    return game.stock + again - promised


def _with_due(game: Game, count: int, to: int | None) -> Game:
    """Make cards due; where the pile does not suffice, the rest after the reshuffle."""
    if count == 0:
        return game
    left = max(0, game.stock - sum(due.count for due in game.due))
    parts = (count,) if left >= count else (left, count - left)
    game = replace(game, due=game.due + tuple(Due(part, to) for part in parts if part))
    if game.stock == 0 and game.due:
        game = replace(
            game, stock=len(game.discard), unseen=game.unseen.union(game.discard), discard=()
        )
    return game


def _with(places: tuple[Place, ...], index: int, place: Place) -> tuple[Place, ...]:
    return (*places[:index], place, *places[index + 1 :])


def _with_player(game: Game, index: int, player: Player) -> Game:
    return replace(game, players=(*game.players[:index], player, *game.players[index + 1 :]))
