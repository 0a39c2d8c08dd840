"""How to get the packages that not everybody needs."""

import importlib.metadata
import shlex
import sys

import pytest

from setvision import extras
from setvision.extras import installing


def test_the_packages_of_an_extra_are_named_for_this_python():
    python, *rest = shlex.split(installing("web"))
    assert python == sys.executable
    assert rest[:3] == ["-m", "pip", "install"]
    names = {package.partition(">")[0] for package in rest[3:]}
    assert names == {"starlette", "uvicorn", "h11", "websockets", "segno", "cryptography"}
    assert shlex.split(installing("remote", "s3fs"))[-1] == "s3fs"


@pytest.mark.parametrize("extra", ["web", "eval", "cluster", "remote"])
def test_nothing_has_to_be_found_under_the_name_of_setvision(extra):
    assert "setvision" not in installing(extra).partition(" -m ")[2]


def test_without_an_installation(monkeypatch):
    def nothing(_name):
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr(extras, "requires", nothing)
    assert installing("web").endswith("-m pip install 'setvision[web]'")
