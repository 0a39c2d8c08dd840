"""A visitor who leaves takes along all that was in use."""

import asyncio
import gc
import weakref

import pytest
from starlette.websockets import WebSocketDisconnect

from setvision.web.both_ways import until_one_ends


class Table:
    """What a visitor looks at."""


def look(error: Exception | None) -> tuple[weakref.ref[Table], list[str]]:
    """Let one way end, by an error perhaps, while the other still waits."""
    stopped: list[str] = []

    async def both() -> weakref.ref[Table]:
        table = Table()

        async def first() -> None:
            await asyncio.sleep(0)
            assert table is not None
            if error is not None:
                raise error

        async def second() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                stopped.append(type(table).__name__)

        await until_one_ends(first(), second())
        return weakref.ref(table)

    return asyncio.run(both()), stopped


@pytest.mark.parametrize("error", [None, WebSocketDisconnect()])
def test_nothing_is_kept_when_a_visitor_has_left(error):
    gc.disable()
    try:
        table, stopped = look(error)
        if error is not None:
            error.__traceback__ = None
        assert stopped == ["Table"]
        assert table() is None
    finally:
        gc.enable()


def test_other_errors_come_through():
    with pytest.raises(ZeroDivisionError):
        look(ZeroDivisionError())
