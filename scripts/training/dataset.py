"""Render the training data: frames for the finder, loosely and well cut crops for the others.

Every scene is made from (seed, number) alone, so that the data are the same on every machine
and in every order; the arrays are written as plain .npy files.
"""

import hashlib
import json
import multiprocessing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rendering.decks import FINE, random_deck
from rendering.light import HARD
from rendering.scenes import Scene, render_scene

from setvision.vision.find import FINDER_SIDE, REFINER_MARGIN, REFINER_SIZE
from setvision.vision.read import READER_MARGIN, READER_SIZE
from setvision.vision.rectify import Pyramid, rectify, upper_left_first
from training.targets import READABLE, finder_targets, quad_parameters

WINDOW = 448
"""Side of a finder frame in pixels."""

LARGEST = 420.0
"""Longest card, in finder pixels, that one pass of the finder is meant to see."""

CROPS_PER_SCENE = 26
WHOLE = 0.62
"""A card of which less is seen is not read as a card of its own, only as one that may hide."""

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """What one scene gives."""

    frame: NDArray[np.uint8]
    parameters: NDArray[np.float16]
    state: NDArray[np.uint8]
    loose: NDArray[np.uint8]
    residuals: NDArray[np.float16]
    crops: NDArray[np.uint8]
    labels: NDArray[np.int8]
    """(n, 8): color, shape, count, fill as 0..2 (-1 unknown), card, whole, edition, group."""


def _apply(transform: NDArray[np.float64], points: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.perspectiveTransform(points[None], transform)[0], np.float32)


def _jitter(
    rng: np.random.Generator, quad: NDArray[np.float32], sigma: float, shear: float = 0.0
) -> NDArray[np.float32]:
    """Misplace a quad as a finder does: shift, scale, turn and corner noise, in card units.

    `shear` is the spread of how far a card seen askew is taken for a straight one.
    """
    shift = rng.normal(0, sigma, 2)
    scale = np.exp(rng.normal(0, sigma, 2))
    turn = rng.normal(0, sigma)
    c, s = np.cos(turn), np.sin(turn)
    aspect = 1.55
    points = (UNIT - 0.5) * scale * [aspect, 1]
    if shear:
        points = points @ np.array([[1, rng.normal(0, shear)], [rng.normal(0, shear), 1]])
    points = points @ np.array([[c, s], [-s, c]]) / [aspect, 1] + 0.5 + shift
    points += rng.normal(0, sigma * 0.6, (4, 2))
    transform = cv2.getPerspectiveTransform(UNIT, quad)
    return _apply(transform, points.astype(np.float32))


def is_worth_cutting(quad: NDArray[np.floating], visible: float) -> bool:
    """Whether anything can be learned of a card of which that share, 0..1, is seen."""
    side = float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).min())
    return visible >= 0.2 and side >= 9


