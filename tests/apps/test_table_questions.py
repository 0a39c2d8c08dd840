"""check, hint and odds from the command line."""

import json
from pathlib import Path

import pytest

from setvision.apps import check as check_app
from setvision.apps import hint as hint_app
from setvision.apps.cli import main
from setvision.cards import Edition
from setvision.table import Table
from tests.media.tables import grid_table

CODES = ("1rfo", "2rfo", "3rfo", "1gtd", "2peo", "3gtw")
NO_SET = ("1rfo", "2rfo", "1gtd", "2peo")


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch):
    """Lay a table out that every photo shows."""

    def lay_out(table: Table) -> None:
        for app in (check_app, hint_app):
            monkeypatch.setattr(app, "read_table", lambda photo, decks, deck: table)

    return lay_out


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


class TestCheckWithoutPhoto:
    def test_a_set(self, capsys):
        status, lines, _ = run(capsys, "check", "--lang", "en", "1rfo", "2 red full ovals", "3rfo")
        assert status == 0
        assert lines == [
            "SET",
            "  one red solid oval",
            "  two red solid ovals",
            "  three red solid ovals",
            "color: all the same (red)",
            "shape: all the same (oval)",
            "count: all different (1, 2, 3)",
            "fill: all the same (solid)",
        ]

    def test_no_set(self, capsys):
        status, lines, _ = run(capsys, "check", "--lang", "en", "1rfo 2rtw", "3gfo")
        assert status == 1
        assert lines[0] == "no SET"
        assert lines[4:] == [
            "color: two against one (two red, one green)",
            "shape: two against one (two ovals, one squiggle)",
            "count: all different (1, 2, 3)",
            "fill: two against one (two solid, one striped)",
        ]

    def test_in_german(self, capsys):
        status, lines, _ = run(
            capsys, "--lang", "de", "check", "ein rotes volles Oval", "2rfo", "3gfo"
        )
        assert status == 1
        assert lines[0] == "kein SET"
        assert lines[4] == "Farbe: zwei gegen eins (zweimal rot, einmal grün)"

    def test_json_is_english(self, capsys):
        status, lines, _ = run(capsys, "check", "--lang", "hu", "--json", "1rfo", "2rfo", "3gfo")
        assert status == 1
        assert json.loads(lines[0]) == {
            "schema": 1,
            "image": None,
            "answer": "no",
            "cards": ["1rfo", "2rfo", "3gfo"],
            "features": {
                "color": "broken",
                "shape": "same",
                "count": "different",
                "fill": "same",
            },
            "reason": None,
        }

    def test_none_among_cards(self, capsys):
        assert run(capsys, "check", "--lang", "en", "--none", *NO_SET)[:2] == (
            0,
            ["Right: there is no SET among the cards (4)."],
        )
        status, lines, _ = run(capsys, "check", "--lang", "en", "--none", *CODES)
        assert status == 1
        assert lines[0] == "Wrong: there is a SET."
        assert lines[1:] == [
            "  one red solid oval",
            "  two red solid ovals",
            "  three red solid ovals",
        ]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["1rfo", "2rfo"], "a call is of three different cards"),
            (["1rfo", "2rfo", "blue"], "'blue' is not known"),
            (["1rfo", "2rfo", "1rfo"], "is there 2 times"),
            (["1rfo", "--cards", "1", "2", "3"], "--cards and --at need a photo"),
            (["missing.jpg", "--cards", "1", "2", "3"], "there is no such file"),
        ],
    )
    def test_wrong_input(self, capsys, arguments, message):
        status, lines, err = run(capsys, "check", "--lang", "en", *arguments)
        assert (status, lines) == (2, [])
        assert message in err


