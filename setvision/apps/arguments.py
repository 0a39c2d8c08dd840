"""The arguments of the ``setvision`` command, explained in the language that they ask for."""

import argparse
import contextlib
import gettext
import os
import re
from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from setvision import __version__
from setvision.message import msg, nmsg
from setvision.words import LANGUAGES, Words

__all__ = ["language_asked_for", "own_words_of_argparse", "parser"]

# What argparse says itself. It looks translations up by its own English in the catalog that a
# program names; here they are only for getting into ours.
_OF_ARGPARSE: Final = (
    msg("usage: "),
    msg("options"),
    msg("positional arguments"),
    msg("show this help message and exit"),
    msg("show program's version number and exit"),
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
    main.add_argument("--version", action="version", version=f"setvision {__version__}")
    _add_lang(main, words, default=None)
    commands = main.add_subparsers(
        title=words(msg("commands")), required=True, dest="command", metavar=words(msg("COMMAND"))
    )
    for add in (_add_read, _add_check, _add_hint, _add_odds, _add_referee, _add_rules):
        # A default here would undo what was said before the command.
        _add_lang(add(commands, words), words, default=argparse.SUPPRESS)
    return main


_Commands = argparse._SubParsersAction  # has no public name


def _add_lang(to: argparse.ArgumentParser, words: Words, default: object) -> None:
    to.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=default,
        help=words(msg("language: en, de, nl or hu (default: that of the system)")),
    )


def _add_json(to: argparse.ArgumentParser, words: Words) -> None:
    to.add_argument("--json", action="store_true", help=words(msg("print JSON lines")))


def _add_decks(to: argparse.ArgumentParser, words: Words) -> None:
    to.add_argument(
        "--decks",
        type=int,
        choices=range(1, 10),
        default=1,
        metavar="N",
        help=words(
            msg("decks on the table; with more than one, cards may occur twice (default: 1)")
        ),
    )


def _add_debug(to: argparse.ArgumentParser, words: Words) -> None:
    to.add_argument(
        "--debug",
        action="store_true",
        help=words(msg("print the traceback of unexpected errors")),
    )


def _add_read(
    commands: "_Commands[argparse.ArgumentParser]", words: Words
) -> argparse.ArgumentParser:
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
    _add_json(read, words)
    read.add_argument(
        "--save",
        type=Path,
        metavar=words(msg("DIR")),
        help=words(msg("write annotated pictures into this folder")),
    )
    read.add_argument(
        "--show", action="store_true", help=words(msg("show annotated pictures in a window"))
    )
    _add_decks(read, words)
    read.add_argument(
        "--quiet", action="store_true", help=words(msg("do not tell what was written"))
    )
    _add_debug(read, words)
    return read


def _add_check(
    commands: "_Commands[argparse.ArgumentParser]", words: Words
) -> argparse.ArgumentParser:
    check = commands.add_parser(
        "check",
        help=words(msg("settle a contested call")),
        description=words(
            msg(
                "Tell whether three cards are a SET and why, or whether there is really none. "
                "The cards are named by code (2rto) or in words ('2 red striped oval'); of those "
                "in a photo, numbers or points will do."
            )
        ),
        epilog=words(
            msg("Exit status: 0 yes, 1 no, 3 that cannot be said, 2 wrong usage or input.")
        ),
    )
    _add_what(check, words)
    check.add_argument(
        "--cards",
        nargs=3,
        type=int,
        metavar="N",
        help=words(msg("the three cards by the numbers that 'setvision read' gives them")),
    )
    check.add_argument(
        "--at",
        nargs=3,
        type=_point,
        metavar="X,Y",
        help=words(msg("the three cards by points on them, in pixels of the upright photo")),
    )
    check.add_argument(
        "--none",
        action="store_true",
        help=words(msg("ask whether there is really no SET on the table")),
    )
    _add_decks(check, words)
    _add_json(check, words)
    _add_debug(check, words)
    return check


def _add_hint(
    commands: "_Commands[argparse.ArgumentParser]", words: Words
) -> argparse.ArgumentParser:
    hint = commands.add_parser(
        "hint",
        help=words(msg("help to find a SET, step by step")),
        description=words(msg("Tell whether there is a SET, and at further steps its cards.")),
        epilog=words(
            msg("Exit status: 0 there is one, 1 none, 3 that cannot be said, 2 wrong usage.")
        ),
    )
    _add_what(hint, words)
    hint.add_argument(
        "--step",
        type=int,
        choices=range(1, 5),
        default=1,
        metavar="N",
        help=words(
            msg("1: only whether there is a SET (default); 2, 3, 4: one, two, all cards of it")
        ),
    )
    _add_decks(hint, words)
    _add_debug(hint, words)
    return hint


