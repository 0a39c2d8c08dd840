"""Model files are checked whenever they are loaded."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from setvision.errors import ModelError
from setvision.vision import model

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    copy = tmp_path / "models"
    shutil.copytree(MODELS, copy)
    monkeypatch.setattr(model, "_folder", lambda: copy)
    return copy


def test_every_file_is_listed_with_its_checksum():
    manifest = json.loads((MODELS / "manifest.json").read_text())
    files = {path.name for path in MODELS.iterdir() if path.suffix not in {".md"}}
    assert files - {"manifest.json"} == set(manifest["sha256"])
    for name in manifest["sha256"]:
        assert model.model_bytes(name)


def test_they_are_small():
    assert sum(path.stat().st_size for path in MODELS.iterdir()) < 3_000_000


def test_a_changed_file_is_refused(folder):
    content = bytearray((folder / "reader.onnx").read_bytes())
    content[1000] ^= 1
    (folder / "reader.onnx").write_bytes(bytes(content))
    with pytest.raises(ModelError, match=r"reader\.onnx was changed or damaged"):
        model.load_network("reader")


def test_a_missing_file_is_told(folder):
    (folder / "finder.onnx").unlink()
    with pytest.raises(ModelError, match=r"finder\.onnx cannot be loaded.*install setvision again"):
        model.load_network("finder")


def test_a_file_that_is_no_network():
    with pytest.raises(ModelError, match="cannot load the reader"):
        model.Network(b"no network at all", "reader")


def test_nothing_is_told_about_the_user_and_no_identifier_is_kept(tmp_path):
    # Where tests run by themselves, ONNX Runtime is silent anyway: that must not pass for a proof.
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    code = "from setvision.vision.model import load_network; load_network('finder')"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, check=True
    )
    assert done.stderr == b""
    assert list(tmp_path.iterdir()) == []
