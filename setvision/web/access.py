"""Who may use the page: its own addresses, its own scripts, and those who have the token.

A page of somebody else that runs in the user's browser can reach this server too. It is kept out
by the name under which the server is asked for (DNS rebinding gives it another), by the origin
that the browser names, and by a cookie that browsers send for this site's own requests alone.
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from setvision.message import Message as Said
from setvision.message import msg
from setvision.words import Words

__all__ = ["LOOPBACK_NAMES", "Access", "Guard"]

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of this machine for itself."""

_SAFE_METHODS = frozenset({"GET", "HEAD"})

_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), display-capture=()",
}


@dataclass(frozen=True, slots=True)
class Access:
    """What is asked of those who come."""

    names: frozenset[str]
    """The names and addresses, in small letters, under which the server may be asked for."""
    token: str | None = field(default=None, repr=False)
    """What visitors have to know; None where only this machine can come."""
    cookie: str = "setvision"
    """The cookie in which their browser keeps it."""

    def is_own_host(self, host: str) -> bool:
        """Tell whether a Host header names this server."""
        return _name_of(host) in self.names

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Tell whether an Origin header names the site that the Host header does."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    def is_known(self, token: str) -> bool:
        """Tell whether a token is the right one, in a time that tells nothing about it."""
        wanted = (self.token or "").encode()
        return hmac.compare_digest(token.encode("utf-8", "surrogatepass"), wanted)

    def has_cookie(self, headers: Headers) -> bool:
        """Tell whether a browser has shown the right token before."""
        for line in headers.getlist("cookie"):
            try:
                morsel = SimpleCookie(line).get(self.cookie)
            except CookieError:
                continue
            if morsel is not None and self.is_known(morsel.value):
                return True
        return False


def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


class Guard:
    """Stands before the page and turns away who does not belong there.

    Parameters
    ----------
    app
        The page.
    access
        Who may come.
    words
        The language in which is said why not.
    """

    def __init__(self, app: ASGIApp, access: Access, words: Words) -> None:
        self._app = app
        self._access = access
        self._words = words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a refusal."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        with_headers = _with_headers(send, host if self._access.is_own_host(host) else "")
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, receive, with_headers)
        elif scope["type"] == "websocket":
            # Before it is accepted, closing a WebSocket answers with 403.
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        host, access = headers.get("host", ""), self._access
        if not access.is_own_host(host):
            return self._said(421, msg("This server is not to be asked for under that name."))
        origin = headers.get("origin")
        is_change = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if is_change and origin is None:
            return self._said(403, msg("Only the page of this server may do that."))
        if origin is not None and not access.is_own_origin(origin, host):
            return self._said(403, msg("Only the page of this server may do that."))
        if access.token is None or access.has_cookie(headers):
            return None
        if scope["type"] == "http" and scope["method"] in _SAFE_METHODS:
            given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[-1]
            if access.is_known(given):
                return self._welcome(scope, access.token)
        return self._said(
            403, msg("Open the address that the terminal shows; it holds the key to this page.")
        )

    def _welcome(self, scope: Scope, token: str) -> Response:
        """Keep the token in a cookie and take it out of the address, which others may see."""
        asked = parse_qsl(scope["query_string"].decode("latin-1"))
        rest = urlencode([(name, value) for name, value in asked if name != "token"])
        response = RedirectResponse(_local(scope["path"]) + (f"?{rest}" if rest else ""), 303)
        response.set_cookie(
            self._access.cookie,
            token,
            httponly=True,
            samesite="strict",
            secure=scope["scheme"] == "https",
        )
        return response

    def _said(self, status: int, reason: Said) -> Response:
        return PlainTextResponse(self._words(reason) + "\n", status)


def _local(path: str) -> str:
    """Return a path that can't be taken for another host."""
    return "/" + path.lstrip("/\\")


def _with_headers(send: Send, host: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers["content-security-policy"] = _policy(host)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


def _policy(host: str) -> str:
    # Older Safari does not count WebSockets of the same host among 'self'.
    sockets = f" ws://{host} wss://{host}" if host else ""
    return "; ".join(_rules(sockets))


def _rules(sockets: str) -> Iterable[str]:
    yield "default-src 'none'"
    yield "script-src 'self'"
    yield "style-src 'self'"
    yield "img-src 'self' blob: data:"
    yield "media-src 'self' blob:"
    yield f"connect-src 'self'{sockets}"
    yield "base-uri 'none'"
    yield "form-action 'none'"
    yield "frame-ancestors 'none'"
