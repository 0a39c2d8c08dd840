"""Exported networks taken up again."""

from pathlib import Path

import numpy as np
import pytest

from setvision.vision.model import load_network

torch = pytest.importorskip("torch", reason="needs the extra 'train'")
pytest.importorskip("onnx", reason="needs the extra 'train'")

MODELS = Path(__file__).parents[2] / "models"


@pytest.mark.parametrize(
    ("name", "shape"),
    [("reader", (9, 80, 128, 3)), ("refiner", (9, 64, 96, 3)), ("finder", (1, 192, 256, 3))],
)
def test_it_computes_what_the_file_does(name, shape):
    from training.fit import RECIPES
    from training.resume import weights_of

    pictures = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
    make = RECIPES[name][0]
    net = make()
    net.load_state_dict(weights_of(MODELS / f"{name}.onnx", make(), pictures))
    with torch.no_grad():
        out = net.eval()(torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255)
    outputs = out if isinstance(out, tuple) else (out,)
    expected = load_network(name)(pictures)
    for ours, theirs in zip(outputs, expected, strict=True):
        np.testing.assert_allclose(ours.numpy(), theirs, atol=1e-4)


def test_a_network_of_another_build_is_refused():
    from training.networks import Refiner
    from training.resume import weights_of

    pictures = np.zeros((2, 64, 96, 3), np.uint8)
    with pytest.raises(ValueError, match="another build"):
        weights_of(MODELS / "reader.onnx", Refiner(), pictures)
