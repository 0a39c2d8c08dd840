"""One game of each rule system, worked out by hand from its rules, with the score at each step."""

from setvision.games.ending import ended
from setvision.games.match import Match
from setvision.games.moves import Ask, Call, Deal, NoSet, Point
from setvision.games.state import GAP, Ending
from setvision.games.steps import next_step, outcome
from setvision.games.system import SYSTEMS
from tests.games.playing import Play, cards, late, number_of_sets

# Four SETs: 1rfo 2rfo 3rfo, 1rfo 2gtd 3pew, 3rfo 2gtd 1pew and 1gfo 1pew 1rtd.
TABLE = "1rfo 2rfo 3rfo 1gfo 2gtd 3pew 1pew 2gew 3ged 1rtd 2peo 3gtw"
# No SET among these twenty; one more card always makes one.
NO_SET = (
    "3pfo 3ptw 1rtw 3rtw 1rtd 3rtd 3gfw 1ptw 3gtd 1geo "
    "1gtd 1ged 1rfw 2rfw 3red 2red 3pfw 3gfd 1pew 1ped"
)


def first(count: int) -> str:
    """That many cards without a SET."""
    return " ".join(NO_SET.split()[:count])


def test_the_cards_of_these_games():
    assert number_of_sets(TABLE) == 4
    assert number_of_sets(first(20)) == 0


def test_base_game():
    game = Play.of("base", "Ann", "Ben", "Cleo")
    assert game.due == [(12, None)]
    game.refuses(Call(0), "First the cards have to be dealt. Ann lays 12 cards on the table")
    game.deal(TABLE)

    # Ben calls first: the call is his until it is settled.
    game.call("Ben")
    game.refuses(Call(2), "A call has to be settled first. Ben has called")
    game.refuses(NoSet(), "A call has to be settled first")
    game.refuses(Point(cards("1rfo 2rfo")), "three different cards")
    game.refuses(Point(cards("1rfo 2rfo 3ptd")), "no such card lies there")
    game.point("1rfo 2rfo 3rfo")
    assert (game.points, game.sets) == ([0, 1, 0], [0, 1, 0])
    assert game.game.players[1].kept == cards("1rfo 2rfo 3rfo")
    assert game.due == [(3, None)]
    game.refuses(Deal(cards("1rfo 1gfw 2gfw")), "in this game already")
    game.deal("1gfw 2gfw 3gtd")
    assert game.game.table[:4] == cards("1gfw 2gfw 3gtd 1gfo")

    # Cleo is wrong, Ann names nothing in time: a point each, and the cards stay.
    game.call("Cleo").point("1gfw 2gfw 1gfo")
    assert game.points == [0, 1, -1]
    game.call("Ann").nothing()
    assert game.points == [-1, 1, -1]
    assert game.game.lying == 12

    # All agree that there is none; nobody has to prove it. Twice.
    game.none()
    assert game.due == [(3, None)]
    game.deal("1rew 2rew 3rew").none().deal("1ged 2ped 3ped")
    assert game.game.lying == 18
    assert game.points == [-1, 1, -1]

    # From 18 to 15 and to 12 nothing is dealt, and the table is laid out without gaps.
    game.call("Ann").point("1rew 2rew 3rew")
    assert game.points == [0, 1, -1]
    assert (game.due, game.game.lying, GAP in game.game.table) == ([], 15, False)
    game.call("Ann").point("1gfo 1pew 1rtd")
    assert (game.due, game.game.lying) == ([], 12)
    assert game.points == [1, 1, -1]


def test_base_game_to_its_end_and_the_match():
    game = Play.of("base", "Ann", "Ben", "Cleo").deal(TABLE)
    game.game = late(game.game, first(9) + " 1rfo 2rfo 3rfo")
    game.refuses(NoSet(), "A SET still lies there")
    game.call("Ben").point("1rfo 2rfo 3rfo")
    # Nothing is left to replace them, and the nine others hold no SET.
    assert game.game.result is not None
    assert game.game.result.ending is Ending.NO_SET_LEFT
    assert game.game.result.winners == (1,)
    assert str(outcome(game.game)) == "Ben wins with 1 point."
    game.refuses(Call(0), "Nothing more can be played. The game is over")

    match = Match(SYSTEMS["base"], ("Ann", "Ben", "Cleo"))
    assert match.next_game().dealer == 0
    match = match.with_game(game.game)
    assert match.next_game().dealer == 1
    assert not match.is_over
    match = match.with_game(game.game)
    assert match.next_game().dealer == 2
    match = match.with_game(game.game)
    assert (match.is_over, match.totals, match.winners) == (True, (0, 3, 0), (1,))


