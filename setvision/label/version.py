"""Which program with which networks reads a photo."""

import hashlib
from typing import Final

from setvision import __version__
from setvision.vision.model import model_bytes

__all__ = ["PROGRAM", "model_version"]

PROGRAM: Final = f"setvision {__version__}"

_FILES: Final = ("finder.onnx", "refiner.onnx", "reader.onnx", "familiar.npz", "calibration.json")


def model_version(decks: int = 1, deck: bytes | None = None) -> str:
    """Return a text that is another whenever photos may be read differently.

    It holds the version of setvision and a hash of the networks, ``0.1.0+3f2a90c1d4e5``, and the
    number of decks where it is not one.

    Parameters
    ----------
    decks
        How many decks lie on the tables.
    deck
        Content of the file of a taught deck; it counts as one more network.

    Raises
    ------
    ModelError
        When a network is missing or damaged.
    """
    digest = hashlib.sha256()
    for name in _FILES:
        digest.update(hashlib.sha256(model_bytes(name)).digest())
    if deck is not None:
        digest.update(hashlib.sha256(deck).digest())
    return f"{__version__}+{digest.hexdigest()[:12]}" + (f".decks{decks}" if decks != 1 else "")
