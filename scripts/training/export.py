"""Write trained networks as ONNX files of core operators with their checksums."""

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import nn

from training.networks import Finder, Reader, Refiner

SHAPES: dict[str, tuple[type[nn.Module], tuple[int, ...], dict[int, str]]] = {
    "finder": (Finder, (1, 3, 384, 640), {2: "height", 3: "width"}),
    "refiner": (Refiner, (2, 3, 64, 96), {0: "n"}),
    "reader": (Reader, (2, 3, 80, 128), {0: "n"}),
}


def export(name: str, weights: Path, models: Path) -> Path:
    """Export one network, and note its sha256 in models/manifest.json.

    Parameters
    ----------
    name : {"finder", "refiner", "reader"}
    weights : Path
        State dict.
    models : Path
        Folder of the .onnx files.

    Returns
    -------
    Path
        The .onnx file.
    """
    make, shape, dynamic = SHAPES[name]
    net = make().eval()
    net.load_state_dict(torch.load(weights, weights_only=True))
    path = models / f"{name}.onnx"
    models.mkdir(exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (torch.zeros(shape),), str(path), input_names=["pixels"],
            dynamic_axes={"pixels": dynamic}, opset_version=13, dynamo=False,
        )  # fmt: skip
    note(path)
    return path


def note(path: Path) -> None:
    """Write the checksum of a model file into the manifest beside it."""
    manifest = path.parent / "manifest.json"
    known: dict[str, Any] = (
        json.loads(manifest.read_text()) if manifest.exists() else {"schema": 1, "sha256": {}}
    )
    known["sha256"][path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
