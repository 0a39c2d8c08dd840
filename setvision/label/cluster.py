"""A job divided among the workers of a Dask cluster, in place of processes of this computer.

The workers need setvision and, as this computer does, a way to the photos: folders that all of
them share, or addresses. Dask is loaded when a cluster is asked for.
"""

import concurrent.futures
import contextlib
import logging
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Final, TypeVar

from setvision.errors import ClusterError, MissingExtraError
from setvision.extras import installing
from setvision.label.pool import Lost, Spread
from setvision.label.version import model_version
from setvision.message import Message, Number, msg, nmsg, shown

__all__ = ["connected"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD: Final = 8
"""Things for each thread of the cluster that are under way at most."""

_PATIENCE_S: Final = 15
"""How long a scheduler may take to answer, or a first worker to come."""

_LOOK_AGAIN_S: Final = 5.0
"""After so long it is looked how many workers there are now."""

_NO_MORE: Final = object()


@contextlib.contextmanager
def connected(address: str, patience_s: float = _PATIENCE_S) -> Iterator[Spread]:
    """Connect to a cluster, and give what divides things among its workers.

    Workers may come, go and die meanwhile. What a dead one had under way is given to another, and
    each result is yielded once. A thing of which workers die again and again becomes
    :class:`setvision.label.pool.Lost`, after it was tried alone.

    Parameters
    ----------
    address
        Of the scheduler: ``tcp://host:8786``, or ``host:8786``.
    patience_s
        Seconds for the scheduler to answer, and for a first worker to come.

    Raises
    ------
    MissingExtraError
        When Dask is not installed.
    ClusterError
        When there is no such scheduler, it has no workers, or a worker has another setvision.
        While the job runs, when the scheduler is gone.
    """
    try:
        import distributed
    except ImportError:
        raise MissingExtraError(
            msg("--cluster needs further packages: {command}", command=installing("cluster"))
        ) from None
    _silence()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of versions of packages that differ, and do no harm
            client = distributed.Client(
                address, timeout=patience_s, set_as_default=False, name="setvision"
            )
    except (OSError, ValueError, TimeoutError, TypeError, ImportError):
        raise ClusterError(
            msg(
                "there is no Dask scheduler at {address}; start one by 'dask scheduler', or check "
                "the address",
                address=shown(address),
            )
        ) from None
    try:
        _check(client, address, patience_s)
        yield _Cluster(client, address)
    finally:
        with contextlib.suppress(Exception):  # it may be gone
            client.close(timeout=5)


def _silence() -> None:
    """Keep what Dask logs off the terminal: what it means for the job is told in one line."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _check(client: Any, address: str, patience_s: float) -> None:
    """See whether there are workers, and all of them read as this computer does."""
    try:
        client.wait_for_workers(1, timeout=patience_s)
    except TimeoutError:
        raise ClusterError(
            msg(
                "no worker has come to the scheduler at {address}; start one by 'dask worker "
                "{address} --nthreads 1'",
                address=shown(address),
            )
        ) from None
    ours = model_version()
    found = client.run(model_version, on_error="return")
    others = {worker: theirs for worker, theirs in found.items() if theirs != ours}
    for worker, theirs in others.items():
        raise ClusterError(
            nmsg(
                "{n} of {workers} workers has another setvision than this command, {ours}: "
                "{worker}, {theirs}; install the same there",
                "{n} of {workers} workers have another setvision than this command, {ours}, "
                "first {worker}, {theirs}; install the same there",
                len(others),
                workers=Number(len(found)),
                worker=worker,
                ours=ours,
                theirs=_none_or(theirs),
            )
        )


def _none_or(version: object) -> object:
    """Return a version, or what there is in place of one."""
    if isinstance(version, str):
        return version
    if isinstance(version, ImportError):
        return msg("without setvision")
    return " ".join(f"{type(version).__name__}: {version}".split())


class _Cluster:
    """Divides things among the workers of a connected cluster."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._most = 0
        self._looked = -_LOOK_AGAIN_S

    def __call__(
        self, function: Callable[[T], R], items: Iterable[T]
    ) -> Generator[R | Lost, None, None]:
        """Yield the results in the order of the things, a few of which are under way ahead."""
        from distributed.scheduler import KilledWorker

        waiting: deque[tuple[T, Any]] = deque()
        more = iter(items)
        try:
            while True:
                while len(waiting) < self._limit():
                    item = next(more, _NO_MORE)
                    if item is _NO_MORE:
                        break
                    waiting.append((item, self._submit(function, item)))  # type: ignore[arg-type]
                if not waiting:
                    return
                item, future = waiting[0]
                try:
                    result = self._result(future)
                except KilledWorker:
                    # It may be another one's fault: those that waited beside it die with a worker.
                    yield from self._each_alone(function, waiting)
                    continue
                waiting.popleft()
                del future  # the workers keep what somebody may still ask for
                yield result
        finally:
            with contextlib.suppress(Exception):
                self._client.cancel([future for _, future in waiting])

    def _each_alone(
        self, function: Callable[[T], R], waiting: "deque[tuple[T, Any]]"
    ) -> Generator[R | Lost, None, None]:
        """Yield all that is under way; what workers died of, tried again with nothing else."""
        from distributed.scheduler import KilledWorker

        for _, future in waiting:
            future.exception()  # waits
        while waiting:
            item, future = waiting.popleft()
            try:
                yield self._result(future)
            except KilledWorker:
                try:
                    yield self._result(self._submit(function, item))
                except KilledWorker:
                    yield Lost()

    def _submit(self, function: Callable[[T], R], item: T) -> Any:
        return self._client.submit(function, item, pure=False)

    def _result(self, future: Any) -> Any:
        from distributed.comm import CommClosedError

        try:
            return future.result()
        except (concurrent.futures.CancelledError, CommClosedError):
            raise ClusterError(self._gone()) from None

    def _limit(self) -> int:
        """Return how many things may be under way, by the workers that there are now."""
        now = time.monotonic()
        if now - self._looked >= _LOOK_AGAIN_S:
            self._looked = now
            try:
                threads = sum(self._client.nthreads().values())
            except (OSError, TimeoutError):
                raise ClusterError(self._gone()) from None
            self._most = _AHEAD * max(1, threads)
        return self._most

    def _gone(self) -> Message:
        return msg(
            "the scheduler at {address} is gone; the same command goes on from here",
            address=shown(self._address),
        )
