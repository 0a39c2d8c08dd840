"""The review page as an application for a web server."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from setvision.errors import UsageError
from setvision.label.listing import writable
from setvision.label.review import Item, Review, StaleError
from setvision.message import msg
from setvision.web.access import Access, Guard
from setvision.web.files import page_named, static
from setvision.web.limits import Buckets, json_of
from setvision.web.photo_routes import client_of, told_in_words
from setvision.web.review_shown import given_in, item_dict, summary_dict
from setvision.web.review_texts import REVIEW_TEXTS
from setvision.web.texts import language_of, words_asked, words_of_texts
from setvision.words import Words

__all__ = ["Reviewing", "make_review_app"]

T = TypeVar("T")

_LONGEST_NAME: Final = 80
_LOOKS_S: Final = 120.0
"""For so long after a page was heard of, its photo is left to it."""
_MOST_PAGES: Final = 1000


@dataclass(slots=True)
class Reviewing:
    """What the page holds while it is served."""

    words: Words
    """The language where a visitor asks for none."""
    is_language_chosen: bool
    """Whether that language was asked for, not only found in the system."""
    review: Review
    by: str
    """Who is taken to say something where the page names nobody."""
    rate: Buckets = field(default_factory=lambda: Buckets(240, 40.0, time.monotonic))
    looking: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Which photo each page looks at, and when it was heard of."""

    def __post_init__(self) -> None:
        self.by = writable(self.by)  # as the command line gave it, which may be no text

    def words_of(self, query: Mapping[str, Any]) -> Words:
        """Return the language that ``lang`` asks for."""
        return words_asked(query, self.words)

    def heard(self, wish: Mapping[str, Any], now: float) -> list[int]:
        """Note which photo a page looks at, and return those that others look at."""
        me, number = str(wish.get("me") or "")[:40], wish.get("looking")
        self.looking.pop(me, None)
        if isinstance(number, int) and len(self.looking) < _MOST_PAGES:
            self.looking[me] = number, now
        for page, (_, when) in list(self.looking.items()):
            if now - when > _LOOKS_S:
                del self.looking[page]
        return sorted({number for page, (number, _) in self.looking.items() if page != me})


def make_review_app(site: Reviewing, access: Access) -> ASGIApp:
    """Return the page, with the guard before it.

    Parameters
    ----------
    site
        What it shows.
    access
        Who may come.
    """
    review = site.review

    async def words(request: Request) -> Response:
        chosen = language_of(request.query_params, site.words, is_chosen=site.is_language_chosen)
        return JSONResponse(words_of_texts(chosen, REVIEW_TEXTS))

    @told_in_words(site)
    async def begin(request: Request) -> Response:
        site.rate.take(client_of(request))
        wish = await json_of(request)
        told = site.words_of(request.query_params)
        items = [{"done": review.is_done(n)} for n in range(len(review))]
        return JSONResponse(
            {
                "decks": review.decks,
                "by": site.by,
                "items": items,
                "summary": summary_dict(review.summary(), told),
                **_news(request, wish | {"since": review.revision}),
            }
        )

    @told_in_words(site)
    async def look(request: Request) -> Response:
        site.rate.take(client_of(request))
        return JSONResponse(_news(request, await json_of(request)))

    @told_in_words(site)
    async def item(request: Request) -> Response:
        site.rate.take(client_of(request))
        wish = await json_of(request)
        found = await _aside(review.item, _number(request))
        return _answer(request, wish, found)

    @told_in_words(site)
    async def picture(request: Request) -> Response:
        site.rate.take(client_of(request))
        data = await _aside(review.picture, _number(request))
        return Response(data, media_type="image/jpeg")

    @told_in_words(site)
    async def confirm(request: Request) -> Response:
        site.rate.take(client_of(request))
        wish, number = await json_of(request), _number(request)
        before = (await _aside(review.item, number)).record
        by = " ".join(str(wish.get("by") or "").split())[:_LONGEST_NAME] or site.by
        given = given_in(wish, before)
        return await _said(request, wish, review.confirm, number, _version(wish), given, by)

    @told_in_words(site)
    async def undo(request: Request) -> Response:
        site.rate.take(client_of(request))
        wish, number = await json_of(request), _number(request)
        return await _said(request, wish, review.undo, number, _version(wish))

    async def _said(
        request: Request, wish: dict[str, Any], act: Callable[..., Item], number: int, *rest: object
    ) -> Response:
        """Say something of a photo, or show what somebody else said of it meanwhile."""
        try:
            return _answer(request, wish, await _aside(act, number, *rest))
        except StaleError as error:
            stale = site.words_of(request.query_params)(error)
            return _answer(request, wish, await _aside(review.item, number), stale)

    def _answer(request: Request, wish: dict[str, Any], found: Item, stale: str = "") -> Response:
        told = item_dict(found, site.words_of(request.query_params))
        return JSONResponse({**told, "stale": stale, **_news(request, wish)})

    def _news(request: Request, wish: dict[str, Any]) -> dict[str, Any]:
        """Return what was said of any photo since a page asked last."""
        since = wish.get("since")
        trouble = review.trouble
        words = site.words_of(request.query_params)
        return {
            "revision": review.revision,
            "changed": [
                [number, review.is_done(number)]
                for number in review.changed_since(since if isinstance(since, int) else 0)
            ],
            "others": site.heard(wish, time.monotonic()),
            "trouble_writing": words(trouble) if trouble else "",
        }

    one = "/api/review/{number:int}"
    routes = [
        Route("/", page_named("review.html")),
        Route("/static/{name}", static),
        Route("/api/words", words),
        Route("/api/review", begin, methods=["POST"]),
        Route("/api/review/look", look, methods=["POST"]),
        Route(one, item, methods=["POST"]),
        Route(f"{one}/photo.jpg", picture),
        Route(f"{one}/confirm", confirm, methods=["POST"]),
        Route(f"{one}/undo", undo, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes), access, site.words)


def _number(request: Request) -> int:
    return int(request.path_params["number"])


def _version(wish: dict[str, Any]) -> str:
    version = wish.get("version")
    if not isinstance(version, str):
        raise UsageError(msg("That was not understood."))
    return version


async def _aside(act: Callable[..., T], *arguments: object) -> T:
    """Do what takes a while without holding up anybody else."""
    return await asyncio.to_thread(act, *arguments)
