"""The arguments of ``setvision eval``."""

import argparse
from pathlib import Path

from setvision.apps.options.common import Commands, add_debug, add_json
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_evaluate"]


def add_evaluate(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision eval``."""
    evaluate = commands.add_parser(
        "eval",
        help=words(msg("compare readings with labels")),
        description=words(
            msg(
                "Tell how many cards were found and read right, what was taken for what, and "
                "whether confidences are true, by the labels of the same photos. Both may be "
                "files or folders of any format that 'setvision label' writes, or lines of "
                "'setvision read --json'."
            )
        ),
        epilog=words(
            msg(
                "Exit status: 0 all photos compared, 1 a labelled photo has no reading, 2 wrong "
                "usage or input."
            )
        ),
    )
    evaluate.add_argument(
        "labels", type=Path, metavar=words(msg("LABELS")), help=words(msg("what is true"))
    )
    evaluate.add_argument(
        "readings", type=Path, metavar=words(msg("READINGS")), help=words(msg("what was read"))
    )
    evaluate.add_argument(
        "--misses",
        action="store_true",
        help=words(msg("list each card that was missed, read wrong, or is none")),
    )
    evaluate.add_argument(
        "--overlap",
        type=_share,
        default=0.5,
        metavar="P",
        help=words(
            msg(
                "shared part of two outlines, of all that they cover, from which on they are the "
                "same card (default: 0.5)"
            )
        ),
    )
    evaluate.add_argument(
        "--picture",
        type=Path,
        metavar=words(msg("FILE")),
        help=words(msg("draw the figures: PNG, SVG or PDF")),
    )
    add_json(evaluate, words)
    add_debug(evaluate, words)
    return evaluate


def _share(text: str) -> float:
    value = float(text)
    if not 0 < value <= 1:
        raise ValueError(text)
    return value


_share.__name__ = "0..1"  # what argparse calls it in its complaint
