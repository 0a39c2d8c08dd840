"""``setvision rules``: what it says follows from the settings that drive the games."""

from dataclasses import replace

import pytest

from setvision.apps.cli import main
from setvision.games.explain import explained
from setvision.games.system import SYSTEMS
from setvision.words import LANGUAGES


def said(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["rules", *arguments])
    out, err = capsys.readouterr()
    return status, " ".join(out.split()), err


def test_the_list(capsys):
    status, out, _ = said(capsys, "--lang", "en")
    assert status == 0
    assert out == (
        "base base game quick quick start solitaire solitaire solo solo with a debt twenty 20/20 "
        "pro Set Pro beginner Set Beginner 1995 Ravensburger 1995"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", SYSTEMS)
def test_each_system_in_each_language(capsys, key, lang):
    status, out, err = said(capsys, key, "--lang", lang)
    assert (status, err) == (0, "")
    assert "{" not in out
    assert out.count(" - ") >= 8


@pytest.mark.parametrize(
    ("key", "sentences"),
    [
        ("base", ["cost 1 point and go back", "until each has dealt once", "in 30.96 deals"]),
        ("quick", ["27 solid cards", "9 cards are laid on the table"]),
        ("solitaire", ["while cards are left to deal, the game is lost", "For one player"]),
        ("solo", ["for a debt of one SET", "among the last 12 cards"]),
        ("twenty", ["Each player is dealt 6 cards", "10 points for each player: 30 with three"]),
        (
            "pro",
            ["worth 250 points", "cost 50 points", "price of 100 points", "more than 21 cards"],
        ),
        ("beginner", ["more than 15 cards", "500 points more", "A tournament is 5 games"]),
        ("1995", ["For 2 to 8 players", "sits out until the next SET is found"]),
    ],
)
def test_what_sets_a_system_apart(capsys, key, sentences):
    _, out, _ = said(capsys, key, "--lang", "en")
    assert [sentence for sentence in sentences if sentence not in out] == []


def test_other_settings_are_explained_otherwise():
    base = SYSTEMS["base"]
    text = " ".join(map(str, explained(replace(base, wrong_points=-7, layout=15, rows=5))))
    assert "cost 7 points" in text
    assert "15 cards are laid on the table face up, in 5 rows." in text
    assert "Among 15 random cards there is no SET once in 2,742.09 deals" in text


def test_an_unknown_system(capsys):
    status, out, err = said(capsys, "chess", "--lang", "en")
    assert (status, out) == (2, "")
    assert err.startswith("setvision: 'chess' is no rule system; choose base, quick, ")
