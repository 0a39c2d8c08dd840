"""A game kept at the keyboard: scripts of lines in, sentences out."""

import io
import os
from pathlib import Path

import pytest

from setvision.apps import referee_talk
from setvision.apps.cli import main
from setvision.cards import Card, Edition
from setvision.games.log import replay
from setvision.rules import find_sets
from tests.media.tables import grid_table

TABLE = "1rfo 2rfo 3rfo 1gfo 2gtd 3pew 1pew 2gew 3ged 1rtd 2peo 3gtw"
SAMPLES = Path(__file__).parents[2] / "sample_images"


@pytest.fixture
def keep(monkeypatch, capsys):
    """Run ``setvision referee`` on lines; returns the status, what it said, and its complaints."""

    def run(lines: str, *arguments: str, lang: str = "en") -> tuple[int, list[str], list[str]]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        status = main(["--lang", lang, "referee", *arguments])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err.splitlines()

    return run


@pytest.fixture
def photo(monkeypatch):
    """Lay out what every photo shows."""

    def show(codes: str, **looks) -> None:
        table = grid_table(tuple(codes.split()), **looks)
        monkeypatch.setattr(referee_talk, "read_table", lambda photo, decks, deck: table)

    return show


class TestRealCards:
    def test_a_call_is_settled(self, keep):
        status, said, complaints = keep(f"lay {TABLE}\nBen: 1, 2, 3\n", "--players", "Ann", "Ben")
        assert (status, complaints) == (0, [])
        assert said[:2] == ["base game, Ann and Ben", "Ann lays 12 cards on the table."]
        assert said[2] == "1: one red solid oval"
        assert said[13] == "12: three green striped squiggles"
        assert (
            said[14]
            == "Whoever sees a SET calls. If all agree that there is none, 3 cards are added."
        )
        assert said[15:] == [
            "SET: one red solid oval, two red solid ovals, three red solid ovals",
            "Ann: 0 points, 0 SETs, 0 wrong calls",
            "Ben: 1 point, 1 SET, 0 wrong calls",
            "1: one green solid oval",
            "2: two green striped diamonds",
            "3: three purple open squiggles",
            "4: one purple open squiggle",
            "5: two green open squiggles",
            "6: three green open diamonds",
            "7: one red striped diamond",
            "8: two purple open ovals",
            "9: three green striped squiggles",
            "Ann lays 3 cards on the table.",
        ]

    @pytest.mark.parametrize(
        "called",
        [
            "Ben 1 2 3",
            "ben: 1, 2, 3",
            "Ben 1rfo 2rfo 3rfo",
            "Ben 1 2rfo 3",
            "Ben one red solid oval, two red solid ovals, three red solid ovals",
            "Ben one red solid oval, 2, 3rfo",
            'Ben "one red solid oval" 2rfo 3',
            "Ben 1, \u201ctwo red solid ovals\u201d; 3",
            "Ben\n1 2 3",
            "call Ben\n1rfo, 2rfo, 3rfo",
            "call Ben\nBen 1 2 3",
        ],
    )
    def test_ways_to_say_it(self, keep, called):
        status, said, complaints = keep(f"lay {TABLE}\n{called}\n", "--players", "Ann", "Ben")
        assert (status, complaints) == (0, [])
        assert "Ben: 1 point, 1 SET, 0 wrong calls" in said

    def test_a_wrong_call_says_why(self, keep):
        _, said, _ = keep(f"lay {TABLE}\nAnn 1 2 4\n", "--players", "Ann", "Ben")
        assert said[15:18] == [
            "No SET: color: two red, one green; count: two cards show 1, one shows 2",
            "Ann: -1 points, 0 SETs, 1 wrong call",
            "Ben: 0 points, 0 SETs, 0 wrong calls",
        ]

    def test_nobody_has_to_tell_the_cards(self, keep):
        status, said, _ = keep("lay\nBen 1rfo 2rfo 3rfo\nlay\nnone\n", "--players", "Ann", "Ben")
        assert status == 0
        assert "Ben: 1 point, 1 SET, 0 wrong calls" in said
        assert said[-1] == "Ann lays 3 cards on the table."

    def test_the_lock_and_the_clock(self, keep):
        status, said, complaints = keep(
            f"lay {TABLE}\ncall Ann\nBen 1 2 3\nnone\nnothing\n", "--players", "Ann", "Ben"
        )
        assert status == 1
        assert (
            complaints
            == [
                "setvision: A call has to be settled first. "
                "Ann has called and points at three cards; nobody else may."
            ]
            * 2
        )
        assert "No cards were named: that counts as a wrong call." in said
        assert "Ann: -1 points, 0 SETs, 1 wrong call" in said

    def test_a_slip_leaves_no_call_standing(self, keep):
        status, said, complaints = keep(
            f"lay {TABLE}\nBen 1 2\nBen 1 2 99\nBen 1 2 1\nBen 1 2 blue\nAnn 1 2 3\n",
            "--players", "Ann", "Ben",
        )  # fmt: skip
        assert status == 1
        assert complaints[:3] == [
            "setvision: a call is of three different cards",
            "setvision: no card has the number 99",
            "setvision: a call is of three different cards",
        ]
        assert "neither a command" in complaints[3]
        assert "Ann: 1 point, 1 SET, 0 wrong calls" in said
        assert "Ben: 0 points, 0 SETs, 0 wrong calls" in said

    def test_undo(self, keep):
        status, said, complaints = keep(
            f"lay {TABLE}\nBen 1 2 4\nundo\nBen 1 2 3\nundo\nBen\n1 2 3\nundo\n1 2 3\n",
            "--players",
            "Ann",
            "Ben",
        )
        assert (status, complaints) == (0, [])
        assert said.count("The last move was taken back.") == 3
        assert [line for line in said if line.startswith("Ben: ")] == [
            "Ben: -1 points, 0 SETs, 1 wrong call",
            "Ben: 0 points, 0 SETs, 0 wrong calls",
            "Ben: 1 point, 1 SET, 0 wrong calls",
            "Ben: 0 points, 0 SETs, 0 wrong calls",
            "Ben: 1 point, 1 SET, 0 wrong calls",
            "Ben: 0 points, 0 SETs, 0 wrong calls",
            "Ben: 1 point, 1 SET, 0 wrong calls",
        ]

    def test_a_call_of_a_card_that_lies_nowhere_does_not_stand(self, keep):
        _, said, complaints = keep(
            f"lay {TABLE}\nAnn 3rew 2rew 1rew\nBen 1 2 3\n", "--players", "Ann", "Ben"
        )
        assert len(complaints) == 1
        assert "no such card lies there" in complaints[0]
        assert "Ben: 1 point, 1 SET, 0 wrong calls" in said

    @pytest.mark.parametrize(
        ("name", "line"),
        [("Ann", "Ann\t1 2 3"), ("Ákos", "A\u0301kos 1 2 3"), ("Groß", "GROSS: 1, 2, 3")],
    )
    def test_names_as_keyboards_write_them(self, keep, name, line):
        status, said, _ = keep(f"lay {TABLE}\n{line}\n", "--players", name, "Ben")
        assert status == 0
        assert f"{name}: 1 point, 1 SET, 0 wrong calls" in said

    def test_hints_come_in_steps(self, keep):
        _, said, _ = keep(f"lay {TABLE}\nhint\nhint 2\nhint 4\n", "--players", "Ann", "Ben")
        assert said[15:] == [
            "There is a SET.",
            "There is a SET.",
            "  1: one red solid oval",
            "There is a SET.",
            "  1: one red solid oval",
            "  2: two red solid ovals",
            "  3: three red solid ovals",
        ]

    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("dance", "'dance': neither a command (help lists them), nor a player, nor cards."),
            ("ask Zoe", "'Zoe' is no player; there are Ann and Ben"),
            ("ask", "'' is no player"),
            ("hint 9", "a hint has the steps 1 to 4"),
            ("none of them", "'of them' is too much here"),
            ("photo", "name a photo"),
            ("photo missing.jpg", "missing.jpg"),
            ("lay 1rfo", "1 card was told. Ann lays 12 cards"),
            (f"1 {'9' * 5000} 3", "no card has the number"),
            ("\udcff\x00", "neither a command"),
            ("game", "A game is going on."),
            ("nothing", "First the cards have to be dealt."),
        ],
    )
    def test_what_is_refused_changes_nothing(self, keep, line, complaint):
        status, said, complaints = keep(f"{line}\nlay {TABLE}\n", "--players", "Ann", "Ben")
        assert status == 1
        assert len(complaints) == 1
        assert complaint in complaints[0]
        assert said[-1].startswith("Whoever sees a SET calls.")

    def test_comments_and_empty_lines(self, keep):
        assert keep("\n# a comment\n   \nquit\nnonsense\n")[0] == 0


