"""The arguments of ``setvision teach``."""

import argparse
from pathlib import Path

from setvision.apps.options.common import Commands, add_debug, add_decks, add_json
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_teach"]


def add_teach(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision teach``."""
    teach = commands.add_parser(
        "teach",
        help=words(msg("learn another deck, or an odd light, from a few corrected photos")),
        description=words(
            msg(
                "Learn from a few photos, whose cards were told by people, how this deck looks in "
                "this light, and print what that gains: each photo is read with what the others "
                "teach. --deck FILE of other commands uses it."
            )
        ),
        epilog=words(
            msg(
                "Exit status: 0 learnt, 1 nothing to be gained and nothing written, 2 wrong usage "
                "or input."
            )
        ),
    )
    teach.add_argument(
        "labels",
        type=Path,
        metavar=words(msg("LABELS")),
        help=words(
            msg(
                "a folder of 'setvision review', or a file or folder of labels in any format that "
                "'setvision label' writes"
            )
        ),
    )
    teach.add_argument(
        "photos",
        nargs="*",
        metavar=words(msg("PHOTO")),
        help=words(msg("the photos, or their folder, where they aren't where the labels say")),
    )
    teach.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar=words(msg("FILE")),
        help=words(msg("write what was learnt into this file, such as deck.npz")),
    )
    add_decks(teach, words)
    add_json(teach, words)
    add_debug(teach, words)
    return teach
