"""The ``setvision`` command.

Results go to standard output, messages to standard error. The exit status is 0 when everything
was read, 1 when a picture could not be read, 2 for wrong usage, 130 when interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from setvision import __version__
from setvision.errors import SetVisionError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name that the terminal cannot show stops nothing
            stream.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        status = _read(options)
        sys.stdout.flush()
        return status
    except SystemExit as end:  # how argparse ends
        return end.code if isinstance(end.code, int) else 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Who read the output has enough; what is still buffered must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except SetVisionError as error:
        print(f"setvision: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="setvision", description="Read the cards of the game SET in photos."
    )
    parser.add_argument("--version", action="version", version=f"setvision {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    read = commands.add_parser(
        "read",
        help="print the cards and the SETs in photos",
        description="Print the cards in photos, the SETs among them, and whether that is sure.",
        epilog="Exit status: 0 all read, 1 a photo could not be read, 2 wrong usage.",
    )
    read.add_argument(
        "photos",
        nargs="+",
        metavar="PHOTO",
        help="a file, a folder, a pattern such as '*.jpg', or - for standard input",
    )
    read.add_argument("--json", action="store_true", help="print one JSON line for each photo")
    read.add_argument(
        "--save", type=Path, metavar="DIR", help="write annotated pictures into this folder"
    )
    read.add_argument("--show", action="store_true", help="show annotated pictures in a window")
    read.add_argument(
        "--decks",
        type=int,
        choices=range(1, 10),
        default=1,
        metavar="N",
        help="decks on the table; with more than one, cards may occur twice (default: 1)",
    )
    read.add_argument("--quiet", action="store_true", help="do not tell what was written")
    read.add_argument(
        "--debug", action="store_true", help="print the traceback of unexpected errors"
    )
    return parser


def _read(options: argparse.Namespace) -> int:
    # OpenCV and the networks are loaded here, so that --help is quick and works without them.
    from setvision.apps.read import read_pictures
    from setvision.pipeline import Reader

    return read_pictures(
        options.photos,
        Reader(options.decks),
        as_json=options.json,
        save=options.save,
        show=options.show,
        quiet=options.quiet,
        debug=options.debug,
    )
