"""Addresses such as ``s3://bucket/photos``, which stand where paths do."""

import os
import posixpath
import re
from pathlib import Path, PurePath
from typing import Final

__all__ = ["inside", "is_address", "place_of", "relative"]

# Two letters at least, since one is a drive of Windows.
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


def is_address(place: str | PurePath) -> bool:
    """Tell whether something is the address of a file or folder, and no path."""
    return isinstance(place, str) and _SCHEME.match(place) is not None


def place_of(text: str) -> Path | str:
    """Return a path, or an address as it is, without the slashes at its end."""
    return text.rstrip("/") if is_address(text) else Path(text)


def inside(place: str) -> str:
    """Return a path or address as an absolute path, for comparing; no such file need exist.

    The scheme of an address becomes its first folder: ``s3://b/x.jpg`` is ``/s3/b/x.jpg``.
    """
    if not is_address(place):
        return os.path.abspath(place)
    scheme, _, rest = place.partition("://")
    return posixpath.normpath(f"/{scheme.lower()}/{rest}")


def relative(place: str, folder: str) -> str:
    """Return how a file is found from a folder, with forward slashes.

    It is the whole path or address where there is no other way.
    """
    if is_address(place) != is_address(folder):
        return place if is_address(place) else os.path.abspath(place).replace(os.sep, "/")
    a, b = inside(place), inside(folder)
    if is_address(place):
        # Only within a bucket, or a host, can one file point to another.
        return posixpath.relpath(a, b) if a.split("/")[:3] == b.split("/")[:3] else place
    try:
        return os.path.relpath(a, b).replace(os.sep, "/")
    except ValueError:  # another drive of Windows
        return a.replace(os.sep, "/")
