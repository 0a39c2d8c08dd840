"""The game that is kept on the page."""

import pytest

from setvision.errors import IllegalMoveError, UsageError
from setvision.web.game_shown import game_dict
from setvision.web.room import Room
from setvision.words import words_for

START = {"do": "start", "system": "base", "players": ["Anna", "Ben"], "deck": "dealt"}


def room() -> Room:
    made = Room(lambda: 0.0)
    made.wish(START)
    return made


def shown(of: Room):
    return game_dict(of, words_for("en"))


def test_a_game_with_cards_on_the_screen():
    game = room()
    assert [player["name"] for player in shown(game)["players"]] == ["Anna", "Ben"]
    assert len(shown(game)["table"]) == 12
    game.wish({"do": "call", "player": 1})
    assert shown(game)["caller"] == 1
    game.wish({"do": "nothing"})
    assert shown(game)["players"][1]["points"] == "\N{MINUS SIGN}1"
    game.wish({"do": "undo"})
    assert shown(game)["players"][1]["points"] == "0"
    game.wish({"do": "end"})
    assert shown(game) == {"type": "game", "is_on": False}


def test_who_has_not_called_can_not_point():
    game = room()
    codes = [card["code"] for card in shown(game)["table"][:3]]
    with pytest.raises(IllegalMoveError):
        game.wish({"do": "point", "codes": codes})


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"do": "fly"},
        {**START, "players": []},
        {**START, "players": ["x"] * 99},
        {"do": "call", "player": "1"},
        {"do": "point", "codes": "2rto"},
    ],
)
def test_what_is_not_understood(wish):
    with pytest.raises(UsageError):
        room().wish(wish)
