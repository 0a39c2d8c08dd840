"""What happens in a video: a script of steps, written by hand or drawn at random."""

from dataclasses import dataclass, replace

import numpy as np

from rendering.scenes import Pose
from rendering.tables import Rng
from setvision.cards import DECK, Card
from setvision.rules import find_sets
from setvision.watch.types import EventKind

ASPECT = 1.54
"""Long over short side of the cards by which places are laid out."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing happens."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Lay:
    """A hand lays cards onto the table, one after the other."""

    cards: tuple[Card, ...]
    places: tuple[Pose, ...]
    kind: EventKind
    seconds: float
    """For each card; 0: they lie there at once, as when a video begins in the middle of a game."""
    is_stack: bool = False
    """The hand holds all of them and lays one after the other; else it fetches each."""


@dataclass(frozen=True, slots=True)
class Take:
    """A hand takes cards off the table."""

    cards: tuple[Card, ...]
    is_together: bool
    """Picked up one after the other and carried away in one go."""
    seconds: float
    """For each card."""
    kind: EventKind = EventKind.TAKEN


@dataclass(frozen=True, slots=True)
class Slide:
    """A hand moves a card on the table."""

    card: Card
    place: Pose
    seconds: float


@dataclass(frozen=True, slots=True)
class Hover:
    """A hand points at cards and takes nothing."""

    cards: tuple[Card, ...]
    seconds: float
    """For each card."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """Somebody knocks against the camera."""

    shift: tuple[float, float]
    """In widths of the picture, right and down."""
    turn: float
    """Radians, clockwise."""
    zoom: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Refocus:
    """The camera looks for the sharpest picture."""

    seconds: float
    blur: float
    """Standard deviation at the worst moment, in widths of the picture."""


@dataclass(frozen=True, slots=True)
class SwitchLamp:
    """The lamp is switched on or off: another light, from 0 (as at first) to 1."""

    lamp: int
    seconds: float


Step = Wait | Lay | Take | Slide | Hover | Nudge | Refocus | SwitchLamp


@dataclass(frozen=True, slots=True)
class Play:
    """A video to be made: how the table looks and what happens on it."""

    seed: int
    """Of everything about the look that is not said here."""
    steps: tuple[Step, ...]
    room: tuple[Pose, ...]
    """All places at which cards may lie; the camera sees them."""
    table: str | None = None
    """A key of `rendering.tables.TABLE_TOPS`; chosen by the seed when None."""
    tilt_deg: float = 25.0
    """Of the camera from straight above."""
    sway: float = 0.0
    """How much the camera moves all the time, in pixels of a picture 1280 wide; a hand: about 3."""
    noise: float = 0.012
    """Standard deviation of the camera's noise in good light, 0..1."""
    hardness: float = 0.4
    """Of the light, 0..1: shadows, gradients, glare."""


def seats(rng: Rng, columns: int = 6, rows: int = 3) -> tuple[Pose, ...]:
    """Places for cards in rows, column by column as cards are dealt, four columns in the middle.

    Parameters
    ----------
    rng : numpy.random.Generator
        Gaps and how carefully the cards are laid.
    columns, rows : int
        At least four columns; the further ones are right of these.

    Returns
    -------
    tuple of Pose
        columns x rows places in card lengths; the cards stand upright.
    """
    gap = rng.uniform(0.1, 0.4, 2)
    wobble = float(rng.choice([0.015, 0.04, 0.1]))
    pitch_x, pitch_y = 1 / ASPECT + gap[0], 1 + gap[1]
    slack = min(0.05, float(gap.min()) * 0.2)
    return tuple(
        Pose(
            float(column * pitch_x + rng.normal(0, slack)),
            float(row * pitch_y + rng.normal(0, slack)),
            float(np.pi / 2 + rng.normal(0, wobble)),
        )
        for column in range(columns)
        for row in range(rows)
    )


