"""setvision reads the cards of the game SET in photos.

The names below are loaded when they are first used: the rules alone (``setvision.rules``) work
without OpenCV and NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from setvision.cards import DECK, SMALL_DECK, Card, Color, Edition, Feature, Fill, Shape
    from setvision.errors import SetVisionError
    from setvision.pipeline import Reader, read
    from setvision.rules import Explanation, explain, find_sets, is_set, third
    from setvision.table import SeenCard, Table, Verdict
    from setvision.words import Words, words_for

__version__ = "0.1.0"

__all__ = [
    "DECK",
    "SMALL_DECK",
    "Card",
    "Color",
    "Edition",
    "Explanation",
    "Feature",
    "Fill",
    "Reader",
    "SeenCard",
    "SetVisionError",
    "Shape",
    "Table",
    "Verdict",
    "Words",
    "__version__",
    "explain",
    "find_sets",
    "is_set",
    "read",
    "third",
    "words_for",
]

_HOME: Final = {
    "DECK": "cards",
    "SMALL_DECK": "cards",
    "Card": "cards",
    "Color": "cards",
    "Edition": "cards",
    "Explanation": "rules",
    "Feature": "cards",
    "Fill": "cards",
    "Reader": "pipeline",
    "SeenCard": "table",
    "SetVisionError": "errors",
    "Shape": "cards",
    "Table": "table",
    "Verdict": "table",
    "Words": "words",
    "explain": "rules",
    "find_sets": "rules",
    "is_set": "rules",
    "read": "pipeline",
    "third": "rules",
    "words_for": "words",
}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value  # so that the next use finds it directly
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
