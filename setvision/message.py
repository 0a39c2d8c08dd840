"""Sentences that are not yet in any language: what is said, apart from how a language says it.

A message holds its English text and the things that go into its named ``{fields}``. Whoever knows
the reader's language puts it in words (:mod:`setvision.words`); ``str(message)`` is English.

Every text is written out where it is made, as the first argument of :func:`msg`, :func:`nmsg` or
:func:`pmsg`: from there it gets into the catalogs of the languages.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = [
    "Joined",
    "Message",
    "Number",
    "either",
    "listed",
    "msg",
    "nmsg",
    "plain",
    "pmsg",
    "shown",
]


@dataclass(frozen=True, slots=True)
class Message:
    """One untranslated sentence or part of one.

    Messages are equal when they say the same of the same things. Fields may hold anything with
    a ``str``; those that are messages themselves, cards, values of cards, :class:`Number` and
    :class:`Joined` are translated together with the sentence.
    """

    text: str
    """English, with named ``{fields}``; of one thing where there is a plural."""
    plural: str | None = None
    """English for all other numbers of things."""
    n: int | None = None
    """How many things; decides between the forms that a language has."""
    fields: Mapping[str, object] = field(default_factory=dict, hash=False)
    context: str | None = None
    """Tells apart what English says with one word and other languages with several."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", MappingProxyType(dict(self.fields)))

    def __str__(self) -> str:
        is_plural = self.plural is not None and self.n != 1
        return (self.plural if is_plural and self.plural else self.text).format_map(self.fields)

    # A mapping proxy cannot be pickled, and errors with messages travel between processes.
    def __reduce__(self) -> tuple[type["Message"], tuple[object, ...]]:
        return Message, (self.text, self.plural, self.n, dict(self.fields), self.context)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as people write it, with its thousands set apart: ``Number(30.96, 2)``.

    Whole numbers below a thousand need none of this and may go into a field as they are.
    """

    value: int | float
    digits: int = 0
    """Digits after the decimal point, to which the value is rounded."""

    def __str__(self) -> str:
        return f"{self.value:,.{self.digits}f}"


@dataclass(frozen=True, slots=True)
class Joined:
    """Several things in a row, each of which is translated by itself."""

    items: tuple[object, ...]
    separator: str = ", "

    def __str__(self) -> str:
        return self.separator.join(map(str, self.items))


def shown(path: str | os.PathLike[str]) -> str:
    """Return a path as text that keeps to one line and can be printed anywhere it has to."""
    text = os.fspath(path)
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode()
        for char in text
    )


def msg(text: str, /, **fields: object) -> Message:
    """Make a message: ``msg("It is {name}'s turn.", name=name)``."""
    return Message(text, fields=fields)


def nmsg(text: str, plural: str, n: int, /, **fields: object) -> Message:
    """Make a message about a number of things, which is a field too: ``{n} cards``."""
    return Message(text, plural, n, {"n": n, **fields})


def pmsg(context: str, text: str, /, **fields: object) -> Message:
    """Make a message whose English alone would not tell how to translate it."""
    return Message(text, fields=fields, context=context)


def plain(text: str) -> Message:
    """Make a message of a text that is shown as it is in every language."""
    return Message("{text}", fields={"text": text})


def listed(items: Sequence[object]) -> Message:
    """Join things by commas and a last "and"; at least one."""
    if len(items) == 1:
        return Message("{item}", fields={"item": items[0]})
    return msg("{items} and {last}", items=Joined(tuple(items[:-1])), last=items[-1])


def either(items: Sequence[object]) -> Message:
    """Join things by commas and a last "or"; at least one."""
    if len(items) == 1:
        return Message("{item}", fields={"item": items[0]})
    return msg("{items} or {last}", items=Joined(tuple(items[:-1])), last=items[-1])