def shuffled(rng: Rng, has_set: bool | None = None) -> list[Card]:
    """Shuffle the deck; if asked, so that the first twelve cards hold a SET or none."""
    for _ in range(2000):
        deck = [DECK[int(k)] for k in rng.permutation(81)]
        if has_set is None or bool(find_sets(deck[:12])) == has_set:
            break
    return deck


class _Table:
    """Which card lies where while a script is written."""

    def __init__(self, rng: Rng, deck: list[Card], places: tuple[Pose, ...]) -> None:
        self.rng = rng
        self.deck = deck
        self.places = places
        self.lying: dict[int, Card] = {}
        self.steps: list[Step] = []

    @property
    def seconds(self) -> float:
        """About how long the script takes."""
        return sum(_seconds(step) for step in self.steps)

    def pace(self) -> float:
        return float(self.rng.uniform(0.55, 1.1))

    def lay(self, count: int, kind: EventKind, seconds: float, is_stack: bool) -> None:
        """Deal cards into the first free places."""
        free = [k for k in range(len(self.places)) if k not in self.lying][:count]
        cards = tuple(self.deck.pop(0) for _ in free)
        self.lying.update(zip(free, cards, strict=True))
        places = tuple(self.places[k] for k in free)
        self.steps.append(Lay(cards, places, kind, seconds, is_stack))

    def take(self, cards: tuple[Card, ...], kind: EventKind = EventKind.TAKEN) -> list[int]:
        """Take cards off; return their places."""
        left = [k for card in cards for k, c in self.lying.items() if c == card]
        for k in left:
            del self.lying[k]
        pace = self.pace() if kind is EventKind.TAKEN else 0.3
        self.steps.append(
            Take(cards, kind is EventKind.CLEARED or self.rng.random() < 0.6, pace, kind)
        )
        return left

    def some(self, count: int) -> tuple[Card, ...]:
        """Draw cards that lie there."""
        cards = list(self.lying.values())
        return tuple(cards[int(k)] for k in self.rng.permutation(len(cards))[:count])

    def sets(self) -> list[tuple[Card, ...]]:
        """List the SETs that lie there."""
        cards = list(self.lying.values())
        return [tuple(cards[k] for k in triple) for triple in find_sets(cards)]

    def near(self, place: Pose) -> Pose:
        """Return a place a little off."""
        dx, dy = self.rng.normal(0, 0.02, 2)
        turn = place.turn + self.rng.normal(0, 0.03)
        return replace(place, x=place.x + float(dx), y=place.y + float(dy), turn=float(turn))


def _seconds(step: Step) -> float:
    match step:
        case Lay(cards=cards, seconds=seconds) | Take(cards=cards, seconds=seconds):
            return len(cards) * seconds + 0.7 * bool(seconds)
        case Hover(cards=cards, seconds=seconds):
            return len(cards) * seconds + 1
        case Slide(seconds=seconds):
            return seconds + 1
        case _:
            return step.seconds


def _interlude(table: _Table, lamp: int) -> int:
    """Something that changes no card; return which lamp is on after it."""
    rng = table.rng
    what = rng.choice(["hover", "nudge", "refocus", "lamp", "slide", "rest"])
    if what == "hover":
        table.steps.append(Hover(table.some(int(rng.integers(1, 4))), table.pace()))
    elif what == "nudge":
        shift = rng.normal(0, 0.015, 2)
        turn, zoom = rng.normal(0, 0.012), 1 + rng.normal(0, 0.01)
        table.steps.append(
            Nudge(
                (float(shift[0]), float(shift[1])), float(turn), float(zoom),
                float(rng.uniform(0.15, 0.5)),
            )
        )  # fmt: skip
    elif what == "refocus":
        table.steps.append(Refocus(float(rng.uniform(0.3, 0.8)), float(rng.uniform(0.002, 0.006))))
    elif what == "lamp":
        lamp = 1 - lamp
        table.steps.append(SwitchLamp(lamp, float(rng.uniform(0.03, 0.4))))
    elif what == "slide":
        (card,) = table.some(1)
        place = next(table.places[k] for k, c in table.lying.items() if c == card)
        turn = place.turn + rng.normal(0, 0.15)
        dx, dy = rng.normal(0, 0.05, 2)
        moved = Pose(place.x + float(dx), place.y + float(dy), float(turn))
        table.steps.append(Slide(card, moved, table.pace()))
    return lamp


