"""A rule system explained, from the settings that drive it."""

from fractions import Fraction
from math import comb

from setvision.games.system import MatchRule, More, System, Winning
from setvision.message import Message, Number, msg, nmsg
from setvision.odds import chance_of_no_set, count_set_free

__all__ = ["explained"]


def explained(system: System) -> tuple[Message, ...]:
    """Explain a rule system in whole sentences, in the order in which a game goes."""
    parts = (
        _deck(system),
        _players(system),
        msg(
            "Three cards are a SET when each feature, looked at alone, is the same on all three "
            "or different on all three. Where two cards agree and the third does not, it is none."
        ),
        *_deal(system),
        _taking(system),
        _right(system),
        *_wrong(system),
        *_none(system),
        _refill(system),
        _end(system),
        _winning(system),
        *_match(system),
        *_odds(system),
    )
    return parts


def _deck(system: System) -> Message:
    if system.small_deck:
        return msg("Played with the 27 solid cards: the fill does not count.")
    return msg("Played with all 81 cards.")


def _players(system: System) -> Message:
    least, most = system.least_players, system.most_players
    if most == 1:
        return msg("For one player.")
    if most is not None:
        return msg("For {least} to {most} players.", least=least, most=most)
    return nmsg("For {n} player or more.", "For {n} players or more.", least)


def _deal(system: System) -> tuple[Message, ...]:
    table = msg(
        "{n} cards are laid on the table face up, in {rows} rows.",
        n=system.layout,
        rows=system.rows,
    )
    if not system.hand:
        return (table,)
    hand = msg("Each player is dealt {n} cards, one at a time.", n=system.hand)
    return hand, table


def _taking(system: System) -> Message:
    if not system.calls:
        return msg("You take a SET by pointing at its three cards.")
    if system.hand:
        return msg(
            "There are no turns. Who sees a SET among the own cards, those on the table or both "
            "calls, and then points at its three cards within a few seconds. Until that call is "
            "settled nobody else may call."
        )
    return msg(
        "There are no turns. Who sees a SET calls, and then points at its three cards within a "
        "few seconds. Until that call is settled nobody else may call."
    )


def _right(system: System) -> Message:
    if not system.keeps_sets:
        return msg("A right SET is put away and is worth no points.")
    if system.set_points == 0:
        return msg("A right SET is taken off the table.")
    if system.most_players == 1:
        return nmsg(
            "A right SET is worth {n} point.",
            "A right SET is worth {n} points.",
            system.set_points,
        )
    return nmsg(
        "Who called keeps a right SET, which is worth {n} point.",
        "Who called keeps a right SET, which is worth {n} points.",
        system.set_points,
    )


def _wrong(system: System) -> tuple[Message, ...]:
    if system.wrong_points:
        return (
            nmsg(
                "Three cards that are no SET cost {n} point and go back.",
                "Three cards that are no SET cost {n} points and go back.",
                -system.wrong_points,
            ),
        )
    if system.wrong_sits_out:
        return (
            msg(
                "After a wrong call the cards stay, and who called sits out until the next SET is "
                "found."
            ),
        )
    if system.wrong_card:
        return (
            msg(
                "After a wrong call the cards go back, and who called draws a card, unless "
                "holding {n} already.",
                n=system.hand_limit,
            ),
        )
    return (msg("Three cards that are no SET go back, at no price."),)


def _none(system: System) -> tuple[Message, ...]:
    match system.more:
        case More.LOST:
            return (msg("When you find no SET while cards are left to deal, the game is lost."),)
        case More.DEBT:
            first = msg(
                "When you find no SET, {n} cards are added, for a debt of one SET.",
                n=system.more_cards,
            )
        case More.PAID:
            first = msg(
                "When you find no SET, you may have {n} cards added, at a price of {points} "
                "points.",
                n=system.more_cards,
                points=-system.more_points,
            )
        case More.ASKED:
            first = msg(
                "Who finds no SET may ask for a card, but never hold more than {n}.",
                n=system.hand_limit,
            )
        case _:
            first = msg(
                "When all agree that there is no SET, {n} cards are added, and again if need be.",
                n=system.more_cards,
            )
    if system.table_limit is None:
        return (first,)
    return first, msg("No more than {n} cards may lie on the table.", n=system.table_limit)


def _refill(system: System) -> Message:
    if system.reshuffles:
        return msg(
            "Cards taken from the table are replaced, those from a hand are not. When the pile is "
            "used up, the cards put away are shuffled and dealt from."
        )
    if system.always_replaced:
        return msg(
            "The three cards are replaced from the pile, however many lay there. When the pile is "
            "used up, the game goes on without replacing."
        )
    return msg(
        "The three cards are replaced from the pile, but not where more than {n} cards lay there: "
        "then the rest is laid out as before. When the pile is used up, the game goes on without "
        "replacing.",
        n=system.layout,
    )


def _end(system: System) -> Message:
    if system.winning is Winning.HAND_EMPTY:
        return msg("A game ends when a player has no cards left.")
    return msg("A game ends when the pile is used up and no SET is left on the table.")


def _winning(system: System) -> Message:
    match system.winning:
        case Winning.HAND_EMPTY:
            return msg("That player gets a point for each card that the others still hold.")
        case Winning.DECK_DEALT:
            return msg("You have won when you got that far.")
        case Winning.DEBT_PAID:
            return msg(
                "The score is the SETs found less the debt. You have won when you owe nothing, or "
                "found as many SETs as you owe among the last {n} cards, when no more could be "
                "dealt.",
                n=system.layout,
            )
        case Winning.SCORE:
            return msg(
                "For speed there are {n} points more, less one for each second, but never less "
                "than none.",
                n=Number(system.time_bonus),
            )
        case _:
            return msg("Who has the most points wins; with equal points the victory is shared.")


def _match(system: System) -> tuple[Message, ...]:
    match system.match:
        case MatchRule.EACH_DEALS:
            return (
                msg(
                    "For a longer match the deal passes to the left after each game, until each "
                    "has dealt once. The highest total wins."
                ),
            )
        case MatchRule.TARGET:
            return (
                msg(
                    "The deal passes to the left after each game. The match is won by the first "
                    "to reach {n} points for each player: {three} with three, {four} with four.",
                    n=system.match_size,
                    three=3 * system.match_size,
                    four=4 * system.match_size,
                ),
            )
        case _ if system.match_size > 1:
            return (
                msg(
                    "A tournament is {n} games, whose scores are added up.",
                    n=system.match_size,
                ),
            )
        case _:
            return ()


def _odds(system: System) -> tuple[Message, ...]:
    if system.hand:
        return ()
    dealt = system.layout
    if system.small_deck:
        chance = Fraction(count_set_free(dealt, small_deck=True), comb(27, dealt))
        return (
            msg(
                "Among {n} random cards there is no SET once in {times} deals; among {more} there "
                "is always one.",
                n=dealt,
                times=Number(float(1 / chance)),
                more=dealt + 1,
            ),
        )
    more = dealt + system.more_cards
    return (
        msg(
            "Among {n} random cards there is no SET once in {times} deals, among {more} once in "
            "{rarely}; among 21 there is always one. Some booklets print about 33 and 2,500.",
            n=dealt,
            times=Number(float(1 / chance_of_no_set(dealt)), 2),
            more=more,
            rarely=Number(float(1 / chance_of_no_set(more))),
        ),
    )
