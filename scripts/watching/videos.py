"""The frames of a rendered video."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from rendering.video import VideoError

from setvision.watch.types import Frame


def frames_of(path: Path) -> Iterator[Frame]:
    """Read a video frame by frame.

    Raises
    ------
    VideoError
        When it cannot be opened.
    """
    video = cv2.VideoCapture(str(path))
    try:
        if not video.isOpened():
            raise VideoError(f"{path} cannot be opened as a video")
        fps = video.get(cv2.CAP_PROP_FPS)
        index = 0
        while True:
            has_frame, image = video.read()
            if not has_frame:
                return
            yield Frame(np.asarray(image, np.uint8), index / fps, index)
            index += 1
    finally:
        video.release()
