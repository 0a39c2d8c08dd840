"""Where OpenCV cannot be loaded, one line says what to install."""

import subprocess
import sys
from pathlib import Path

import pytest

from setvision import opencv
from setvision.errors import MissingLibraryError, SetVisionError

ROOT = Path(__file__).parents[1]


def message_with(cv2: str, folder: Path) -> str:
    """What setvision says where ``import cv2`` runs a file of this text."""
    (folder / "cv2.py").write_text(cv2, encoding="utf-8")
    code = (
        f"import sys; sys.path[:0] = [{str(folder)!r}, {str(ROOT)!r}]\n"
        "from setvision.errors import SetVisionError\n"
        "try:\n"
        "    import setvision.opencv\n"
        "except SetVisionError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=folder
    )
    return done.stdout.rstrip("\n")


def test_opencv_is_handed_on():
    assert opencv.cv2.__version__.split(".")[0] in ("4", "5")


def test_its_absence_is_an_import_error_and_ours():
    assert issubclass(MissingLibraryError, ImportError)
    assert issubclass(MissingLibraryError, SetVisionError)


@pytest.mark.parametrize(
    ("cv2", "message"),
    [
        pytest.param(
            "raise ImportError('libGL.so.1: cannot open shared object file: No such file or "
            "directory')",
            "OpenCV cannot load libGL.so.1. "
            "On Debian or Ubuntu: sudo apt install libgl1 libglib2.0-0",
            id="a bare server",
        ),
        pytest.param(
            "raise ModuleNotFoundError('no', name='cv2')",
            "OpenCV is not installed: pip install 'opencv-python>=4.10,<6'",
            id="not installed",
        ),
        pytest.param(
            "raise ImportError('numpy.core failed\\nto import')",
            "OpenCV cannot be imported (numpy.core failed to import). "
            "Try: pip install 'opencv-python>=4.10,<6'",
            id="broken",
        ),
        pytest.param(
            "",
            "OpenCV is installed only in part (two OpenCV packages in one environment do this). "
            "Try: pip install --force-reinstall opencv-python",
            id="an empty shell",
        ),
    ],
)
def test_one_line_says_what_to_install(cv2, message, tmp_path):
    assert message_with(cv2, tmp_path) == message


def test_the_path_of_a_video_is_no_address(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert opencv.path_of_video("rtsp:film.mp4") == str(tmp_path / "rtsp:film.mp4")
    assert opencv.path_of_video("film\udcff.mp4") is None
