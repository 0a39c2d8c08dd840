"""OpenCV, or one line that says what to install.

The rest of the package takes OpenCV from here, ``from setvision.opencv import cv2``, because its
wheels need system libraries that a bare server lacks, and the loader's own message names a file
where people need the name of a package.
"""

import os

from setvision.errors import MissingLibraryError
from setvision.message import Message, msg

__all__ = ["cv2", "path_of_video"]

_INSTALL = "pip install 'opencv-python>=4.10,<6'"


def _advice(error: ImportError) -> Message:
    """Say in one line how to get past a failed import of OpenCV."""
    if isinstance(error, ModuleNotFoundError) and error.name == "cv2":
        return msg("OpenCV is not installed: {command}", command=_INSTALL)
    if ".so" in str(error) and "cannot open shared object" in str(error):
        library = str(error).split(":", 1)[0]
        return msg(
            "OpenCV cannot load {library}. On Debian or Ubuntu: {command}",
            library=library,
            command="sudo apt install libgl1 libglib2.0-0",
        )
    return msg(
        "OpenCV cannot be imported ({reason}). Try: {command}",
        reason=" ".join(str(error).split()),
        command=_INSTALL,
    )


try:
    import cv2
except ImportError as _error:
    raise MissingLibraryError(_advice(_error)) from None

# Uninstalling opencv-python-headless beside opencv-python leaves an empty cv2 folder, which
# Python imports without complaint.
if not hasattr(cv2, "imdecode"):
    raise MissingLibraryError(
        msg(
            "OpenCV is installed only in part (two OpenCV packages in one environment do this). "
            "Try: {command}",
            command="pip install --force-reinstall opencv-python",
        )
    )


def path_of_video(path: str | os.PathLike[str]) -> str | None:
    """Return the path of a video file as OpenCV's readers and writers of videos need it.

    It is absolute, since FFmpeg takes ``a:b.mp4`` for an address. None for a name that is no
    UTF-8: at such a name OpenCV ends the whole process.
    """
    whole = os.path.abspath(path)
    try:
        whole.encode()
    except UnicodeEncodeError:
        return None
    return whole
