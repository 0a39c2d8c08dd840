"""All that the page holds while it is served."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from starlette.websockets import WebSocket

from setvision.errors import UsageError
from setvision.message import msg
from setvision.web.limits import Buckets
from setvision.web.photos import Photos
from setvision.web.room import Room
from setvision.web.tables import Tables
from setvision.web.texts import words_asked
from setvision.words import Words

__all__ = ["Site"]

T = TypeVar("T")

_PHOTOS_AT_ONCE: Final = 12
_PHOTOS_A_SECOND: Final = 0.5
_WISHES_AT_ONCE: Final = 120
_WISHES_A_SECOND: Final = 20.0
_SOCKETS: Final = 64
_SOCKETS_OF_ONE: Final = 16


@dataclass(slots=True)
class Site:
    """What the parts of the page share."""

    words: Words
    """The language where a visitor asks for none."""
    is_language_chosen: bool
    """Whether that language was asked for, not only found in the system."""
    photos: Photos
    tables: Tables
    room: Room = field(default_factory=Room)
    photo_rate: Buckets = field(
        default_factory=lambda: Buckets(_PHOTOS_AT_ONCE, _PHOTOS_A_SECOND, time.monotonic)
    )
    wish_rate: Buckets = field(
        default_factory=lambda: Buckets(_WISHES_AT_ONCE, _WISHES_A_SECOND, time.monotonic)
    )
    photo_thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "setvision-photo")
    )
    sockets: Counter[str] = field(default_factory=Counter)
    """The open WebSockets by client."""

    def words_of(self, query: Mapping[str, Any]) -> Words:
        """Return the language that ``lang`` asks for."""
        return words_asked(query, self.words)

    async def with_photos(self, act: Callable[..., T], *arguments: object) -> T:
        """Do something with the photos without holding up anybody else."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.photo_thread, act, *arguments)

    @contextmanager
    def counted(self, socket: WebSocket) -> Iterator[None]:
        """Count a WebSocket while it is open.

        Raises
        ------
        UsageError
            When there are too many.
        """
        client = socket.client.host if socket.client else ""
        if self.sockets[client] >= _SOCKETS_OF_ONE or self.sockets.total() >= _SOCKETS:
            raise UsageError(msg("Too many pages are open already."))
        self.sockets[client] += 1
        try:
            yield
        finally:
            self.sockets[client] -= 1
            if not self.sockets[client]:
                del self.sockets[client]

    def close(self) -> None:
        """Free the camera and end what runs."""
        self.tables.close()
        self.photo_thread.shutdown(wait=False, cancel_futures=True)
