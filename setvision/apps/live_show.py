"""What the live window shows and how it answers keys and clicks, without the window itself."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from setvision.calls import card_at
from setvision.cards import Edition
from setvision.errors import UsageError
from setvision.media.screen import Screen
from setvision.message import Message, msg
from setvision.table import Table, Verdict
from setvision.view import View, lines_of, marks_of, tapped, with_next_hint, with_next_set
from setvision.vision.types import Image
from setvision.watch.types import Frame, Watched
from setvision.words import Words

__all__ = ["KEYS", "Act", "Beside", "Moment", "Show", "keys_listed"]

KEYS: Final = (
    ("q", msg("quit (also Esc)")),
    ("space", msg("freeze the picture, and go on")),
    ("s", msg("save the picture and its JSON")),
    ("h", msg("a hint: whether there is a SET, then its cards")),
    ("n", msg("the next SET alone")),
    ("r", msg("the referee, or these keys")),
    ("click", msg("call a card; three are judged")),
)
"""What can be pressed in the window, and what it does."""

_TOLD_FOR_S: Final = 4.0


class Act(Enum):
    """What a key asks of those who own the window and the files."""

    NOTHING = "nothing"
    QUIT = "quit"
    SAVE = "save"


class Beside(Protocol):
    """What stands in the panel, and may have keys of its own: the game that is played."""

    def headline(self) -> Message:
        """Return what stands above the picture, where nothing else was asked for."""

    def lines(self) -> tuple[Message, ...]:
        """Return what stands in the panel."""

    def press(self, key: str, table: Table, called: tuple[int, ...]) -> bool:
        """Take a key that the window does not know; False when it means nothing here."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A frame and what is known of the table in it."""

    image: Image
    table: Table


def keys_listed() -> tuple[Message, ...]:
    """Return the keys of the window, a line each."""
    return tuple(Message("{key}: {what}", fields={"key": key, "what": what}) for key, what in KEYS)


class Show:
    """The state of one window: what was asked for, what is frozen, what was just said.

    Parameters
    ----------
    words
        The language.
    beside
        The game that is played, or None.
    """

    def __init__(self, words: Words, beside: Beside | None = None) -> None:
        self._words = words
        self._beside = beside
        self._has_panel = beside is not None
        self._screen = Screen(words)
        self._edition = Edition.STANDARD
        self._view = View()
        self._now: Moment | None = None
        self._frozen: Moment | None = None
        self._time_s = 0.0
        self._told: tuple[Message, float] | None = None

    @property
    def moment(self) -> Moment | None:
        """What is shown: the frozen picture, or the newest; None before the first."""
        return self._frozen or self._now

    def see(self, frame: Frame, watched: Watched) -> None:
        """Take the newest frame and what is known of it."""
        self._now = Moment(frame.image, watched.table)
        self._time_s = frame.time_s

    def tell(self, message: Message) -> None:
        """Say something for a few seconds."""
        self._told = (message, self._time_s + _TOLD_FOR_S)

    def press(self, key: str) -> Act:
        """Answer a key: a letter, a digit, ``space`` or ``esc``.

        Raises
        ------
        SetVisionError
            When the game does not allow what the key asks for.
        """
        match key:
            case "q" | "esc":
                return Act.QUIT
            case "s":
                return Act.SAVE if self.moment is not None else Act.NOTHING
            case "space":
                self._frozen = None if self._frozen is not None else self._now
            case "h":
                self._view = with_next_hint(self._view)
            case "n" if self.moment is not None:
                self._view = with_next_set(self._view, self.moment.table)
            case "r":
                self._has_panel = not self._has_panel
            case _ if self._beside is not None and self.moment is not None:
                if self._beside.press(key, self.moment.table, self._view.called):
                    self._view = View()
        return Act.NOTHING

    def click(self, x: float, y: float) -> None:
        """Call the card at a point of the picture that was shown last, in its pixels."""
        if self.moment is None:
            return
        try:
            card = card_at(self.moment.table, *self._screen.point_in_image(x, y))
        except UsageError:
            return
        self._view = tapped(self._view, card.id)

    def picture(self, trouble: Message | None = None) -> NDArray[np.uint8] | None:
        """Return the picture to show; None before the first frame.

        Parameters
        ----------
        trouble
            What is the matter with the camera.
        """
        moment = self.moment
        if moment is None:
            return None
        table = moment.table
        if table.edition is not self._edition:
            self._edition = table.edition
            self._words = self._words.in_edition(table.edition)
            self._screen = Screen(self._words)
        self._view = self._without_gone(table)
        lines, marks = lines_of(self._view, table), marks_of(self._view, table)
        if self._beside is not None and self._view == View():
            lines, marks = (self._beside.headline(),), {}  # who plays wants to find them
        is_doubtful = table.verdict is Verdict.UNSURE and not self._view.called
        if trouble is not None:
            lines, is_doubtful = (trouble,), True
        elif self._told is not None and self._time_s < self._told[1]:
            lines = (lines[0], self._told[0])
        elif self._frozen is not None and len(lines) == 1:
            lines = (lines[0], msg("frozen"))
        beside = self._panel() if self._has_panel else ()
        return self._screen.picture(
            moment.image,
            table,
            marks,
            [self._words(line) for line in lines],
            beside=[self._words(line) for line in beside],
            is_doubtful=is_doubtful,
        )

    def _panel(self) -> tuple[Message, ...]:
        return keys_listed() if self._beside is None else self._beside.lines()

    def _without_gone(self, table: Table) -> View:
        """Drop calls of cards that lie there no more."""
        there = {seen.id for seen in table.cards}
        called = tuple(card for card in self._view.called if card in there)
        return self._view if called == self._view.called else replace(self._view, called=called)
