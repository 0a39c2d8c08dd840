"""Whole tables: cards laid out on a table top, seen by a camera, with the truth of every card."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rendering.cards import Deck, draw_face, random_deck
from rendering.clutter import KINDS, draw_clutter
from rendering.light import USUAL, Hardships, expose, illuminate, sheen
from rendering.tables import Image, Rng, table_top
from setvision.cards import DECK, Card

CARD_LENGTH = 1.0
"""Long side of a card in table units."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacedCard:
    """A card in the picture: its face, its corners and how much of it can be seen."""

    card: Card
    quad: NDArray[np.float32]
    """(4, 2) pixels, clockwise, first edge along a long side; corners may lie outside the frame."""
    visible: float
    """Share of the card's area that is inside the frame and not covered, 0..1."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered photo and its truth."""

    image: NDArray[np.uint8]
    """(H, W, 3) BGR."""
    cards: tuple[PlacedCard, ...]
    clutter: tuple[NDArray[np.float32], ...]
    """(4, 2) corners of things that are no cards."""
    owner: NDArray[np.int16]
    """(H, W) index of the card seen at each pixel, -1 for none."""
    edition: str


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card lies on the table: center, turn of its long side, in table units and radians."""

    x: float
    y: float
    turn: float


def _grid(rng: Rng, count: int, aspect: float) -> list[Pose]:
    """Lay cards in rows and columns as players do, from exact to careless, sometimes touching."""
    short = 1 / aspect
    upright = rng.random() < 0.5
    width, height = (short, 1.0) if upright else (1.0, short)
    columns = max(1, min(count, round(np.sqrt(count) * rng.uniform(0.6, 1.7))))
    touching = rng.random() < 0.2
    gap = rng.uniform(-0.02, 0.03) if touching else rng.uniform(0.04, 0.7)
    gap_y = gap if rng.random() < 0.6 else gap * rng.uniform(0.3, 2)
    slack = min(0.12, gap * 0.45) if not touching else 0.01
    wobble = rng.choice([0.01, 0.03, 0.09, 0.2], p=[0.3, 0.35, 0.25, 0.1])
    wobble = min(wobble, 0.02) if touching else wobble
    poses = []
    for k in range(count):
        row, column = divmod(k, columns)
        turn = (np.pi / 2 if upright else 0.0) + rng.normal(0, wobble)
        poses.append(
            Pose(
                column * (width + gap) + rng.normal(0, slack / 2 + 1e-6),
                row * (height + gap_y) + rng.normal(0, slack / 2 + 1e-6),
                float(turn),
            )
        )
    if rng.random() < 0.15 and len(poses) > 3:
        poses = [p for p in poses if rng.random() < 0.8] or poses
    return poses


def _scatter(rng: Rng, count: int, aspect: float) -> list[Pose]:
    """Throw cards on the table; most scatters keep apart, some overlap by up to about a third."""
    room = np.sqrt(count) * rng.uniform(0.75, 1.5)
    nearest = rng.choice([0.5, 0.72, 0.85, 1.0, 1.2], p=[0.15, 0.2, 0.25, 0.25, 0.15])
    poses: list[Pose] = []
    for _ in range(count * 12):
        x, y = rng.uniform(-room / 2, room / 2, 2)
        if all(np.hypot(x - p.x, y - p.y) > nearest for p in poses):
            poses.append(Pose(float(x), float(y), float(rng.uniform(0, np.pi))))
        if len(poses) == count:
            break
    return poses


def _fanned(rng: Rng, count: int, aspect: float) -> list[Pose]:
    """Lay rows in which each card covers a part of the one before."""
    poses = []
    short = 1 / aspect
    upright = rng.random() < 0.5
    step = (short if upright else 1.0) * rng.uniform(0.6, 0.95)
    columns = int(rng.integers(2, 6))
    for k in range(count):
        row, column = divmod(k, columns)
        turn = (np.pi / 2 if upright else 0) + rng.normal(0, 0.06)
        pitch = (1.0 if upright else short) * rng.uniform(1.02, 1.2)
        poses.append(Pose(column * step, row * pitch + rng.normal(0, 0.03), float(turn)))
    return poses


def card_corners(pose: Pose, aspect: float, length: float = CARD_LENGTH) -> NDArray[np.float64]:
    """(4, 2) table coordinates, clockwise on screen (y down), first edge along the long side."""
    half = np.array([[-1, -1 / aspect], [1, -1 / aspect], [1, 1 / aspect], [-1, 1 / aspect]]) / 2
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    return half * length @ np.array([[c, s], [-s, c]]) + [pose.x, pose.y]


def _camera(
    rng: Rng, points: NDArray[np.float64], width: int, height: int, tilt: float, fill: float
) -> NDArray[np.float64]:
    """Homography from table to frame for a pinhole camera whose picture the points fill."""
    middle = (points.min(0) + points.max(0)) / 2
    extent = max(float(np.linalg.norm(points - middle, axis=1).max()), 0.6)
    focal = rng.uniform(0.75, 2.2)
    distance = extent * max(focal / (0.5 * fill) * rng.uniform(0.5, 0.8), 1.6 + np.sin(tilt))
    yaw = rng.normal(0, 0.15) if rng.random() < 0.45 else rng.uniform(-np.pi, np.pi)
    roll = rng.normal(0, 0.06) if rng.random() < 0.8 else rng.uniform(-np.pi, np.pi)
    cy, sy, ct, st, cr, sr = (f(a) for a in (yaw, tilt, roll) for f in (np.cos, np.sin))
    turn = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    # The far edge of the table is up in the frame: points with negative y are farther away.
    lean = np.array([[1, 0, 0], [0, ct, st], [0, -st, ct]])
    spin = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    rotation = spin @ lean @ turn
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    table = pose @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    view = np.diag([focal, focal, 1.0]) @ table
    seen = _project(view, points)
    low, high = seen.min(0), seen.max(0)
    size = np.maximum(high - low, 1e-6)
    scale = fill * min(width / size[0], height / size[1])
    slack = np.abs(np.array([width, height]) - size * scale) / 2
    shift = np.array([width, height]) / 2 + rng.uniform(-1, 1, 2) * slack * 0.8
    offset = shift - scale * (low + high) / 2
    return np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1]]) @ view


def _project(homography: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def _area(quad: NDArray[np.float64]) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


class Canvas:
    """The picture being composed, and whose card is seen at each pixel."""

    def __init__(self, image: Image, light_from: NDArray[np.float64], depth: float) -> None:
        self.image = image
        self.owner = np.full(image.shape[:2], -1, np.int16)
        self._light_from = light_from
        self._depth = depth

    def lay(self, face: Image, quad: NDArray[np.float64], index: int, flat: bool) -> None:
        """Paste a face (h, w, 4) onto the quad with a soft contact shadow around it."""
        height, width = self.image.shape[:2]
        long_px = float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).max())
        reach = int(np.ceil(long_px * 0.12)) + 3
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - reach, 0)
        x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + reach, [width, height])
        if x1 <= x0 or y1 <= y0:
            return
        h, w = face.shape[:2]
        frame = np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]])
        target = (quad - [x0, y0]).astype(np.float32)
        to_frame = cv2.getPerspectiveTransform(frame.astype(np.float32), target)
        premultiplied = face.copy()
        premultiplied[..., :3] *= face[..., 3:]
        patch = cv2.warpPerspective(
            premultiplied, to_frame, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR
        )
        alpha = patch[..., 3:]
        region = self.image[y0:y1, x0:x1]
        if not flat:
            sigma = max(0.5, self._depth * long_px * 0.02)
            offset = self._light_from * self._depth * long_px * 0.012
            shift = np.array([[1, 0, offset[0]], [0, 1, offset[1]]])
            shadow = cv2.warpAffine(alpha[..., 0], shift, (int(x1 - x0), int(y1 - y0)))
            shadow = cv2.GaussianBlur(shadow, (0, 0), sigma)
            region *= 1 - np.float32(0.5 * min(1.0, self._depth)) * shadow[..., None]
        region *= 1 - alpha
        region += patch[..., :3]
        self.owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = index


def _curl(rng: Rng, quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Real cards are never quite flat: move the corners by up to 2 % of the side."""
    side = np.sqrt(_area(quad))
    return quad + rng.normal(0, 0.006, (4, 2)) * side


