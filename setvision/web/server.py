"""Serving the page: its address, its certificate, who is told of it, and its end."""

import asyncio
import errno
import secrets
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from setvision.errors import UsageError
from setvision.message import msg
from setvision.web.access import LOOPBACK_NAMES, Access
from setvision.web.addresses import names_of_machine, network_addresses, qr_code, urls
from setvision.web.certificate import context_from, context_of, make_certificate
from setvision.words import Words

__all__ = ["PORT", "Serving", "announce", "prepare", "run", "server_of"]

PORT: Final = 8321
"""Where the page is served when nothing else is said."""

_LOCAL: Final = "127.0.0.1"
_LARGEST_FRAME: Final = 2 * 1024 * 1024
_MOST_CONNECTIONS: Final = 128
_HEAD_S: Final = 10.0
_UNREAD_BODY_S: Final = 60.0  # of a request that was answered before its end


@dataclass(frozen=True, slots=True, eq=False)
class Serving:
    """Where the page is served, and to whom."""

    sock: socket.socket
    access: Access
    tls: ssl.SSLContext | None
    addresses: tuple[str, ...]
    """Where to find it, the best first."""
    fingerprint: str | None
    """Of the certificate that was made on the spot."""


def prepare(
    *,
    port: int,
    is_lan: bool,
    certfile: Path | None = None,
    keyfile: Path | None = None,
) -> Serving:
    """Take the port, and make what guards it.

    Parameters
    ----------
    port
        0 for any.
    is_lan
        Whether other machines may come; they need the token, and find a certificate.
    certfile, keyfile
        The user's own certificate, PEM.

    Raises
    ------
    UsageError
        When the port is busy, or the certificate can't be used.
    """
    if keyfile is not None and certfile is None:
        raise UsageError(msg("--keyfile goes with --certfile"))
    hosts = network_addresses() if is_lan else []
    names = names_of_machine() if is_lan else []
    fingerprint = None
    tls = None
    if certfile is not None:
        tls = context_from(certfile, keyfile)
    elif is_lan:
        made = make_certificate([*hosts, *names, *LOOPBACK_NAMES])
        tls, fingerprint = context_of(made), made.fingerprint
    sock = _bound("" if is_lan else _LOCAL, port)
    port = sock.getsockname()[1]
    token = secrets.token_urlsafe(16) if is_lan else None
    access = Access(LOOPBACK_NAMES | frozenset(hosts) | frozenset(names), token, f"setvision{port}")
    shown = urls([*hosts, *names[-1:]] or [_LOCAL], port, "https" if tls else "http", token)
    return Serving(sock, access, tls, tuple(shown), fingerprint)


def _bound(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise UsageError(msg("a port is a number from 0 to 65535"))
    is_dual = host == "" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if is_dual else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=is_dual)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UsageError(
                msg(
                    "port {port} is busy; end what uses it, or choose another with --port",
                    port=port,
                )
            ) from None
        raise UsageError(
            msg(
                "port {port} can't be used ({reason}); choose another with --port",
                port=port,
                reason=error.strerror or error,
            )
        ) from None


def run(app: ASGIApp, serving: Serving) -> None:
    """Serve until the user ends it."""
    server_of(app, serving).run(sockets=[serving.sock])


class TimedHeads(H11Protocol):
    """Closes a connection that takes too long over the head of a request.

    uvicorn counts such connections and waits for them as long as they last, so that a few that
    never go on would keep out everybody. A body that is read, and a WebSocket, have limits of
    their own.
    """

    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head, of which not even the beginning may come."""
        super().connection_made(transport)
        self._end_in(_HEAD_S)

    def data_received(self, data: bytes) -> None:
        """Go on waiting where this was not yet what is waited for."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._end_in(_HEAD_S)
        elif self.conn.our_state is h11.DONE:
            self._end_in(_UNREAD_BODY_S)
        else:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _end_in(self, seconds: float) -> None:
        # Not begun anew by more of the same, which could come a byte at a time.
        if self._end is None:
            # Not closed: over TLS the other side would have to agree, which takes another while.
            self._end = self.loop.call_later(seconds, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None


def server_of(app: ASGIApp, serving: Serving) -> uvicorn.Server:
    """Return what serves, with its limits."""
    config = uvicorn.Config(
        app,
        http=TimedHeads,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=_LARGEST_FRAME,
        ws_max_queue=2,
        ws_per_message_deflate=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
        lifespan="on",
    )
    config.load()
    config.ssl = serving.tls
    return uvicorn.Server(config)


def announce(serving: Serving, words: Words, say: Callable[[str], None]) -> None:
    """Tell where the page is, so that people and their phones find it."""
    first = serving.addresses[0]
    say(words(msg("The page is at {address}", address=first)))
    for other in serving.addresses[1:]:
        say(words(msg("or at {address}", address=other)))
    if serving.access.token is not None:
        say("")
        say(qr_code(first))
        say(words(msg("Whoever has this address may use the page. Ctrl+C ends it.")))
        if serving.fingerprint is not None:
            say(
                words(
                    msg(
                        "Browsers warn of the certificate, which was made just now. Its SHA-256 "
                        "is {fingerprint}",
                        fingerprint=serving.fingerprint,
                    )
                )
            )
    else:
        say(words(msg("Only this machine can open it; --lan lets in phones. Ctrl+C ends it.")))
