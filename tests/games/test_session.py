"""A match while it is played: dealing by itself, taking back, one game after another."""

import pytest

from setvision.errors import IllegalMoveError
from setvision.games.log import replay
from setvision.games.match import Match
from setvision.games.moves import Ask, Call, Deal, NoSet, NothingNamed, Point
from setvision.games.session import Session
from setvision.games.state import UNKNOWN
from setvision.games.system import SYSTEMS
from setvision.rules import find_sets
from tests.games.playing import cards


def session(key: str, *names: str, seed: int | None = None, path=None) -> Session:
    times = iter(range(10_000))
    match = Match(SYSTEMS[key], names)
    return Session.start(match, path=path, seed=seed, clock=lambda: float(next(times)))


def test_a_shuffled_deck_deals_itself():
    one, two = session("base", "A", "B", seed=7), session("base", "A", "B", seed=7)
    assert one.game.known == two.game.known
    assert len(one.game.known) == 12
    assert session("base", "A", "B", seed=8).game.known != one.game.known
    one.make(NoSet(1.0))
    assert len(one.game.known) == 15


def test_real_cards_for_hands_are_dealt_unseen():
    twenty = session("twenty", "A", "B")
    assert [player.hand for player in twenty.game.players] == [(UNKNOWN,) * 6] * 2
    assert [(due.count, due.to) for due in twenty.game.due] == [(6, None)]
    twenty.make(Deal((None,) * 6, 1.0))
    twenty.make(Ask(0, 2.0))
    assert len(twenty.game.players[0].hand) == 7


def test_a_resumed_shuffled_game_goes_on_as_it_would_have(tmp_path):
    whole = session("base", "A", "B", seed=5)
    cut = session("base", "A", "B", seed=5, path=tmp_path / "log")
    cut.close()
    again, _ = Session.resume(tmp_path / "log", lambda: 0.0)
    for each in (whole, again):
        each.make(NoSet(3.0))
    assert again.game == whole.game
    again.close()


def test_taking_back_a_call_that_was_settled():
    game = session("base", "A", "B", seed=5)
    start = game.game
    three = tuple(start.known[i] for i in find_sets(start.known)[0])
    game.make(Call(0, 1.0))
    called = game.game
    game.make(Point(three, 2.0))
    assert game.game.players[0].points == 1
    game.undo()  # the pointing, and the three cards that were dealt after it
    assert game.game == called
    game.undo()
    assert game.game == start
    with pytest.raises(IllegalMoveError, match=r"Nothing can be taken back\. Whoever sees a SET"):
        game.undo()
    assert game.game == start


def test_what_is_dealt_after_taking_back_is_the_same():
    """Otherwise one could take moves back until the cards please."""
    game = session("base", "A", "B", seed=5)
    game.make(NoSet(1.0))
    dealt = game.game.known
    game.undo()
    game.make(NoSet(2.0))
    assert game.game.known == dealt


def test_real_cards_that_were_told_can_be_taken_back():
    game = session("base", "A", "B")
    game.make(Deal(cards("1rfo 2rfo 3rfo 1gfo 2gtd 3pew 1pew 2gew 3ged 1rtd 2peo 3gtw"), 1.0))
    game.undo()
    assert game.game.known == ()
    assert [due.count for due in game.game.due] == [12]


def test_illegal_moves_are_not_written_down(tmp_path):
    game = session("base", "A", "B", seed=5, path=tmp_path / "log")
    content = (tmp_path / "log").read_bytes()
    for move in (Call(9, 1.0), NothingNamed(1.0), Ask(0, 1.0), Deal((), 1.0)):
        with pytest.raises(IllegalMoveError):
            game.make(move)
    assert (tmp_path / "log").read_bytes() == content
    game.close()


def test_the_next_game(tmp_path):
    game = session("solitaire", "A", seed=1, path=tmp_path / "log")
    with pytest.raises(IllegalMoveError, match=r"A game is going on\. Point at a SET"):
        game.next_game()
    game.make(NoSet(1.0))
    with pytest.raises(IllegalMoveError, match="The match is over"):
        game.next_game()
    game.close()


def test_a_tournament_is_resumed_in_its_second_game(tmp_path):
    game = session("pro", "A", seed=1, path=tmp_path / "log")
    while game.game.result is None:
        known = game.game.known
        found = find_sets(known)
        game.make(Point(tuple(known[i] for i in found[0]), 50.0) if found else NoSet(50.0))
    points = game.game.players[0].points
    game.next_game()
    game.make(Point(game.game.known[:3], 1.0))
    game.close()
    replayed = replay(tmp_path / "log")
    assert replayed.match.rounds == ((points,),)
    assert replayed.game == game.game
    again, _ = Session.resume(tmp_path / "log", lambda: 0.0)
    again.undo()
    with pytest.raises(IllegalMoveError, match="Nothing can be taken back"):
        again.undo()  # not into the game before
    again.close()
