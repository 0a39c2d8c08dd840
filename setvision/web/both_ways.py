"""Sending and hearing at once, until either ends."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.websockets import WebSocketDisconnect

__all__ = ["until_one_ends"]


async def until_one_ends(*ways: Coroutine[Any, Any, None]) -> None:
    """Run all until one ends, then stop the others.

    That a visitor has left is how it ends, and no error. It is not raised again either: it would
    hold on to all that was in use, until the garbage is collected some day.

    Raises
    ------
    Exception
        That with which the first one ended.
    """
    tasks = [asyncio.create_task(way) for way in ways]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    errors = [task.exception() for task in done if not task.cancelled()]
    tasks.clear()
    done.clear()
    for error in errors:
        if error is not None and not isinstance(error, WebSocketDisconnect):
            raise error
