"""One function over many things, by several processes, with the results in order.

:func:`spread` is the one place where a job is divided among workers. Whatever has its signature,
a cluster for one, can stand in its place (:data:`Spread`).
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

__all__ = ["Lost", "Spread", "cores", "spread"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD: Final = 8
"""Things for each worker that are under way at most: enough that none waits, few enough that
memory stays the same however many there are."""

_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Lost:
    """In place of a result: the worker died of this thing, each time."""


class Spread(Protocol):
    """Applies a function to things and yields the results in the order of the things."""

    def __call__(
        self, function: Callable[[T], R], items: Iterable[T]
    ) -> Generator[R | Lost, None, None]:
        """Yield results; errors of the function are raised."""


def cores() -> int:
    """Return how many processors this program may use."""
    with contextlib.suppress(AttributeError):  # only Linux tells
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    function: Callable[[T], R], items: Iterable[T], *, workers: int
) -> Generator[R | Lost, None, None]:
    """Apply a function to things in several processes of one thread each.

    The results come in the order of the things, whoever was quicker. Things are taken from
    ``items`` only as results are wanted, a few for each worker ahead. A worker that dies is
    replaced, and what it may have died of is tried once more alone.

    Parameters
    ----------
    function
        Importable by its name, or a partial of such a one.
    items
        Anything that can be pickled.
    workers
        How many processes.

    Yields
    ------
    R or Lost
        The results; Lost for what kills its worker.
    """
    pool = _Pool(workers)
    waiting: deque[tuple[T, Future[R]]] = deque()
    more = iter(items)
    try:
        while True:
            while len(waiting) < _AHEAD * workers:
                item = next(more, _NO_MORE)
                if item is _NO_MORE:
                    break
                waiting.append((item, pool.submit(function, item)))  # type: ignore[arg-type]
            if not waiting:
                return
            item, future = waiting.popleft()
            try:
                yield future.result()
            except BrokenProcessPool:
                for suspect, of_suspect in [(item, future), *waiting]:
                    result = _alone(function, suspect, of_suspect, pool)
                    yield result
                waiting.clear()
    finally:
        pool.close()


_NO_MORE: Final = object()


def _alone(function: Callable[[T], R], item: T, future: "Future[R]", pool: "_Pool") -> R | Lost:
    """Return a result that is there already, or try again with nothing else under way."""
    with contextlib.suppress(BrokenProcessPool):
        return future.result()
    with contextlib.suppress(BrokenProcessPool):
        return pool.submit(function, item).result()
    return Lost()


class _Pool:
    """Processes that are started anew when one of them has died."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, function: Callable[[T], R], item: T) -> "Future[R]":
        with _environment():
            for _ in range(2):
                self._executor = self._executor or ProcessPoolExecutor(
                    self._workers, multiprocessing.get_context("spawn"), _begin
                )
                try:
                    return self._executor.submit(function, item)
                except BrokenProcessPool:
                    self.close()
        failed: Future[Any] = Future()
        failed.set_exception(BrokenProcessPool())
        return failed

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


@contextlib.contextmanager
def _environment() -> Iterator[None]:
    """Let new processes start with one thread: libraries look once, when they are loaded."""
    kept = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in kept.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _begin() -> None:
    """Prepare a worker: it ends with its parent, and only the parent hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _silence()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _silence() -> None:
    """Keep what C libraries print about damaged files off the terminal."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)
