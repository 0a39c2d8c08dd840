"""A game is followed by what lies on the table, as people would do it."""

from dataclasses import replace

import pytest

from setvision.cards import DECK, Card
from setvision.follow import Follower, cards_out_of
from setvision.games.match import Match
from setvision.games.moves import Call, Deal, NoSet, Point, Tell
from setvision.games.session import Session
from setvision.games.state import UNKNOWN
from setvision.games.system import SYSTEMS
from setvision.rules import find_sets
from setvision.watch.types import Watched
from tests.media.tables import grid_table

# Twelve cards with SETs among them, among others 1rfo 2rfo 3rfo.
FIRST = (
    "1rfo", "2rfo", "3rfo", "1gtd", "2gtd", "1ped", "2pew", "3gew", "1rtw", "2pfd", "3rtd", "1gfo",
)  # fmt: skip
NEXT = ("3gtd", "1pew", "2rew")


def watched(codes, *, still_s: float = 1.0, doubts=None, maybe: int = 0) -> Watched:
    table = replace(grid_table(codes, doubts=doubts or {}), maybe=maybe)
    return Watched(table, 0.0, still_s, ())


def started(system: str = "base", players=("Anna", "Ben")) -> tuple[Session, Follower]:
    session = Session.start(
        Match(SYSTEMS[system], players), path=None, seed=None, clock=lambda: 0.0
    )
    return session, Follower(session)


def dealt(system: str = "base", players=("Anna", "Ben")) -> tuple[Session, Follower]:
    session, follower = started(system, players)
    follower.see(watched(FIRST))
    assert session.game.due == ()
    return session, follower


def without(codes, *gone, then=()):
    return (*(code for code in codes if code not in gone), *then)


def said(follower) -> list[str]:
    return [str(line) for line in follower.advice]


def test_the_first_cards_are_dealt_when_all_lie_there():
    session, follower = started()
    assert follower.see(watched(FIRST[:8])) == ()
    assert session.game.due
    assert said(follower) == ["Cards seen: 8 of 12"]
    (move,) = follower.see(watched(FIRST))
    assert isinstance(move, Deal)
    assert {card.code for card in session.game.known} == set(FIRST)
    assert said(follower) == []


def test_nothing_is_concluded_while_something_moves():
    session, follower = started()
    assert follower.see(watched(FIRST, still_s=0.1)) == ()
    assert session.game.due


def test_nothing_is_concluded_while_a_card_may_be_hidden():
    session, follower = started()
    assert follower.see(watched(FIRST, maybe=1)) == ()
    assert session.game.due
    assert said(follower) == ["1 more thing may be a card that is partly hidden"]


def test_a_doubtful_card_is_waited_for_and_then_dealt_unknown():
    session, follower = started()
    assert follower.see(watched(FIRST, doubts={3: ("fill",)})) == ()
    assert said(follower) == ["Card 3 (fill) is not read surely; straighten it."]
    follower.see(watched(FIRST, doubts={3: ("fill",)}, still_s=3))
    assert session.game.table.count(UNKNOWN) == 1
    (told,) = follower.see(watched(FIRST))
    assert told == Tell((Card.parse("3rfo"),), 0.0)
    assert UNKNOWN not in session.game.table


def test_who_called_and_takes_three_cards_points_at_them():
    session, follower = dealt()
    session.make(Call(1))
    made = follower.see(watched(without(FIRST, "1rfo", "2rfo", "3rfo")))
    assert [type(move) for move in made] == [Point]
    assert [player.points for player in session.game.players] == [0, 1]
    assert session.game.due[0].count == 3
    follower.see(watched(without(FIRST, "1rfo", "2rfo", "3rfo", then=NEXT)))
    assert session.game.due == ()
    assert {card.code for card in session.game.known} == {*FIRST[3:], *NEXT}


def test_taken_and_dealt_in_one_breath():
    session, follower = dealt()
    session.make(Call(0))
    made = follower.see(watched(without(FIRST, "1rfo", "2rfo", "3rfo", then=NEXT)))
    assert [type(move) for move in made] == [Point, Deal]
    assert session.game.players[0].points == 1
    assert session.game.due == ()


def test_three_cards_that_are_no_set_cost_a_point_once_and_have_to_go_back():
    session, follower = dealt()
    session.make(Call(0))
    gone = watched(without(FIRST, "1rfo", "2rfo", "1gtd"))
    follower.see(gone)
    assert session.game.players[0].points == -1
    assert said(follower) == [
        "one red solid oval, two red solid ovals and one green striped diamond are missing: "
        "put them back."
    ]
    session.make(Call(1))
    assert follower.see(gone) == ()  # those are still the ones that Anna took
    follower.see(watched(FIRST))
    assert said(follower) == []
    follower.see(watched(without(FIRST, "1rfo", "2rfo", "3rfo")))
    assert [player.points for player in session.game.players] == [-1, 1]


