"""Packages that not everybody has installed, and what to do without them."""

from collections.abc import Iterator
from contextlib import contextmanager

from setvision.errors import MissingExtraError
from setvision.extras import installing
from setvision.message import msg

__all__ = ["web_extra"]


@contextmanager
def web_extra() -> Iterator[None]:
    """Import what the page is made of inside this.

    Raises
    ------
    MissingExtraError
        When one of its packages is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "setvision":
            raise
        raise MissingExtraError(
            msg(
                "the page needs the package {name}: {command}",
                name=error.name,
                command=installing("web"),
            )
        ) from None
