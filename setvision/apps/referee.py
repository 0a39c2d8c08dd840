"""``setvision referee``: a game kept at the keyboard, for people who play with cards.

One line is one command, typed or from a script. What is said about the game goes to standard
output, what was wrong with a line to standard error; the game goes on after that.
"""

import argparse
import sys
import time
from collections.abc import Iterator

from setvision.apps.referee_talk import Referee, is_command
from setvision.apps.rules import system_named
from setvision.apps.subject import check_deck
from setvision.errors import SetVisionError, UsageError
from setvision.games.match import Match
from setvision.games.session import Session
from setvision.message import Message, msg, shown
from setvision.words import Words

__all__ = ["referee", "session_of"]


def referee(options: argparse.Namespace, words: Words) -> int:
    """Run a game from standard input, and return the exit status.

    Returns
    -------
    int
        0; 1 when the lines come from a script and one of them was refused.

    Raises
    ------
    SetVisionError
        When the game can't be started or taken up.
    """
    deck = None if options.deck == "shuffled" else options.deck
    if deck is not None:
        check_deck(deck)
    session, warning = session_of(options, words)
    refused = False
    try:
        if warning is not None:
            print(f"setvision: {words(warning)}", file=sys.stderr)
        talk = Referee(session, words, options.decks, deck)
        try:
            talk.begin(options.photo)
        except SetVisionError:
            if options.log is not None:  # of a game that never began, and in the way of the next
                options.log.unlink(missing_ok=True)
            raise
        for line in _lines():
            if not talk.hear(line):
                refused = True
            if talk.is_done:
                break
    finally:
        session.close()
    return 1 if refused and not sys.stdin.isatty() else 0


def session_of(options: argparse.Namespace, words: Words) -> tuple[Session, Message | None]:
    """Start the game that options ask for, or take one up; with a warning about a damaged log.

    Raises
    ------
    SetVisionError
        When that can't be done.
    """
    if options.resume is not None:
        if options.system or options.players or options.seed is not None or options.log:
            raise UsageError(
                msg("--resume takes all from the log; leave out what would start a game")
            )
        session, replayed = Session.resume(options.resume, time.monotonic)
        return session, replayed.warning
    system = system_named(options.system or "base")
    players = options.players or [str(k + 1) for k in range(system.least_players)]
    for name in players:
        if not name.isprintable():
            raise UsageError(msg("{name} can't be typed as a name", name=shown(name)))
        if is_command(name, words):
            raise UsageError(
                msg("{name} is a command of the referee; choose another name", name=repr(name))
            )
    seed = options.seed
    if options.deck == "shuffled" and seed is None:
        seed = time.time_ns() % 1_000_000_007
    if options.deck != "shuffled" and seed is not None:
        raise UsageError(msg("--seed goes with --deck shuffled"))
    match = Match(system, tuple(players))
    return (
        Session.start(match, path=options.log, seed=seed, clock=time.monotonic),
        None,
    )


def _lines() -> Iterator[str]:
    """Yield the lines that are typed, or those of a script, until they end."""
    while True:
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            print()
            return
        if not line:
            return
        yield line
