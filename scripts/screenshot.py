#!/usr/bin/env python3
"""Take the picture of the page that the README shows: a game watched by a camera.

The rendered game in sample_images is played, as far as its first SET, to a page in Chromium.
"""

import argparse
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from setvision.opencv import cv2
from setvision.watch.sources import open_source
from setvision.watch.watcher import Watcher
from setvision.web.app import make_app
from setvision.web.photos import Photos
from setvision.web.server import prepare, server_of
from setvision.web.site import Site
from setvision.web.tables import Tables
from setvision.words import words_for

GAME = ROOT / "sample_images" / "game-01.mp4"
CHROMIUM = "/usr/bin/chromium"
WIDTH, HEIGHT = 1180, 660


def photograph(address: str, out: Path) -> None:
    """Play as two people would, and save what the page shows after the first SET, as JPEG."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en")
        page.goto(f"{address}#game")
        page.wait_for_selector("html:not(.is-loading)")
        for place, name in enumerate(("Anna", "Ben")):
            page.locator(".name-row input").nth(place).fill(name)
        page.check("input[value=watched]", force=True)
        page.click(".setup [type=submit]")
        page.wait_for_selector(".next:has-text('Whoever sees a SET calls')")
        page.click("[data-key=player-1]")
        page.wait_for_selector(".game-title:has-text('66 cards in the pile')")
        page.screenshot(path=str(out), type="jpeg", quality=88)
        browser.close()


def main() -> int:
    """Serve the page, and take its picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "sample_images" / "page.jpg")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    made = prepare(port=0, is_lan=False)
    tables = Tables(str(GAME), lambda: open_source(str(GAME)), Watcher)
    site = Site(words_for("en"), True, Photos(), tables)
    server = server_of(make_app(site, made.access), made)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [made.sock]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        photograph(made.addresses[0], options.out)
    finally:
        server.should_exit = True
        thread.join()
        made.sock.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
