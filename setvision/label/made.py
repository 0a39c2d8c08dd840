"""Which pictures were made of which photo, so that a job makes only those that are missing."""

from types import TracebackType
from typing import Final, Self

from setvision.label.products import Products, clear, key_of, names_of
from setvision.label.records import Labelled
from setvision.label.store import Growing, Store, cannot_write

__all__ = ["MADE", "Made"]

MADE: Final = ".made"
"""The name of the list."""


class Made:
    """A list of photos, each with what its pictures were made of; it is a context manager.

    Parameters
    ----------
    store
        Of the job.
    growing
        The list itself.
    products
        Which pictures are made.
    """

    def __init__(self, store: Store, growing: Growing, products: Products) -> None:
        self._store = store
        self._growing = growing
        self._products = products
        self._keys: dict[str, str] = {}
        path = growing.path
        try:
            content = path.read_bytes() if path.exists() else b""
            whole = content[: content.rfind(b"\n") + 1]  # a line that was cut short is left out
            for line in whole.decode("utf-8", "replace").split("\n"):
                key, _, stem = line.partition(" ")
                self._keys[stem] = key
            self._file = path.open("ab", buffering=0)
            if whole != content:
                self._file.truncate(len(whole))
        except OSError as error:
            raise cannot_write(path, error) from None

    def is_made(self, record: Labelled) -> bool:
        """Tell whether all pictures of a photo are there and as they should be."""
        old = self._keys.get(record.file_stem)
        is_wanted = self._products.is_wanted(record)
        if old is None:
            return not is_wanted
        key = key_of(record, self._products)
        if not is_wanted:
            # Pictures that nobody asks for now stay, unless they tell of what was corrected.
            return old.split("-")[0] == key.split("-")[0]
        if old != key:
            return False
        return all(map(self._store.is_there, names_of(record, self._products)))

    def note(self, record: Labelled) -> None:
        """Write down that the pictures of a photo were made, and take away what is no more so."""
        stem, key = record.file_stem, key_of(record, self._products)
        old = self._keys.get(stem)
        if old is None and not self._products.is_wanted(record):
            return
        if old is not None and old != key:
            is_new = old.split("-")[0] != key.split("-")[0]
            clear(record, self._products, self._store, is_everything=is_new)
        if old != key:
            try:
                self._file.write(f"{key} {stem}\n".encode("utf-8", "backslashreplace"))
            except OSError as error:
                raise cannot_write(self._growing.path, error) from None
            self._keys[stem] = key

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._growing.save()
