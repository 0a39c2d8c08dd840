"""Whether a window can be opened here."""

import os
import subprocess
import sys
from functools import cache
from typing import Final

__all__ = ["has_screen"]

_TRIAL: Final = "import cv2, os; cv2.namedWindow('setvision'); os._exit(0)"
_LONGEST_S: Final = 20.0


def has_screen() -> bool:
    """Tell whether there is a screen to open a window on."""
    if sys.platform in ("win32", "darwin"):
        return True
    display, wayland = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    return bool(display or wayland) and _opens_windows(display, wayland)


@cache
def _opens_windows(display: str | None, wayland: str | None) -> bool:
    """Try it in another process, because OpenCV's windows abort theirs where they can't open.

    A display may be named that is gone, that another user owns, or that OpenCV has no plugin for.
    """
    try:
        trial = subprocess.run(
            [sys.executable, "-c", _TRIAL],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_LONGEST_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return trial.returncode == 0
