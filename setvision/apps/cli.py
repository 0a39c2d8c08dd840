"""The ``setvision`` command.

Results go to standard output, messages to standard error, both in the language of ``--lang`` or
of the system; JSON is always English. The exit status is 2 for wrong usage, 130 when interrupted;
the parts of the command say what else it is.
"""

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from setvision.apps.arguments import language_asked_for, own_words_of_argparse, parser
from setvision.errors import SetVisionError
from setvision.message import msg
from setvision.words import Words, words_for

__all__ = ["main"]

Run = Callable[[argparse.Namespace, Words], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what the terminal can't show or say stops nothing
            stream.reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if arguments is None else list(arguments)
    words = words_for(language_asked_for(given))
    try:
        with own_words_of_argparse(words):
            options = parser(words).parse_args(given)
    except SystemExit as end:  # how argparse ends
        return end.code if isinstance(end.code, int) else 2
    return _run(options, words)


def _run(options: argparse.Namespace, words: Words) -> int:
    try:
        status = _COMMANDS[options.command](options, words)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Who read the output has enough; what is still buffered must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except SetVisionError as error:
        if options.debug:
            traceback.print_exception(error)
        print(f"setvision: {words(error)}", file=sys.stderr)
        return 2
    except Exception as error:
        if options.debug:
            raise
        message = msg(
            "{kind}: {reason} (--debug tells more)",
            kind=type(error).__name__,
            reason=" ".join(str(error).split()),
        )
        print(f"setvision: {words(message)}", file=sys.stderr)
        return 2


# Each loads what it needs when it is called, so that --help is quick and works without OpenCV.


def _read(options: argparse.Namespace, words: Words) -> int:
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
        words=words,
    )


def _check(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.check import check

    return check(options, words)


def _hint(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.hint import hint

    return hint(options, words)


def _odds(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.odds import odds

    return odds(options, words)


def _referee(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.referee import referee

    return referee(options, words)


def _rules(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.rules import rules

    return rules(options, words)


_COMMANDS: dict[str, Run] = {
    "read": _read,
    "check": _check,
    "hint": _hint,
    "odds": _odds,
    "referee": _referee,
    "rules": _rules,
}
