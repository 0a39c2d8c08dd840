"""Renders the frames of a video: a table before a webcam, with cards, hands and lamps.

The table with the cards that lie on it is drawn only when one of them comes or goes; a frame adds
what moves. All light falls on the table alike in all frames, so that it is kept as two pictures.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rendering.cards import draw_face
from rendering.decks import random_deck
from rendering.hand import Grip, Hand, draw_hand, random_arm
from rendering.light import illuminate
from rendering.play import Play
from rendering.record import HandPose, LaidCard, Shot
from rendering.scenes import Canvas, Pose, card_corners
from rendering.tables import Image, table_top
from rendering.webcam import Floats, Picture, Sensor, Viewpoint, smear
from setvision.cards import Card

MARGIN = 0.08
"""How far the table is drawn beyond the frame, in its widths: the camera moves."""
EXPOSURE = 1 / 30
"""Seconds during which the shutter is open."""
SLOPE = 0.13
"""How fast an arm rises toward its elbow."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenTruth:
    """A card in a frame."""

    id: int
    card: Card
    quad: NDArray[np.float64]
    """(4, 2) pixels, clockwise, first edge along a long side."""
    visible: float
    """Share of its area that is in the frame and not covered, 0..1."""
    is_held: bool


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """A frame and its truth."""

    picture: Picture
    """(H, W, 3) uint8 BGR."""
    cards: tuple[SeenTruth, ...]
    has_hand: bool
    """Whether a hand or an arm is in the frame."""
    is_still: bool
    """No hand, no motion, no change of light, focus or exposure."""


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """What a lamp makes of reflectances: reflectance x gain + glare."""

    gain: Image
    glare: Image


@dataclass(slots=True, eq=False)
class _Layer:
    """Things in motion in a part of the canvas, colors multiplied by alpha."""

    x: int
    y: int
    picture: Picture
    """(h, w, 4) BGRA."""
    shade: Picture
    """(h, w) how much light they take from the table, 0..255."""


