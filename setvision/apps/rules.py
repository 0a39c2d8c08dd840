"""``setvision rules``: a rule system explained, or a list of them."""

import argparse
import textwrap

from setvision.errors import UsageError
from setvision.games.explain import explained
from setvision.games.system import SYSTEMS, System
from setvision.message import either, msg
from setvision.words import Words

__all__ = ["rules", "system_named"]

_WIDTH = 88


def rules(options: argparse.Namespace, words: Words) -> int:
    """Print the rules of a system, or the list of all; the exit status is 0."""
    if options.system is None:
        for system in SYSTEMS.values():
            print(f"{system.key:<10} {words(system.name)}")
        return 0
    system = system_named(options.system)
    print(words(system.name))
    for sentence in explained(system):
        print(textwrap.fill(words(sentence), _WIDTH, initial_indent="- ", subsequent_indent="  "))
    return 0


def system_named(key: str) -> System:
    """Return a rule system by its key.

    Raises
    ------
    UsageError
        When there is none of that name.
    """
    system = SYSTEMS.get(key.strip().lower())
    if system is None:
        raise UsageError(
            msg(
                "{key} is no rule system; choose {systems}",
                key=repr(key),
                systems=either(tuple(SYSTEMS)),
            )
        )
    return system
