"""The files of a job made anew while its photos are corrected, beside the person at work."""

import threading
import time
from collections.abc import Callable, Collection
from typing import Final

from setvision.errors import ImageReadError, OutputError, SetVisionError
from setvision.label.corrections import Corrections
from setvision.label.journal import Journal
from setvision.label.made import Made
from setvision.label.plan import Plan
from setvision.label.products import make
from setvision.label.records import Labelled
from setvision.label.results import Results, write_formats, write_review
from setvision.label.store import Store, one_line
from setvision.label.worker import content_of
from setvision.media.load import load
from setvision.message import msg
from setvision.pipeline import WORKING_SIDE

__all__ = ["Files", "Rewriter"]

_SHARE: Final = 10.0
"""After a rewriting it rests so many times as long as that took: for a big job that is long."""


class Files:
    """All files of a job that tell of its labels.

    Parameters
    ----------
    store
        Of the job, claimed.
    plan
        What the job was.
    journal
        For this alone: it is read from another thread.
    made
        Which pictures there are.
    corrections
        What people said.
    """

    def __init__(
        self, store: Store, plan: Plan, journal: Journal, made: Made, corrections: Corrections
    ) -> None:
        self._store = store
        self._plan = plan
        self._made = made
        self._places: dict[str, list[int]] = {}
        for place, sha256 in enumerate(plan.hashes):
            self._places.setdefault(sha256, []).append(place)
        self._results = {
            least: self._placed(Results(plan.photos, journal, least, corrections))
            for least in {plan.products.min_confidence, *(c for _, c in plan.formats.values())}
        }

    def _placed(self, results: Results) -> Results:
        for place, sha256 in enumerate(self._plan.hashes):
            results.place(place, sha256)
        return results

    def rewrite(self, hashes: Collection[str]) -> None:
        """Make all files anew after photos of these contents were corrected.

        Raises
        ------
        OutputError
            When one cannot be written.
        """
        places = [place for sha256 in hashes for place in self._places.get(sha256, ())]
        for name, (classes, least) in self._plan.formats.items():
            results = self._results[least]
            for place in places:
                results.has_changed(place)
            write_formats(self._store, results, places, [name], classes)
        results = self._results[self._plan.products.min_confidence]
        for place in places:
            record = results.record(place)
            if record is not None:
                self._make_pictures(record)
        write_review(self._store, results, self._plan.products)

    def _make_pictures(self, record: Labelled) -> None:
        if not self._made.is_made(record):
            try:
                photo = load(content_of(record.path), max_side=WORKING_SIDE)
            except ImageReadError:  # it is gone: the next job tells so
                return
            for name, picture in make(record, photo, self._plan.products):
                self._store.write_bytes(name, picture)
        self._made.note(record)


class Rewriter:
    """Has files made anew in a thread of its own, soon after each change.

    Parameters
    ----------
    rewrite
        Makes them, after photos of some contents were changed.
    """

    def __init__(self, rewrite: Callable[[Collection[str]], None]) -> None:
        self._rewrite = rewrite
        self._changed: set[str] = set()
        self._is_closing = False
        self._is_working = False
        self._condition = threading.Condition()
        self.trouble: SetVisionError | None = None
        """Why the files could not be written the last time."""
        self._thread = threading.Thread(target=self._work, name="setvision-rewriting", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether something is not written yet."""
        with self._condition:
            return self._is_working or bool(self._changed)

    def wake(self, hashes: Collection[str]) -> None:
        """Tell of photos that were changed, by their content."""
        with self._condition:
            self._changed.update(hashes)
            self._condition.notify_all()

    def close(self) -> None:
        """Have what is left written, and end.

        Raises
        ------
        OutputError
            When it could not be written.
        """
        with self._condition:
            self._is_closing = True
            self._condition.notify_all()
        self._thread.join()
        if self.trouble is not None:
            raise self.trouble

    def _work(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._changed or self._is_closing)
                changed, self._changed = self._changed, set()
                self._is_working = bool(changed)
                is_last = self._is_closing
            if not changed:
                return
            began = time.monotonic()
            try:
                self._rewrite(changed)
                self.trouble = None
            except Exception as error:  # the thread must go on, and the person be told
                self.trouble = _as_trouble(error)
                if not is_last:
                    with self._condition:
                        self._changed |= changed
            with self._condition:
                self._is_working = False
                rest = _SHARE * (time.monotonic() - began)
                self._condition.wait_for(lambda: self._is_closing, rest)


def _as_trouble(error: Exception) -> SetVisionError:
    if isinstance(error, SetVisionError):
        return error
    kind = type(error).__name__
    return OutputError(
        msg(
            "the label files could not be written: {kind}: {reason}",
            kind=kind,
            reason=one_line(error),
        )
    )
