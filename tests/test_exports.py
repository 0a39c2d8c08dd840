"""The public names: all there, loaded when used, and known to type checkers."""

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import setvision
from setvision import errors

ROOT = Path(__file__).parents[1]

PUBLIC = [name for name in setvision.__all__ if name != "__version__"]


def typed_imports() -> dict[str, str]:
    """The names that type checkers see in the package, with the module of each."""
    tree = ast.parse((ROOT / "setvision" / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.name: statement.module
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


@pytest.mark.parametrize("name", PUBLIC)
def test_each_name_is_the_one_of_its_module(name):
    home = import_module(typed_imports()[name])
    assert getattr(setvision, name) is getattr(home, name)
    assert name in home.__all__


def test_the_lists_agree():
    assert set(typed_imports()) == set(PUBLIC)
    assert set(PUBLIC) <= set(dir(setvision))
    assert len(set(setvision.__all__)) == len(setvision.__all__)


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match=r"module 'setvision' has no attribute 'raed'"):
        _ = setvision.raed


def test_a_module_says_what_it_offers():
    for name in ("cards", "errors", "odds", "opencv", "rules"):
        module = import_module(f"setvision.{name}")
        assert all(hasattr(module, public) for public in module.__all__)


def test_all_errors_are_of_one_family_and_explained():
    for name in errors.__all__:
        error = getattr(errors, name)
        assert issubclass(error, errors.SetVisionError)
        assert name in errors.__doc__


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert re.fullmatch(r"\d+\.\d+\.\d+", setvision.__version__)


def test_the_changelog_knows_the_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.+?)\]", changelog, re.MULTILINE)
    assert headings[0] in ("Unreleased", setvision.__version__)
