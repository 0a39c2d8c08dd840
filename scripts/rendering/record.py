"""A play performed: where cards, hand, camera and lamp are in each frame of a video."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rendering.hand import Grip
from rendering.play import (
    Hover,
    Lay,
    Nudge,
    Play,
    Refocus,
    Slide,
    Step,
    SwitchLamp,
    Take,
    Wait,
)
from rendering.scenes import Pose
from rendering.webcam import Viewpoint, shift_matrix
from setvision.cards import Card
from setvision.watch.types import EventKind

Floats = NDArray[np.float64]

GRASP = 0.3
"""From the fingertips to the middle of a card that they hold, in card lengths."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table or in a hand."""

    id: int
    """Stays with the card for the whole video."""
    card: Card
    place: Pose
    height: float
    """Over the table, in card lengths; 0 while it lies there."""


@dataclass(frozen=True, slots=True)
class HandPose:
    """Where a hand is."""

    tip: tuple[float, float]
    """On the table, in card lengths."""
    turn: float
    """Direction from the fingertips to the elbow, radians."""
    height: float
    grip: Grip
    person: int


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """The world at the moment of a frame."""

    time_s: float
    lying: tuple[LaidCard, ...]
    held: tuple[LaidCard, ...]
    hand: HandPose | None
    camera: Floats
    """(3, 3) motion of the picture."""
    lamp: float
    """From the first light, 0, to the other, 1."""
    blur: float
    """Standard deviation in widths of the picture."""
    is_still: bool
    """Whether nobody and nothing but the camera's own sway moves."""


@dataclass(frozen=True, slots=True)
class TrueEvent:
    """What happened, and when."""

    kind: EventKind
    begin_s: float
    """When the first card lay on the table or left it."""
    time_s: float
    """When the last one did."""
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Performance:
    """A whole video before it is rendered."""

    shots: tuple[Shot, ...]
    events: tuple[TrueEvent, ...]


def perform(play: Play, view: Viewpoint, fps: float) -> Performance:
    """Say for each frame of a video where everything is.

    Parameters
    ----------
    play : Play
        What happens.
    view : Viewpoint
        The camera; hands come from outside of its picture.
    fps : float
        Frames a second.

    Returns
    -------
    Performance
    """
    stage = _Performer(play, view, fps)
    for step in play.steps:
        stage.do(step)
    return Performance(tuple(stage.shots), tuple(stage.events))


def _eased(part: float) -> float:
    """Go from 0 to 1 as hands do, with the least jerk."""
    return part**3 * (10 - 15 * part + 6 * part * part)