class Stage:
    """A table and a camera for one play.

    Parameters
    ----------
    play : Play
        The look of everything.
    view : Viewpoint
        Where the camera is.
    """

    def __init__(self, play: Play, view: Viewpoint) -> None:
        rng = np.random.default_rng([1988, play.seed])
        self._view = view
        self._margin = round(MARGIN * view.width)
        self._size = view.width + 2 * self._margin, view.height + 2 * self._margin
        self._deck = random_deck(rng)
        self._seed = play.seed
        self._arms = [random_arm(rng) for _ in range(3)]
        self._hands: dict[tuple[int, Grip], Hand] = {}
        self._faces: dict[int, Image] = {}
        self._prints: dict[int, Picture] = {}
        angle = rng.uniform(0, 2 * np.pi)
        self._shadow = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.3, 0.9)
        self._depth = float(rng.uniform(0.3, 1.2))
        self._shading = float(rng.uniform(0.3, 0.55))
        self._table = self._bare(rng, play)
        self._lights = self._two_lights(rng, play.hardness)
        self._sharpness = float(rng.uniform(0.55, 1.0)) * view.width / 960
        self._sensor = Sensor(rng, view.width, view.height, play.noise)
        self._lying: tuple[LaidCard, ...] | None = None
        self._lamp = 0.0
        self._last: Shot | None = None
        self._lit = self._gain = np.zeros((1, 1, 3), np.uint8)
        self._reflectance = self._table

    def shoot(self, shot: Shot) -> Take:
        """Render one frame; they must come in order of time."""
        if self._lying != shot.lying or self._lamp != shot.lamp:
            self._relight(shot)
        light = self._lit
        layer = self._moving(shot)
        if layer is not None:
            light = light.copy()
            self._overlay(light, layer)
        to_frame = shot.camera @ np.array(
            [[1, 0, -self._margin], [0, 1, -self._margin], [0, 0, 1.0]]
        )
        size = (self._view.width, self._view.height)
        picture = cv2.warpPerspective(
            light, to_frame, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        picture = self._shaken(np.asarray(picture, np.uint8), shot)
        taken, has_settled = self._sensor.take(picture, shot.time_s, shot.blur * size[0])
        self._last = shot
        cards, has_hand = self._truth(shot)
        return Take(taken, cards, has_hand, shot.is_still and has_settled)

    def _shaken(self, picture: Picture, shot: Shot) -> Picture:
        """Smear a picture by what the camera moved since the last frame."""
        if self._last is None or shot.time_s <= self._last.time_s:
            return picture
        middle = np.array([self._view.width / 2, self._view.height / 2, 1])
        motion = (shot.camera - self._last.camera) @ middle
        dx, dy = motion[:2] * min(1.0, EXPOSURE / (shot.time_s - self._last.time_s))
        return smear(picture, dx, dy) if np.hypot(dx, dy) > 1 else picture

    # The table -------------------------------------------------------------------------------

    def _bare(self, rng: np.random.Generator, play: Play) -> Image:
        """Draw the table without cards onto the canvas."""
        texture = table_top(rng, 768, play.table)
        places = np.array([[p.x, p.y] for p in play.room])
        middle = (places.min(0) + places.max(0)) / 2
        reach = float(np.max(np.ptp(places, axis=0))) * rng.uniform(1.6, 2.2) + 1
        turn = rng.normal(0, 0.05) + (np.pi / 2) * int(rng.integers(4))
        scale = reach / 768
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        corner = middle - np.array([[c, -s], [s, c]]) @ [384, 384]
        plane = self._view.plane(
            np.append(corner, 0), np.array([c, s, 0.0]), np.array([-s, c, 0.0])
        )
        return np.asarray(
            cv2.warpPerspective(
                texture, self._on_canvas(plane), self._size, flags=cv2.INTER_AREA,
                borderMode=cv2.BORDER_REFLECT,
            ),
            np.float32,
        )  # fmt: skip

    def _on_canvas(self, matrix: Floats) -> Floats:
        return np.array([[1, 0, self._margin], [0, 1, self._margin], [0, 0, 1.0]]) @ matrix

    def _two_lights(self, rng: np.random.Generator, hardness: float) -> tuple[_Light, _Light]:
        """Light the table in two ways that differ as a lamp's being on and off does."""
        first = self._light(int(rng.integers(1 << 31)), hardness)
        second = self._light(int(rng.integers(1 << 31)), hardness)
        warmth = float(rng.choice([-0.25, 0.35])) * rng.uniform(0.5, 1)
        color = np.exp(np.array([-1, 0, 1]) * warmth / 2)
        dim = float(rng.choice([rng.uniform(0.4, 0.7), rng.uniform(1.15, 1.35)]))
        tint = (color * dim).astype(np.float32)
        return first, _Light(second.gain * tint, second.glare * tint)

    def _light(self, seed: int, hardness: float) -> _Light:
        """Draw a light; `illuminate` is affine in the reflectance, so two pictures say it all."""
        width, height = self._size
        pictures = [
            illuminate(
                np.random.default_rng(seed),
                np.full((height, width, 3), value, np.float32),
                hardness,
            )
            for value in (0.0, 1.0)
        ]
        return _Light((pictures[1] - pictures[0]) * np.float32(0.85), pictures[0])

    def _relight(self, shot: Shot) -> None:
        """Draw the table with the cards that lie on it, under the lamps of the moment."""
        if self._lying != shot.lying:
            canvas = Canvas(self._table.copy(), self._shadow, self._depth)
            for index, card in enumerate(shot.lying):
                canvas.lay(self._face(card), self._quad(card) + self._margin, index, flat=False)
            self._reflectance = canvas.image
        if self._lamp != shot.lamp or self._lying is None:
            one, two = self._lights
            mix = np.float32(shot.lamp)
            gain = one.gain + (two.gain - one.gain) * mix if shot.lamp else one.gain
            # Twice as large numbers than of the picture: light may be above 1.
            self._gain = np.clip(gain * 127.5, 0, 255).astype(np.uint8)
            self._now = _Light(gain, one.glare + (two.glare - one.glare) * mix)
        self._lying, self._lamp = shot.lying, shot.lamp
        lit = self._reflectance * self._now.gain
        lit += self._now.glare
        lit = cv2.GaussianBlur(lit, (0, 0), self._sharpness)
        # The camera sharpens what its lens has blurred.
        soft = cv2.GaussianBlur(lit, (0, 0), 1.6 * self._sharpness)
        lit += (lit - soft) * np.float32(0.5)
        self._lit = cv2.convertScaleAbs(np.maximum(lit, 0), alpha=255)

    # Cards -----------------------------------------------------------------------------------

    def _quad(self, card: LaidCard) -> Floats:
        """(4, 2) pixels of the frame before the camera moved."""
        corners = card_corners(card.place, self._deck.aspect)
        # No card is quite flat: its corners rise by up to a millimetre, always the same.
        bend = np.abs(np.random.default_rng([7, card.id]).normal(0, 0.007, 4))
        return self._view.project(np.column_stack([corners, bend + card.height]))

    def _face(self, card: LaidCard) -> Image:
        """Draw a card as large as it is seen; lifted and moved cards are drawn the same."""
        if card.id not in self._faces:
            place = Pose(card.place.x, card.place.y, card.place.turn)
            quad = self._quad(LaidCard(card.id, card.card, place, 0.0))
            sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
            long_px = float(max(sides[0], sides[2], 1.3 * sides[1], 1.3 * sides[3]))
            rng = np.random.default_rng([8, self._seed, card.id])
            face = draw_face(self._deck, card.card, rng, int(np.clip(long_px * 1.1, 48, 420)))
            if rng.random() < 0.5:
                face = np.ascontiguousarray(face[::-1, ::-1])
            if face.shape[1] > 1.8 * long_px:
                face = cv2.resize(face, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
            self._faces[card.id] = face
        return self._faces[card.id]

    def _print(self, card: LaidCard) -> Picture:
        """(h, w, 4) uint8 BGRA of a face, colors multiplied by alpha."""
        if card.id not in self._prints:
            face = self._face(card).copy()
            face[..., :3] *= face[..., 3:]
            self._prints[card.id] = np.asarray(np.clip(face * 255 + 0.5, 0, 255), np.uint8)
        return self._prints[card.id]

    # What moves ------------------------------------------------------------------------------

    def _moving(self, shot: Shot) -> _Layer | None:
        """Draw hand and held cards with their shadows, smeared by their motion."""
        things: list[tuple[Picture, Floats, Floats]] = []
        for card in shot.held:
            picture, quad = self._print(card), self._quad(card) + self._margin
            h, w = picture.shape[:2]
            corners = np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]])
            flat = np.column_stack([card_corners(card.place, self._deck.aspect), np.zeros(4)])
            flat[:, :2] += self._shadow * (card.height + 0.02)
            shadow = self._view.project(flat) + self._margin
            things.append(
                (
                    picture,
                    cv2.getPerspectiveTransform(corners.astype(np.float32), np.float32(quad)),
                    cv2.getPerspectiveTransform(corners.astype(np.float32), np.float32(shadow)),
                )
            )
        if shot.hand is not None:
            picture, body, shadow = self._posed(shot.hand)
            things.append((picture, self._on_canvas(body), self._on_canvas(shadow)))
        box = self._box(things)
        if box is None:
            return None
        x0, y0, x1, y1 = box
        layer = np.zeros((y1 - y0, x1 - x0, 4), np.uint8)
        shade = np.zeros((-(-(y1 - y0) // 4), -(-(x1 - x0) // 4)), np.uint8)
        home = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
        quarter = np.diag([0.25, 0.25, 1.0])
        for picture, to_canvas, shadow in things:
            patch = cv2.warpPerspective(picture, home @ to_canvas, (x1 - x0, y1 - y0))
            layer = _over(layer, np.asarray(patch, np.uint8))
            dark = cv2.warpPerspective(
                picture[..., 3], quarter @ home @ shadow, shade.shape[::-1], flags=cv2.INTER_NEAREST
            )
            shade = np.maximum(shade, dark)
        shade = cv2.GaussianBlur(shade, (0, 0), max(0.5, self._view.width / 320))
        shade = cv2.resize(shade, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
        dx, dy = self._speed(shot)
        if np.hypot(dx, dy) > 1:
            layer = smear(layer, dx, dy)
        return _Layer(x0, y0, layer, shade)

    def _speed(self, shot: Shot) -> tuple[float, float]:
        """Pixels that the hand went while the shutter was open."""
        if self._last is None or self._last.hand is None or shot.hand is None:
            return 0.0, 0.0
        tips = np.array([[*h.tip, h.height] for h in (self._last.hand, shot.hand)])
        before, now = self._view.project(tips)
        share = min(1.0, EXPOSURE / max(1e-3, shot.time_s - self._last.time_s))
        dx, dy = np.clip((now - before) * share, -60, 60)
        return float(dx), float(dy)

    def _posed(self, pose: HandPose) -> tuple[Picture, Floats, Floats]:
        """Return the picture of a hand and the ways from it to hand and shadow in the frame."""
        key = pose.person, pose.grip
        if key not in self._hands:
            scale = self._pixels_per_length()
            self._hands[key] = draw_hand(self._arms[pose.person], pose.grip, scale)
        hand = self._hands[key]
        c, s = np.cos(pose.turn), np.sin(pose.turn)
        tip = np.array([*pose.tip, pose.height])
        along, across = np.array([c, s, SLOPE]), np.array([-s, c, 0.0])
        inward = np.array([[1, 0, -hand.tip[0]], [0, 1, -hand.tip[1]], [0, 0, hand.scale]])
        body = self._view.plane(tip, along, across) @ inward
        fall = np.append(self._shadow, -1.0)  # where the shadow of a point one unit up lies
        ground = self._view.plane(tip + fall * pose.height, along + fall * SLOPE, across) @ inward
        # Of the arm, only what is well before the camera can be drawn.
        depth = body[2, 0] * np.arange(hand.picture.shape[1]) + body[2, 2]
        nearest = 0.4 * float(body[2] @ [*hand.tip, 1])
        near = np.flatnonzero(depth < nearest)
        return hand.picture[:, : int(near[0]) if len(near) else None], body, ground

    def _pixels_per_length(self) -> float:
        points = np.array([[0, 0, 0], [1, 0, 0.0], [0, 1, 0]])
        seen = self._view.project(points)
        return float(np.clip(np.linalg.norm(seen[1:] - seen[0], axis=1).max() * 1.1, 30, 260))

    def _box(
        self, things: list[tuple[Picture, Floats, Floats]]
    ) -> tuple[int, int, int, int] | None:
        """Return the part of the canvas, (x0, y0, x1, y1), that things and shadows touch."""
        corners = []
        for picture, to_canvas, shadow in things:
            h, w = picture.shape[:2]
            square = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64)
            corners += [cv2.perspectiveTransform(square, m)[0] for m in (to_canvas, shadow)]
        if not corners:
            return None
        points = np.concatenate(corners)
        pad = 0.02 * self._view.width
        x0, y0 = np.clip(points.min(0) - pad, 0, self._size).astype(int)
        x1, y1 = np.clip(points.max(0) + pad, 0, self._size).astype(int)
        return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 + 8 and y1 > y0 + 8 else None

    def _overlay(self, light: Picture, layer: _Layer) -> None:
        """Lay what moves over the lit table, in place."""
        h, w = layer.shade.shape
        place = np.s_[layer.y : layer.y + h, layer.x : layer.x + w]
        left = cv2.convertScaleAbs(layer.shade, alpha=-self._shading, beta=255)
        free = cv2.multiply(left, cv2.bitwise_not(layer.picture[..., 3]), scale=1 / 255)
        ground = cv2.multiply(light[place], cv2.merge([free] * 3), scale=1 / 255)
        thing = cv2.multiply(
            cv2.cvtColor(layer.picture, cv2.COLOR_BGRA2BGR), self._gain[place], scale=1 / 127.5
        )
        light[place] = cv2.GaussianBlur(
            cv2.add(ground, thing), (0, 0), max(0.3, 0.5 * self._sharpness)
        )

    # Truth -----------------------------------------------------------------------------------

    def _truth(self, shot: Shot) -> tuple[tuple[SeenTruth, ...], bool]:
        """Say where each card is, how much of it is seen, and whether a hand is.

        It is counted on a small picture. Cards that lie in the frame are listed though a hand may
        cover them wholly.
        """
        cards = [(card, False) for card in shot.lying] + [(card, True) for card in shot.held]
        quads = [
            cv2.perspectiveTransform(self._quad(card)[None], shot.camera)[0] for card, _ in cards
        ]
        scale = 320 / self._view.width
        owner = np.full((round(self._view.height * scale), 320), -1, np.int16)
        for index, quad in enumerate(quads):
            _fill(owner, quad * scale, index)
        has_hand = False
        if shot.hand is not None:
            picture, body, _ = self._posed(shot.hand)
            cover = cv2.warpPerspective(
                picture[..., 3], np.diag([scale, scale, 1]) @ shot.camera @ body, owner.shape[::-1]
            )
            owner[cover > 127] = -1
            has_hand = bool((cover > 127).any())
        seen = np.bincount(owner[owner >= 0].ravel(), minlength=len(cards))
        truths = []
        for index, ((card, is_held), quad) in enumerate(zip(cards, quads, strict=True)):
            alone = np.full((owner.shape[0] * 3, owner.shape[1] * 3), -1, np.int16)
            _fill(alone, quad * scale + [320, owner.shape[0]], 0)
            whole = max(1, int((alone == 0).sum()))
            visible = float(min(1.0, seen[index] / whole))
            x, y = quad.mean(0)
            is_inside = 0 <= x < self._view.width and 0 <= y < self._view.height
            if visible > 0.02 or (is_inside and not is_held):
                truths.append(SeenTruth(card.id, card.card, quad, visible, is_held))
        return tuple(truths), has_hand


def _fill(owner: NDArray[np.int16], quad: Floats, value: int) -> None:
    cv2.fillConvexPoly(owner, np.rint(quad * 16).astype(np.int32), value, shift=4)


def _over(below: Picture, above: Picture) -> Picture:
    """Lay one premultiplied picture over another."""
    rest = cv2.merge([cv2.bitwise_not(above[..., 3])] * 4)
    return np.asarray(cv2.add(above, cv2.multiply(below, rest, scale=1 / 255)), np.uint8)
