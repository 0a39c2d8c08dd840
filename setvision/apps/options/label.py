"""The arguments of ``setvision label``."""

import argparse

from setvision.apps.options.common import Commands, add_debug, add_deck, add_decks
from setvision.label.addresses import place_of
from setvision.message import msg
from setvision.words import Words

__all__ = ["add_label"]

_FORMATS = ("coco", "yolo", "yolo-obb", "voc", "labelme", "cvat", "label-studio", "csv", "jsonl")


def add_label(commands: Commands, words: Words) -> argparse.ArgumentParser:
    """Add ``setvision label``."""
    label = commands.add_parser(
        "label",
        help=words(msg("label many photos, in the formats of other programs")),
        description=words(
            msg(
                "Read many photos and write their cards down as labels for other programs. It can "
                "be stopped at any time: the same command goes on where it was."
            )
        ),
        epilog=words(
            msg(
                "Exit status: 0 all labelled, 1 a photo could not be read, 2 wrong usage or a "
                "full disk, 130 stopped."
            )
        ),
    )
    label.add_argument(
        "sources",
        nargs="+",
        metavar=words(msg("SOURCE")),
        help=words(
            msg(
                "a file, a folder with all below it, a pattern such as '**/*.jpg', a video, or "
                "@LIST, a text file with a source a line; here or at an address such as s3://…"
            )
        ),
    )
    label.add_argument(
        "--out",
        type=place_of,
        required=True,
        metavar=words(msg("DIR")),
        help=words(msg("the folder for all results; an earlier job in it is gone on with")),
    )
    label.add_argument(
        "--format",
        type=_formats,
        action="extend",
        metavar=words(msg("NAME,…")),
        help=words(
            msg("any number of {formats} (default: coco)", formats=", ".join(_FORMATS)),
        ),
    )
    label.add_argument(
        "--classes",
        choices=("card", "81", "features"),
        default="81",
        help=words(
            msg(
                "card: one class; 81: a class for each face (default); features: one class with "
                "color, shape, count and fill as attributes"
            )
        ),
    )
    label.add_argument(
        "--min-confidence",
        type=_share,
        default=0.0,
        metavar="P",
        help=words(msg("leave out cards that are less probable than this, 0 to 1 (default: 0)")),
    )
    label.add_argument(
        "--crops",
        action="store_true",
        help=words(msg("cut the cards out, into folders of their classes")),
    )
    label.add_argument(
        "--overlay", action="store_true", help=words(msg("draw the cards into the photos"))
    )
    label.add_argument(
        "--every",
        type=_seconds,
        metavar=words(msg("SECONDS")),
        help=words(msg("label a frame of each video every so many seconds")),
    )
    at_work = label.add_mutually_exclusive_group()
    at_work.add_argument(
        "--workers",
        type=_at_least_one,
        metavar="N",
        help=words(msg("processes at work (default: one for each processor)")),
    )
    at_work.add_argument(
        "--cluster",
        metavar=words(msg("ADDRESS")),
        help=words(
            msg("let the workers of a Dask cluster do it; the address is that of its scheduler")
        ),
    )
    add_decks(label, words)
    add_deck(label, words)
    add_debug(label, words)
    return label


def _formats(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in _FORMATS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(_FORMATS)}")
    return names


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


_share.__name__ = "0..1"  # what argparse calls it in its complaint


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.001 <= value < float("inf"):
        raise ValueError(text)
    return value


_seconds.__name__ = "seconds"


def _at_least_one(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


_at_least_one.__name__ = "1, 2, …"
