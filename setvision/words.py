"""Everything that a person reads, in the person's language.

A :class:`Words` turns messages (:mod:`setvision.message`), cards and their values into text::

    words = words_for("de")
    words(msg("Deal {n} cards", n=3))
    words(Card.parse("2rto"))  # zwei rote gestreifte Ovale

The languages are those that have a catalog in ``setvision/locale``, and English. How a language
says cards stands in its catalog too: the words of a card are looked up in the context of the
symbol that they describe, once for one symbol and once for several, since many languages make
them agree (``ein rotes Oval``, ``eine rote Welle``, ``zwei rote Wellen``).
"""

import gettext
import locale
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from setvision.cards import Card, Color, Edition, Feature, Fill, Shape
from setvision.errors import SetVisionError, UnknownLanguageError
from setvision.message import (
    Joined,
    Message,
    Number,
    either,
    listed,
    msg,
    nmsg,
    plain,
    pmsg,
)

__all__ = [
    "LANGUAGES",
    "Joined",
    "Message",
    "Number",
    "Symbols",
    "Words",
    "card_messages",
    "either",
    "listed",
    "msg",
    "nmsg",
    "plain",
    "pmsg",
    "words_for",
]

LANGUAGES: Final = ("en", "de", "nl", "hu")
"""The languages that setvision speaks; the first is the one that messages are written in."""

# What stands between thousands, and before the decimals.
_SEPARATORS: Final = {"en": (",", "."), "de": (".", ","), "nl": (".", ","), "hu": ("\xa0", ",")}

# How systems that know no codes of languages begin the names of their locales.
_NAMED: Final = {"english": "en", "german": "de", "dutch": "nl", "hungarian": "hu"}

_COUNTS: Final = ("one", "two", "three")


@dataclass(frozen=True, slots=True)
class Symbols:
    """Symbols of one shape with their number, as part of a message: ``two ovals``."""

    shape: Shape
    count: int
    """1 to 3."""

    def __str__(self) -> str:
        return f"{_COUNTS[self.count - 1]} {self.shape}{'' if self.count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Words:
    """A language, with the words of one edition of the cards; made by :func:`words_for`."""

    lang: str
    """One of :data:`LANGUAGES`."""
    edition: Edition
    _catalog: gettext.NullTranslations

    def __call__(self, thing: object) -> str:
        """Put a thing in words.

        Parameters
        ----------
        thing
            A message, or what a message may hold: a card, a color, shape, fill or feature,
            :class:`Symbols`, a number, joined things. An error of setvision is what it says.
            Everything else is shown by its ``str``, names of players for one.
        """
        match thing:
            case Message():
                return self._translated(thing)
            case SetVisionError():
                return self._translated(thing.message)
            case Card():
                return self._card(thing)
            case Symbols():
                return self._symbols(thing)
            case Color() | Shape() | Fill():
                return self._translated(pmsg("value", self.edition.word(thing)))
            case Feature():
                return self._translated(pmsg("feature", thing.value))
            case Number():
                return self._number(thing)
            case Joined():
                return thing.separator.join(map(self, thing.items))
            case _:
                return str(thing)

    def in_edition(self, edition: Edition) -> "Words":
        """Return the same language with the words of another edition."""
        return Words(self.lang, edition, self._catalog)

    def _translated(self, message: Message) -> str:
        text, plural, context = message.text, message.plural, message.context
        if not text:  # the catalogs keep what is about themselves there
            return ""
        n = 1 if message.n is None else message.n
        match plural is None, context is None:
            case True, True:
                text = self._catalog.gettext(text)
            case True, False:
                text = self._catalog.pgettext(str(context), text)
            case False, True:
                text = self._catalog.ngettext(text, str(plural), n)
            case _:
                text = self._catalog.npgettext(str(context), text, str(plural), n)
        return text.format_map({name: self(value) for name, value in message.fields.items()})

    def _card(self, card: Card) -> str:
        word = self.edition.word
        return self._translated(
            _phrase(word(card.shape), card.count, word(card.color), word(card.fill))
        )

    def _symbols(self, symbols: Symbols) -> str:
        noun = self.edition.word(symbols.shape)
        return self._translated(
            pmsg(
                "symbols",
                "{count} {shape}",
                count=pmsg(noun, _COUNTS[symbols.count - 1]),
                shape=_noun(noun, symbols.count),
            )
        )

    def _number(self, number: Number) -> str:
        thousands, decimal = _SEPARATORS[self.lang]
        swapped = {",": thousands, ".": decimal}
        return "".join(swapped.get(sign, sign) for sign in str(number))


def words_for(lang: str | None = None, edition: Edition = Edition.STANDARD) -> Words:
    """Return a language with the words of an edition.

    Parameters
    ----------
    lang
        ``en``, ``de``, ``nl`` or ``hu``, also with a region as in ``de_AT``. None takes the
        language that the system is set to, and English where setvision does not speak that one.
    edition
        The deck whose words are used.

    Raises
    ------
    UnknownLanguageError
        When a language is asked for that is none of these.
    """
    code = _system_language() if lang is None else _code(lang)
    if code is None:
        raise UnknownLanguageError(
            msg(
                "{language} is not a language that setvision speaks; choose {languages}",
                language=repr(lang),
                languages=either(LANGUAGES),
            )
        )
    return Words(code, edition, _catalog(code))


def _system_language() -> str:
    # The order in which gettext itself looks; LANGUAGE may hold several, the best first.
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            codes = (_code(lang) for lang in value.split(":"))
            return next((code for code in codes if code), LANGUAGES[0])
    return _code(locale.getlocale()[0] or "") or LANGUAGES[0]


def _code(lang: str) -> str | None:
    language = lang.strip().lower().replace("-", "_").split(".")[0].split("_")[0]
    language = _NAMED.get(language, language)
    return language if language in LANGUAGES else None


@cache
def _catalog(lang: str) -> gettext.NullTranslations:
    if lang == LANGUAGES[0]:
        return gettext.NullTranslations()
    path = files("setvision") / "locale" / lang / "LC_MESSAGES" / "setvision.mo"
    with path.open("rb") as stream:
        return gettext.GNUTranslations(stream)


def card_messages() -> Iterator[Message]:
    """Yield every message that cards and their values are put together from.

    They are made from the values, not written out where they are used, so the catalogs take them
    from here.
    """
    for feature in Feature:
        yield pmsg("feature", feature.value)
    for kind in (Color, Shape, Fill):
        yield from (pmsg("value", word) for word in _words_of(kind))
    yield pmsg("card", "{count} {color} {fill} {shape}")
    yield pmsg("symbols", "{count} {shape}")
    for noun in _words_of(Shape):
        yield _noun(noun, 1)
        yield from (pmsg(noun, count) for count in _COUNTS)
        yield from (_adjective(noun, word, 1) for word in (*_words_of(Color), *_words_of(Fill)))


def _words_of(kind: type[Color] | type[Shape] | type[Fill]) -> list[str]:
    """List the English words of all editions."""
    return list(dict.fromkeys(edition.word(value) for edition in Edition for value in kind))


def _phrase(noun: str, count: int, color: str, fill: str) -> Message:
    return pmsg(
        "card",
        "{count} {color} {fill} {shape}",
        count=pmsg(noun, _COUNTS[count - 1]),
        color=_adjective(noun, color, count),
        fill=_adjective(noun, fill, count),
        shape=_noun(noun, count),
    )


def _noun(noun: str, count: int) -> Message:
    return Message(noun, f"{noun}s", count, context="symbol")


def _adjective(noun: str, word: str, count: int) -> Message:
    return Message(word, word, count, context=noun)
