"""Results behind addresses such as ``s3://…``, written by fsspec."""

import contextlib
import fnmatch
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from setvision.errors import UsageError
from setvision.label.remote import is_web, opened, told
from setvision.label.store import Folder, Growing, Store, cannot_write, is_same, one_line
from setvision.message import msg, shown

__all__ = ["Bucket", "store_of"]

_WITHOUT_FOLDERS: Final = frozenset(["s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oci", "oss"])


def store_of(place: Path | str) -> Store:
    """Return the store of a job by its folder: a path, or an address."""
    return Folder(place) if isinstance(place, Path) else Bucket(place)


class Bucket:
    """What lies behind an address as the store of a job.

    Objects are written whole, so nobody ever sees a part of one. What is added to goes into small
    objects first, which become one when the job ends.

    Parameters
    ----------
    address
        Of the folder for all results.
    """

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._listed: set[str] | None = None
        """The names of all files, as far as this process knows."""
        self._folders: set[str] = set()
        """Those that are there for certain."""

    def __reduce__(self) -> tuple[type["Bucket"], tuple[str]]:
        return Bucket, (self._address,)

    def where(self, name: str = "") -> str:
        """Return the address of a file."""
        return f"{self._address}/{name}" if name else self._address

    @contextlib.contextmanager
    def claimed(self) -> Iterator[None]:
        """See whether it can be written to, before any photo is read.

        Stores have no locks, so other jobs can't be kept out.

        Raises
        ------
        UsageError
            When it can't be written to.
        """
        if is_web(self._address):
            raise UsageError(
                msg(
                    "cannot save in {folder}: web addresses can only be read from",
                    folder=shown(self._address),
                )
            )
        try:
            with told():
                self._write(".probe", b"setvision")
                system, root = opened(self._address)
                system.rm_file(f"{root}/.probe")
        except OSError as error:
            raise UsageError(
                msg(
                    "cannot save in {folder}: {reason}",
                    folder=shown(self._address),
                    reason=one_line(error),
                )
            ) from None
        self._listed = None
        yield

    @contextlib.contextmanager
    def growing(self, name: str) -> Iterator[Growing]:
        """Open a file that is added to: a copy on this computer, kept in parts in the store."""
        parts = sorted(self.matching(f"{name}.parts/*"))
        with tempfile.TemporaryDirectory(prefix="setvision-") as folder:
            path = Path(folder) / "copy"
            self._bring(name, parts, path)
            began = f"{time.time_ns():020d}"
            kept = path.stat().st_size
            number = 0

            def save() -> None:
                nonlocal kept, number
                if path.stat().st_size > kept:
                    with path.open("rb") as file:
                        file.seek(kept)
                        data = file.read()
                    part = f"{name}.parts/{began}-{number:06d}"
                    self.write_bytes(part, data)
                    parts.append(part)
                    kept, number = kept + len(data), number + 1

            yield Growing(path, save)
            if parts:
                self._put(name, path)
                for part in parts:
                    self.remove(part)

    def _bring(self, name: str, parts: Iterable[str], path: Path) -> None:
        """Copy a file here, and behind it those of its parts that are not in there yet."""
        system, root = opened(self._address)
        path.touch()
        try:
            with told():
                if self.is_there(name):
                    system.get_file(f"{root}/{name}", str(path))
                contents = [bytes(system.cat_file(f"{root}/{part}")) for part in parts]
        except OSError as error:
            reason = one_line(error)
            raise UsageError(
                msg("cannot read {path}: {reason}", path=shown(self.where(name)), reason=reason)
            ) from None
        # A job that was stopped while it put the parts together left them behind.
        with path.open("rb") as file:
            known = {hash(line) for line in file} if contents else set()
        with path.open("ab") as file:
            for content in contents:
                if not all(hash(line) in known for line in content.splitlines(keepends=True)):
                    file.write(content)

    def is_there(self, name: str) -> bool:
        """Tell whether there is such a file."""
        return name in self._names()

    def matching(self, pattern: str) -> list[str]:
        """Return the names of all files that are like a pattern."""
        parts = (fnmatch.translate(part).removesuffix(r"\Z") for part in pattern.split("/"))
        like = re.compile("/".join(part.replace(".*", "[^/]*") for part in parts) + r"\Z")
        return [name for name in self._names() if like.match(name)]

    def _names(self) -> set[str]:
        if self._listed is None:
            try:
                with told():
                    system, root = opened(self._address)
                    system.invalidate_cache()
                    begin = len(root.rstrip("/")) + 1
                    self._listed = {path[begin:] for path in system.find(root)}
            except OSError as error:
                reason = one_line(error)
                raise UsageError(
                    msg("cannot read {path}: {reason}", path=shown(self._address), reason=reason)
                ) from None
        return self._listed

    def read_bytes(self, name: str) -> bytes:
        """Return what a file holds; raises OSError."""
        with told():
            system, root = opened(self._address)
            return bytes(system.cat_file(f"{root}/{name}"))

    def write_text(self, name: str, chunks: Iterable[str]) -> None:
        """Write a file; one that is the same already stays untouched."""
        with tempfile.TemporaryDirectory(prefix="setvision-") as folder:
            path = Path(folder) / "text"
            try:
                with path.open("wb") as file:
                    for chunk in chunks:
                        file.write(chunk.encode("utf-8", "backslashreplace"))
                if self._is_same(name, path):
                    return
            except OSError as error:
                raise cannot_write(self.where(name), error) from None
            self._put(name, path)

    def _is_same(self, name: str, path: Path) -> bool:
        if not self.is_there(name):
            return False
        with told():
            system, root = opened(self._address)
            if system.info(f"{root}/{name}")["size"] != path.stat().st_size:
                return False
            with path.open("rb") as ours, system.open(f"{root}/{name}", "rb") as theirs:
                return is_same(ours, theirs)

    def _put(self, name: str, path: Path) -> None:
        """Write a file of this computer to the store, in a stream."""
        try:
            with told():
                system, root = opened(self._address)
                self._make_folder(name)
                system.put_file(str(path), f"{root}/{name}")
        except OSError as error:
            raise cannot_write(self.where(name), error) from None
        self._note(name)

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a file."""
        try:
            with told():
                self._write(name, data)
        except OSError as error:
            raise cannot_write(self.where(name), error) from None
        self._note(name)

    def _write(self, name: str, data: bytes) -> None:
        system, root = opened(self._address)
        self._make_folder(name)
        system.pipe_file(f"{root}/{name}", data)

    def _make_folder(self, name: str) -> None:
        """Make the folder of a file, once, in stores that have such; others would make buckets."""
        folder = name.rpartition("/")[0]
        if folder not in self._folders:
            if self._address.partition("://")[0].lower() not in _WITHOUT_FOLDERS:
                system, root = opened(self._address)
                system.makedirs(f"{root}/{folder}".rstrip("/"), exist_ok=True)
            self._folders.add(folder)

    def _note(self, name: str) -> None:
        if self._listed is not None:
            self._listed.add(name)

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
        if not self.is_there(name):
            return
        try:
            with told(), contextlib.suppress(FileNotFoundError):
                system, root = opened(self._address)
                system.rm_file(f"{root}/{name}")
        except OSError as error:
            raise cannot_write(self.where(name), error) from None
        self._names().discard(name)
