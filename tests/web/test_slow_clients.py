"""Visitors who take their time, and those who only seem to."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from setvision.web import server
from tests.web.conftest import Serve

SAMPLE = Path(__file__).parents[2] / "sample_images" / "table-01.jpg"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nhost: localhost\r\nx-more: "


@pytest.fixture
def port(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> int:
    """The port of a page that waits half a second for a head, or for what it does not read."""
    monkeypatch.setattr(server, "_HEAD_S", 0.5)
    monkeypatch.setattr(server, "_UNREAD_BODY_S", 0.5)
    found = urlsplit(serve(None)).port
    assert found is not None
    return found


@pytest.fixture
def opened(port: int) -> Iterator["Opened"]:
    with ExitStack() as stack:
        yield Opened(port, stack)


class Opened:
    """Opens connections to a page, which are closed with the test."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        self._port = port
        self._stack = stack

    def __call__(self, sent: bytes) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self._port), timeout=60)
        self._stack.enter_context(connection)
        connection.sendall(sent)
        return connection


def rest_of(connection: socket.socket) -> bytes:
    """Everything until the page closes the connection."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def head(method: str, path: str, *lines: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "host: localhost", *lines, "", ""]).encode()


@pytest.mark.parametrize("sent", [b"", b"G", HALF_A_HEAD], ids=["nothing", "a byte", "half"])
def test_a_connection_without_a_whole_head_is_closed(opened: Opened, sent: bytes) -> None:
    assert rest_of(opened(sent)) == b""


def test_half_a_head_behind_a_request_is_no_better(opened: Opened) -> None:
    connection = opened(head("GET", "/api/words"))
    assert connection.recv(65536).startswith(b"HTTP/1.1 200")
    connection.sendall(HALF_A_HEAD)
    assert b"HTTP/1.1" not in rest_of(connection)


def test_an_answered_request_is_not_listened_to_for_ever(opened: Opened) -> None:
    connection = opened(head("GET", "/api/words", "content-length: 1000"))
    assert connection.recv(65536).startswith(b"HTTP/1.1 200")
    connection.sendall(b"x")
    assert b"HTTP/1.1" not in rest_of(connection)


def test_many_half_heads_keep_nobody_out_for_long(opened: Opened) -> None:
    waiting = [opened(HALF_A_HEAD) for _ in range(140)]
    assert {rest_of(connection) for connection in waiting} == {b""}
    let_in = rest_of(opened(head("GET", "/", "connection: close")))
    assert let_in.startswith(b"HTTP/1.1 200")


def test_a_photo_may_take_longer_than_a_head(opened: Opened) -> None:
    photo = SAMPLE.read_bytes()
    upload = opened(
        head(
            "POST",
            "/api/photos",
            "origin: http://localhost",
            "connection: close",
            f"content-length: {len(photo)}",
        )
        + photo[:1000]
    )
    assert rest_of(opened(HALF_A_HEAD)) == b""  # the time for a head is over now
    upload.sendall(photo[1000:])
    assert rest_of(upload).startswith(b"HTTP/1.1 200")


def test_a_websocket_outlives_the_time_for_a_head(port: int, opened: Opened) -> None:
    with connect(f"ws://localhost:{port}/api/game", origin=f"http://localhost:{port}") as live:
        assert rest_of(opened(HALF_A_HEAD)) == b""
        assert live.ping().wait(timeout=60)


def test_a_kept_connection_may_ask_again_later(opened: Opened) -> None:
    kept = opened(head("GET", "/api/words"))
    kept.recv(65536)
    assert rest_of(opened(HALF_A_HEAD)) == b""
    kept.sendall(head("GET", "/", "connection: close"))
    assert b"HTTP/1.1 200" in rest_of(kept)
