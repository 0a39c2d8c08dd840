"""What is known of the photos of a job, in their order, and the files that are made of it."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from setvision.label.classes import Classes
from setvision.label.corrections import Corrections
from setvision.label.formats import FORMATS, Format, Layout
from setvision.label.journal import Journal
from setvision.label.listing import Failure, Photo
from setvision.label.products import Products
from setvision.label.records import Labelled
from setvision.label.sheet import PHOTOS_A_PAGE, doubt_order, page, page_name, pages
from setvision.label.store import Store
from setvision.label.version import PROGRAM
from setvision.words import words_for

__all__ = ["Results", "write_formats", "write_results", "write_review"]

FAILURES: Final = "failures.csv"


class Results(Iterable[Labelled]):
    """The records of those photos that have one, in the order of the photos.

    Only their places in the journal are kept in memory; they are read from there each time that
    they are gone through.

    Parameters
    ----------
    photos
        All photos of the job.
    journal
        Where their records stand.
    min_confidence
        Less probable cards are left out when the records are gone through.
    corrections
        What people said, which counts before what was read.
    """

    def __init__(
        self,
        photos: Sequence[Photo],
        journal: Journal,
        min_confidence: float,
        corrections: Corrections,
    ) -> None:
        self.photos = photos
        self.journal = journal
        self.corrections = corrections
        self.read = 0
        """How many records were added."""
        self._min_confidence = min_confidence
        self._hashes: list[bytes | None] = [None] * len(photos)
        self._written = bytearray(len(photos))

    def __len__(self) -> int:
        return sum(digest is not None for digest in self._hashes)

    @property
    def has_known(self) -> bool:
        """Whether anything is known of any content."""
        return len(self.journal) > 0 or len(self.corrections) > 0

    def is_known(self, sha256: str) -> bool:
        """Tell whether a content was read or corrected before."""
        return sha256 in self.corrections or sha256 in self.journal

    def known(self) -> Iterator[tuple[Photo, str]]:
        """Yield the photos that have a record, each with its content."""
        for photo, digest in zip(self.photos, self._hashes, strict=True):
            if digest is not None:
                yield photo, digest.hex()

    def place(self, place: int, sha256: str) -> None:
        """Say that the content of a photo is one that is known."""
        self._hashes[place] = bytes.fromhex(sha256)

    def forget(self, place: int) -> None:
        """Say that a photo has no record."""
        self._hashes[place] = None

    def add(self, place: int, record: Labelled) -> None:
        """Write down what was read from a photo."""
        assert record.origin is not None
        if not self.is_known(record.origin.sha256):
            self.journal.add(record)
            self.read += 1
        self.place(place, record.origin.sha256)

    def record(self, place: int) -> Labelled | None:
        """Return the whole record of a photo, named as the photo is."""
        digest = self._hashes[place]
        if digest is None:
            return None
        sha256 = digest.hex()
        found = self.corrections.get(sha256) or self.journal.get(sha256)
        if found is None:
            return None
        photo = self.photos[place]
        return replace(found, image=photo.name, stem=photo.stem, path=photo.path)

    def __iter__(self) -> Iterator[Labelled]:
        for place in range(len(self.photos)):
            record = self.record(place)
            if record is not None:
                yield record.at_least(self._min_confidence)

    def write_own(
        self, place: int, store: Store, formats: Sequence[Format], classes: Classes
    ) -> None:
        """Write the files of a single photo, in those formats that have such."""
        record = self.record(place) if formats and not self._written[place] else None
        if record is None:
            return
        for form in formats:
            if form.of_one is not None:
                layout = Layout(classes, store.where(form.name), PROGRAM)
                file = form.of_one(record.at_least(self._min_confidence), layout)
                store.write_text(f"{form.name}/{file.name}", file.chunks)
        self._written[place] = True

    def has_changed(self, place: int) -> None:
        """Say that a photo has another record than when its own files were written."""
        self._written[place] = False


def write_results(
    store: Store,
    results: Results,
    failures: Sequence[Failure],
    formats: Sequence[str],
    products: Products,
) -> int:
    """Write all files of a job, and return how many photos are doubtful.

    Raises
    ------
    OutputError
        When one cannot be written.
    """
    write_formats(store, results, range(len(results.photos)), formats, products.classes)
    if failures:
        store.write_text(FAILURES, _failures(failures))
    else:
        store.remove(FAILURES)
    return write_review(store, results, products)


def write_formats(
    store: Store,
    results: Results,
    places: Iterable[int],
    formats: Iterable[str],
    classes: Classes,
) -> None:
    """Write the files of formats; those of single photos for some places only.

    Raises
    ------
    OutputError
        When one cannot be written.
    """
    chosen = [FORMATS[name] for name in formats]
    own = [form for form in chosen if form.of_one is not None]
    for place in places if own else ():
        results.write_own(place, store, own, classes)
    for form in chosen:
        for file in form.of_all(results, Layout(classes, store.where(form.name), PROGRAM)):
            store.write_text(f"{form.name}/{file.name}", file.chunks)


def _failures(failures: Iterable[Failure]) -> Iterator[str]:
    rows = [("path", "reason"), *((failure.path, str(failure.reason)) for failure in failures)]
    for row in rows:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(row)
        yield out.getvalue()


def write_review(store: Store, results: Results, products: Products) -> int:
    """Write the contact sheet and the list of doubtful photos, and return how many these are.

    Raises
    ------
    OutputError
        When one cannot be written.
    """
    doubtful = []
    for place in range(len(results.photos)):
        record = results.record(place)
        if record is not None and record.is_doubtful:
            doubtful.append((doubt_order(record), place))
    doubtful.sort()
    count = pages(len(doubtful))
    words = words_for(products.lang)
    for number in range(1, count + 1):
        of_page = doubtful[(number - 1) * PHOTOS_A_PAGE : number * PHOTOS_A_PAGE]
        records = [record for _, place in of_page if (record := results.record(place))]
        text = page(records, store, number, count, len(doubtful), products.min_confidence, words)
        store.write_text(f"review/{page_name(number)}", text)
    if doubtful:
        paths = (f"{results.photos[place].path}\n" for _, place in doubtful)
        store.write_text("review/photos.txt", paths)
    else:
        store.remove("review/photos.txt")
    number = count + 1
    while store.is_there(f"review/{page_name(number)}"):
        store.remove(f"review/{page_name(number)}")
        number += 1
    return len(doubtful)