class TestPhotos:
    def test_the_table_comes_from_a_photo(self, keep, photo):
        photo(TABLE)
        status, said, complaints = keep(
            "Ben 1 2 3\n", "--photo", "table.jpg", "--players", "Ann", "Ben"
        )
        assert (status, complaints) == (0, [])
        assert said[1] == "1: one red solid oval"
        assert "Ben: 1 point, 1 SET, 0 wrong calls" in said

    def test_doubtful_cards_are_to_be_told(self, keep, photo):
        photo(TABLE, doubts={5: ("fill",)})
        status, said, _ = keep(
            "lay 2gtd\nBen 1rfo 2gtd 3pew\n", "--photo", "a.jpg", "--players", "Ann", "Ben"
        )
        assert status == 0
        assert "5: not read surely, perhaps two green striped diamonds; tell it with lay" in said
        assert "Ben: 1 point, 1 SET, 0 wrong calls" in said

    def test_again_and_again(self, keep, photo):
        """The second photo shows the three that were dealt after a SET."""
        photo(TABLE)
        first = f"lay {TABLE}\nBen 1 2 3\n"
        photo("1gfw 2gfw 3gtd " + TABLE[15:])
        status, said, complaints = keep(first + "photo b.jpg\n", "--players", "Ann", "Ben")
        assert (status, complaints) == (0, [])
        assert "1: one green solid squiggle" in said
        assert said[-1].startswith("Whoever sees a SET calls.")

    def test_a_photo_of_another_table(self, keep, photo):
        photo(TABLE)
        lines = f"lay {TABLE}\nBen 1 2 3\nphoto b.jpg\n"
        status, _, complaints = keep(lines, "--players", "Ann", "Ben")
        assert status == 1
        assert complaints == [
            "setvision: b.jpg shows cards that are out of the game: one red solid oval, "
            "two red solid ovals and three red solid ovals. Is it of this table?"
        ]

    def test_a_photo_without_cards_deals_none(self, keep, photo):
        photo("")
        _, said, complaints = keep("photo x.jpg\n", "--players", "Ann", "Ben")
        assert complaints == ["setvision: no card was found in x.jpg"]
        assert said[1:] == ["Ann lays 12 cards on the table."]

    def test_cards_that_the_photo_lacks_are_told(self, keep, photo):
        photo("1rfo 2rfo 3rfo 1gtd 2gtd")
        _, said, _ = keep("photo x.jpg\n", "--players", "Ann", "Ben")
        assert "7 cards on the table are not known yet." in said

    def test_commands_are_no_photo(self, keep):
        _, said, complaints = keep(f"lay {TABLE}\nphoto -\nscore\n", "--players", "Ann", "Ben")
        assert complaints == ["setvision: the commands come from standard input; name a file"]
        assert "Ann: 0 points, 0 SETs, 0 wrong calls" in said

    def test_too_many_cards(self, keep, photo):
        photo(TABLE + " 1ptd")
        status, _, complaints = keep(f"lay {TABLE}\nphoto b.jpg\n")
        assert status == 1
        assert "b.jpg shows more cards than lie there: 1 card is new, 0 fit." in complaints[0]

    def test_the_words_are_those_of_the_deck(self, keep, photo):
        photo(TABLE, edition=Edition.EUROPEAN)
        _, said, _ = keep("", "--photo", "a.jpg", lang="nl")
        assert "5: twee groene gespikkelde rechthoeken" in said

    def test_a_real_reading(self, keep):
        status, said, _ = keep("hint\n", "--photo", str(SAMPLES / "table-05.jpg"))
        assert status == 0
        assert said[-1] == "There is a SET."


