"""The arguments of ``setvision read``."""

import argparse
from pathlib import Path

from setvision.apps.options.common import Commands, add_debug, add_deck, add_decks, add_json
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_read"]


def add_read(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision read``."""
    read = commands.add_parser(
        "read",
        help=words(msg("print the cards and the SETs in photos")),
        description=words(
            msg("Print the cards in photos, the SETs among them, and whether that is sure.")
        ),
        epilog=words(msg("Exit status: 0 all read, 1 a photo could not be read, 2 wrong usage.")),
    )
    read.add_argument(
        "photos",
        nargs="+",
        metavar=words(msg("PHOTO")),
        help=words(msg("a file, a folder, a pattern such as '*.jpg', or - for standard input")),
    )
    add_json(read, words)
    read.add_argument(
        "--save",
        type=Path,
        metavar=words(msg("DIR")),
        help=words(msg("write annotated pictures into this folder")),
    )
    read.add_argument(
        "--show", action="store_true", help=words(msg("show annotated pictures in a window"))
    )
    add_decks(read, words)
    add_deck(read, words)
    read.add_argument(
        "--quiet", action="store_true", help=words(msg("do not tell what was written"))
    )
    add_debug(read, words)
    return read