class TestCheckWithPhoto:
    @pytest.mark.parametrize(
        "called",
        [
            ["--cards", "1", "2", "4"],
            ["--at", "50,50", "300,90", "620,50"],
            ["1rfo", "2rfo", "1gtd"],
        ],
    )
    def test_cards_called_in_three_ways(self, capsys, lay, called):
        lay(grid_table(CODES))
        status, lines, _ = run(capsys, "check", "--lang", "en", "a.jpg", *called)
        assert status == 1
        assert lines[:4] == [
            "no SET",
            "  card 1: one red solid oval",
            "  card 2: two red solid ovals",
            "  card 4: one green striped diamond",
        ]

    def test_the_words_are_those_of_the_deck(self, capsys, lay):
        lay(grid_table(CODES, edition=Edition.EUROPEAN))
        _, lines, _ = run(capsys, "check", "--lang", "nl", "a.jpg", "--cards", "1", "2", "4")
        assert lines[3] == "  kaart 4: één groene gespikkelde rechthoek"

    def test_a_doubtful_card(self, capsys, lay):
        lay(grid_table(CODES, doubts={3: ("look",)}))
        status, lines, _ = run(capsys, "check", "--lang", "en", "a.jpg", "--cards", "1", "2", "3")
        assert status == 3
        assert lines[0] == "That cannot be said for sure."
        assert lines[3] == "  card 3: three red solid ovals (not sure)"
        assert lines[4] == "As they were read:"
        assert lines[-1] == "Note: it hangs on card 3 (unfamiliar look)"

    def test_none(self, capsys, lay):
        lay(grid_table(CODES))
        status, lines, _ = run(capsys, "check", "--lang", "en", "a.jpg", "--none")
        assert status == 1
        assert lines[1:] == [
            "  card 1: one red solid oval",
            "  card 2: two red solid ovals",
            "  card 3: three red solid ovals",
        ]
        lay(grid_table(NO_SET))
        assert run(capsys, "check", "a.jpg", "--none")[0] == 0
        lay(grid_table(NO_SET, doubts={2: ("fill",)}, reason="a SET may hang on card 2"))
        status, lines, _ = run(capsys, "check", "--lang", "en", "a.jpg", "--none")
        assert status == 3
        assert lines == ["That cannot be said for sure: a SET may hang on card 2."]

    def test_json(self, capsys, lay):
        lay(grid_table(CODES))
        status, lines, _ = run(capsys, "check", "a.jpg", "--cards", "1", "2", "3", "--json")
        line = json.loads(lines[0])
        assert status == 0
        assert (line["image"], line["answer"], line["ids"]) == ("a.jpg", "yes", [1, 2, 3])

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "say which three cards"),
            (["--cards", "1", "2", "3", "--at", "1,1", "2,2", "3,3"], "say which three cards"),
            (["--cards", "1", "2", "9"], "there is no card 9"),
            (["--cards", "1", "2", "2"], "three different cards"),
            (["1rfo", "--none"], "--none asks about the whole table"),
            (["--none", "--cards", "1", "2", "3"], "--none asks about the whole table"),
            (["--at", "1;2", "x", "3,3"], "invalid X,Y value"),
        ],
    )
    def test_wrong_usage(self, capsys, lay, arguments, message):
        lay(grid_table(CODES))
        status, _, err = run(capsys, "check", "--lang", "en", "a.jpg", *arguments)
        assert status == 2
        assert message in err

    def test_a_folder_is_no_photo(self, capsys, tmp_path: Path):
        status, _, err = run(capsys, "check", "--lang", "en", str(tmp_path), "--none")
        assert status == 2
        assert "is a folder; name one photo" in err


class TestHint:
    @pytest.mark.parametrize("step", [1, 2, 3, 4])
    def test_each_step_tells_one_card_more(self, capsys, lay, step):
        lay(grid_table(CODES))
        status, lines, _ = run(capsys, "hint", "--lang", "en", "a.jpg", "--step", str(step))
        assert status == 0
        assert (
            lines
            == [
                "There is a SET.",
                "  card 1: one red solid oval",
                "  card 2: two red solid ovals",
                "  card 3: three red solid ovals",
            ][:step]
        )

    def test_among_named_cards(self, capsys):
        status, lines, _ = run(capsys, "hint", "--lang", "hu", "--step", "2", " ".join(CODES))
        assert (status, lines) == (0, ["Van SET.", "  egy piros kitöltött ovális"])
        assert run(capsys, "hint", "--lang", "en", *NO_SET)[:2] == (1, ["There is no SET."])

    def test_nothing_can_be_said(self, capsys, lay):
        lay(grid_table(NO_SET, doubts={2: ("fill",)}, reason="a SET may hang on card 2"))
        assert run(capsys, "hint", "a.jpg", "--step", "4")[0] == 3
        lay(grid_table(NO_SET))
        assert run(capsys, "hint", "a.jpg")[0] == 1


