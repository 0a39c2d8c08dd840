"""The arguments of ``setvision review``."""

import argparse

from setvision.apps.options.common import Commands, add_debug
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_review"]


def add_review(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision review``."""
    review = commands.add_parser(
        "review",
        help=words(msg("look through the doubtful photos of a labelled folder, and correct them")),
        description=words(
            msg(
                "Serve a page on which the doubtful photos that setvision label has set apart are "
                "confirmed or corrected by a few keys. All label files follow."
            )
        ),
    )
    review.add_argument(
        "folder",
        metavar=words(msg("DIR")),
        help=words(msg("the folder that was given to setvision label as --out")),
    )
    review.add_argument(
        "--by",
        metavar=words(msg("NAME")),
        help=words(msg("who looks at the photos (default: who is logged in)")),
    )
    review.add_argument(
        "--port",
        type=int,
        default=8322,
        metavar="N",
        help=words(msg("where to serve it (default: 8322; 0 takes any that is free)")),
    )
    review.add_argument(
        "--lan",
        action="store_true",
        help=words(
            msg("let other machines of the network in, who know the key that is shown then")
        ),
    )
    add_debug(review, words)
    return review
