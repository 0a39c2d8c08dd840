"""The trained networks: find the files, check them, run them by ONNX Runtime."""

import hashlib
import json
import os
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from setvision.errors import ModelError
from setvision.message import msg
from setvision.opencv import cv2
from setvision.vision.types import Image

# From 1.30 on ONNX Runtime tells Microsoft about each run and keeps an identifier in the user's
# cache, unless one of these is set before it is loaded. Nothing may leave the machine.
os.environ.update(ORT_DISABLE_TELEMETRY="1", ORT_TELEMETRY_DISABLED="1")

import onnxruntime

onnxruntime.disable_telemetry_events()  # what Windows needs

__all__ = ["Network", "load_network", "model_bytes"]

_ERRORS_ONLY = 3


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
    """A network that ONNX Runtime runs on batches of pictures.

    It uses as many threads as OpenCV is set to use when the network is loaded.
    """

    def __init__(self, content: bytes, name: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = cv2.getNumThreads()
        # Threads that wait by spinning take the time from those that work, such as the decoding
        # of the next photo.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = _ERRORS_ONLY
        try:
            self._session = onnxruntime.InferenceSession(
                content, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its errors have no common base that is public
            raise ModelError(
                msg(
                    "ONNX Runtime {version} cannot load the {name}: {error}",
                    version=onnxruntime.__version__,
                    name=name,
                    error=" ".join(str(error).split()),
                )
            ) from error
        self._input = self._session.get_inputs()[0].name

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
        return list(self._session.run(None, {self._input: blob}))


def load_network(name: str) -> Network:
    """Load ``NAME.onnx`` from the models.

    Raises
    ------
    ModelError
        If it is missing, damaged or unknown to this ONNX Runtime.
    """
    return Network(model_bytes(f"{name}.onnx"), name)
