"""Tables that are watched for the page: by a camera of this machine, or by that of a browser.

Each has a thread of its own, since a watcher is for one alone. Whoever looks on is only told that
there is something new and takes the newest, so that one who is slow holds up nobody.
"""

import asyncio
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event as Flag
from threading import Thread
from typing import Final, Protocol

import numpy as np

from setvision.cards import Card
from setvision.errors import ImageReadError, SetVisionError
from setvision.media.headers import BrokenHeaderError, jpeg_header
from setvision.media.load import Image, load
from setvision.message import Message, msg
from setvision.opencv import cv2
from setvision.watch.sources import Source
from setvision.watch.types import Event, Frame, Watched

__all__ = ["CameraFeed", "Feed", "PushedFeed", "Sight", "Watching"]

_WAIT_S: Final = 0.2
_QUALITY: Final = 80
_MOST_A_SECOND: Final = 25.0
_LARGEST_SIDE: Final = 1280
_MOST_PIXELS: Final = 4096 * 2304


class Watching(Protocol):
    """What watches a table; that of :mod:`setvision.watch.watcher`."""

    def see(self, frame: Frame) -> Watched:
        """Take the next frame into account."""

    def rule_out(self, cards: Collection[Card]) -> None:
        """Tell which cards are out of the game."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The newest of a watched table."""

    number: int = 0
    """Of the picture, from 1; 0 before the first."""
    watched: Watched | None = None
    picture: bytes | None = None
    """JPEG; None where the one who looks has it."""
    trouble: Message | None = None
    """What is the matter with the camera."""
    has_ended: bool = False
    event: Event | None = None
    """The last that happened."""
    events: int = 0
    """How many happened so far."""

    def then(self, watched: Watched, picture: bytes, trouble: Message | None = None) -> "Sight":
        """Return what follows with the next picture."""
        event = watched.events[-1] if watched.events else self.event
        events = self.events + len(watched.events)
        return Sight(self.number + 1, watched, picture, trouble, event=event, events=events)


class Feed:
    """A watched table and those who look on.

    Parameters
    ----------
    loop
        In which they do.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.latest = Sight()
        self.out: frozenset[Card] = frozenset()
        """Cards that are out of the game; taken over with the next frame."""
        self._loop = loop
        self._news: set[asyncio.Event] = set()

    def add(self, news: asyncio.Event) -> None:
        """Set an event whenever there is something new."""
        self._news.add(news)
        news.set()

    def remove(self, news: asyncio.Event) -> None:
        """Leave it alone again."""
        self._news.discard(news)

    def close(self) -> None:
        """Stop watching."""

    def _publish(self, sight: Sight) -> None:
        """Tell what is new, from any thread."""
        try:
            self._loop.call_soon_threadsafe(self._take, sight)
        except RuntimeError:  # the loop is closed: nobody looks on any more
            return

    def _take(self, sight: Sight) -> None:
        self.latest = sight
        for news in self._news:
            news.set()


class CameraFeed(Feed):
    """A table that a source of this machine shows.

    Parameters
    ----------
    loop
        In which visitors look on.
    open_source
        Opens the source, in the thread.
    make_watcher
        Makes what watches, in the thread.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        open_source: Callable[[], Source],
        make_watcher: Callable[[], Watching],
    ) -> None:
        super().__init__(loop)
        self._open_source = open_source
        self._make_watcher = make_watcher
        self._is_closed = Flag()
        self._thread = Thread(target=self._run, name="setvision-camera", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching; the camera is free soon after."""
        self._is_closed.set()

    def join(self, timeout_s: float) -> None:
        """Wait until the camera is free."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        sight = Sight()
        try:
            watcher = self._make_watcher()
            source = self._open_source()
        except SetVisionError as error:
            self._publish(Sight(trouble=error.message, has_ended=True))
            return
        try:
            while not self._is_closed.is_set():
                sight = self._next(sight, source, watcher)
                if sight.has_ended:
                    return
        finally:
            source.close()

    def _next(self, sight: Sight, source: Source, watcher: Watching) -> Sight:
        frame = source.newest(_WAIT_S)
        if frame is None:
            trouble, has_ended = source.trouble, source.has_ended
            if trouble == sight.trouble and not has_ended:
                return sight
            sight = replace(sight, trouble=trouble, has_ended=has_ended)
            self._publish(sight)
            return sight
        watcher.rule_out(self.out)
        began = time.monotonic()
        watched = watcher.see(frame)
        sight = sight.then(watched, _picture(frame.image), source.trouble)
        self._publish(sight)
        self._is_closed.wait(max(0.0, 1 / _MOST_A_SECOND - (time.monotonic() - began)))
        return sight


class PushedFeed(Feed):
    """A table that a browser shows by its own camera.

    Parameters
    ----------
    loop
        In which visitors look on.
    make_watcher
        Makes what watches, in the thread.
    clock
        Returns seconds.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        make_watcher: Callable[[], Watching],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(loop)
        self._make_watcher = make_watcher
        self._watcher: Watching | None = None
        self._clock = clock
        self._began = clock()
        self._thread = ThreadPoolExecutor(1, "setvision-browser")

    async def push(self, data: bytes) -> None:
        """Take the next picture, JPEG, into account.

        Raises
        ------
        ImageReadError
            When it is none, or a large one.
        """
        watched = await self._loop.run_in_executor(self._thread, self._see, data)
        self._take(self.latest.then(watched, data))

    def close(self) -> None:
        """Stop watching."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _see(self, data: bytes) -> Watched:
        _check(data)
        image = load(data, max_side=_LARGEST_SIDE).image
        self._watcher = self._watcher or self._make_watcher()
        self._watcher.rule_out(self.out)
        return self._watcher.see(Frame(image, self._clock() - self._began, self.latest.number))


def _check(data: bytes) -> None:
    try:
        header = jpeg_header(data) if data.startswith(b"\xff\xd8\xff") else None
    except BrokenHeaderError:
        header = None
    if header is None or header.width * header.height > _MOST_PIXELS:
        raise ImageReadError(msg("That is no picture of a camera."))


def _picture(image: Image) -> bytes:
    height, width = image.shape[:2]
    scale = min(1.0, _LARGEST_SIDE / max(height, width))
    if scale < 1:
        size = round(width * scale), round(height * scale)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return bytes(data)
