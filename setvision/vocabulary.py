"""What people call the values of a card, in the languages of setvision.

For each language and feature there are three groups of words, one for each value, and the endings
that any of them may have. The words of every edition come before what else is said; inflected
forms that no ending makes are written out. Accents and capitals do not count.

Two words are taken as their players mean them, not by the dictionary: *golf* is the Dutch wave,
and *szögletes* (angular) is what the Hungarian edition calls the squiggle.

A word that stands in two groups is ambiguous, as *pink* is, which some say of the red of their
deck and some of the purple: :func:`senses` gives all its meanings, and nobody guesses.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["Sense", "plainly", "senses"]


class Sense(NamedTuple):
    """What a word means in one language."""

    lang: str
    feature: int
    """0 color, 1 shape, 2 count, 3 fill, as in the values of a card."""
    value: int
    """0 to 2."""


class _Group(NamedTuple):
    """The words of one feature in one language."""

    values: tuple[str, str, str]
    endings: str = ""
    """That a word may have, besides none."""


_WORDS: Final[Mapping[str, tuple[_Group, _Group, _Group, _Group]]] = {
    "en": (
        _Group(("red pink", "green", "purple violet pink")),
        _Group(
            (
                "oval ellipse pill stadium",
                "squiggle wave worm snake squiggly wavy",
                "diamond rectangle rhombus rhombuses rhombi lozenge",
            ),
            "s",
        ),
        _Group(("1 one single", "2 two double", "3 three triple")),
        _Group(
            (
                "solid full filled plain",
                "striped speckled stripe stripes stripy hatched shaded dotted lined",
                "open empty outlined outline hollow unfilled unshaded plain lined",
            )
        ),
    ),
    "de": (
        _Group(
            ("rot pink rosa", "grün gruen", "violett lila purpur purpurn pink rosa"),
            "e en er es em ne nes ner",
        ),
        _Group(
            (
                "oval ellipse",
                "welle schlange schnörkel schnoerkel kringel wurm würmer wuermer gewellt",
                "raute rechteck rhombus rhomben karo diamant",
            ),
            "e en er es n s",
        ),
        _Group(
            ("1 eins ein eine einen eines einer einem", "2 zwei zwo", "3 drei"),
        ),
        _Group(
            (
                "voll gefüllt gefuellt ausgefüllt ausgefuellt",
                "gestreift gesprenkelt schraffiert gepunktet liniert",
                "leer offen hohl umrandet ungefüllt ungefuellt",
            ),
            "e en er es em",
        ),
    ),
    "nl": (
        _Group(
            ("rood rode roze", "groen", "paars violet violett lila roze"),
            "e",
        ),
        _Group(
            (
                "ovaal oval ellips",
                "golf golven gekruld krul krullen slang kronkel gegolfd",
                "ruit rechthoek diamant",
            ),
            "e en s je jes",
        ),
        _Group(("1 een", "2 twee", "3 drie")),
        _Group(
            (
                "vol volle gevuld effen",
                "gestreept gespikkeld gestippeld gearceerd gestreepte",
                "leeg lege open hol holle omlijnd ongevuld",
            ),
            "e",
        ),
    ),
    "hu": (
        _Group(
            ("piros vörös rózsaszín rózsaszínű", "zöld", "lila ibolya rózsaszín rózsaszínű"),
            "ak ek k at et t akat eket kat",
        ),
        _Group(
            (
                "ovális ellipszis",
                "szögletes hullám hullámos kígyó kukac",
                "rombusz téglalap gyémánt",
            ),
            "ok ek ak k ot et at t okat eket akat kat",
        ),
        _Group(
            ("1 egy egyes", "2 két kettő kettes dupla", "3 három hármas"),
        ),
        _Group(
            (
                "kitöltött teli tele tömör telt",
                "árnyékolt csíkos csíkozott sávos vonalkázott pöttyös pettyes pontozott",
                "körvonalazott körvonalas üres nyitott",
            ),
            "ak ek k at et t akat eket ok ot okat",
        ),
    ),
}


def plainly(word: str) -> str:
    """Return a word in lower case without accents."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _table() -> dict[str, frozenset[Sense]]:
    table: dict[str, set[Sense]] = defaultdict(set)
    for lang, groups in _WORDS.items():
        for feature, group in enumerate(groups):
            for value, words in enumerate(group.values):
                for word in words.split():
                    for ending in ("", *group.endings.split()):
                        table[plainly(word + ending)].add(Sense(lang, feature, value))
    return {word: frozenset(found) for word, found in table.items()}


_SENSES: Final = _table()


def senses(word: str, lang: str | None = None) -> frozenset[Sense]:
    """Return what a word can mean; nothing when it is not known.

    Parameters
    ----------
    word
        One word, in any case, with its accents or without.
    lang
        A language whose meaning of the word, where it has one, goes before all others.
    """
    found = _SENSES.get(plainly(word), frozenset())
    return frozenset(sense for sense in found if sense.lang == lang) or found
