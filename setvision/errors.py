"""Everything that setvision raises on purpose.

::

    SetVisionError
    ├── ImageReadError        a picture cannot be read
    ├── ModelError            a trained network is missing, damaged or does not fit
    ├── CardCodeError         a text or value names no card            (also a ValueError)
    ├── DuplicateCardError    the same card where different ones must be (also a ValueError)
    ├── MissingExtraError     an optional package is not installed     (also an ImportError)
    └── MissingLibraryError   OpenCV cannot be loaded                  (also an ImportError)

Each message is one line that a person can act on, so a program may print ``str(error)`` and stop.
"""

__all__ = [
    "CardCodeError",
    "DuplicateCardError",
    "ImageReadError",
    "MissingExtraError",
    "MissingLibraryError",
    "ModelError",
    "SetVisionError",
]


class SetVisionError(Exception):
    """The base of all errors of this package."""


class ImageReadError(SetVisionError):
    """A picture is missing, broken, too large or of an unknown kind."""


class ModelError(SetVisionError):
    """A trained network is missing, was changed, or does not fit this version."""


class CardCodeError(SetVisionError, ValueError):
    """A text or a value does not name a card."""


class DuplicateCardError(SetVisionError, ValueError):
    """The same card is given twice where a deck has it once."""


class MissingExtraError(SetVisionError, ImportError):
    """A feature needs a package that is installed only on request."""


class MissingLibraryError(SetVisionError, ImportError):
    """OpenCV, or a system library that it needs, cannot be loaded."""