def render_scene(
    rng: Rng,
    width: int,
    height: int,
    *,
    deck: Deck | None = None,
    cards: list[Card] | None = None,
    layout: str | None = None,
    table: str | None = None,
    tilt_deg: float | None = None,
    fill: float | None = None,
    light: float = 1.0,
    camera: float = 1.0,
    clutter: int | None = None,
    hardships: Hardships = USUAL,
) -> Scene:
    """Render one table as a photo.

    Parameters
    ----------
    rng : numpy.random.Generator
        Everything not given is drawn from it.
    width, height : int
        Frame size in pixels.
    deck : Deck, optional
        The look of the cards.
    cards : list of Card, optional
        The faces, in order of dealing; distinct random ones when omitted.
    layout : {"grid", "scatter", "fanned"}, optional
    table : str, optional
        A key of `rendering.tables.TABLE_TOPS`.
    tilt_deg : float, optional
        Camera tilt from straight above, 0..55 degrees.
    fill : float, optional
        Share of the frame that the layout fills; above 1 it is cut by the edge.
    light, camera : float
        How hard light and camera are, 0..1.
    clutter : int, optional
        Number of things that are no cards.
    hardships : Hardships
        How often the photo is worse than people would keep it.

    Returns
    -------
    Scene
    """
    deck = deck or random_deck(rng)
    if cards is None:
        numbers = [1, 2, 3, 5, 9, 12, 12, 12, 12, 15, 15, 18, 21, 27]
        count = int(rng.choice(numbers)) if rng.random() < 0.8 else int(rng.integers(1, 22))
        cards = [DECK[int(k)] for k in rng.permutation(81)[:count]]
    if layout is None:
        layout = str(rng.choice(["grid", "scatter", "fanned"], p=[0.66, 0.24, 0.10]))
    poses = {"grid": _grid, "scatter": _scatter, "fanned": _fanned}[layout](
        rng, len(cards), deck.aspect
    )
    outline = np.concatenate([card_corners(p, deck.aspect) for p in poses])
    if tilt_deg is None:
        tilt_deg = abs(rng.normal(0, 14)) if rng.random() < 0.6 else rng.uniform(5, 55)
    tilt = np.radians(min(tilt_deg, 55.0))
    if fill is None:
        fill = rng.uniform(0.6, 1.0) if rng.random() < 0.75 else rng.uniform(0.95, 1.5)
        if len(cards) < 4:
            fill *= rng.uniform(0.25, 0.9)
    view = _camera(rng, outline, width, height, float(tilt), fill)

    low, high = outline.min(0), outline.max(0)
    reach = float(np.max(high - low)) * rng.uniform(1.0, 1.6) + 1.0
    texture = table_top(rng, 512, table)
    middle = (low + high) / 2
    scale = reach / 512
    turn = rng.uniform(-np.pi, np.pi) if rng.random() < 0.4 else rng.normal(0, 0.05)
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    center = -np.array([[c, -s], [s, c]]) @ [256, 256] + middle
    lay_texture = np.array([[c, -s, center[0]], [s, c, center[1]], [0, 0, 1]])
    image = cv2.warpPerspective(
        texture, view @ lay_texture, (width, height), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    angle = rng.uniform(0, 2 * np.pi)
    shadow_from = np.array([np.cos(angle), np.sin(angle)])
    canvas = Canvas(np.asarray(image, np.float32), shadow_from, float(rng.uniform(0.15, 1.6)))

    clutter_quads: list[NDArray[np.float32]] = []
    if clutter is None:
        clutter = int(rng.integers(1, 7)) if rng.random() < 0.55 else 0

    def add_clutter() -> None:
        thing, kind = draw_clutter(rng)
        smallest, largest = KINDS[kind][2]
        ratio = thing.shape[1] / thing.shape[0]
        # Sizes are of the longer side, which in an upright thing is its height.
        longer = float(rng.uniform(smallest, largest)) * min(1.0, ratio)
        spot = low + rng.uniform(-0.45, 1.45, 2) * np.maximum(high - low, 1.0)
        pose = Pose(float(spot[0]), float(spot[1]), float(rng.uniform(-np.pi, np.pi)))
        corners = card_corners(pose, ratio, longer)
        mine = np.array([[p.x, p.y] for p in poses])
        if np.linalg.norm(mine - spot, axis=1).min() < 0.85 and rng.random() < 0.93:
            return
        if (np.column_stack([corners, np.ones(4)]) @ view[2]).min() <= 1e-3:
            return
        quad = _project(view, corners)
        canvas.lay(thing, quad, -1, flat=rng.random() < 0.3)
        clutter_quads.append(quad.astype(np.float32))

    late = rng.random() < 0.25
    for k in range(clutter):
        if not (late and k == 0):
            add_clutter()
    gloss = rng.uniform(0.1, 0.55) if rng.random() < 0.35 * light else 0.0
    quads = []
    for index, (pose, card) in enumerate(zip(poses, cards, strict=False)):
        quad = _curl(rng, _project(view, card_corners(pose, deck.aspect)))
        sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
        long_px = float(max(sides[0], sides[2], 1.3 * sides[1], 1.3 * sides[3]))
        face = draw_face(deck, card, rng, int(np.clip(long_px * 1.1, 48, 420)))
        if gloss and rng.random() < 0.6:
            h, w = face.shape[:2]
            face[..., :3] += sheen(rng, h, w, float(rng.uniform(0.2, 1) * gloss))
        if rng.random() < 0.5:
            face = np.ascontiguousarray(face[::-1, ::-1])
        if face.shape[1] > 1.8 * long_px:
            face = cv2.resize(face, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        canvas.lay(face, quad, index, flat=False)
        quads.append(quad)
    if late and clutter:
        add_clutter()

    lit = illuminate(rng, canvas.image, light, hardships)
    photo = expose(rng, lit, camera, hardships)
    seen = np.bincount(canvas.owner[canvas.owner >= 0].ravel(), minlength=len(quads))
    placed = tuple(
        PlacedCard(card, quad.astype(np.float32), float(min(1.0, seen[k] / max(1.0, _area(quad)))))
        for k, (card, quad) in enumerate(zip(cards, quads, strict=False))
    )
    return Scene(photo, placed, tuple(clutter_quads), canvas.owner, deck.edition)
