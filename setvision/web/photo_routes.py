"""The requests of the photo view."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from setvision.cards import Card
from setvision.errors import SetVisionError
from setvision.media.report import as_dict
from setvision.view import View
from setvision.web.limits import MAX_PHOTO, TooMuchError, body_of, json_of
from setvision.web.photos import Photo
from setvision.web.shown import shown_dict
from setvision.web.site import Site
from setvision.web.wishes import acted, number_in, view_of, without_gone
from setvision.words import Words

__all__ = ["Speaking", "client_of", "photo_routes", "told_in_words"]

Answer = Callable[[Request], Awaitable[Response]]


def photo_routes(site: Site) -> list[Route]:
    """Return the routes below ``/api/photos``."""

    @told_in_words(site)
    async def add(request: Request) -> Response:
        site.photo_rate.take(client_of(request))
        data = await body_of(request, MAX_PHOTO)
        key, photo = await site.with_photos(site.photos.add, data)
        return _shown(key, photo, View(), site.words_of(request.query_params))

    @told_in_words(site)
    async def view(request: Request) -> Response:
        site.wish_rate.take(client_of(request))
        key, wish = _key(request), await json_of(request)
        photo = site.photos.get(key)
        table = photo.table
        wanted = view_of(wish.get("view") or {})
        if "do" in wish:
            wanted = acted(wanted, wish, table)
        wanted = without_gone(wanted, table)
        return _shown(key, photo, wanted, site.words_of(request.query_params))

    @told_in_words(site)
    async def tell(request: Request) -> Response:
        site.wish_rate.take(client_of(request))
        key, wish = _key(request), await json_of(request)
        code = wish.get("code")
        card = None if code is None else Card.parse(str(code)[:80])
        photo = site.photos.tell(key, number_in(wish.get("card")), card)
        return _shown(key, photo, View(), site.words_of(request.query_params))

    @told_in_words(site)
    async def picture(request: Request) -> Response:
        return Response(site.photos.get(_key(request)).picture, media_type="image/jpeg")

    @told_in_words(site)
    async def annotated(request: Request) -> Response:
        site.photo_rate.take(client_of(request))
        words = site.words_of(request.query_params)
        data = await site.with_photos(site.photos.annotated, _key(request), words)
        return _download(data, "image/jpeg", "setvision.jpg")

    @told_in_words(site)
    async def table(request: Request) -> Response:
        line = JSONResponse(as_dict(site.photos.get(_key(request)).table, "setvision.jpg"))
        return _download(bytes(line.body), "application/json", "setvision.json")

    one = "/api/photos/{key}"
    return [
        Route("/api/photos", add, methods=["POST"]),
        Route(f"{one}/view", view, methods=["POST"]),
        Route(f"{one}/told", tell, methods=["POST"]),
        Route(f"{one}/picture.jpg", picture),
        Route(f"{one}/setvision.jpg", annotated),
        Route(f"{one}/setvision.json", table),
    ]


def client_of(request: Request) -> str:
    """Return whom limits count a request for."""
    return request.client.host if request.client else ""


def _key(request: Request) -> str:
    return str(request.path_params["key"])


def _shown(key: str, photo: Photo, view: View, words: Words) -> Response:
    answer: dict[str, Any] = {"key": key, "told": sorted(photo.told)}
    return JSONResponse(answer | shown_dict(photo.table, view, words))


def _download(data: bytes, kind: str, name: str) -> Response:
    return Response(
        data, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


class Speaking(Protocol):
    """What knows the language of a visitor."""

    def words_of(self, query: Mapping[str, Any]) -> Words:
        """Return the language that a request asks for."""


def told_in_words(site: Speaking) -> Callable[[Answer], Answer]:
    """Answer with what was wrong, in the visitor's language."""

    def around(answer: Answer) -> Answer:
        @wraps(answer)
        async def answering(request: Request) -> Response:
            try:
                return await answer(request)
            except SetVisionError as error:
                status = error.status if isinstance(error, TooMuchError) else 422
                words = site.words_of(request.query_params)
                # What was not read to its end must not be taken for the next request.
                headers = {"connection": "close"} if status in (408, 413) else None
                return JSONResponse({"error": words(error)}, status, headers)

        return answering

    return around
