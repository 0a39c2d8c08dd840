"""The arguments of ``setvision live``."""

import argparse
from pathlib import Path

from setvision.apps.options.common import Commands, add_debug, add_deck, add_decks
from setvision.apps.options.play import add_game
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_live"]


def add_live(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision live``."""
    live = commands.add_parser(
        "live",
        help=words(msg("watch a table through a camera")),
        description=words(
            msg(
                "Watch a table through a camera, in a video or a stream: its cards, the SETs, and "
                "what happens. In the window, r lists the keys. Without a screen the page of "
                "'setvision serve' is opened instead. With --players, --system or --resume a game "
                "is kept beside it, for which the camera sees which cards are taken."
            )
        ),
    )
    live.add_argument(
        "source",
        nargs="?",
        default="0",
        metavar=words(msg("SOURCE")),
        help=words(
            msg(
                "the number of a camera (default: 0), a video, a folder of pictures, or the "
                "address of a stream"
            )
        ),
    )
    live.add_argument(
        "--fast",
        action="store_true",
        help=words(msg("look at every picture of a video, as fast as that goes")),
    )
    live.add_argument(
        "--events",
        action="store_true",
        help=words(msg("print a JSON line whenever something changes on the table")),
    )
    live.add_argument(
        "--record",
        type=Path,
        metavar=words(msg("FILE")),
        help=words(msg("keep the video in this new file (.mkv, .mp4 or .avi), its events beside")),
    )
    live.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar=words(msg("DIR")),
        help=words(msg("where the key s saves pictures (default: this folder)")),
    )
    live.add_argument(
        "--web", action="store_true", help=words(msg("the page in a browser, not a window"))
    )
    add_game(live, words)
    live.set_defaults(seed=None)
    add_decks(live, words)
    add_deck(live, words)
    add_debug(live, words)
    return live
