"""Cut the reader's training data from rendered videos: cards as webcams and video codecs show them.

What they do to thin lines is not what a photo does: colors are stored at half the resolution, dim
pictures are brightened with their noise, and a codec smooths both.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from watching.truth import TrueFrame, load_truth
from watching.videos import frames_of

from setvision.vision.read import READER_MARGIN, READER_SIZE
from setvision.vision.rectify import Pyramid, rectify
from training.dataset import WHOLE, as_found, is_worth_cutting, write_manifest

EVERY_S = 2.0
"""Time between frames of which cards are cut: they lie still for longer, and look alike."""

_EDITION = 2
"""Not told: the drawing of the symbols is learned from photos."""


def cut_frame(
    rng: np.random.Generator, picture: NDArray[np.uint8], frame: TrueFrame
) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """Cut the cards of one frame.

    Parameters
    ----------
    rng : numpy.random.Generator
        Misplaces the corners as the finder does.
    picture : ndarray
        (H, W, 3) uint8 BGR.
    frame : TrueFrame
        What is to be seen in it.

    Returns
    -------
    crops : ndarray
        (n, 80, 128, 3) uint8 BGR.
    labels : ndarray
        (n, 8) int8: color, shape, count, fill, card, whole, edition, group.
    """
    quads, labels = [], []
    for seen in frame.cards:
        quad = seen.quad.astype(np.float32)
        if not is_worth_cutting(quad, seen.visible):
            continue
        quads.append(as_found(rng, quad))
        labels.append([*seen.card.values, 1, seen.visible >= WHOLE, _EDITION, 0])
    corners = np.array(quads, np.float32).reshape(-1, 4, 2)
    crops = rectify(Pyramid(picture), corners, READER_SIZE, READER_MARGIN)
    return crops, np.array(labels, np.int8).reshape(-1, 8)


def cut_videos(folder: Path, videos: list[Path], seed: int) -> None:
    """Cut cards from videos, each with its truth beside it, into arrays in a folder.

    Parameters
    ----------
    folder : Path
        Made if missing; arrays already there are overwritten.
    videos : list of Path
        As written by `scripts/render.py video`.
    seed : int
        Of the misplaced corners.

    Raises
    ------
    TruthError
        When the truth of a video is missing.
    VideoError
        When a video cannot be opened.
    """
    folder.mkdir(parents=True, exist_ok=True)
    crops: list[NDArray[np.uint8]] = []
    labels: list[NDArray[np.int8]] = []
    for number, path in enumerate(videos):
        rng = np.random.default_rng([seed, number])
        next_s = float(rng.uniform(0, EVERY_S))
        truth = load_truth(path.with_suffix(".json"))
        for frame, true in zip(frames_of(path), truth.frames, strict=False):
            if true.time_s < next_s:
                continue
            next_s += EVERY_S
            cut, labels_of_cut = cut_frame(rng, frame.image, true)
            crops.append(cut)
            labels.append(labels_of_cut)
    np.save(folder / "crops.npy", np.concatenate(crops))
    np.save(folder / "labels.npy", np.concatenate(labels))
    write_manifest(folder, {"seed": seed, "videos": [path.name for path in videos]})
