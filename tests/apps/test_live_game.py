"""A game beside the live window: people call, the camera sees the rest."""

import pytest

from setvision.apps.live_game import LiveGame
from setvision.errors import IllegalMoveError, UsageError
from setvision.games.match import Match
from setvision.games.session import Session
from setvision.games.system import SYSTEMS
from setvision.watch.types import Watched
from tests.media.tables import grid_table

FIRST = (
    "1rfo", "2rfo", "3rfo", "1gtd", "2gtd", "1ped", "2pew", "3gew", "1rtw", "2pfd", "3rtd", "1gfo",
)  # fmt: skip
TABLE = grid_table(FIRST)


class FakeWatcher:
    out: frozenset = frozenset()

    def rule_out(self, cards) -> None:
        self.out = frozenset(cards)


def watched(codes) -> Watched:
    return Watched(grid_table(codes), 0.0, 1.0, ())


@pytest.fixture
def watcher():
    return FakeWatcher()


@pytest.fixture
def session():
    ticks = iter(range(10_000))
    return Session.start(
        Match(SYSTEMS["base"], ("Anna", "Ben")),
        path=None,
        seed=None,
        clock=lambda: float(next(ticks)),
    )


@pytest.fixture
def game(session, watcher):
    made = LiveGame(session, watcher)
    made.see(watched(FIRST))
    return made


def said(game) -> list[str]:
    return [str(line) for line in game.lines()]


def test_cards_that_are_dealt_are_seen(game, session):
    assert {card.code for card in session.game.known} == set(FIRST)
    assert said(game)[0].startswith("1: Anna: 0 points")
    assert "u: take the last move back" in said(game)


def test_three_cards_that_were_clicked_on_are_the_call(game, session):
    assert game.press("2", TABLE, (1, 2, 3))
    assert [player.points for player in session.game.players] == [0, 1]
    assert "SET: one red solid oval, two red solid ovals, three red solid ovals" in said(game)


def test_a_wrong_call_is_explained(game, session):
    assert game.press("1", TABLE, (1, 2, 4))
    assert session.game.players[0].points == -1
    assert any(line.startswith("No SET: color: two red, one green; ") for line in said(game))


def test_cards_that_are_taken_after_a_call_are_seen(game, session, watcher):
    game.press("1", TABLE, ())
    assert session.game.caller == 0
    game.see(watched(FIRST[3:]))
    assert session.game.players[0].points == 1
    assert "SET: one red solid oval, two red solid ovals, three red solid ovals" in said(game)
    assert {card.code for card in watcher.out} == {"1rfo", "2rfo", "3rfo"}


def test_a_call_can_be_taken_back(game, session):
    game.press("1", TABLE, (1, 2, 3))
    game.press("u", TABLE, ())
    assert session.game.players[0].points == 0
    assert {card.code for card in session.game.known} == set(FIRST)


def test_who_names_no_cards_has_called_wrongly(game, session):
    game.press("1", TABLE, ())
    game.press("c", TABLE, ())
    assert session.game.players[0].points == -1


def test_all_may_agree_that_there_is_none(game, session):
    game.press("m", TABLE, ())
    assert session.game.due[0].count == 3


def test_a_doubtful_card_decides_no_call(game, session):
    doubtful = grid_table(FIRST, doubts={3: ("look",)})
    with pytest.raises(UsageError, match="it hangs on card 3"):
        game.press("1", doubtful, (1, 2, 3))
    assert session.game.caller is None
    assert session.game.players[0].points == 0


def test_what_the_rules_forbid_is_refused(game):
    with pytest.raises(IllegalMoveError):
        game.press("c", TABLE, ())
    with pytest.raises(IllegalMoveError):
        game.press("g", TABLE, ())


@pytest.mark.parametrize("key", ["3", "0", "x", "enter"])
def test_other_keys_mean_nothing(game, key):
    assert not game.press(key, TABLE, ())