class TestShuffledDeck:
    def test_set_pro_practice(self, keep, tmp_path):
        log = tmp_path / "pro.jsonl"
        arguments = ("--system", "pro", "--deck", "shuffled", "--seed", "4", "--log", str(log))
        _, said, _ = keep("", *arguments)
        table = [Card.parse(line.partition(": ")[2]) for line in said if line[:1].isdigit()]
        assert len(table) == 12
        numbers = " ".join(str(k + 1) for k in find_sets(table)[0])
        status, said, _ = keep(f"{numbers}\n", "--resume", str(log))
        assert status == 0
        assert "1: 250 points, 1 SET, 0 wrong calls" in said

    def test_solitaire_played_to_its_end(self, keep, tmp_path):
        log = tmp_path / "log"
        keep("", "--system", "solitaire", "--deck", "shuffled", "--seed", "11", "--log", str(log))
        for _ in range(40):
            game = replay(log).game
            if game.result is not None:
                break
            found = find_sets(game.known)
            line = " ".join(game.known[k].code for k in found[0]) if found else "none"
            status, said, complaints = keep(f"{line}\n", "--resume", str(log))
            assert (status, complaints) == (0, [])
        assert said[-1] in (
            "Won: the deck is dealt and no SET is left.",
            "Lost: no SET was found and cards are left.",
        )
        status, _, complaints = keep("none\n", "--resume", str(log))
        assert status == 1
        assert complaints == ["setvision: Nothing more can be played. The game is over."]

    def test_twenty_twenty_lists_the_hands(self, keep):
        _, said, _ = keep("", "--system", "twenty", "--deck", "shuffled", "--seed", "1")
        assert sum("held by 1" in line for line in said) == 6
        assert sum("held by 2" in line for line in said) == 6
        assert said[-1].endswith("Who finds none may ask for a card while holding fewer than 9.")

    def test_the_same_seed_deals_the_same_cards(self, keep):
        arguments = ("--deck", "shuffled", "--seed", "5")
        assert keep("none\n", *arguments) == keep("none\n", *arguments)

    def test_people_deal_when_nothing_else_is_said(self, keep):
        lay = "lay 2rto 1gfw 3ped\n"
        assert keep(lay, "--deck", "real") == keep(lay)
        _, _, complaints = keep(lay, "--deck", "shuffled", "--seed", "5")
        assert len(complaints) == 1