def test_base_game_shared():
    game = Play.of("base", "Ann", "Ben").deal(TABLE)
    game.game = ended(late(game.game, first(6)), 0.0)
    assert game.game.result.winners == (0, 1)
    assert str(outcome(game.game)) == "Ann and Ben share the victory with 0 points each."


def test_quick_start():
    game = Play.of("quick", "Ann", "Ben")
    assert game.due == [(9, None)]
    solid = "1rfo 2rfo 3rfo 1gfd 2gfd 3pfw 1pfw 2gfw 1gfo"
    game.refuses(Deal(cards(solid.replace("1gfo", "1geo"))), "not in its deck")
    game.deal(solid)
    game.call("Ben").point("1rfo 2rfo 3rfo")
    assert (game.points, game.due) == ([0, 1], [(3, None)])
    game.deal("2gfo 3gfo 3rfd")
    game.call("Ann").point("1gfo 2gfo 3rfd")
    assert game.points == [-1, 1]
    game.none().deal("1pfd 2pfd 3pfo")
    assert game.game.lying == 12
    game.call("Ann").point("1gfo 2gfo 3gfo")
    assert (game.points, game.due, game.game.lying) == ([0, 1], [], 9)
    # No ten cards of the 27 lack a SET, so the pile ends with nine at most.
    game.game = ended(late(game.game, "3rfw 2pfw 2gfd 2pfd 3pfd 3pfo 3rfo 2rfw 1rfo"), 0.0)
    assert game.game.result.winners == (1,)


def test_solitaire():
    game = Play.of("solitaire", "Ann").deal(TABLE)
    game.refuses(Call(0), "Nobody needs to call in this game")
    game.point("1rfo 2rfo 3rfo")
    assert (game.points, game.due) == ([0], [(3, None)])
    game.deal("1gfw 2gfw 3gtd")
    game.point("1gfw 2gfw 3gtd")  # wrong, and that has no price
    assert (game.points, game.game.players[0].wrong, game.game.lying) == ([0], 1, 12)
    game.none()
    assert game.game.result.ending is Ending.STUCK
    assert game.game.result.winners == ()
    assert str(outcome(game.game)) == "Lost: no SET was found and cards are left."


def test_solitaire_won():
    game = Play.of("solitaire", "Ann").deal(TABLE)
    game.game = late(game.game, "1rfo 2rfo 3rfo " + first(6))
    game.point("1rfo 2rfo 3rfo")
    assert game.game.result.winners == (0,)
    assert str(outcome(game.game)) == "Won: the deck is dealt and no SET is left."


def test_solo_with_a_debt():
    game = Play.of("solo", "Ann").deal(TABLE)
    game.point("1rfo 2rfo 3rfo").deal("1gfw 2gfw 3gtd")
    assert game.points == [1]
    game.none().deal("1rew 2rew 3rew")
    assert (game.points, game.game.debt, game.game.lying) == ([0], 1, 15)
    game.point("1rew 2rew 3rew")
    assert (game.points, game.game.debt, game.game.paid, game.due) == ([1], 1, 0, [])
    # A SET among the last twelve, with no more to deal, works the debt off.
    game.game = late(game.game, "1rfo 2rfo 3rfo " + first(9))
    game.point("1rfo 2rfo 3rfo")
    assert (game.points, game.game.paid) == ([2], 1)
    assert game.game.result.winners == (0,)
    assert str(outcome(game.game)) == "Won, the debt is worked off: 2 points."


def test_solo_lost_with_a_debt():
    game = Play.of("solo", "Ann").deal(TABLE).none().deal("1gfw 2gfw 3gtd")
    game.none().deal("1rew 2rew 3rew")
    assert (game.points, game.game.debt) == ([-2], 2)
    # One SET among the last twelve pays one of two.
    game.game = late(game.game, "1rfo 2rfo 3rfo " + first(9))
    game.point("1rfo 2rfo 3rfo")
    assert game.points == [-1]
    assert game.game.result.winners == ()
    assert str(outcome(game.game)) == "Lost: a debt of 1 SET is left."


def test_solo_pays_only_from_the_last_layout():
    game = Play.of("solo", "Ann").deal(TABLE).none().deal("1gfw 2gfw 3gtd")
    # Fifteen lie there: the first SET is not among the last twelve.
    game.game = late(game.game, "1rfo 2rfo 3rfo 1rew 2rew 3rew " + first(9))
    game.point("1rfo 2rfo 3rfo")
    assert (game.game.paid, game.game.result) == (0, None)
    game.point("1rew 2rew 3rew")
    assert game.game.paid == 1
    assert game.game.result.winners == (0,)


