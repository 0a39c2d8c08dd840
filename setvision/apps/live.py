"""``setvision live``: a camera, a video or a stream watched, in a window and as lines of JSON."""

import argparse
import contextlib
import json
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from setvision.apps.display import has_screen
from setvision.apps.live_game import LiveGame
from setvision.apps.live_show import Act, Show
from setvision.apps.pictures import save_moment
from setvision.apps.referee import session_of
from setvision.apps.window import Window
from setvision.errors import SetVisionError, UsageError
from setvision.media.load import shown
from setvision.media.recorder import Recorder
from setvision.media.watched import event_message, watched_dict
from setvision.message import Message, msg
from setvision.pipeline import Reader
from setvision.watch.sources import Source, open_source
from setvision.watch.types import Frame, Watched
from setvision.watch.watcher import Watcher
from setvision.words import Words

__all__ = ["live"]

_WAIT_S = 0.05


Listener = Callable[[Frame, Watched], None]
"""Wants to know of every frame and of what is known of it."""


def live(options: argparse.Namespace, words: Words) -> int:
    """Watch a table until the user or the source ends it, and return the exit status.

    Returns
    -------
    int
        0; 1 when a part of the source could not be read, and there was no window to say so, or of
        what was to be recorded not all could be written.

    Raises
    ------
    SetVisionError
        When the source can't be opened, or a file can't be written.
    """
    has_game = bool(options.players or options.system or options.resume or options.log)
    if has_game and (options.web or not has_screen()):
        raise UsageError(
            msg(
                "a game is kept beside a window; without one use 'setvision serve', "
                "which has its own"
            )
        )
    if options.web or not (has_screen() or options.events or options.record):
        if not options.web:
            told = msg("there is no screen for a window, so this is the page for a browser")
            print(f"setvision: {words(told)}", file=sys.stderr, flush=True)
        return _page(options, words)
    with contextlib.ExitStack() as stack:
        source = open_source(options.source, is_fast=options.fast)
        stack.callback(source.close)
        listeners: list[Listener] = []
        if options.events:
            listeners.append(_Printed(source.name))
        kept: _Kept | None = None
        if options.record is not None:
            stack.enter_context(_ended_by_signals())
            kept = _Kept(options.record, source.name, words)
            stack.callback(kept.close)
            listeners.append(kept)
        is_whole = True
        watcher = Watcher(Reader(options.decks, options.deck))
        if has_screen():
            window = Window(words(msg("setvision: {source}", source=source.name)))
            stack.callback(window.close)
            game = _game(options, watcher, words, stack) if has_game else None
            if game is not None:
                listeners.append(lambda _, watched: game.see(watched))
            _AtWindow(window, Show(words, game), options.out, words).run(
                source, watcher, listeners, is_kept=not options.events
            )
        else:
            is_whole = _without_window(source, watcher, listeners, words) or source.is_live
    return 0 if is_whole and (kept is None or kept.is_going) else 1


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let those signals that would end the program at once end it as Ctrl+C does.

    An MP4 that is not finished can't be played.
    """

    def end(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), end) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _game(
    options: argparse.Namespace, watcher: Watcher, words: Words, stack: contextlib.ExitStack
) -> LiveGame:
    session, warning = session_of(options, words)
    stack.callback(session.close)
    if warning is not None:
        print(f"setvision: {words(warning)}", file=sys.stderr)
    return LiveGame(session, watcher)


def _page(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.serve import serve

    return serve(options, words)


def _seen(
    source: Source, watcher: Watcher, listeners: list[Listener]
) -> Iterator[tuple[Frame, Watched] | None]:
    """Yield each frame with what is known after it; None while none comes."""
    while True:
        frame = source.newest(_WAIT_S)
        if frame is None:
            is_over = source.has_ended
            if not is_over or source.trouble is not None:
                yield None
            if is_over:
                return
            continue
        watched = watcher.see(frame)
        for listener in listeners:
            listener(frame, watched)
        yield frame, watched


def _without_window(
    source: Source, watcher: Watcher, listeners: list[Listener], words: Words
) -> bool:
    """Watch until the source ends; False when there was trouble with it."""
    said: Message | None = None
    is_whole = True
    for _ in _seen(source, watcher, listeners):
        trouble = source.trouble
        if trouble is not None and trouble != said:
            is_whole = False
            print(f"setvision: {words(trouble)}", file=sys.stderr, flush=True)
        said = trouble
    return is_whole


class _AtWindow:
    """The window while it is open."""

    def __init__(self, window: Window, show: Show, folder: Path, words: Words) -> None:
        self._window = window
        self._show = show
        self._folder = folder
        self._words = words

    def run(
        self, source: Source, watcher: Watcher, listeners: list[Listener], *, is_kept: bool
    ) -> None:
        """Show what is seen until somebody quits; a video's last picture stays if it is kept."""
        for seen in _seen(source, watcher, listeners):
            if seen is not None:
                frame, watched = seen
                self._show.see(frame, watched)
                for event in watched.events:
                    self._show.tell(event_message(event))
            if not self._turn(source.trouble, 1):
                return
        if is_kept:
            self._show.tell(msg("That was the end; q quits."))
            while self._turn(None, 100):
                pass

    def _turn(self, trouble: Message | None, wait_ms: int) -> bool:
        """Show the picture and answer what was pressed; False when that was to quit."""
        picture = self._show.picture(trouble)
        if picture is not None:
            self._window.show(picture)
        for x, y in self._window.clicks():
            self._show.click(x, y)
        key = self._window.key(wait_ms)
        if key is None:
            return True
        try:
            act = self._show.press(key)
            if act is Act.SAVE:
                self._save()
        except SetVisionError as error:  # the game goes on, and so does the picture
            self._show.tell(error.message)
            return True
        return act is not Act.QUIT

    def _save(self) -> None:
        moment = self._show.moment
        if moment is None:
            return
        path = save_moment(moment.image, moment.table, self._folder, self._words)
        self._show.tell(msg("wrote {path}", path=shown(path)))


class _Printed:
    """Prints a line of JSON whenever something became known."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._table: object = None

    def __call__(self, _frame: Frame, watched: Watched) -> None:
        if watched.events or watched.table is not self._table:
            self._table = watched.table
            print(json.dumps(watched_dict(watched, self._source)), flush=True)


class _Kept:
    """Records all; what can't be kept any more is told once and stops nothing else."""

    def __init__(self, path: Path, source: str, words: Words) -> None:
        self._recorder = Recorder(path)
        self._source = source
        self._words = words
        self._table: object = None
        self.is_going = True
        """Whether all could be written so far."""

    def __call__(self, frame: Frame, watched: Watched) -> None:
        if not self.is_going:
            return
        try:
            self._recorder.keep(frame.image, frame.time_s)
            if watched.events or watched.table is not self._table:
                self._table = watched.table
                self._recorder.note(watched_dict(watched, self._source))
        except UsageError as error:
            self.is_going = False
            print(f"setvision: {self._words(error)}", file=sys.stderr, flush=True)

    def close(self) -> None:
        self._recorder.close()