def _add_odds(
    commands: "_Commands[argparse.ArgumentParser]", words: Words
) -> argparse.ArgumentParser:
    odds = commands.add_parser(
        "odds",
        help=words(msg("print how many SETs to expect, and how often there is none")),
        description=words(
            msg(
                "Print how many SETs are to be expected among random cards, and how often there "
                "is none. All numbers are exact. With cards seen or gone, they are those for "
                "random further cards out of the rest of the deck; the chance of none is left "
                "out where counting would take too long."
            )
        ),
    )
    odds.add_argument(
        "--cards",
        type=int,
        metavar="N",
        help=words(
            msg(
                "number of cards on the table, those seen among them "
                "(default: all sizes; with --seen, those seen and three more)"
            )
        ),
    )
    odds.add_argument(
        "--seen",
        nargs="+",
        default=[],
        metavar=words(msg("CARD")),
        help=words(msg("cards that lie on the table already")),
    )
    odds.add_argument(
        "--gone",
        nargs="+",
        default=[],
        metavar=words(msg("CARD")),
        help=words(msg("cards that are out of the game and cannot be dealt")),
    )
    odds.add_argument(
        "--small",
        action="store_true",
        help=words(msg("the small deck of the 27 solid cards, instead of the full one")),
    )
    _add_json(odds, words)
    _add_debug(odds, words)
    return odds


def _add_referee(
    commands: "_Commands[argparse.ArgumentParser]", words: Words
) -> argparse.ArgumentParser:
    referee = commands.add_parser(
        "referee",
        help=words(msg("keep a game: calls, penalties, points, what happens next")),
        description=words(
            msg(
                "Keep a game for people who play with cards. Each line that is typed, or read from "
                "a script, is a command; 'help' lists them."
            )
        ),
        epilog=words(
            msg("Exit status: 0 played, 1 a line of a script was refused, 2 wrong usage or input.")
        ),
    )
    referee.add_argument(
        "--system",
        metavar=words(msg("SYSTEM")),
        help=words(msg("rule system, as 'setvision rules' lists them (default: base)")),
    )
    referee.add_argument(
        "--players",
        nargs="+",
        metavar=words(msg("NAME")),
        help=words(msg("the players, clockwise; the first deals")),
    )
    referee.add_argument(
        "--deck",
        choices=("real", "shuffled"),
        default="real",
        help=words(
            msg("real: people deal and tell the cards (default); shuffled: setvision deals")
        ),
    )
    referee.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help=words(msg("with --deck shuffled: the same number deals the same cards")),
    )
    referee.add_argument(
        "--photo",
        metavar=words(msg("PHOTO")),
        help=words(msg("take the cards on the table from this photo")),
    )
    referee.add_argument(
        "--log",
        type=Path,
        metavar=words(msg("FILE")),
        help=words(msg("write every move into this new file")),
    )
    referee.add_argument(
        "--resume",
        type=Path,
        metavar=words(msg("LOG")),
        help=words(msg("go on with the game of this log")),
    )
    _add_decks(referee, words)
    _add_debug(referee, words)
    return referee


def _add_rules(
    commands: "_Commands[argparse.ArgumentParser]", words: Words
) -> argparse.ArgumentParser:
    rules = commands.add_parser(
        "rules",
        help=words(msg("explain a rule system")),
        description=words(msg("Explain a rule system, or list those that setvision knows.")),
    )
    rules.add_argument(
        "system",
        nargs="?",
        metavar=words(msg("SYSTEM")),
        help=words(msg("one of those that are listed without it")),
    )
    _add_debug(rules, words)
    return rules


def _add_what(to: argparse.ArgumentParser, words: Words) -> None:
    to.add_argument(
        "what",
        nargs="+",
        metavar=words(msg("PHOTO|CARD")),
        help=words(
            msg("a photo (- for standard input), cards that lie in it, or cards without a photo")
        ),
    )


def _point(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)[,;x](-?\d+(?:\.\d+)?)\s*", text)
    if match is None:
        raise ValueError(text)
    return float(match[1]), float(match[2])


_point.__name__ = "X,Y"  # what argparse calls it in its complaint