def test_twenty_twenty():
    game = Play.of("twenty", "Ann", "Ben")
    # One card at a time, beginning to the left of the dealer, then six on the table.
    assert game.due == [(1, 1), (1, 0)] * 6 + [(6, None)]
    game.deal_in_turn("1rfo 1gfo 2gew 3ged 2peo 3gtw", "2rfo 1pew 1rtd 3pew 1gtd 2ptd")
    game.deal("3rfo 1gfw 2gfw 3gtd 1rew 2rew")
    assert [len(player.hand) for player in game.game.players] == [6, 6]

    # Ben: one from his hand, one from the table; the third is in Ann's hand.
    game.call("Ben").refuses(Point(cards("1rfo 3rfo 2rfo")), "2rfo|two red solid ovals")
    game.nothing()
    assert game.due == [(1, 1)]  # he draws a card
    game.deal("2rfw")
    assert len(game.game.players[1].hand) == 7
    assert game.points == [0, 0]

    # Ann takes one from her hand and two from the table: only the table is refilled.
    game.call("Ann").point("2rfo 1gfw 3pew")  # no SET: she draws a card too
    game.deal("3rfd")
    assert [len(player.hand) for player in game.game.players] == [7, 7]
    game.call("Ben").point("2rfw 2gfw 1rfo")
    game.deal("3ptd")
    assert len(game.game.players[1].hand) == 8

    # Asking, up to nine.
    game.ask("Ben").deal("1gfd")
    assert len(game.game.players[1].hand) == 9
    game.refuses(Ask(1), "Ben holds 9 cards already")
    game.call("Ben").nothing()  # wrong, but nine is the most
    assert (game.due, len(game.game.players[1].hand)) == ([], 9)

    # A SET of two own cards and one of the table.
    game.call("Ben").point("1gfo 1gfw 1gfd")
    assert game.game.discard == cards("1gfo 1gfw 1gfd")
    assert (len(game.game.players[1].hand), game.due) == (7, [(1, None)])
    game.deal("2ged")
    assert (game.points, game.sets) == ([0, 0], [0, 1])
    assert game.game.lying == 6


def test_twenty_twenty_to_its_end():
    game = Play.of("twenty", "Ann", "Ben")
    game.deal_in_turn("1rfo 2rfo 1gfo 2gew 3ged 2peo", "3gtw 1pew 1rtd 3pew 1gtd 2ptd")
    game.deal("3rfo 3gfo 2gfw 3gtd 1rew 2rew")
    game.call("Ben").point("1rfo 2rfo 3rfo").deal("2gfo")
    game.call("Ben").point("1gfo 2gfo 3gfo").deal("1ped 1geo")
    game.call("Ben").point("2gew 3ged 1geo").deal("3pfw")
    assert [str(card) for card in game.game.players[1].hand] == ["two purple open ovals"]
    game.ask("Ann").deal("2rtd")
    assert len(game.game.players[0].hand) == 7
    # 2peo, 2gfw and 2rtd would do, but the last is in Ann's hand.
    game.call("Ben").refuses(Point(cards("2peo 2gfw 2rtd")), "no such card lies there")
    game.nothing().deal("3peo")
    game.call("Ben").nothing().deal("1peo")
    assert len(game.game.players[1].hand) == 3
    game.call("Ben").point("1peo 2peo 3peo")
    # Her seven cards are his points, and what was due for the table does not matter any more.
    assert game.game.result.winners == (1,)
    assert game.game.result.ending is Ending.HAND_EMPTY
    assert game.points == [0, 7]
    assert str(outcome(game.game)) == "Ben has no cards left and gets 7 points."

    match = Match(SYSTEMS["twenty"], ("Ann", "Ben"))
    assert match.target == 20
    assert Match(SYSTEMS["twenty"], ("A", "B", "C")).target == 30
    for _ in range(2):
        match = match.with_game(game.game)
    assert (match.is_over, match.totals) == (False, (0, 14))
    match = match.with_game(game.game)
    assert (match.is_over, match.totals, match.winners) == (True, (0, 21), (1,))


def test_twenty_twenty_shuffles_what_was_put_away():
    game = Play.of("twenty", "Ann", "Ben").deal_any()
    game.game = late(game.game, "3pfd 3pfo 3pfw 3ped 3peo 3pew", pile="3ptd")
    gone = len(game.game.discard)
    assert gone == 81 - 12 - 6 - 1
    hand = sorted(game.game.players[0].hand)
    game.call("Ann").point("3pfd 3pfo 3pfw")
    assert len(game.game.discard) == gone + 3
    assert game.due == [(1, None), (2, None)]
    game.deal("3ptd")
    # The pile is used up: all that was put away is the new one.
    assert (game.game.stock, game.game.discard) == (gone + 3, ())
    game.deal("3pfd 3pfo")
    assert (game.game.lying, game.game.stock) == (6, gone + 1)
    assert sorted(game.game.players[0].hand) == hand


