"""The written forms of a card: a code of four characters, and words of four languages.

The code is ``2rto``: count (1-3), color (r g p), fill (f full, t striped, e empty), shape (o oval,
w squiggle, d diamond). No letter stands for two things, so it is understood in any order.

Words are those of English, German, Dutch and Hungarian, in any order and form
(:mod:`setvision.vocabulary`). Whoever knows the language says so: a word that means different
things in two languages is taken as it is meant there, and is an error otherwise.
"""

import re
import reprlib
from collections.abc import Iterable
from typing import Final

from setvision.errors import CardCodeError
from setvision.message import Joined, Message, either, msg, pmsg
from setvision.vocabulary import senses

__all__ = ["Values", "code_of", "is_code", "values_of"]

Values = tuple[int, int, int, int]
"""Color, shape, count and fill of a card, each as 0..2."""

_COLOR, _SHAPE, _COUNT, _FILL = range(4)
_LETTERS: Final = ("rgp", "owd", "123", "fte")
_ORDER: Final = (_COUNT, _COLOR, _FILL, _SHAPE)
_PLACE: Final = {
    letter: (feature, value)
    for feature, letters in enumerate(_LETTERS)
    for value, letter in enumerate(letters)
}

# Keyboards for Chinese and Japanese write letters and digits as wide as their own signs.
_OF_FULL_WIDTH: Final = {0xFEE0 + sign: sign for sign in range(0x21, 0x7F)}

_FEATURES: Final = tuple(pmsg("feature", name) for name in ("color", "shape", "count", "fill"))
_VALUES: Final[tuple[tuple[Message | str, ...], ...]] = (
    tuple(pmsg("value", word) for word in ("red", "green", "purple")),
    tuple(pmsg("value", word) for word in ("oval", "squiggle", "diamond")),
    ("1", "2", "3"),
    tuple(pmsg("value", word) for word in ("solid", "striped", "open")),
)


def code_of(values: Values) -> str:
    """Return the four characters that stand for a card, such as ``2rto``."""
    return "".join(_LETTERS[feature][values[feature]] for feature in _ORDER)


def is_code(text: str) -> bool:
    """Tell whether a text is the code of a card, in any order and case."""
    return _values_of_code(text) is not None


def values_of(text: str, lang: str | None = None) -> Values:
    """Read a card from its code or from words.

    Parameters
    ----------
    text
        ``2rto``, ``two red striped ovals``, ``zwei rote gestreifte Ovale``.
    lang
        ``en``, ``de``, ``nl`` or ``hu``: the language whose meaning of a word goes before all
        others. Words of every language are understood all the same.

    Raises
    ------
    CardCodeError
        When the text names no card, or leaves open which; the message says what would do.
    """
    found = _values_of_code(text)
    return found if found is not None else _values_of_words(text, lang)


def _values_of_code(text: str) -> Values | None:
    letters = text.translate(_OF_FULL_WIDTH).strip().lower()
    if len(letters) != len(_ORDER) or not all(letter in _PLACE for letter in letters):
        return None
    return _in_order(dict(_PLACE[letter] for letter in letters))


def _in_order(values: dict[int, int]) -> Values | None:
    if len(values) != len(_FEATURES):
        return None
    return values[_COLOR], values[_SHAPE], values[_COUNT], values[_FILL]


def _values_of_words(text: str, lang: str | None) -> Values:
    values: dict[int, int] = {}
    card = reprlib.repr(text)
    for word in re.split(r"[\s,;/_+-]+", text.strip()):
        if not word:
            continue
        feature, value = _meaning(word, card, lang)
        if values.setdefault(feature, value) != value:
            raise CardCodeError(_contradiction(feature, card))
    found = _in_order(values)
    if found is None:
        missing = [feature for feature in range(4) if feature not in values]
        raise CardCodeError(
            msg(
                "card {card} lacks its {features}; {advice}",
                card=card,
                features=Joined(tuple(_FEATURES[feature] for feature in missing)),
                advice=_advice(missing),
            )
        )
    return found


def _meaning(word: str, card: str, lang: str | None) -> tuple[int, int]:
    """Return the feature and value that a word of a card stands for."""
    meanings = sorted({(sense.feature, sense.value) for sense in senses(word, lang)})
    if not meanings:
        raise CardCodeError(
            msg(
                "card {card}: {word} is not known; {advice}",
                card=card,
                word=reprlib.repr(word),
                advice=_advice(range(4)),
            )
        )
    if len(meanings) > 1:
        raise CardCodeError(
            msg(
                "card {card}: {word} may mean {meanings}; write the one that it is",
                card=card,
                word=reprlib.repr(word),
                meanings=either([_VALUES[feature][value] for feature, value in meanings]),
            )
        )
    return meanings[0]


def _contradiction(feature: int, card: str) -> Message:
    advice = _advice([feature])
    return (
        msg("card {card} has two colors; {advice}", card=card, advice=advice),
        msg("card {card} has two shapes; {advice}", card=card, advice=advice),
        msg("card {card} has two counts; {advice}", card=card, advice=advice),
        msg("card {card} has two fills; {advice}", card=card, advice=advice),
    )[feature]


def _advice(features: Iterable[int]) -> Message:
    values = tuple(
        msg("{feature}: {values}", feature=_FEATURES[feature], values=Joined(_VALUES[feature]))
        for feature in features
    )
    return msg("write a code such as 2rto, or words ({values})", values=Joined(values, "; "))
