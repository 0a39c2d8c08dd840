"""Everything that setvision raises on purpose.

::

    SetVisionError
    ├── ImageReadError        a picture cannot be read
    ├── ModelError            a trained network is missing, damaged or does not fit
    ├── CardCodeError         a text or value names no card            (also a ValueError)
    ├── DuplicateCardError    the same card where different ones must be (also a ValueError)
    ├── IllegalMoveError      the rules of a game do not allow a move now
    ├── GameLogError          the log of a game is damaged or of another kind
    ├── LabelsError           a file of labels is damaged or of another kind
    ├── DeckError             a taught deck is damaged or fits other networks
    ├── OutputError           a result cannot be written
    ├── SourceError           a camera, video or stream cannot be opened
    ├── ClusterError          a cluster can't be reached, or has another setvision
    ├── UsageError            what was asked for cannot be done at all
    ├── UnknownLanguageError  no catalog for a language                (also a ValueError)
    ├── MissingExtraError     an optional package is not installed     (also an ImportError)
    └── MissingLibraryError   OpenCV cannot be loaded                  (also an ImportError)

Each message is one line that a person can act on, so a program may print ``str(error)``, which is
English, or ``words(error.message)`` and stop.
"""

from setvision.message import Message, plain

__all__ = [
    "CardCodeError",
    "ClusterError",
    "DeckError",
    "DuplicateCardError",
    "GameLogError",
    "IllegalMoveError",
    "ImageReadError",
    "LabelsError",
    "MissingExtraError",
    "MissingLibraryError",
    "ModelError",
    "OutputError",
    "SetVisionError",
    "SourceError",
    "UnknownLanguageError",
    "UsageError",
]


class SetVisionError(Exception):
    """The base of all errors of this package.

    Parameters
    ----------
    message
        What is wrong and what would do, to be translated; a plain text is never translated.
    """

    def __init__(self, message: Message | str = "") -> None:
        super().__init__(message)
        self.message = message if isinstance(message, Message) else plain(message)

    def __str__(self) -> str:
        return str(self.message)


class ImageReadError(SetVisionError):
    """A picture is missing, broken, too large or of an unknown kind.

    Parameters
    ----------
    message
        Which picture it is and what is wrong with it.
    source
        The picture as its user named it, where it could not even be looked for.
    problem
        What is wrong, without the name.
    """

    def __init__(
        self,
        message: Message | str = "",
        *,
        source: str | None = None,
        problem: Message | None = None,
    ) -> None:
        super().__init__(message)
        self.source = source
        self.problem = problem or self.message


class ModelError(SetVisionError):
    """A trained network is missing, was changed, or does not fit this version."""


class CardCodeError(SetVisionError, ValueError):
    """A text or a value does not name a card."""


class DuplicateCardError(SetVisionError, ValueError):
    """The same card is given twice where a deck has it once."""


class IllegalMoveError(SetVisionError):
    """The rules do not allow a move now; the message says what they do allow."""


class GameLogError(SetVisionError):
    """The log of a game is damaged, or is none."""


class LabelsError(SetVisionError):
    """A file of labels, or a line of one, is damaged or of a kind that is not known."""


class DeckError(SetVisionError):
    """The file of a taught deck is damaged, is none, or fits other networks."""


class OutputError(SetVisionError):
    """A result cannot be written: the disk is full, or the folder may not be written to."""


class SourceError(SetVisionError):
    """There is no such camera, video, folder or stream, or it gives no pictures."""


class ClusterError(SetVisionError):
    """A cluster cannot be reached, or its workers are not of the same version."""


class UsageError(SetVisionError):
    """What was asked for cannot be done at all, whatever the pictures are."""


class UnknownLanguageError(SetVisionError, ValueError):
    """A language is asked for that setvision does not speak."""


class MissingExtraError(SetVisionError, ImportError):
    """A feature needs a package that is installed only on request."""


class MissingLibraryError(SetVisionError, ImportError):
    """OpenCV, or a system library that it needs, cannot be loaded."""
