"""The page as an application for a web server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from setvision.web.access import Access, Guard
from setvision.web.files import PAGES, page, static
from setvision.web.game import game_socket
from setvision.web.live import live_socket
from setvision.web.photo_routes import photo_routes
from setvision.web.site import Site
from setvision.web.texts import language_of, page_words

__all__ = ["make_app"]


def make_app(site: Site, access: Access) -> ASGIApp:
    """Return the page, with the guard before it.

    Parameters
    ----------
    site
        What it shows.
    access
        Who may come.
    """

    async def words(request: Request) -> Response:
        chosen = language_of(request.query_params, site.words, is_chosen=site.is_language_chosen)
        return JSONResponse({**page_words(chosen), "source": site.tables.source_name})

    async def live(socket: WebSocket) -> None:
        await live_socket(site, socket)

    async def game(socket: WebSocket) -> None:
        await game_socket(site, socket)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            site.close()

    routes = [
        *(Route(path, page) for path in PAGES),
        Route("/static/{name}", static),
        Route("/api/words", words),
        *photo_routes(site),
        WebSocketRoute("/api/live", live),
        WebSocketRoute("/api/game", game),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), access, site.words)
