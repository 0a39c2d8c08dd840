"""The files of the page, read once: no path that a browser names is ever opened."""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["PAGES", "page", "page_named", "static"]

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

PAGES: Final = {"/": "index.html", "/overlay": "overlay.html"}
"""The pages by their paths."""


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    kind: str
    tag: str


@cache
def _all() -> dict[str, _File]:
    found = {}
    for entry in (files("setvision.web") / "static").iterdir():
        kind = _TYPES.get(entry.name.rpartition(".")[2])
        if kind is not None:
            content = entry.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
            found[entry.name] = _File(content, kind, tag)
    return found


async def page(request: Request) -> Response:
    """Answer with a page."""
    return _answer(request, PAGES[request.url.path])


def page_named(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with one page, whatever its path."""

    async def answer(request: Request) -> Response:
        return _answer(request, name)

    return answer


async def static(request: Request) -> Response:
    """Answer with a file that belongs to the pages."""
    return _answer(request, request.path_params["name"])


def _answer(request: Request, name: str) -> Response:
    file = _all().get(name)
    if file is None:
        return Response(status_code=404)
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)
