"""Find cards: a small network proposes quads, another makes their corners exact.

The finder answers at every eighth pixel: is this the inner part of a card, and which quad is it?
All pixels of one card vote on its quad. See scripts/training/targets.py for the geometry: a card
in perspective is center + z / (1 + p·z) for z in the rectangle of its two half-axes.
"""

import numpy as np
from numpy.typing import NDArray

from setvision.opencv import cv2
from setvision.vision.model import Network
from setvision.vision.rectify import Pyramid, crop_points_to_frame, rectify, upper_left_first
from setvision.vision.types import Image, Proposals, Quads

__all__ = ["FINDER_SIDE", "REFINER_MARGIN", "REFINER_SIZE", "find", "refine", "suppress"]

FINDER_SIDE = 640
"""Long side of the picture that the finder sees first, in pixels."""

REFINER_SIZE = (96, 64)
"""Width and height of a loosely cut crop in pixels."""

REFINER_MARGIN = 0.25
"""Share of the proposed card's size around it in a loosely cut crop."""

_STRIDE = 8
_MULTIPLE = 64
_THRESHOLD = 0.25
_CENTER = 0.4
"""Cells that are believed less than the first have no vote, and without one above the second
there is no card; the least that a card on real photos had was 0.7."""
_BELIEVED = 0.5
_LARGE = 280
_SMALL = 40
_SAME = 0.65
"""Share of the smaller of two proposals in common from which both mean one card; they are not
exact yet, so more than what `suppress` grants to finished quads."""
_PARTS = 0.2
_WITH_OTHER = 2.2
"""Two quads may be parts of one card when they have at least the first share of the smaller one in
common, and the rectangle around both is at most so many times larger than that."""
_FAR = 0.1
"""Share of the card's size by which a corner is moved that asks for another look."""
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def find(image: Image, finder: Network) -> Proposals:
    """Propose where cards lie.

    The picture is looked at with its long side reduced to `FINDER_SIDE`; where that shows nothing,
    or cards near the limits of what the network knows, half or twice that size too.

    Parameters
    ----------
    image : ndarray
        (H, W, 3) uint8 BGR.
    finder : Network

    Returns
    -------
    Proposals
        In frame pixels, best first, then what may be two parts of one card; a card may be proposed
        more than once.
    """
    proposals = _find_in_sizes(image, finder)
    wholes, scores = _joined(proposals)
    return Proposals(
        np.concatenate([proposals.quads, wholes]), np.concatenate([proposals.scores, scores])
    )


