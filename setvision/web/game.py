"""The WebSocket of those who look at the game, and play it.

What comes: JSON objects with what is wished (``do``), see :meth:`setvision.web.room.Room.wish`;
``{"do": "hint"}`` asks for one thing more for this visitor alone, ``lang`` changes the language.
What goes: the game whenever something changes, and errors as ``{"type": "error", "text": …}``.
"""

import asyncio
import contextlib
import time
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from setvision.errors import SetVisionError
from setvision.web.both_ways import until_one_ends
from setvision.web.game_shown import game_dict, hint_dict
from setvision.web.limits import Bucket, object_in
from setvision.web.site import Site

__all__ = ["game_socket"]

_WISHES_AT_ONCE: Final = 40
_WISHES_A_SECOND: Final = 8.0
_LAST_HINT: Final = 4


async def game_socket(site: Site, socket: WebSocket) -> None:
    """Show a visitor the game until either leaves."""
    await socket.accept()
    try:
        with site.counted(socket):
            await _Look(site, socket).run()
    except SetVisionError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            words = site.words_of(socket.query_params)
            await socket.send_json({"type": "error", "text": words(error)})
            await socket.close(1013)
    except WebSocketDisconnect:
        return


class _Look:
    """One visitor."""

    def __init__(self, site: Site, socket: WebSocket) -> None:
        self._site = site
        self._room = site.room
        self._socket = socket
        self._words = site.words_of(socket.query_params)
        self._bucket = Bucket(_WISHES_AT_ONCE, _WISHES_A_SECOND, time.monotonic)
        self._news = asyncio.Event()
        self._hint = 0
        self._hinted: object = None

    async def run(self) -> None:
        self._room.add(self._news)
        try:
            await until_one_ends(self._send(), self._hear())
        finally:
            self._room.remove(self._news)

    async def _send(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            await self._socket.send_json({**game_dict(self._room, self._words), **self._hinting()})

    def _hinting(self) -> dict[str, Any]:
        """Return the hint that was asked for, as long as the same cards lie there."""
        session = self._room.session
        if session is None or session.game.table != self._hinted:
            self._hint = 0
        if session is None or self._hint == 0:
            return {"hint": None}
        return {"hint": hint_dict(session.game, self._hint, self._words)}

    async def _hear(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self._bucket.take():
                await self._socket.close(1008)
                return
            try:
                self._wish(object_in(message.get("text") or ""))
            except SetVisionError as error:
                await self._socket.send_json({"type": "error", "text": self._words(error)})
            self._news.set()

    def _wish(self, wish: dict[str, Any]) -> None:
        if "lang" in wish:
            self._words = self._site.words_of(wish)
        elif wish.get("do") == "hint":
            session = self._room.session
            if session is not None:
                is_same = session.game.table == self._hinted
                self._hint = (self._hint + 1) % (_LAST_HINT + 1) if is_same else 1
                self._hinted = session.game.table
        else:
            self._room.wish(wish)