def test_set_pro():
    game = Play.of("pro", "Ann").deal(TABLE)
    game.point("1rfo 2rfo 3rfo", 10.0)
    assert (game.points, game.due) == ([250], [(3, None)])
    game.deal("1gfw 2gfw 3gtd")
    game.point("1gfw 2gfw 3gtd", 20.0)
    assert game.points == [200]
    game.none(30.0).deal("1rew 2rew 3rew")
    assert (game.points, game.game.lying) == ([100], 15)
    # Here the three are replaced though more than twelve lie there.
    game.point("1rew 2rew 3rew", 40.0)
    assert (game.points, game.due) == ([350], [(3, None)])
    game.deal("1ptd 2ptd 1pfd")
    game.none().deal("3ptd 2pfd 3pfd").none().deal("1rfw 2rfw 3rfw")
    assert (game.points, game.game.lying) == ([150], 21)
    game.refuses(NoSet(), "At most 21 cards may lie on the table")

    # The clock: 1000 less one for each whole second.
    game.game = late(game.game, "1rfo 2rfo 3rfo " + first(6))
    game.point("1rfo 2rfo 3rfo", 400.7)
    assert game.game.result.bonus == 600
    assert game.points == [150 + 250 + 600]
    assert str(outcome(game.game)) == "1000 points, of which 600 for speed."
    match = Match(SYSTEMS["pro"], ("Ann",))
    for _ in range(3):
        assert not match.is_over
        match = match.with_game(game.game)
    assert (match.is_over, match.totals) == (True, (3000,))


def test_set_pro_too_slow():
    game = Play.of("pro", "Ann").deal(TABLE)
    game.game = late(game.game, "1rfo 2rfo 3rfo " + first(6))
    game.point("1rfo 2rfo 3rfo", 1234.0)
    assert (game.points, game.game.result.bonus) == ([250], 0)


def test_set_beginner():
    game = Play.of("beginner", "Ann")
    assert game.due == [(9, None)]
    game.deal("1rfo 2rfo 3rfo 1gfd 2gfd 3pfw 1pfw 2gfw 1gfo")
    game.point("1rfo 2rfo 3rfo").deal("2gfo 3gfo 3rfd")
    assert game.points == [250]
    game.none().deal("1pfd 2pfd 3pfo").none().deal("1pfo 1rfw 2rfw")
    assert (game.points, game.game.lying) == ([50], 15)
    game.refuses(NoSet(), "At most 15 cards may lie on the table")
    game.point("1gfo 2gfo 3rfd")
    assert game.points == [0]
    game.point("1gfo 2gfo 3gfo")
    assert (game.points, game.due) == ([250], [(3, None)])
    game.deal("3rfw 1gfw 3gfw")
    game.game = late(game.game, "3gfd 1gfd 2gfd 1rfo")
    game.point("1gfd 2gfd 3gfd", 100.0)
    assert game.points == [250 + 250 + 400]
    match = Match(SYSTEMS["beginner"], ("Ann",))
    for _ in range(5):
        assert not match.is_over
        match = match.with_game(game.game)
    assert match.is_over


def test_ravensburger_1995():
    game = Play.of("1995", "Ann", "Ben", "Cleo").deal(TABLE)
    game.call("Ann").point("1rfo 2rfo 1gfo")
    # No points are lost, but she sits out until the next SET.
    assert game.points == [0, 0, 0]
    game.refuses(Call(0), "Ann sits out until the next SET is found. Whoever sees a SET calls")
    assert "except Ann" in str(next_step(game.game))
    game.call("Ben").point("1rfo 2rfo 3rfo").deal("1gfw 2gfw 3gtd")
    assert game.points == [0, 1, 0]
    game.call("Ann").point("1gfo 1pew 1rtd").deal("1rew 2rew 3rew")
    assert game.points == [1, 1, 0]
    # When all are wrong, nobody is left to find it: all play again.
    for name in ("Ann", "Ben", "Cleo"):
        game.call(name).nothing()
    assert not any(player.sits_out for player in game.game.players)
    game.none().deal("1ptd 2ptd 1pfd")
    assert game.game.lying == 15
    game.call("Cleo").point("1rew 2rew 3rew")
    assert (game.points, game.due, game.game.lying) == ([1, 1, 1], [], 12)
    game.game = late(game.game, "1rfo 2rfo 3rfo " + first(6))
    game.call("Cleo").point("1rfo 2rfo 3rfo")
    assert game.game.result.winners == (2,)
    match = Match(SYSTEMS["1995"], ("Ann", "Ben", "Cleo")).with_game(game.game)
    assert match.is_over
