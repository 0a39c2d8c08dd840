"""The ``setvision`` command.

Results go to standard output, messages to standard error, both in the language of ``--lang`` or
of the system; JSON is always English. The exit status is 2 for wrong usage, 130 when interrupted,
141 when nobody reads the output to its end; the parts of the command say what else it is.
"""

import argparse
import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from setvision.apps.arguments import language_asked_for, own_words_of_argparse, parser
from setvision.errors import SetVisionError
from setvision.message import msg
from setvision.words import Words, words_for

__all__ = ["main"]

# As shells tell of a command that a broken pipe ended: no answer to any question, as 1 would be.
_NOBODY_LISTENS: Final = 141

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

Run = Callable[[argparse.Namespace, Words], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    _open_closed_streams()
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


def _open_closed_streams() -> None:
    """Let streams that the caller closed lead nowhere, so that no other file takes their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _run(options: argparse.Namespace, words: Words) -> int:
    try:
        status = _COMMANDS[options.command](options, words)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who read the output has enough
        _drop_output()
        return _NOBODY_LISTENS
    except SetVisionError as error:
        if options.debug:
            traceback.print_exception(error)
        print(f"setvision: {words(error)}", file=sys.stderr)
        return 2
    except Exception as error:
        if options.debug:
            raise
        if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
            _drop_output()
            full = msg("the output cannot be written: {reason}", reason=error.strerror)
            print(f"setvision: {words(full)}", file=sys.stderr)
            return 2
        message = msg(
            "{kind}: {reason} (--debug tells more)",
            kind=type(error).__name__,
            reason=" ".join(str(error).split()),
        )
        print(f"setvision: {words(message)}", file=sys.stderr)
        return 2


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that it does not complain at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Each loads what it needs when it is called, so that --help is quick and works without OpenCV.


def _read(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.read import read_pictures
    from setvision.pipeline import Reader

    return read_pictures(
        options.photos,
        Reader(options.decks, options.deck),
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


def _label(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.label import label

    return label(options, words)


def _review(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.review import review

    return review(options, words)


def _eval(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.evaluate import evaluate_readings

    return evaluate_readings(options, words)


def _teach(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.teach import teach_deck

    return teach_deck(options, words)


def _live(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.live import live

    return live(options, words)


def _serve(options: argparse.Namespace, words: Words) -> int:
    from setvision.apps.serve import serve

    return serve(options, words)


_COMMANDS: dict[str, Run] = {
    "read": _read,
    "check": _check,
    "hint": _hint,
    "odds": _odds,
    "referee": _referee,
    "rules": _rules,
    "live": _live,
    "serve": _serve,
    "label": _label,
    "review": _review,
    "eval": _eval,
    "teach": _teach,
}
