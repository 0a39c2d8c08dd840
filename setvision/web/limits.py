"""How much and how often anybody may send something."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request

from setvision.errors import UsageError
from setvision.message import msg

__all__ = ["MAX_PHOTO", "Bucket", "Buckets", "TooMuchError", "body_of", "json_of"]

MAX_PHOTO: Final = 40 * 1024 * 1024
"""The most bytes of a photo."""

_MAX_JSON: Final = 16 * 1024
_PATIENCE_S: Final = 60.0
_MOST_CLIENTS: Final = 1000


class TooMuchError(UsageError):
    """Somebody sends too much or too often; ``status`` is that of the answer."""

    def __init__(self, status: int, message: Any) -> None:
        super().__init__(message)
        self.status = status


class Bucket:
    """Lets through so many at once, and then so many a second.

    Parameters
    ----------
    size
        How many at once.
    rate
        How many a second.
    clock
        Returns seconds.
    """

    def __init__(self, size: float, rate: float, clock: Callable[[], float]) -> None:
        self._size = size
        self._rate = rate
        self._clock = clock
        self._left = size
        self._at = clock()

    def take(self) -> bool:
        """Take one; False when there is none."""
        now = self._clock()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each client; of many clients those that came last."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float]) -> None:
        self._made: Callable[[], Bucket] = lambda: Bucket(size, rate, clock)
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> None:
        """Take one for a client.

        Raises
        ------
        TooMuchError
            When there is none.
        """
        bucket = self._of.setdefault(client, self._made())
        self._of.move_to_end(client)
        while len(self._of) > _MOST_CLIENTS:
            self._of.popitem(last=False)
        if not bucket.take():
            raise TooMuchError(429, msg("That is too much at once; try again in a moment."))


async def body_of(request: Request, most: int) -> bytes:
    """Return what a request brings, held in memory.

    Raises
    ------
    TooMuchError
        When it is more than ``most`` bytes, or comes too slowly.
    """
    too_large = TooMuchError(
        413, msg("The picture has more than {size} MB; make it smaller first.", size=most >> 20)
    )
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > most:
        raise too_large
    parts = bytearray()
    try:
        async with asyncio.timeout(_PATIENCE_S):
            async for part in request.stream():
                parts += part
                if len(parts) > most:
                    raise too_large
    except TimeoutError:
        raise TooMuchError(408, msg("The picture did not arrive in time.")) from None
    except ClientDisconnect:
        raise TooMuchError(400, msg("The picture did not arrive.")) from None
    return bytes(parts)


async def json_of(request: Request) -> dict[str, Any]:
    """Return the JSON object that a request brings.

    Raises
    ------
    TooMuchError
        When it is none, or a large one.
    """
    return object_in(await body_of(request, _MAX_JSON))


def object_in(data: bytes | str) -> dict[str, Any]:
    """Return the JSON object in a text.

    Raises
    ------
    TooMuchError
        When there is none.
    """
    try:
        found = json.loads(data)
        json.dumps(found, ensure_ascii=False).encode()  # half a sign could not be sent again
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise TooMuchError(400, msg("That was not understood."))
    return found
