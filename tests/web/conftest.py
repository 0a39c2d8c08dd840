"""A page that is served, and a browser that opens it."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from setvision.watch.sources import open_source
from setvision.watch.watcher import Watcher
from setvision.web.app import make_app
from setvision.web.photos import Photos
from setvision.web.server import prepare, server_of
from setvision.web.site import Site
from setvision.web.tables import Tables
from setvision.words import words_for
from tests.web.visitors import Visitors

SAMPLES = Path(__file__).parents[2] / "sample_images"
CHROMIUM = Path("/usr/bin/chromium")

Serve = Callable[[str | None], str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serve the page with a source, or without one; returns its address."""
    running = []

    def serving(source: str | None) -> str:
        made = prepare(port=0, is_lan=False)
        tables = Tables(source, lambda: open_source(source or "0"), Watcher)
        site = Site(words_for("en"), True, Photos(), tables)
        server = server_of(make_app(site, made.access), made)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [made.sock]})
        thread.start()
        running.append((server, thread, made))
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        return made.addresses[0]

    yield serving
    for server, thread, made in running:
        server.should_exit = True
        thread.join()
        made.sock.close()


@pytest.fixture(scope="session")
def still() -> bytes:
    """A table as a camera shows it, JPEG, 1280 x 720."""
    image = cv2.imread(str(SAMPLES / "table-01.jpg"))
    canvas = np.full((720, 1280, 3), image.reshape(-1, 3).mean(0), np.uint8)
    small = cv2.resize(image, (960, 720), interpolation=cv2.INTER_AREA)
    canvas[:, 160:1120] = small
    return cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory, still: bytes) -> Iterator[Any]:
    """Chromium whose camera shows the still table."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}")
    film = tmp_path_factory.mktemp("camera") / "camera.mjpeg"
    film.write_bytes(still * 30)
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(
            executable_path=str(CHROMIUM),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={film}",
            ],
        )
        yield launched
        launched.close()


@pytest.fixture
def visitor(browser: Any) -> Iterator[Visitors]:
    """Open pages; what one of them complains of fails the test."""
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()
    assert visitors.complaints == []
