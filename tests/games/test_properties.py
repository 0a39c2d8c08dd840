"""What holds in every game, whatever is played."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from setvision.cards import DECK, SMALL_DECK, Card
from setvision.errors import IllegalMoveError
from setvision.games.dealer import dealt
from setvision.games.log import GameLog, move_from_dict, move_to_dict, replay
from setvision.games.match import Match
from setvision.games.moves import Ask, Call, Deal, NoSet, NothingNamed, Point
from setvision.games.play import new_game, play
from setvision.games.state import GAP, UNKNOWN, Ending
from setvision.games.system import SYSTEMS, More
from setvision.rules import find_sets, is_set

every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
some = settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
MOST_MOVES = 300


def check_cards(game):
    """Every card of the deck is at one place and no other."""
    deck = SMALL_DECK if game.system.small_deck else DECK
    hands = [place for player in game.players for place in player.hand]
    kept = [card for player in game.players for card in player.kept]
    known = [place for place in (*game.table, *hands) if isinstance(place, Card)]
    gone = kept if game.system.keeps_sets else list(game.discard)
    told = [*known, *gone]
    assert len(told) == len(set(told))
    assert set(told).isdisjoint(game.unseen)
    assert set(told) | game.unseen == set(deck)
    unknown = sum(place is UNKNOWN for place in (*game.table, *hands))
    assert game.stock + unknown == len(game.unseen)
    assert game.stock >= 0
    if game.system.hand_limit:
        assert all(len(player.hand) <= game.system.hand_limit for player in game.players)
    if game.system.table_limit:
        assert game.lying <= game.system.table_limit


def expected_points(game):
    """Points from what was counted, before a bonus or what others hold."""
    system = game.system
    for player in game.players:
        yield player.sets * system.set_points + player.wrong * system.wrong_points


def some_move(data, game, at_s):
    """Draw a move that is allowed."""
    system = game.system
    if game.due:
        return dealt(game, data.draw(st.integers(0, 3), label="seed"), at_s)
    if game.caller is None and system.calls:
        callers = [k for k, player in enumerate(game.players) if not player.sits_out]
        who = data.draw(st.sampled_from(callers), label="who")
        pool = [*game.known, *game.players[who].hand]
        if find_sets(pool) and data.draw(st.integers(0, 9), label="call") < 9:
            return Call(who, at_s)
        if system.more is More.ASKED:
            able = [k for k, p in enumerate(game.players) if len(p.hand) < system.hand_limit]
            dry = game.stock == 0 and not game.discard
            return NoSet(at_s) if not able or dry else Ask(able[0], at_s)
        if game.stock == 0 and game.has_set:
            return Call(who, at_s)
        return NoSet(at_s)
    who = game.caller or 0
    pool = [*game.known, *game.players[who].hand]
    sets = find_sets(pool)
    wants = data.draw(st.integers(0, 9), label="right")
    if game.caller is not None and wants == 0:
        return NothingNamed(at_s)
    if sets and wants > 1:
        chosen = data.draw(st.sampled_from(sets), label="set")
        return Point(tuple(pool[i] for i in chosen), at_s)
    if game.caller is None and not sets:
        return NoSet(at_s)
    if game.caller is None and len(pool) < 3:
        return NoSet(at_s)
    return Point(tuple(pool[:3]), at_s)


def played(data, system, check=lambda game, move, after: None):
    """Play a random game from the deal to its end."""
    least = system.least_players
    count = 1 if system.most_players == 1 else data.draw(st.integers(max(2, least), 4))
    game = new_game(system, [f"P{k}" for k in range(count)])
    moves = []
    while game.result is None and len(moves) < MOST_MOVES:
        move = some_move(data, game, float(len(moves)))
        after = play(game, move)
        check(game, move, after)
        game = after
        moves.append(move)
    return game, moves


@every_system
@some
@given(data=st.data())
def test_no_card_is_lost_or_doubled_and_points_add_up(system, data):
    debts = 0

    def check(game, move, after):
        nonlocal debts
        check_cards(after)
        if isinstance(move, NoSet) and after.result is None:
            debts += 1
        if after.result is None:
            extra = debts * system.more_points
            expected = list(expected_points(after))
            expected[0] += extra
            assert [player.points for player in after.players] == expected
        if isinstance(move, Point):
            right = is_set(*move.cards)
            assert sum(p.sets for p in after.players) - sum(p.sets for p in game.players) == right

    game, _ = played(data, system, check)
    if game.result is not None and not system.hand:
        assert game.stock == 0 or game.result.ending is Ending.STUCK


@every_system
@some
@given(data=st.data())
def test_the_log_gives_the_same_game(system, data, tmp_path):
    game, moves = played(data, system)
    assert [move_from_dict(move_to_dict(move)) for move in moves] == moves
    path = tmp_path / "game.log"
    path.unlink(missing_ok=True)
    names = tuple(player.name for player in game.players)
    with GameLog.start(path, Match(system, names), 1) as log:
        for move in moves:
            log.append(move)
    again = replay(path)
    assert again.game == game
    assert again.seed == 1
    assert again.warning is None


@pytest.mark.parametrize("key", ["base", "1995", "solo", "pro"])
@some
@given(data=st.data())
def test_what_is_left_of_the_deck_sums_to_zero(key, data):
    game, _ = played(data, SYSTEMS[key])
    if game.result is None or game.result.ending is not Ending.NO_SET_LEFT:
        return
    left = game.known
    assert len(left) == game.lying
    assert [sum(values) % 3 for values in zip(*(card.values for card in left), strict=True)] in (
        [0] * 4,
        [],
    )
    assert len(left) != 3
    assert find_sets(left) == []


@every_system
@some
@given(data=st.data())
def test_illegal_moves_say_what_is_allowed(system, data):
    def check(game, move, after):
        wrong = [
            Point((DECK[0], DECK[0], DECK[1])),
            Point((DECK[0], DECK[1])),
            Deal((DECK[0],) * 30),
            Call(99),
            Ask(99),
        ]
        for other in wrong:
            with pytest.raises(IllegalMoveError, match=r"\w+.* \w+"):
                play(game, other)

    played(data, system, check)


@every_system
@some
@given(data=st.data())
def test_with_cards_that_nobody_told(system, data):
    """All cards are dealt unknown; those pointed at become known."""
    count = max(1, system.least_players)
    game = new_game(system, [f"P{k}" for k in range(count)])
    for number in range(60):
        if game.result is not None:
            break
        if game.due:
            game = play(game, Deal((None,) * game.due[0].count))
        else:
            if system.calls:
                able = [k for k, player in enumerate(game.players) if not player.sits_out]
                game = play(game, Call(able[number % len(able)]))
            who = game.players[game.caller or 0]
            hidden = sum(p is UNKNOWN for p in (*game.table, *who.hand))
            if hidden < 3:
                break
            cards = data.draw(
                st.lists(st.sampled_from(sorted(game.unseen)), min_size=3, max_size=3, unique=True)
            )
            game = play(game, Point(tuple(cards), float(number)))
        check_cards(game)


def test_gaps_are_filled_where_they_are():
    game = new_game(SYSTEMS["base"], ["A", "B"])
    game = play(game, Deal((*DECK[:3], *DECK[4:13])))
    game = play(game, Call(0))
    game = play(game, Point(DECK[:3]))
    assert game.table[:3] == (GAP,) * 3
    game = play(game, Deal(DECK[30:33]))
    assert game.table == (*DECK[30:33], *DECK[4:13])
    assert replace(game, due=()) == game