def _find_in_sizes(image: Image, finder: Network) -> Proposals:
    proposals = _find_at(image, finder, FINDER_SIDE)
    long_side = max(image.shape[:2])
    believed = proposals.quads[proposals.scores > _BELIEVED]
    lengths = np.linalg.norm(believed[:, 1] - believed[:, 0], axis=1) * FINDER_SIDE / long_side
    sides = []
    if len(lengths) == 0 or lengths.max() > _LARGE:
        sides.append(FINDER_SIDE // 2)
    if long_side > FINDER_SIDE and (len(lengths) == 0 or np.median(lengths) < _SMALL):
        sides.append(FINDER_SIDE * 2)
    if not sides:
        return proposals
    passes = [proposals, *(_find_at(image, finder, side) for side in sides)]
    scores = np.concatenate([found.scores for found in passes])
    best_first = np.argsort(-scores, kind="stable")
    quads = np.concatenate([found.quads for found in passes])
    return Proposals(quads[best_first], scores[best_first])


def _joined(proposals: Proposals) -> tuple[Quads, NDArray[np.float32]]:
    """Put quads that overlap together, (n, 4, 2) and (n,), in case both hold a part of one card.

    Where the finder can't tell which rows of symbols belong to a card, it proposes two that each
    hold some of them; so it does on a checked cloth.
    """
    quads, scores = proposals.quads, proposals.scores
    areas = [cv2.contourArea(quad) for quad in quads]
    found, belief = [], []
    for k, other in np.argwhere(np.triu(_may_meet(quads), 1)):
        least = min(areas[k], areas[other])
        common, _ = cv2.intersectConvexConvex(quads[k], quads[other])
        if common < _PARTS * least:
            continue
        around = cv2.boxPoints(cv2.minAreaRect(quads[[k, other]].reshape(-1, 2)))
        if cv2.contourArea(around) > _WITH_OTHER * least:
            continue
        # Symbols follow each other along a card, so that is how its parts lie apart.
        along = np.abs((around[1:3] - around[:2]) @ (quads[k].mean(0) - quads[other].mean(0)))
        found.append(around if along[0] >= along[1] else np.roll(around, -1, 0))
        belief.append(max(scores[k], scores[other]))
    if not found:
        return np.empty((0, 4, 2), np.float32), np.empty(0, np.float32)
    return upper_left_first(np.array(found, np.float32)), np.array(belief, np.float32)


def _find_at(image: Image, finder: Network, side: int) -> Proposals:
    """Propose cards of about 20 to 420 pixels in the picture scaled to this long side."""
    height, width = image.shape[:2]
    scale = side / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=interpolation)
    padded = np.zeros(
        (-(-size[1] // _MULTIPLE) * _MULTIPLE, -(-size[0] // _MULTIPLE) * _MULTIPLE, 3), np.uint8
    )
    padded[: size[1], : size[0]] = small
    quads, scores = decode(finder(padded[None])[0][0])
    kept = suppress(quads, scores, _SAME)
    quads, scores = quads[kept], scores[kept]
    ratio = np.array([width / size[0], height / size[1]], np.float32)
    return Proposals(((quads + 0.5) * ratio - 0.5).astype(np.float32), scores)


def decode(maps: NDArray[np.float32]) -> tuple[Quads, NDArray[np.float32]]:
    """Turn the finder's output into quads.

    Parameters
    ----------
    maps : ndarray
        (11, h, w) float32: core logit; center offset (2), log half-axes (2), doubled-angle
        directions (4), perspective (2), in units of 8 pixels.

    Returns
    -------
    quads : ndarray
        (n, 4, 2) float32 pixels of the finder's picture, best first.
    scores : ndarray
        (n,) float32, 0..1.
    """
    logits = maps[0]
    rows, columns = np.nonzero(logits > np.log(_THRESHOLD / (1 - _THRESHOLD)))
    if len(rows) == 0:
        return np.empty((0, 4, 2), np.float32), np.empty(0, np.float32)
    values = maps[:, rows, columns].T
    scores = 1 / (1 + np.exp(-values[:, 0]))
    votes = values[:, 1:].copy()
    votes[:, 0] += columns + (_STRIDE - 1) / 2 / _STRIDE
    votes[:, 1] += rows + (_STRIDE - 1) / 2 / _STRIDE
    votes[:, 2:4] = np.clip(votes[:, 2:4], -2, 6)
    reach = (0.45 * np.exp(votes[:, 3])) ** 2
    x, y = np.ascontiguousarray(votes[:, :2].T)
    order = np.argsort(-scores, kind="stable")
    free = np.ones(len(order), bool)
    chosen, belief = [], []
    for top in order[scores[order] > _CENTER]:
        if not free[top]:
            continue
        near = np.flatnonzero(free & ((x - x[top]) ** 2 + (y - y[top]) ** 2 < reach[top]))
        free[near] = False
        weights = scores[near]
        chosen.append(weights @ votes[near] / weights.sum())
        belief.append(np.sort(weights)[-4:].mean())
    if not chosen:
        return np.empty((0, 4, 2), np.float32), np.empty(0, np.float32)
    quads = _quads(np.array(chosen, np.float32)) * _STRIDE
    best_first = np.argsort(-np.array(belief), kind="stable")
    return quads[best_first], np.array(belief, np.float32)[best_first]


def _quads(votes: NDArray[np.float32]) -> Quads:
    """(n, 10) center, log axes, doubled angles, perspective to (n, 4, 2) corners."""
    center = votes[:, None, :2]
    lengths = np.exp(votes[:, 2:4])
    angles = np.arctan2(votes[:, [5, 7]], votes[:, [4, 6]]) / 2
    axes = lengths[..., None] * np.stack([np.cos(angles), np.sin(angles)], -1)
    long, short = axes[:, 0], axes[:, 1]
    # Clockwise on screen: the short axis must lie clockwise of the long one.
    counter = long[:, 0] * short[:, 1] - long[:, 1] * short[:, 0] < 0
    short[counter] *= -1
    z = np.stack([-long - short, long - short, long + short, -long + short], 1)
    p = votes[:, 8:10] / np.sqrt(lengths.prod(1))[:, None]
    depth = 1 + np.einsum("nkd,nd->nk", z, p)
    corners = center + z / np.maximum(depth, 0.3)[..., None]
    return upper_left_first(corners.astype(np.float32))


def refine(pyramid: Pyramid, quads: Quads, refiner: Network) -> Quads:
    """Move the corners of proposed quads to where the card's corners are.

    What had to be moved far is looked at a second time from its new place: a card seen askew,
    proposed as a straight one, is cut off in the first crop.

    Parameters
    ----------
    pyramid : Pyramid
        The frame.
    quads : ndarray
        (n, 4, 2) float32 frame pixels.
    refiner : Network

    Returns
    -------
    ndarray
        (n, 4, 2) float32 frame pixels.
    """
    if len(quads) == 0:
        return quads
    moved = quads.copy()
    far = np.ones(len(quads), bool)
    for _ in range(2):
        crops = rectify(pyramid, moved[far], REFINER_SIZE, REFINER_MARGIN)
        offsets = np.clip(refiner(crops)[0].reshape(-1, 4, 2), -0.5, 0.5)
        moved[far] = crop_points_to_frame(_UNIT + offsets, moved[far])
        far[far] = np.abs(offsets).max((1, 2)) > _FAR
        if not far.any():
            break
    return upper_left_first(moved)


def suppress(quads: Quads, scores: NDArray[np.floating], overlap: float = 0.5) -> NDArray[np.intp]:
    """Choose among quads that claim the same place.

    Parameters
    ----------
    quads : ndarray
        (n, 4, 2) float32.
    scores : ndarray
        (n,) the higher wins.
    overlap : float
        Share of the smaller quad's area that two cards may have in common at most. Real cards
        overlap by up to a third of their area, and so may their quads.

    Returns
    -------
    ndarray
        Indices of those kept, best first.
    """
    if len(quads) == 0:
        return np.empty(0, np.intp)
    meet = _may_meet(quads)
    areas = [max(1e-6, cv2.contourArea(quad)) for quad in quads]
    kept: list[int] = []
    for k in np.argsort(-scores, kind="stable").tolist():
        for other in kept:
            if meet[k, other]:
                common, _ = cv2.intersectConvexConvex(quads[k], quads[other])
                if common > overlap * min(areas[k], areas[other]):
                    break
        else:
            kept.append(k)
    return np.array(kept, np.intp)


def _may_meet(quads: Quads) -> NDArray[np.bool_]:
    """Return which quads may have something in common, (n, n), by the circles around them."""
    centers = quads.mean(1)
    radii = np.linalg.norm(quads - centers[:, None], axis=2).max(1)
    apart = np.linalg.norm(centers[:, None] - centers, axis=2)
    return np.asarray(apart <= radii[:, None] + radii)
