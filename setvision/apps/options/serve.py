"""The arguments of ``setvision serve``."""

import argparse
from pathlib import Path

from setvision.apps.options.common import Commands, add_debug, add_deck, add_decks
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_serve"]


def add_serve(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision serve``."""
    serve = commands.add_parser(
        "serve",
        help=words(msg("a page for the browser: live, photos, games")),
        description=words(
            msg(
                "Serve a page that watches a table, reads photos and keeps games. Only this "
                "machine can open it, unless --lan lets in the local network."
            )
        ),
    )
    serve.add_argument(
        "source",
        nargs="?",
        metavar=words(msg("SOURCE")),
        help=words(
            msg(
                "what the page watches besides the cameras of browsers: the number of a camera, "
                "a video, a folder of pictures, or the address of a stream"
            )
        ),
    )
    serve.add_argument(
        "--port",
        type=int,
        default=8321,
        metavar="N",
        help=words(msg("where to serve it (default: 8321; 0 takes any that is free)")),
    )
    serve.add_argument(
        "--lan",
        action="store_true",
        help=words(
            msg("let other machines of the network in, who know the key that is shown then")
        ),
    )
    serve.add_argument(
        "--certfile",
        type=Path,
        metavar=words(msg("FILE")),
        help=words(msg("your own certificate, PEM (default with --lan: one made on the spot)")),
    )
    serve.add_argument(
        "--keyfile",
        type=Path,
        metavar=words(msg("FILE")),
        help=words(msg("its key, where that is not in the same file")),
    )
    add_decks(serve, words)
    add_deck(serve, words)
    add_debug(serve, words)
    return serve
