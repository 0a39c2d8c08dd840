"""What was really to be seen in a video, frame by frame."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setvision.cards import Card
from setvision.watch.types import EventKind


@dataclass(frozen=True, slots=True, eq=False)
class TrueCard:
    """A card in a frame."""

    id: int
    card: Card
    quad: NDArray[np.float64]
    """(4, 2) pixels."""
    visible: float
    """Share of it that is seen, 0..1."""
    is_held: bool
    """In a hand, not on the table."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueFrame:
    """All cards of a frame."""

    time_s: float
    is_still: bool
    """No hand, no motion, no change of light, focus or exposure."""
    has_hand: bool
    cards: tuple[TrueCard, ...]


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """Something that happened; `begin_s` and `end_s` in seconds since the video began."""

    kind: EventKind
    begin_s: float
    end_s: float
    cards: frozenset[Card]


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """A whole video."""

    frames: tuple[TrueFrame, ...]
    events: tuple[ToldEvent, ...]


class TruthError(Exception):
    """The truth of a video cannot be read; the text says why in one line."""


def load_truth(path: Path) -> Truth:
    """Read the JSON file that `scripts/render.py video` writes beside a video.

    Raises
    ------
    TruthError
        When it is missing or no such file.
    """
    try:
        data = json.loads(path.read_text())
        if data["schema"] != 1:
            raise TruthError(f"{path}: schema {data['schema']} is not known")
        frames = tuple(_frame(row) for row in data["frames"])
        events = tuple(
            ToldEvent(
                EventKind(row["kind"]), row["begin"], row["time"],
                frozenset(Card.parse(code) for code in row["cards"]),
            )
            for row in data["events"]
        )  # fmt: skip
    except OSError as error:
        raise TruthError(f"{path}: the truth of the video: {error.strerror}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise TruthError(f"{path} is no truth of a video ({error!r})") from None
    return Truth(frames, events)


def _frame(row: dict[str, Any]) -> TrueFrame:
    cards = tuple(
        TrueCard(
            each["id"], Card.parse(each["code"]), np.array(each["quad"], np.float64),
            each["visible"], each["held"],
        )
        for each in row["cards"]
    )  # fmt: skip
    return TrueFrame(row["time"], row["is_still"], row["hand"], cards)