class _Performer:
    """The table while time passes."""

    def __init__(self, play: Play, view: Viewpoint, fps: float) -> None:
        self._view = view
        self._fps = fps
        self._rng = np.random.default_rng([1991, play.seed])
        self._sway = play.sway * view.width / 1280
        self._phases = self._rng.uniform(0, 6.28, (3, 4))
        self.shots: list[Shot] = []
        self.events: list[TrueEvent] = []
        self._lying: list[LaidCard] = []
        self._held: list[LaidCard] = []
        self._ids: dict[Card, int] = {}
        self._hand: HandPose | None = None
        self._person = 0
        self._shoulder = np.zeros(2)
        self._shift, self._turn, self._zoom = np.zeros(2), 0.0, 1.0
        self._lamp = 0.0
        self._blur = 0.0
        places = np.array([[p.x, p.y] for p in play.room])
        self._middle = (places.min(0) + places.max(0)) / 2
        self._reach = float(np.linalg.norm(np.ptp(places, axis=0))) / 2 + 1

    @property
    def _now(self) -> float:
        return len(self.shots) / self._fps

    def do(self, step: Step) -> None:
        match step:
            case Wait():
                self._during(step.seconds, lambda part: None, is_still=True)
            case Lay():
                self._lay(step)
            case Take():
                self._take(step)
            case Slide():
                self._slide(step)
            case Hover():
                self._hover(step)
            case Nudge():
                self._nudge(step)
            case Refocus():
                self._refocus(step)
            case SwitchLamp():
                before = self._lamp

                def switch(part: float) -> None:
                    self._lamp = before + (step.lamp - before) * part

                self._during(step.seconds, switch)

    def _during(
        self, seconds: float, move: Callable[[float], None], is_still: bool = False
    ) -> None:
        """Shoot frames for some time, at least one; `move` gets the part that has passed, 0..1."""
        count = max(1, round(seconds * self._fps))
        for k in range(1, count + 1):
            move(k / count)
            self.shots.append(
                Shot(
                    self._now, tuple(self._lying), tuple(self._held), self._hand,
                    self._camera(), self._lamp, self._blur, is_still,
                )
            )  # fmt: skip

    def _camera(self) -> Floats:
        """Return where the camera is now, its sway included: a few slow waves."""
        waves = np.sin(self._now * np.array([1.3, 2.9, 6.1, 17.0]) + self._phases)
        sway = waves @ np.array([1.0, 0.6, 0.35, 0.12]) * self._sway / 1.3
        size = self._view.width, self._view.height
        turn = self._turn + sway[2] / self._view.width
        shift = self._shift * self._view.width + sway[:2]
        return shift_matrix(*size, shift, turn, self._zoom)

    # Hands -----------------------------------------------------------------------------------

    def _enter(self, grip: Grip, target: Floats) -> None:
        """Let somebody at the table begin to reach in."""
        side = float(self._rng.choice([0.5, 0.5, 0.15, 0.85, 1.0, 0.0])) * np.pi
        side += float(self._rng.normal(0, 0.12))
        out = np.array([np.cos(side), np.sin(side)]) * (self._reach + 5)
        self._shoulder = self._middle + out
        self._person = int(self._rng.integers(3))
        self._put_hand(self._outside(target), 0.5, grip)

    def _outside(self, target: Floats) -> Floats:
        """Return where a hand and what it holds are out of the picture, on the way back."""
        away = self._shoulder - target
        away = away / np.linalg.norm(away)
        size = np.array([self._view.width, self._view.height])
        for distance in np.arange(0.5, 14, 0.25):
            tip = target + away * distance
            held = tip - away
            if np.linalg.norm(tip - self._shoulder) < 1:
                break
            seen = self._view.project(np.array([[*tip, 0.4], [*held, 0.0], [*held, 0.4]]))
            beyond = np.maximum(seen - size, -seen).max(1)
            if beyond.min() > 0.05 * size[0]:
                break
        return np.asarray(target + away * distance)

    def _put_hand(self, tip: Floats, height: float, grip: Grip) -> None:
        away = self._shoulder - tip
        turn = float(np.arctan2(away[1], away[0]))
        self._hand = HandPose((float(tip[0]), float(tip[1])), turn, height, grip, self._person)

    def _reach_to(self, target: Floats, seconds: float, height: float) -> None:
        """Move the hand and what it holds."""
        assert self._hand is not None
        hand = self._hand
        start, low = np.array(hand.tip), hand.height
        held = list(self._held)
        distance = float(np.linalg.norm(target - start))
        arc = min(0.35, 0.12 * distance)

        def move(part: float) -> None:
            share = _eased(part)
            rise = low + (height - low) * share + arc * 4 * share * (1 - share)
            self._put_hand(start + (target - start) * share, rise, hand.grip)
            assert self._hand is not None
            turned = self._hand.turn - hand.turn
            self._held = [self._carried(card, hand, self._hand, turned) for card in held]

        self._during(max(seconds, 0.1 + distance / 14), move)

    @staticmethod
    def _carried(card: LaidCard, before: HandPose, now: HandPose, turned: float) -> LaidCard:
        """Return a card that went with a hand."""
        c, s = np.cos(turned), np.sin(turned)
        x, y = card.place.x - before.tip[0], card.place.y - before.tip[1]
        place = Pose(
            now.tip[0] + c * x - s * y, now.tip[1] + s * x + c * y, card.place.turn + turned
        )
        return LaidCard(card.id, card.card, place, max(0.0, now.height - 0.05))

    def _grasp_at(self, place: Pose) -> Floats:
        """Return where the fingertips hold a card that lies at a place."""
        middle = np.array([place.x, place.y])
        away = self._shoulder - middle
        return np.asarray(middle + away / np.linalg.norm(away) * GRASP)

    def _leave(self, seconds: float) -> None:
        """Let the hand go out of the picture with what it holds."""
        assert self._hand is not None
        self._reach_to(self._outside(np.array(self._hand.tip)), seconds, 0.5)
        self._held = []

    # Steps -----------------------------------------------------------------------------------

    def _id(self, card: Card) -> int:
        return self._ids.setdefault(card, len(self._ids) + 1)

    def _lay(self, step: Lay) -> None:
        laid = [
            LaidCard(self._id(card), card, place, 0.0)
            for card, place in zip(step.cards, step.places, strict=True)
        ]
        if step.seconds == 0:
            self._lying += laid
            self.events.append(TrueEvent(step.kind, self._now, self._now, step.cards))
            return
        self._enter(Grip.PINCH, np.array([laid[0].place.x, laid[0].place.y]))
        begin = None
        for number, card in enumerate(laid):
            target = self._grasp_at(card.place)
            if number == 0 or not step.is_stack:
                self._put_hand(self._outside(target), 0.4, Grip.PINCH)
            self._hold(laid[number:] if step.is_stack else [card], card.place, target)
            self._reach_to(target, step.seconds * (0.9 if step.is_stack else 0.55), 0.05)
            self._held = [held for held in self._held if held.id != card.id]
            self._lying.append(card)
            begin = self._now if begin is None else begin
            end = self._now
            if card is not laid[-1] and not step.is_stack:
                self._reach_to(self._outside(target), step.seconds * 0.45, 0.4)
        self._leave(0.35)
        self._hand = None
        assert begin is not None
        self.events.append(TrueEvent(step.kind, begin, end, step.cards))

    def _hold(self, cards: list[LaidCard], place: Pose, target: Floats) -> None:
        """Put cards into the hand so that they come to a place when the hand comes to a target."""
        away = self._shoulder - target
        there = HandPose(
            (float(target[0]), float(target[1])), float(np.arctan2(away[1], away[0])),
            0.05, Grip.PINCH, self._person,
        )  # fmt: skip
        hand = self._hand
        assert hand is not None
        self._held = [
            self._carried(
                LaidCard(card.id, card.card, place, 0.0), there, hand, hand.turn - there.turn
            )
            for card in reversed(cards)
        ]

    def _pick(self, card: Card) -> None:
        found = next(laid for laid in self._lying if laid.card == card)
        self._lying.remove(found)
        self._held.append(found)

    def _find(self, card: Card) -> Pose:
        return next(laid.place for laid in self._lying if laid.card == card)

    def _take(self, step: Take) -> None:
        begin = None
        for number, card in enumerate(step.cards):
            place = self._find(card)
            if number == 0 or not step.is_together:
                middle = np.array([place.x, place.y])
                if number == 0:
                    self._enter(Grip.PINCH, middle)
                self._put_hand(self._outside(middle), 0.4, Grip.PINCH)
            self._reach_to(self._grasp_at(place), step.seconds * 0.5, 0.04)
            self._during(0.1, lambda part: None)
            begin = self._now if begin is None else begin
            self._pick(card)
            if not step.is_together or card == step.cards[-1]:
                self._leave(step.seconds * 0.5)
        self._hand = None
        assert begin is not None
        self.events.append(TrueEvent(step.kind, begin, self._now, step.cards))

    def _slide(self, step: Slide) -> None:
        place = self._find(step.card)
        self._enter(Grip.OPEN, np.array([place.x, place.y]))
        self._reach_to(self._grasp_at(place), 0.5, 0.04)
        before = self._hand
        assert before is not None
        index = next(k for k, laid in enumerate(self._lying) if laid.card == step.card)
        card = self._lying.pop(index)
        target = self._grasp_at(step.place)
        start = np.array(before.tip)

        def move(part: float) -> None:
            share = _eased(part)
            self._put_hand(start + (target - start) * share, 0.04, Grip.OPEN)
            between = Pose(
                place.x + (step.place.x - place.x) * share,
                place.y + (step.place.y - place.y) * share,
                place.turn + (step.place.turn - place.turn) * share,
            )
            self._held = [LaidCard(card.id, card.card, between, 0.0)]

        self._during(step.seconds, move)
        self._held = []
        self._lying.insert(index, LaidCard(card.id, card.card, step.place, 0.0))
        self._leave(0.5)
        self._hand = None

    def _hover(self, step: Hover) -> None:
        grip = Grip.POINT if self._rng.random() < 0.7 else Grip.OPEN
        for number, card in enumerate(step.cards):
            place = self._find(card)
            middle = np.array([place.x, place.y])
            if number == 0:
                self._enter(grip, middle)
            self._reach_to(middle + self._rng.normal(0, 0.1, 2), step.seconds * 0.6, 0.18)
            self._reach_to(middle + self._rng.normal(0, 0.06, 2), step.seconds * 0.4, 0.14)
        self._leave(0.5)
        self._hand = None

    def _nudge(self, step: Nudge) -> None:
        begin = self._now
        shift, turn, zoom = self._shift, self._turn, self._zoom

        def move(part: float) -> None:
            # The stand springs back a little before it rests.
            share = _eased(part) + 0.25 * np.sin(part * 4 * np.pi) * (1 - part)
            self._shift = shift + np.array(step.shift) * share
            self._turn = turn + step.turn * share
            self._zoom = zoom * (1 + (step.zoom - 1) * share)

        self._during(step.seconds, move)
        cards = tuple(laid.card for laid in self._lying)
        self.events.append(TrueEvent(EventKind.CAMERA_MOVED, begin, self._now, cards))

    def _refocus(self, step: Refocus) -> None:
        def move(part: float) -> None:
            hunting = np.sin(part * np.pi) * (0.75 + 0.25 * np.cos(part * 4 * np.pi))
            self._blur = step.blur * float(max(0.0, hunting))

        self._during(step.seconds, move)
        self._blur = 0.0