def as_found(rng: np.random.Generator, quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Misplace a card's corners as those are that the reader is given, now and then badly."""
    return _jitter(rng, quad, 0.008 if rng.random() < 0.75 else 0.025)


def _quarter_turn(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the same quad with the short side taken for the long one."""
    return np.roll(quad, 1, 0)


def _misplaced(rng: np.random.Generator, quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a quad that shows a piece of a card, or a card and its surroundings, no card."""
    points = UNIT - 0.5
    kind = rng.random()
    if kind < 0.5:
        angle = rng.uniform(0, 2 * np.pi)
        points = points + rng.uniform(0.25, 0.7) * np.array([np.cos(angle), np.sin(angle)])
    elif kind < 0.75:
        points = points * rng.uniform(0.25, 0.62, 2) + rng.uniform(-0.2, 0.2, 2)
    else:
        points = points * rng.uniform(1.5, 2.6, 2) + rng.uniform(-0.3, 0.3, 2)
    transform = cv2.getPerspectiveTransform(UNIT, quad)
    return _apply(transform, (points + 0.5).astype(np.float32))


def _anywhere(rng: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """Return a card-shaped quad somewhere in the frame."""
    length = np.exp(rng.uniform(np.log(30), np.log(300)))
    half = np.array([length, length / rng.uniform(1.2, 1.8)]) / 2
    angle = rng.uniform(0, np.pi)
    c, s = np.cos(angle), np.sin(angle)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[c, s], [-s, c]])
    return np.asarray(corners + rng.uniform(0, 1, 2) * [width, height], np.float32)


def _finder_frame(
    rng: np.random.Generator, scene: Scene
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
    """Scale the scene to the finder's size and cut a window with its targets."""
    height, width = scene.image.shape[:2]
    sides = [
        float(np.linalg.norm(p.quad - np.roll(p.quad, 1, 0), axis=1).max()) for p in scene.cards
    ]
    scale = FINDER_SIDE / max(height, width) * rng.uniform(0.65, 1.15)
    scale = min(scale, LARGEST / max(sides))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    image = cv2.resize(scene.image, size, interpolation=interpolation)
    owner = cv2.resize(scene.owner, size, interpolation=cv2.INTER_NEAREST)
    x0 = int(rng.integers(0, max(1, size[0] - WINDOW + 1)))
    y0 = int(rng.integers(0, max(1, size[1] - WINDOW + 1)))
    frame = np.zeros((WINDOW, WINDOW, 3), np.uint8)
    mine = np.full((WINDOW, WINDOW), -1, np.int16)
    piece = image[y0 : y0 + WINDOW, x0 : x0 + WINDOW]
    frame[: piece.shape[0], : piece.shape[1]] = piece
    mine[: piece.shape[0], : piece.shape[1]] = owner[y0 : y0 + WINDOW, x0 : x0 + WINDOW]
    ratio = np.array(size) / [width, height]
    quads = [((p.quad + 0.5) * ratio - 0.5 - [x0, y0]).astype(np.float32) for p in scene.cards]
    visible = []
    for index, (quad, placed) in enumerate(zip(quads, scene.cards, strict=True)):
        area = max(1.0, float(cv2.contourArea(quad)))
        inside = float((mine == index).sum()) / area
        small = min(quad_parameters(quad)[2:4]) < np.log(5)
        visible.append(0.0 if small else min(placed.visible, inside))
    parameters, state = finder_targets(quads, visible, mine)
    return frame, parameters, state


def make_samples(seed: int, number: int, is_hard: bool = False) -> Samples:
    """Render scene `number` of `seed` and cut everything that the three networks train on.

    Parameters
    ----------
    seed, number : int
        Which scene.
    is_hard : bool
        Whether it may be a photo, or a deck, so bad that not everything can be known.

    Returns
    -------
    Samples
        One finder frame and about `CROPS_PER_SCENE` crops.
    """
    rng = np.random.default_rng([seed, number])
    long_side = int(rng.choice([560, 720, 880, 1040, 1280], p=[0.15, 0.3, 0.3, 0.15, 0.1]))
    short_side = round(long_side * rng.choice([0.5625, 0.667, 0.75]))
    width, height = (long_side, short_side) if rng.random() < 0.6 else (short_side, long_side)
    if is_hard:
        deck = random_deck(rng, FINE)
        scene = render_scene(rng, width, height, deck=deck, hardships=HARD)
    else:
        scene = render_scene(rng, width, height)
    frame, parameters, state = _finder_frame(rng, scene)
    pyramid = Pyramid(scene.image)

    loose_quads, residuals = [], []
    quads, labels = [], []
    edition = {"standard": 0, "european": 1}.get(scene.edition, 2)
    order = rng.permutation(len(scene.cards))
    for index in order[:14]:
        placed = scene.cards[index]
        if not is_worth_cutting(placed.quad, placed.visible):
            continue
        truth = placed.quad
        values = placed.card.values
        whole = placed.visible >= WHOLE
        if placed.visible >= READABLE:
            for _ in range(2):
                sigma = float(rng.choice([0.02, 0.04, 0.08, 0.12], p=[0.35, 0.35, 0.2, 0.1]))
                shear = float(rng.choice([0.03, 0.15]))
                proposal = upper_left_first(_jitter(rng, truth, sigma, shear)[None])[0]
                turned = upper_left_first(truth[None])[0]
                transform = cv2.getPerspectiveTransform(proposal, UNIT)
                residual = _apply(transform, turned) - UNIT
                if np.abs(residual).max() > 0.5:
                    continue
                loose_quads.append(proposal)
                residuals.append(residual.ravel())
        quads.append(as_found(rng, truth))
        labels.append([*values, 1, whole, edition, 0])
        if whole and rng.random() < 0.3:
            quads.append(_jitter(rng, truth, 0.012))
            labels.append([*values, 1, whole, edition, 0])
        if whole and rng.random() < 0.10:
            quads.append(_misplaced(rng, truth))
            labels.append([-1, -1, -1, -1, 0, -1, edition, 1])
        if whole and rng.random() < 0.08:
            quads.append(_quarter_turn(_jitter(rng, truth, 0.02)))
            labels.append([-1, -1, -1, -1, 0, -1, edition, 2])
    for quad in scene.clutter[:6]:
        center = quad.mean(0)
        if not (0 <= center[0] < width and 0 <= center[1] < height):
            continue
        quads.append(_jitter(rng, quad, 0.04))
        labels.append([-1, -1, -1, -1, 0, -1, edition, 3])
    for _ in range(2):
        quad = _anywhere(rng, width, height)
        x, y = np.clip(quad.mean(0).astype(int), 0, [width - 1, height - 1])
        if scene.owner[y, x] < 0:
            quads.append(quad)
            labels.append([-1, -1, -1, -1, 0, -1, edition, 4])
    loose = rectify(
        pyramid, np.array(loose_quads, np.float32).reshape(-1, 4, 2), REFINER_SIZE, REFINER_MARGIN
    )
    crops = rectify(
        pyramid, np.array(quads, np.float32).reshape(-1, 4, 2), READER_SIZE, READER_MARGIN
    )
    return Samples(
        frame,
        parameters.astype(np.float16),
        state,
        loose,
        np.array(residuals, np.float16).reshape(-1, 8),
        crops,
        np.array(labels, np.int8).reshape(-1, 8),
    )


def _one(task: tuple[int, int, bool]) -> Samples:
    cv2.setNumThreads(1)
    return make_samples(*task)


def render_dataset(
    folder: Path, seed: int, first: int, count: int, workers: int, is_hard: bool = False
) -> None:
    """Render scenes first..first+count-1 into `folder` as .npy arrays with a manifest.

    Parameters
    ----------
    folder : Path
        Made if missing; arrays already there are overwritten.
    seed, first, count : int
        Which scenes.
    workers : int
        Processes.
    is_hard : bool
        Whether to take the hard scenes of these numbers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = ("loose", "residuals", "crops", "labels")
    parts: dict[str, list[NDArray[np.generic]]] = {name: [] for name in names}
    side = WINDOW // 8
    frames = np.lib.format.open_memmap(
        folder / "frames.npy", "w+", np.uint8, (count, WINDOW, WINDOW, 3)
    )
    parameters = np.lib.format.open_memmap(
        folder / "parameters.npy", "w+", np.float16, (count, 10, side, side)
    )
    state = np.lib.format.open_memmap(folder / "state.npy", "w+", np.uint8, (count, side, side))
    tasks = [(seed, first + k, is_hard) for k in range(count)]
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        for k, samples in enumerate(pool.imap(_one, tasks, chunksize=8)):
            frames[k], parameters[k], state[k] = samples.frame, samples.parameters, samples.state
            for name in names:
                parts[name].append(getattr(samples, name))
            if k % 200 == 199:
                print(f"{k + 1} of {count} scenes", flush=True)
    for name in names:
        np.save(folder / f"{name}.npy", np.concatenate(parts[name]))
    for array in (frames, parameters, state):
        array.flush()
    write_manifest(folder, {"seed": seed, "first": first, "count": count, "is_hard": is_hard})


def write_manifest(folder: Path, origin: dict[str, Any]) -> None:
    """Write beside arrays where they come from, and their hashes."""
    hashes = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob("*.npy"))
    }
    manifest = {**origin, "sha256": hashes}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