def random_play(seed: int, seconds: float = 60.0) -> Play:
    """Draw a game on a table before a camera.

    Parameters
    ----------
    seed : int
        Everything is drawn from it.
    seconds : float
        About how long the video is; it ends with a whole step.

    Returns
    -------
    Play
    """
    rng = np.random.default_rng([1974, seed])
    deck = shuffled(rng, has_set=bool(rng.random() > 0.3))
    table = _Table(rng, deck, seats(rng))
    if rng.random() < 0.3:
        table.lay(12, EventKind.DEALT, 0.0, False)
    else:
        table.lay(12, EventKind.DEALT, float(rng.uniform(0.3, 0.7)), rng.random() < 0.5)
    lamp = 0
    while table.seconds < seconds:
        table.steps.append(Wait(float(rng.uniform(1.5, 3.5))))
        if rng.random() < 0.6:
            lamp = _interlude(table, lamp)
            table.steps.append(Wait(float(rng.uniform(1.0, 3.0))))
        sets = table.sets()
        if rng.random() < 0.12:
            places = table.take(table.some(3))
            taken = next(step for step in reversed(table.steps) if isinstance(step, Take)).cards
            table.steps.append(Wait(float(rng.uniform(0.5, 1.5))))
            back = tuple(table.near(table.places[k]) for k in places)
            table.lying.update(zip(places, taken, strict=True))
            table.steps.append(Lay(taken, back, EventKind.RETURNED, table.pace()))
        elif sets:
            table.take(sets[int(rng.integers(len(sets)))])
            table.steps.append(Wait(float(rng.uniform(0.3, 1.5))))
            if len(table.lying) < 12:
                table.lay(12 - len(table.lying), EventKind.DEALT, table.pace(), rng.random() < 0.5)
        elif len(table.lying) < 18:
            table.lay(3, EventKind.ADDED, table.pace(), rng.random() < 0.5)
        else:
            break
    table.steps.append(Wait(1.5))
    if rng.random() < 0.25:
        table.take(tuple(table.lying.values()), EventKind.CLEARED)
        table.steps.append(Wait(1.0))
    return Play(
        seed,
        tuple(table.steps),
        table.places,
        tilt_deg=float(rng.uniform(5, 40)),
        sway=float(rng.choice([0.0, 0.15, 0.6, 3.0], p=[0.25, 0.35, 0.25, 0.15])),
        noise=float(rng.uniform(0.006, 0.022)),
        hardness=float(rng.uniform(0.2, 0.6)),
    )


def sample_play(seed: int) -> Play:
    """Write the script of the sample video: everything that issue and README speak of, once."""
    rng = np.random.default_rng([1991, seed])
    table = _Table(rng, shuffled(rng, has_set=True), seats(rng, columns=5))
    table.lay(12, EventKind.DEALT, 0.32, True)
    table.steps += [Wait(1.2), Hover(table.some(2), 0.5), Wait(0.8)]
    table.take(table.sets()[0])
    table.steps.append(Wait(0.6))
    table.lay(3, EventKind.DEALT, 0.4, True)
    table.steps += [Wait(1.4), Nudge((-0.025, 0.008), 0.02, 1.01, 0.35), Wait(1.3)]
    table.steps += [SwitchLamp(1, 0.1), Wait(2.0)]
    table.lay(3, EventKind.ADDED, 0.4, False)
    table.steps.append(Wait(1.4))
    table.take(table.sets()[0])
    table.steps.append(Wait(1.2))
    return Play(
        seed,
        tuple(table.steps),
        table.places,
        table="wood",
        tilt_deg=24,
        sway=0.15,
        noise=0.004,
        hardness=0.25,
    )