def test_cards_taken_before_anybody_called_are_asked_for_and_then_judged():
    session, follower = dealt()
    taken = watched(without(FIRST, "1rfo", "2rfo", "3rfo"))
    assert follower.see(taken) == ()
    assert said(follower) == [
        "one red solid oval, two red solid ovals and three red solid ovals were taken: who called?"
    ]
    session.make(Call(1))
    follower.see(taken)
    assert session.game.players[1].points == 1


def test_who_plays_alone_just_takes():
    session, follower = dealt("pro", ("Anna",))
    follower.see(watched(without(FIRST, "1rfo", "2rfo", "3rfo")))
    assert session.game.players[0].points == 250


def test_who_plays_alone_pays_once_for_a_mistake():
    session, follower = dealt("pro", ("Anna",))
    for _ in range(3):
        follower.see(watched(without(FIRST, "1rfo", "2rfo", "1gtd")))
    assert session.game.players[0].points == -50


@pytest.mark.parametrize("gone", [("1rfo",), ("1rfo", "2rfo"), FIRST[:4]])
def test_other_numbers_of_cards_are_no_set(gone):
    session, follower = dealt()
    session.make(Call(0))
    assert follower.see(watched(without(FIRST, *gone))) == ()
    assert session.game.caller == 0
    assert "put" in said(follower)[0]


def test_what_is_not_read_surely_may_be_what_seems_gone():
    session, follower = dealt()
    session.make(Call(0))
    codes = (*without(FIRST, "1rfo", "2rfo", "3rfo"), "1rto")
    assert follower.see(watched(codes, doubts={10: ("fill",)})) == ()
    assert session.game.caller == 0


def test_cards_added_by_agreement():
    session, follower = dealt()
    more = watched((*FIRST, *NEXT))
    assert follower.see(more) == ()
    assert said(follower) == [
        "3 cards more lie there than should. If there is no SET, say so; else take them away."
    ]
    session.make(NoSet())
    follower.see(more)
    assert session.game.lying == 15
    assert session.game.due == ()
    assert said(follower) == []


def test_a_card_that_was_taken_before_must_not_come_back():
    session, follower = dealt()
    session.make(Call(0))
    follower.see(watched(without(FIRST, "1rfo", "2rfo", "3rfo")))
    assert cards_out_of(session.game) == {Card.parse(code) for code in ("1rfo", "2rfo", "3rfo")}
    back = without(FIRST, "1rfo", "2rfo", "3rfo", then=("3gtd", "1pew", "2rfo"))
    assert follower.see(watched(back)) == ()
    assert session.game.due
    assert said(follower)[0] == "two red solid ovals is out of the game and must not lie there."


def test_what_was_taken_back_is_not_done_again_at_once():
    session, follower = dealt()
    session.make(Call(0))
    taken = watched(without(FIRST, "1rfo", "2rfo", "3rfo"))
    follower.see(taken)
    session.undo()
    follower.undone()
    assert follower.see(taken) == ()
    assert session.game.caller is None  # the clock of this test stands still: it goes with the call
    assert session.game.players[0].points == 0
    follower.see(watched(FIRST))
    session.make(Call(0))
    follower.see(taken)
    assert session.game.players[0].points == 1


def test_in_a_game_with_hands_the_camera_only_deals():
    session, follower = started("twenty")
    follower.see(watched(FIRST[:6]))
    assert session.game.due == ()
    session.make(Call(0))
    assert follower.see(watched(FIRST[3:6])) == ()
    assert session.game.caller == 0


def test_nothing_is_followed_after_the_end():
    session, follower = dealt("solitaire", ("Anna",))
    session.make(NoSet())
    assert session.game.result is not None
    assert follower.see(watched(FIRST[:9])) == ()


def test_a_whole_game_by_the_camera():
    """The deck is dealt, SETs are called and taken, three are added where none lies there."""
    session, follower = started()
    pile = [card.code for card in DECK[::-1]]
    lying: list[str] = []
    follower.see(watched(tuple(pile[:12])))
    lying, pile = pile[:12], pile[12:]
    turns = 0
    while session.game.result is None:
        sets = find_sets([Card.parse(code) for code in lying])
        if sets:
            session.make(Call(turns % 2))
            lying = [code for k, code in enumerate(lying) if k not in sets[0]]
            follower.see(watched(tuple(lying)))
        else:
            session.make(NoSet())
        count = session.game.due[0].count if session.game.due else 0
        lying, pile = lying + pile[:count], pile[count:]
        if lying:
            follower.see(watched(tuple(lying)))
        assert {card.code for card in session.game.known} == set(lying)
        turns += 1
    assert pile == []
    assert sum(player.sets for player in session.game.players) * 3 + len(lying) == 81
