"""Files behind addresses such as ``s3://…`` and ``https://…``, found and read by fsspec.

The packages are loaded when the first address is used. Whatever they raise is told as an OSError
in one line, so that who reads and writes need not know which store it was.
"""

import contextlib
import glob
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from setvision.errors import ImageReadError, MissingExtraError
from setvision.extras import installing
from setvision.label.store import one_line
from setvision.message import msg, shown

__all__ = [
    "below",
    "copied",
    "fetch",
    "is_folder",
    "is_web",
    "matching",
    "opened",
    "stamp",
    "told",
]

_PACKAGES: Final = {"s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs"}
_WEB: Final = ("http", "https")


def fetch(address: str) -> bytes:
    """Return what a file holds, or raise an ImageReadError that says why that cannot be."""
    try:
        with told():
            system, path = opened(address)
            return bytes(system.cat_file(path))
    except FileNotFoundError:
        raise ImageReadError(msg("there is no such file")) from None
    except PermissionError:
        raise ImageReadError(msg("may not be read; check its permissions")) from None
    except OSError as error:
        reason = one_line(error)
        raise ImageReadError(msg("cannot be read ({reason})", reason=reason)) from None


@contextlib.contextmanager
def copied(address: str) -> Iterator[str]:
    """Give the path of a copy of a file, for as long as it is needed; raises OSError."""
    with tempfile.TemporaryDirectory(prefix="setvision-") as folder:
        copy = str(Path(folder) / f"copy{Path(urlsplit(address).path).suffix}")
        with told():
            system, path = opened(address)
            system.get_file(path, copy)
        yield copy


def stamp(address: str) -> dict[str, object]:
    """Return what a store tells of a file and is another when it was changed; raises OSError."""
    with told():
        system, path = opened(address)
        info = system.info(path)
    tags = ("ETag", "etag", "mtime", "LastModified", "updated")
    tag = next((str(info[key]) for key in tags if info.get(key)), "")
    return {"bytes": info.get("size"), "tag": tag}


def is_folder(address: str) -> bool:
    """Tell whether there are files below an address; raises OSError.

    Of web addresses, which can't be asked, it is those that end with a slash.
    """
    with told():
        system, path = opened(address)
        return address.endswith("/") if is_web(address) else bool(system.isdir(path))


def below(address: str) -> list[str]:
    """Return the addresses of all files in and below a folder, as :func:`os.walk` orders them.

    Of web addresses it is what their pages link to. Raises OSError.
    """
    with told():
        system, path = opened(address)
        system.invalidate_cache()
        found = sorted(system.find(path), key=_in_order)
        return [system.unstrip_protocol(one) for one in found]


def matching(address: str) -> list[str] | None:
    """Return the addresses of the files that are like a pattern, None where it is none.

    Raises OSError.
    """
    with told():
        system, path = opened(address)
        if is_web(address):
            is_pattern = "*" in urlsplit(address).path  # a question mark begins the query
        else:
            is_pattern = glob.has_magic(path) and not system.exists(path)
        if not is_pattern:
            return None
        system.invalidate_cache()
        found = system.glob(path, detail=True)
        return [
            system.unstrip_protocol(name)
            for name, info in sorted(found.items())
            if info.get("type") != "directory"
        ]


def opened(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in there.

    Raises
    ------
    MissingExtraError
        When a package is missing.
    """
    package = _PACKAGES.get(address.partition("://")[0].lower())
    try:
        import fsspec

        system, path = fsspec.core.url_to_fs(address)
    except ImportError:
        raise MissingExtraError(
            msg(
                "{address} needs further packages: {command}",
                address=shown(address),
                command=installing("remote", *([package] if package else [])),
            )
        ) from None
    return system, str(path)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Let whatever a store raises be an OSError; those that say what it is stay what they are."""
    try:
        yield
    except (FileNotFoundError, PermissionError, MissingExtraError):
        raise
    except Exception as error:  # each package has errors of its own
        raise OSError(one_line(error)) from error


def is_web(address: str) -> bool:
    """Tell whether an address is one of the web, which is read from only."""
    return address.partition("://")[0].lower() in _WEB


def _in_order(path: str) -> list[tuple[int, str]]:
    """Return what sorts the files of a folder before those of the folders in it."""
    *folders, name = path.split("/")
    return [*((1, folder) for folder in folders), (0, name)]
