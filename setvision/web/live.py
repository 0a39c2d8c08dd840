"""The WebSocket of those who look at a watched table.

What comes: texts, JSON objects with what is wished (``do``, see :mod:`setvision.web.wishes`, or
``lang``); with the browser's own camera also its pictures, JPEG, the next after the answer to the
last. What goes: ``{"type": "shown", "number": n, …}`` when something is to be shown differently;
after it the pictures, each with the number of its kind (4 bytes, the lowest first) before the
JPEG; to a browser with a camera, which has the picture, ``{"type": "same", "number": n}`` instead.
"""

import asyncio
import contextlib
import struct
import time
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from setvision.errors import ImageReadError, SetVisionError
from setvision.web.both_ways import until_one_ends
from setvision.web.feeds import Feed, PushedFeed
from setvision.web.limits import Bucket, object_in
from setvision.web.site import Site
from setvision.web.viewer import Viewer

__all__ = ["live_socket"]

_WISHES_AT_ONCE: Final = 60
_WISHES_A_SECOND: Final = 15.0
_TOO_MUCH: Final = 1008
_LATER: Final = 1013


async def live_socket(site: Site, socket: WebSocket) -> None:
    """Show a visitor a table until either leaves."""
    await socket.accept()
    query = socket.query_params
    words = site.words_of(query)
    try:
        async with contextlib.AsyncExitStack() as stack:
            stack.enter_context(site.counted(socket))
            feed: Feed
            match query.get("camera"):
                case "own":
                    feed = await stack.enter_async_context(site.tables.pushed())
                case "any":
                    feed = await stack.enter_async_context(site.tables.any())
                case _:
                    feed = await stack.enter_async_context(site.tables.camera())
            is_playing = query.get("for") == "game"
            if is_playing and query.get("camera") != "any":
                stack.enter_context(site.room.following(feed))
            viewer = Viewer(words, is_playing=is_playing)
            has_pictures = query.get("camera") != "own" and query.get("pictures") != "0"
            await _Look(socket, feed, viewer, site, has_pictures).run()
    except SetVisionError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json({"type": "error", "text": words(error)})
            await socket.close(_LATER)
    except WebSocketDisconnect:
        return


class _Look:
    """One visitor at one table."""

    def __init__(
        self, socket: WebSocket, feed: Feed, viewer: Viewer, site: Site, has_pictures: bool
    ) -> None:
        self._socket = socket
        self._feed = feed
        self._viewer = viewer
        self._site = site
        self._has_pictures = has_pictures
        self._news = asyncio.Event()
        self._bucket = Bucket(_WISHES_AT_ONCE, _WISHES_A_SECOND, time.monotonic)

    async def run(self) -> None:
        self._feed.add(self._news)
        try:
            await until_one_ends(self._send(), self._hear())
        finally:
            self._feed.remove(self._news)

    async def _send(self) -> None:
        sent = 0
        while True:
            await self._news.wait()
            self._news.clear()
            latest = self._feed.latest
            shown = self._viewer.shown(latest)
            sight = self._viewer.sight(latest)
            if shown is not None:
                await self._say({"type": "shown", "number": sight.number, **shown})
            elif isinstance(self._feed, PushedFeed):
                await self._say({"type": "same", "number": latest.number})
            if self._has_pictures and sight.picture is not None and sight.number != sent:
                sent = sight.number
                await self._socket.send_bytes(struct.pack("<I", sight.number) + sight.picture)

    async def _hear(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                if message.get("bytes") is not None:
                    await self._see(message["bytes"])
                elif not self._bucket.take():
                    await self._socket.close(_TOO_MUCH)
                    return
                else:
                    self._wish(object_in(message.get("text") or ""))
            except SetVisionError as error:
                await self._say({"type": "error", "text": self._viewer.words(error)})
            self._news.set()

    async def _see(self, picture: bytes) -> None:
        if not isinstance(self._feed, PushedFeed):
            return
        try:
            await self._feed.push(picture)
        except ImageReadError:
            # The next picture is waited for all the same.
            await self._say({"type": "same", "number": self._feed.latest.number})
            raise

    def _wish(self, wish: dict[str, Any]) -> None:
        if "lang" in wish:
            self._viewer.words = self._site.words_of(wish)
        else:
            self._viewer.wish(wish, self._feed.latest)

    async def _say(self, what: dict[str, Any]) -> None:
        await self._socket.send_json(what)
