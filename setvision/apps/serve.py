"""``setvision serve``: the page for browsers, on this machine or in the local network."""

import argparse
import sys

from setvision.errors import MissingExtraError
from setvision.message import msg
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
        When the port or the certificate can't be used, or an extra package is missing.
    """
    try:
        from setvision.web.app import make_app
        from setvision.web.photos import Photos
        from setvision.web.server import PORT, announce, prepare, run
        from setvision.web.site import Site
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "setvision":
            raise
        raise MissingExtraError(
            msg(
                "the page needs the package {name}: pip install 'setvision[web]'",
                name=error.name,
            )
        ) from None
    given = {"port": PORT, "lan": False, "certfile": None, "keyfile": None, **vars(options)}
    serving = prepare(
        port=given["port"],
        is_lan=given["lan"],
        certfile=given["certfile"],
        keyfile=given["keyfile"],
    )
    site = Site(words, given.get("lang") is not None, Photos(options.decks))
    with serving.sock:
        announce(serving, words, lambda line: print(line, file=sys.stderr, flush=True))
        run(make_app(site, serving.access), serving)
    return 0
