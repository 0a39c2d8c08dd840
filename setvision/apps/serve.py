"""``setvision serve``: the page for browsers, on this machine or in the local network."""

import argparse
import sys
from pathlib import Path
from urllib.parse import urlsplit

from setvision.apps.extras import web_extra
from setvision.media.load import shown
from setvision.pipeline import Reader
from setvision.vision.taught import load_deck
from setvision.watch.sources import is_recorded, open_source
from setvision.watch.watcher import Watcher
from setvision.words import Words

__all__ = ["serve"]


def serve(options: argparse.Namespace, words: Words) -> int:
    """Serve the page until the user ends it, and return the exit status.

    Parameters
    ----------
    options
        Those of ``serve``; of ``live``, which has no address of its own, the usual ones.
    words
        The language.

    Raises
    ------
    SetVisionError
        When the port, the certificate or a file to be watched can't be used, or an extra package
        is missing.
    """
    with web_extra():
        from setvision.web.app import make_app
        from setvision.web.photos import Photos
        from setvision.web.server import PORT, announce, prepare, run
        from setvision.web.site import Site
        from setvision.web.tables import Tables
    given = {"port": PORT, "lan": False, "certfile": None, "keyfile": None, **vars(options)}
    deck = None if options.deck is None else load_deck(options.deck)
    source: str | None = options.source
    if source is not None and is_recorded(source):
        open_source(source).close()  # what is wrong with it is known before anybody comes
    serving = prepare(
        port=given["port"],
        is_lan=given["lan"],
        certfile=given["certfile"],
        keyfile=given["keyfile"],
    )
    tables = Tables(
        None if source is None else _name_of(source),
        lambda: open_source(source or "0"),
        lambda: Watcher(Reader(options.decks, deck)),
    )
    site = Site(words, given.get("lang") is not None, Photos(options.decks, deck), tables)
    with serving.sock:
        announce(serving, words, lambda line: print(line, file=sys.stderr, flush=True))
        run(make_app(site, serving.access), serving)
    return 0


def _name_of(source: str) -> str:
    """Return what visitors are told of a source: neither where a file lies nor a password."""
    if "://" in source:
        return urlsplit(source).hostname or "stream"
    return shown(Path(source).name or source)
