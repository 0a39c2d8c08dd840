"""The trained networks: find the files, check them, run them by OpenCV."""

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from setvision.errors import ModelError
from setvision.message import msg
from setvision.opencv import cv2
from setvision.vision.types import Image

__all__ = ["Network", "load_network", "model_bytes"]


def _folder() -> Path:
    """Where the models lie: inside an installed package or beside a checked-out one."""
    installed = Path(str(files("setvision"))) / "_models"
    checkout = Path(str(files("setvision"))).parent / "models"
    for folder in (installed, checkout):
        if (folder / "manifest.json").is_file():
            return folder
    raise ModelError(
        msg(
            "the trained networks are missing: looked for manifest.json in {installed} and "
            "{checkout}; install setvision again",
            installed=installed,
            checkout=checkout,
        )
    )


def model_bytes(name: str) -> bytes:
    """Return the content of a model file after checking it against the manifest.

    Parameters
    ----------
    name : str
        File name, such as ``reader.onnx``.

    Returns
    -------
    bytes

    Raises
    ------
    ModelError
        If the file is missing, not in the manifest, or its sha256 differs.
    """
    folder = _folder()
    try:
        expected = json.loads((folder / "manifest.json").read_text("utf-8"))["sha256"][name]
        content = (folder / name).read_bytes()
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            msg(
                "{path} cannot be loaded ({error}); install setvision again",
                path=folder / name,
                error=error,
            )
        ) from error
    if hashlib.sha256(content).hexdigest() != expected:
        raise ModelError(
            msg("{path} was changed or damaged; install setvision again", path=folder / name)
        )
    return content


class Network:
    """A network that OpenCV runs on batches of pictures.

    Not for use by several threads at once: OpenCV keeps the activations inside.
    """

    def __init__(self, content: bytes, name: str) -> None:
        buffer = np.frombuffer(content, np.uint8)
        # OpenCV 5 runs convolutions about a third faster by its classic engine, as long as it
        # still has that.
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        try:
            if engine is None:
                self._net = cv2.dnn.readNetFromONNX(buffer)
            else:
                self._net = cv2.dnn.readNetFromONNX(buffer, engine)
        except cv2.error as error:
            raise ModelError(
                msg(
                    "OpenCV {version} cannot load the {name}: {error}",
                    version=cv2.__version__,
                    name=name,
                    error=error.err,
                )
            ) from error
        self._outputs = self._net.getUnconnectedOutLayersNames()

    def __call__(self, images: Image | list[Image]) -> list[NDArray[np.float32]]:
        """Run the network.

        Parameters
        ----------
        images : ndarray or list of ndarray
            (n, H, W, 3) uint8 BGR, n at least 1.

        Returns
        -------
        list of ndarray
            float32 outputs, in the order of the model file.
        """
        blob = cv2.dnn.blobFromImages(list(images), 1 / 255)
        self._net.setInput(blob)
        return [np.asarray(out, np.float32) for out in self._net.forward(self._outputs)]


def load_network(name: str) -> Network:
    """Load ``NAME.onnx`` from the models.

    Raises
    ------
    ModelError
        If it is missing, damaged or unknown to this OpenCV.
    """
    return Network(model_bytes(f"{name}.onnx"), name)
