"""The tables that are watched while somebody looks at them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from setvision.errors import UsageError
from setvision.message import msg
from setvision.watch.sources import Source
from setvision.web.feeds import CameraFeed, Feed, PushedFeed, Watching

__all__ = ["Tables"]

_MOST_BROWSERS: Final = 4
_GRACE_S: Final = 3.0


class Tables:
    """Opens the camera for the first who looks and frees it after the last.

    Parameters
    ----------
    source_name
        What the page watches on this machine; None for nothing.
    open_source
        Opens that.
    make_watcher
        Makes what watches a table.
    """

    def __init__(
        self,
        source_name: str | None,
        open_source: Callable[[], Source],
        make_watcher: Callable[[], Watching],
    ) -> None:
        self.source_name = source_name
        self._open_source = open_source
        self._make_watcher = make_watcher
        self._camera: CameraFeed | None = None
        self._looking = 0
        self._pushed: list[PushedFeed] = []

    @asynccontextmanager
    async def camera(self) -> AsyncIterator[Feed]:
        """Look at what the source of this machine shows.

        Raises
        ------
        UsageError
            When there is none.
        """
        if self.source_name is None:
            raise UsageError(msg("setvision was started without a camera of its own."))
        if self._camera is None or self._camera.latest.has_ended:
            self._camera = CameraFeed(
                asyncio.get_running_loop(),
                self._open_source,
                self._make_watcher,
            )
        feed = self._camera
        self._looking += 1
        try:
            yield feed
        finally:
            self._looking -= 1
            asyncio.get_running_loop().call_later(_GRACE_S, self._free, feed)

    @asynccontextmanager
    async def pushed(self) -> AsyncIterator[PushedFeed]:
        """Watch what a browser shows.

        Raises
        ------
        UsageError
            When too many do.
        """
        if len(self._pushed) >= _MOST_BROWSERS:
            raise UsageError(msg("Too many cameras are watched already."))
        feed = PushedFeed(asyncio.get_running_loop(), self._make_watcher)
        self._pushed.append(feed)
        try:
            yield feed
        finally:
            self._pushed.remove(feed)
            feed.close()

    @asynccontextmanager
    async def any(self) -> AsyncIterator[Feed]:
        """Look at the source of this machine, or else at what a browser shows.

        Raises
        ------
        UsageError
            When nobody shows anything.
        """
        if self.source_name is not None:
            async with self.camera() as feed:
                yield feed
        elif self._pushed:
            yield self._pushed[-1]
        else:
            raise UsageError(msg("No table is watched."))

    def close(self) -> None:
        """Free the camera now."""
        if self._camera is not None:
            self._camera.close()
            self._camera.join(2.0)

    def _free(self, feed: CameraFeed) -> None:
        if self._looking == 0 and feed is self._camera:
            feed.close()
            self._camera = None