class TestOdds:
    def test_twelve_cards(self, capsys):
        status, lines, _ = run(capsys, "odds", "--lang", "en", "--cards", "12")
        assert status == 0
        assert lines == [
            "Full deck of 81 cards",
            "12 cards: 2.785 SETs expected; none in 3.230 % of deals, once in 30.96",
        ]

    def test_the_small_deck(self, capsys):
        _, lines, _ = run(capsys, "odds", "--lang", "de", "--small")
        assert lines[0] == "Kleines Spiel mit 27 Karten"
        assert lines[-1] == "10 Karten: 4,800 SETs zu erwarten; eines ist immer dabei"
        assert len(lines) == 9

    def test_cards_seen_and_gone(self, capsys):
        _, lines, _ = run(
            capsys, "odds", "--lang", "en", "--seen", "1rfo", "2rfo", "--gone", "3rfo 1gfo"
        )
        assert lines[0] == (
            "Full deck of 81 cards; lying on the table: 2, gone: 2, the others random"
        )
        assert lines[1] == "2 cards: 0.000 SETs expected; there is none"
        assert lines[2].startswith("5 cards: 0.091 SETs expected; none in 91.046 %")

    def test_json_holds_exact_numbers(self, capsys):
        _, lines, _ = run(capsys, "odds", "--cards", "3", "--json", "--lang", "nl")
        assert json.loads(lines[0]) == {
            "schema": 1,
            "deck": 81,
            "cards": 3,
            "expected_sets": "1/79",
            "chance_of_none": "78/79",
        }

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--cards", "82"], "there are 0 to 81 cards to look at, not 82"),
            (["--cards", "1", "--seen", "1rfo 2rfo"], "there are 2 to 81 cards"),
            (["--small", "--seen", "1rto"], "is not in the small deck"),
            (["--seen", "1rfo", "--gone", "1rfo"], "is named twice"),
        ],
    )
    def test_wrong_input(self, capsys, arguments, message):
        status, _, err = run(capsys, "odds", "--lang", "en", *arguments)
        assert status == 2
        assert message in err


class TestLanguages:
    @pytest.mark.parametrize(
        ("lang", "usage", "missing"),
        [
            ("en", "usage: ", "the following arguments are required"),
            ("de", "Aufruf: ", "Fehler: es fehlt"),
            ("nl", "gebruik: ", "fout: er ontbreekt"),
            ("hu", "használat: ", "hiba: hiányzik"),
        ],
    )
    def test_wrong_usage_is_told_in_the_language(self, capsys, lang, usage, missing):
        status, _, err = run(capsys, "--lang", lang, "read")
        assert status == 2
        assert err.startswith(usage)
        assert missing in err

    @pytest.mark.parametrize(
        ("lang", "version"),
        [("de", "die Version zeigen"), ("nl", "de versie tonen"), ("hu", "a verziószám kiírása")],
    )
    def test_help_leaves_nothing_english(self, capsys, lang, version):
        _, out, _ = run(capsys, "--lang", lang, "--help")
        assert version in "\n".join(out)
        assert "show" not in "\n".join(out)

    def test_the_system_decides_when_nobody_else_does(self, capsys, monkeypatch):
        for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("LANG", "nl_NL.UTF-8")
        assert run(capsys, "hint", *NO_SET)[1] == ["Er is geen SET."]
        assert run(capsys, "hint", "--lang", "de", *NO_SET)[1] == ["Es gibt kein SET."]

    def test_an_unknown_language_is_wrong_usage(self, capsys):
        status, _, err = run(capsys, "hint", "--lang", "fr", *NO_SET)
        assert status == 2
        assert "'fr'" in err


def test_a_hint_is_about_the_whole_table(capsys, lay):
    lay(grid_table(CODES))
    status, lines, complaint = run(capsys, "hint", "--lang", "en", "a.jpg", "1rfo")
    assert (status, lines) == (2, [])
    assert "name no cards of it" in complaint
