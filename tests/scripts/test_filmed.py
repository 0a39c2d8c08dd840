"""The reader's training data cut from a rendered video."""

from pathlib import Path

import numpy as np
import pytest
from training.filmed import cut_videos
from watching.truth import TruthError

from setvision.vision.model import load_network
from setvision.vision.read import read_crops

SAMPLE = Path(__file__).parents[2] / "sample_images" / "game-01.mp4"


def test_labels_are_those_of_the_cards_cut(tmp_path: Path) -> None:
    """What is cut can be read, and is what its label says."""
    cut_videos(tmp_path, [SAMPLE], seed=1)
    crops, labels = np.load(tmp_path / "crops.npy"), np.load(tmp_path / "labels.npy")
    assert crops.shape[1:] == (80, 128, 3)
    whole = labels[:, 5] == 1
    readings = read_crops(crops[whole], load_network("reader"))
    is_right = (readings.probs.argmax(2) == labels[whole, :4]).all(1)
    assert whole.sum() > 100
    assert is_right.mean() > 0.95


def test_a_video_without_truth_is_refused(tmp_path: Path) -> None:
    """Nothing is guessed."""
    with pytest.raises(TruthError):
        cut_videos(tmp_path / "data", [tmp_path / "none.mp4"], seed=1)
