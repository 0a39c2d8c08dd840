"""The arguments of the ``setvision`` command, explained in the language that they ask for."""

import argparse
import contextlib
import gettext
import os
from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from typing import Final

from setvision import __version__
from setvision.apps.options.common import add_lang
from setvision.apps.options.evaluate import add_evaluate
from setvision.apps.options.label import add_label
from setvision.apps.options.live import add_live
from setvision.apps.options.play import add_referee, add_rules
from setvision.apps.options.questions import add_check, add_hint, add_odds
from setvision.apps.options.read import add_read
from setvision.apps.options.review import add_review
from setvision.apps.options.serve import add_serve
from setvision.apps.options.teach import add_teach
from setvision.message import msg, nmsg
from setvision.words import LANGUAGES, Words

__all__ = ["language_asked_for", "own_words_of_argparse", "parser"]

_VERSION_HELP: Final = msg("show program's version number and exit")  # argparse leaves it English

# What argparse says itself. It looks translations up by its own English in the catalog that a
# program names; here they are only for getting into ours.
_OF_ARGPARSE: Final = (
    msg("usage: "),
    msg("options"),
    msg("positional arguments"),
    msg("show this help message and exit"),
    msg("%(prog)s: error: %(message)s\n"),
    msg("argument %(argument_name)s: %(message)s"),
    msg("the following arguments are required: %s"),
    msg("unrecognized arguments: %s"),
    msg("invalid choice: %(value)r (choose from %(choices)s)"),
    msg("invalid %(type)s value: %(value)r"),
    msg("not allowed with argument %s"),
    msg("expected one argument"),
    msg("expected at least one argument"),
    nmsg("expected %s argument", "expected %s arguments", 1),
)


def language_asked_for(arguments: Sequence[str]) -> str | None:
    """Return the language that ``--lang`` names among arguments, as far as that is known yet."""
    first = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    first.add_argument("--lang", choices=LANGUAGES)
    with contextlib.suppress(argparse.ArgumentError):
        lang: str | None = first.parse_known_args(arguments)[0].lang
        return lang
    return None


@contextlib.contextmanager
def own_words_of_argparse(words: Words) -> Iterator[None]:
    """Let argparse, which asks gettext for the program's catalog, find that of a language."""
    domain, kept = gettext.textdomain(), os.environ.get("LANGUAGE")
    with as_file(files("setvision") / "locale") as folder:
        gettext.bindtextdomain("setvision", str(folder))
        gettext.textdomain("setvision")
        os.environ["LANGUAGE"] = words.lang
        try:
            yield
        finally:
            gettext.textdomain(domain)
            if kept is None:
                del os.environ["LANGUAGE"]
            else:
                os.environ["LANGUAGE"] = kept


def parser(words: Words) -> argparse.ArgumentParser:
    """Return the parser of the command; what it finds has ``command``, the name of a part."""
    main = argparse.ArgumentParser(
        prog="setvision", description=words(msg("Read the cards of the game SET in photos."))
    )
    main.add_argument(
        "--version",
        action="version",
        version=f"setvision {__version__}",
        help=words(_VERSION_HELP),
    )
    add_lang(main, words, default=None)
    commands = main.add_subparsers(
        title=words(msg("commands")), required=True, dest="command", metavar=words(msg("COMMAND"))
    )
    for add in (
        add_read,
        add_check,
        add_hint,
        add_odds,
        add_referee,
        add_rules,
        add_live,
        add_serve,
        add_label,
        add_review,
        add_evaluate,
        add_teach,
    ):
        # A default here would undo what was said before the command.
        add_lang(add(commands, words), words, default=argparse.SUPPRESS)
    return main
