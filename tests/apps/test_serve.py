"""``setvision serve`` starts safely, or says in one line why not."""

import argparse
import socket
from pathlib import Path

import pytest

from setvision.apps.cli import main
from setvision.apps.serve import _name_of, serve
from setvision.web import server
from setvision.words import words_for


@pytest.fixture
def served(monkeypatch):
    """Catch what would be served for ever."""
    caught = []
    monkeypatch.setattr(server, "run", lambda app, serving: caught.append(serving))
    return caught


def test_only_this_machine_at_first(served, capsys):
    assert main(["serve", "--port", "0"]) == 0
    (serving,) = served
    assert serving.access.token is None
    assert serving.tls is None
    assert capsys.readouterr().err.startswith("The page is at http://127.0.0.1:")


def test_the_network_needs_the_key_and_gets_a_certificate(served, capsys):
    assert main(["serve", "--port", "0", "--lan"]) == 0
    (serving,) = served
    assert serving.tls is not None
    said = capsys.readouterr().err
    assert f"?token={serving.access.token}" in said
    assert "\N{FULL BLOCK}" in said  # the QR code
    assert serving.access.token not in repr(serving.access)


def test_as_live_calls_it(served):
    options = argparse.Namespace(source="0", decks=1, deck=None, command="live", debug=False)
    assert serve(options, words_for("en")) == 0
    served[0].sock.close()


def test_a_busy_port(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"setvision: port {port} is busy")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "a port is a number from 0 to 65535"),
        (["--keyfile", "k.pem"], "--keyfile goes with --certfile"),
        (["--certfile", "nowhere.pem"], "nowhere.pem: there is no such file"),
        (["nowhere.mp4"], "nowhere.mp4: there is no such file or folder"),
    ],
)
def test_wrong_usage(arguments, said, capsys):
    assert main(["serve", "--port", "0", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_certificate(tmp_path: Path, capsys):
    path = tmp_path / "c.pem"
    path.write_text("no certificate")
    assert main(["serve", "--port", "0", "--certfile", str(path)]) == 2
    assert "can't be used as a certificate" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("0", "0"),
        ("/home/anna/table.mp4", "table.mp4"),
        ("rtsp://anna:secret@camera.local/1?key=2", "camera.local"),
    ],
)
def test_visitors_are_told_neither_paths_nor_passwords(source, name):
    assert _name_of(source) == name
