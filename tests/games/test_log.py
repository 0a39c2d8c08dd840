"""A log gives the same game again, whatever happened to it or to the program."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from setvision.errors import GameLogError, IllegalMoveError
from setvision.games.log import GameLog, replay
from setvision.games.match import Match
from setvision.games.moves import Call, Deal, NoSet, NothingNamed, Point
from setvision.games.session import Session
from setvision.games.system import SYSTEMS
from tests.games.playing import cards

BASE = Match(SYSTEMS["base"], ("Ann", "Bence Őr"))
TABLE = "1rfo 2rfo 3rfo 1gfo 2gtd 3pew 1pew 2gew 3ged 1rtd 2peo 3gtw"


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        self.time += 1
        return self.time


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "spieltag ä.jsonl"


def played(path: Path) -> Session:
    """Begin a game: dealt, one SET, one wrong call, its cards not dealt yet."""
    session = Session.start(BASE, path=path, seed=None, clock=Clock())
    session.make(Deal(cards(TABLE), session.at_s))
    session.make(Call(1, session.at_s))
    session.make(NothingNamed(session.at_s))
    session.make(Call(0, session.at_s))
    session.make(Point(cards("1rfo 2rfo 3rfo"), session.at_s))
    return session


def test_it_is_readable_lines(path):
    played(path).close()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {
        "setvision_log": 1,
        "system": "base",
        "players": ["Ann", "Bence Őr"],
        "dealer": 0,
        "seed": None,
    }
    assert [line["move"] for line in lines[1:]] == ["deal", "call", "nothing", "call", "point"]
    assert lines[-1]["cards"] == ["1rfo", "2rfo", "3rfo"]
    assert "Bence Őr" in path.read_text(encoding="utf-8")


def test_going_on_where_it_ended(path):
    session = played(path)
    session.close()
    again, replayed = Session.resume(path, Clock())
    assert (again.game, replayed.warning) == (session.game, None)
    assert again.at_s > replayed.at_s
    again.make(Deal((None,) * 3, again.at_s))
    again.close()
    assert replay(path).game == again.game


def test_each_length_of_the_file_gives_a_game(path):
    """Wherever a crash cuts the file, what was written whole before it is played again."""
    session = played(path)
    session.close()
    content = path.read_bytes()
    header = content.index(b"\n") + 1
    seen = []
    for length in range(header, len(content) + 1):
        path.write_bytes(content[:length])
        replayed = replay(path)
        whole = content[:length].count(b"\n") - 1
        assert len(replayed.past) == whole
        assert (replayed.warning is None) == (content[length - 1 : length] == b"\n")
        seen.append(replayed.game)
    assert seen[-1] == session.game
    for length in range(header):
        path.write_bytes(content[:length])
        with pytest.raises(GameLogError, match="is no log of a game"):
            replay(path)


def test_a_cut_line_is_cut_off_before_the_next(path):
    played(path).close()
    with path.open("ab") as file:
        file.write(b'{"move": "de')
    session, replayed = Session.resume(path, Clock())
    assert "the last line is cut short" in str(replayed.warning)
    session.make(Deal((None,) * 3, session.at_s))
    session.close()
    again = replay(path)
    assert (again.game, again.warning) == (session.game, None)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "3",
        "{}",
        '{"move": "dance", "at_s": 1}',
        '{"move": "call", "at_s": 1}',
        '{"move": "call", "player": 0}',
        '{"move": "call", "player": "x", "at_s": 1}',
        '{"move": "call", "player": 0, "at_s": -1}',
        '{"move": "call", "player": 0, "at_s": Infinity}',
        '{"move": "deal", "cards": ["9zzz"], "at_s": 1}',
        '{"move": "deal", "cards": 7, "at_s": 1}',
        '{"move": "deal", "cards": [5, 5, 5], "at_s": 1}',
        '{"move": "point", "cards": [null], "at_s": 1}',
        '{"move": "call", "player": Infinity, "at_s": 1}',
        '{"move": "undo", "moves": 99}',
        '{"move": "undo", "moves": 0}',
        '{"move": "undo", "moves": "one"}',
        '{"move": "undo"}',
        '{"move": "game"}',
        "[" * 100_000,
    ],
)
def test_damage_names_the_line(path, line):
    played(path).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(GameLogError, match="line 7"):
        replay(path)


def test_a_move_that_the_rules_forbid_is_damage(path):
    played(path).close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"move": "no set", "at_s": 9}\n')
    with pytest.raises(GameLogError, match=r"line 7: First the cards have to be dealt\."):
        replay(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no log of a game"),
        (b"\xff\xfe\x00\n", "is no log of a game"),
        (b'{"setvision_log": 2, "system": "chess"}\n', "another version"),
        (
            b'{"setvision_log": 1, "system": "chess", "players": ["A"], "dealer": 0, "seed": 1}\n',
            "a game that is not known; known are base",
        ),
        (
            b'{"setvision_log": 1, "system": "1995", "players": ["A"], "dealer": 0, "seed": 1}\n',
            "is no log of a game",
        ),
        (
            b'{"setvision_log": 1, "system": "base", "players": [], "dealer": 0, "seed": 1}\n',
            "is no log of a game",
        ),
        (
            b'{"setvision_log": 1, "system": "base", "players": ["A"], "dealer": 1e999}\n',
            "is no log of a game",
        ),
    ],
)
def test_other_files(path, content, message):
    path.write_bytes(content)
    with pytest.raises(GameLogError, match=message):
        replay(path)


def test_a_file_that_exists_is_never_written_over(path):
    path.write_text("dear diary\n")
    with pytest.raises(GameLogError, match="exists already"):
        Session.start(BASE, path=path, seed=None, clock=Clock())
    assert path.read_text() == "dear diary\n"


def test_one_referee_at_a_time(path):
    session = played(path)
    with pytest.raises(GameLogError, match="is being written by another referee"):
        Session.resume(path, Clock())
    session.make(Deal((None,) * 3, session.at_s))
    session.close()
    again, _ = Session.resume(path, Clock())
    assert again.game == session.game
    again.close()


def test_no_such_folder(tmp_path):
    with pytest.raises(GameLogError, match="cannot be written"):
        Session.start(BASE, path=tmp_path / "no" / "log", seed=None, clock=Clock())
    with pytest.raises(GameLogError, match="cannot be read"):
        replay(tmp_path / "no" / "log")


def test_a_full_disk_changes_nothing(path, monkeypatch):
    """The move is refused, the game stays, half a line is cut off, and later moves count."""
    session = played(path)
    before, content = session.game, path.read_bytes()
    sync = os.fsync

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameLogError, match="No space left on device"):
        session.make(Deal((None,) * 3, session.at_s))
    assert session.game == before
    assert path.read_bytes() == content
    monkeypatch.setattr(os, "fsync", sync)
    session.make(Deal((None,) * 3, session.at_s))
    session.close()
    assert replay(path).game == session.game


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_disk_that_is_full_from_the_start():
    with (
        GameLog(Path("/dev/full"), "ab") as log,
        pytest.raises(GameLogError, match="cannot be written"),
    ):
        log.append(NoSet(1.0))


def test_moves_that_were_taken_back(path):
    session = played(path)
    session.undo()
    session.undo()
    session.make(Call(1, session.at_s))
    session.close()
    again = replay(path)
    assert again.game == session.game
    assert [type(move) for _, move in again.past] == [Deal, Call, NothingNamed, Call]
    resumed, _ = Session.resume(path, Clock())
    for _ in range(4):
        resumed.undo()
    with pytest.raises(IllegalMoveError, match="Nothing can be taken back"):
        resumed.undo()
    assert resumed.game == BASE.next_game()
    resumed.close()
    assert replay(path).game == BASE.next_game()


def test_a_name_that_is_no_text(path):
    """File names and terminals can hand over what no encoding knows."""
    match = Match(SYSTEMS["base"], ("\udcff", "B"))
    Session.start(match, path=path, seed=None, clock=Clock()).close()
    assert replay(path).match.names == ("\udcff", "B")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_killed_in_the_middle_of_a_game(path):
    """Every move that was acknowledged is in the log of a killed program."""
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from setvision.games.match import Match\n"
        "from setvision.games.moves import Call, NothingNamed\n"
        "from setvision.games.session import Session\n"
        "from setvision.games.system import SYSTEMS\n"
        "match = Match(SYSTEMS['base'], ('A', 'B'))\n"
        "session = Session.start(match, path=Path(sys.argv[1]), seed=1, clock=time.monotonic)\n"
        "while True:\n"
        "    session.make(Call(0, session.at_s))\n"
        "    session.make(NothingNamed(session.at_s))\n"
        "    print(session.game.players[0].wrong, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        acknowledged = 0
        while acknowledged < 20:
            acknowledged = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        acknowledged = max(acknowledged, *map(int, process.stdout.read().split() or ["0"]))
    wrong = replay(path).game.players[0].wrong
    assert wrong in (acknowledged, acknowledged + 1)