class TestLogs:
    def test_a_game_that_could_not_begin_leaves_none(self, keep, tmp_path):
        log = tmp_path / "game.log"
        gone = str(tmp_path / "gone.jpg")
        assert keep("", "--players", "A", "B", "--photo", gone, "--log", str(log))[0] == 2
        assert not log.exists()

    @pytest.mark.parametrize("name", ["Help", "none", "A\nB"])
    def test_names_that_nobody_could_use(self, keep, name):
        status, _, (complaint,) = keep("", "--players", name, "Ben")
        assert status == 2
        assert repr(name)[1:-1] in complaint

    def test_a_log_that_would_never_end(self, keep, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        status, _, complaints = keep("", "--resume", str(tmp_path / "pipe"))
        assert (status, len(complaints)) == (2, 1)
        assert complaints[0].endswith("is no log of a game.")

    def test_a_crash_loses_nothing(self, keep, tmp_path):
        log = tmp_path / "a.jsonl"
        keep(f"lay {TABLE}\nBen 1 2 3\n", "--players", "Ann", "Ben", "--log", str(log))
        with log.open("a") as file:
            file.write('{"move": "de')
        status, said, complaints = keep("score\n", "--resume", str(log))
        assert status == 0
        assert complaints == [f"setvision: {log}: the last line is cut short and was left out."]
        assert "Ben: 1 point, 1 SET, 0 wrong calls" in said

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["--log", "{log}"], "exists already; resume it, or name another file."),
            (["--resume", "{folder}"], "cannot be read"),
            (["--resume", "{log}"], "is no log of a game."),
            (["--resume", "{log}", "--players", "A"], "--resume takes all from the log"),
            (["--seed", "1"], "--seed goes with --deck shuffled"),
            (["--system", "chess"], "'chess' is no rule system; choose base, quick"),
            (["--system", "1995", "--players", "A"], "needs at least 2 players"),
            (["--system", "pro", "--players", "A", "B"], "is for 1 player at most"),
            (["--players", "A", "a"], "Each player needs a name of their own."),
            (["--players", "A", " "], "Each player needs a name of their own."),
            (["--photo", "missing.jpg"], "missing.jpg"),
            (["--photo", "{folder}"], "is a folder; name one photo"),
            (["--deck", "shuffled", "--photo", "table.jpg"], "setvision deals the cards"),
        ],
    )
    def test_wrong_usage(self, keep, tmp_path, arguments, complaint):
        log = tmp_path / "diary.txt"
        log.write_text("dear diary\n")
        given = [each.format(log=log, folder=tmp_path) for each in arguments]
        status, _, complaints = keep("", *given)
        assert status == 2
        assert len(complaints) == 1
        assert complaint in complaints[0]
        assert log.read_text() == "dear diary\n"


class TestLanguages:
    @pytest.mark.parametrize(
        ("lang", "lines", "score"),
        [
            (
                "de",
                "leg {table}\nBence Őr: 1, 2, 3\n",
                "Bence Őr: 1 Punkt, 1 SET, 0 falsche Rufe",
            ),
            (
                "nl",
                "leg {table}\nBence Őr: 1, 2, 3\n",
                "Bence Őr: 1 punt, 1 SET, 0 keer verkeerd geroepen",
            ),
            (
                "hu",
                "letesz {table}\nBence Őr: 1, 2, 3\n",
                "Bence Őr: 1 pont, 1 SET, 0 hibás bemondás",
            ),
        ],
    )
    def test_commands_and_answers(self, keep, lang, lines, score):
        status, said, complaints = keep(
            lines.format(table=TABLE), "--players", "李雷", "Bence Őr", lang=lang
        )
        assert (status, complaints) == (0, [])
        assert score in said

    def test_english_commands_do_in_every_language(self, keep):
        assert keep(f"lay {TABLE}\nscore\nundo\n", lang="hu")[0] == 0

    def test_cards_in_the_words_of_the_language(self, keep):
        status, said, _ = keep(
            "lay\n1: ein rotes volles Oval, zwei rote volle Ovale, drei rote volle Ovale\n"
            "Ann ein rotes volles Oval, zwei rote volle Ovale, drei rote volle Ovale\n",
            "--players", "Ann", "Ben", lang="de",
        )  # fmt: skip
        assert status == 1
        assert any(line.startswith("Ann: 1 Punkt") for line in said)
