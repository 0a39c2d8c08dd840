"""The imports of the package go one way, and nothing heavy is loaded to read a photo."""

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "setvision"

# What each module, or each folder of modules, may import besides the standard library. A name
# stands for everything below it. A new module needs a row: say there what it builds upon.
ALLOWED = {
    "setvision": "",
    "setvision.message": "",
    "setvision.extras": "",
    "setvision.errors": "setvision.message",
    "setvision.vocabulary": "",
    "setvision.codes": "setvision.errors setvision.message setvision.vocabulary",
    "setvision.cards": "setvision.errors setvision.message setvision.codes",
    "setvision.words": "setvision.errors setvision.message setvision.cards",
    "setvision.rules": ("setvision.errors setvision.message setvision.cards setvision.words"),
    "setvision.odds": "setvision.cards setvision.rules",
    "setvision.deals": (
        "setvision.errors setvision.message setvision.cards setvision.rules setvision.odds"
    ),
    "setvision.layouts": "setvision.rules numpy",
    "setvision.opencv": "setvision.errors setvision.message cv2",
    "setvision.layout": "numpy",
    "setvision.vision": (
        "setvision.errors setvision.message setvision.cards setvision.opencv setvision.vision "
        "numpy onnxruntime"
    ),
    "setvision.surety": "numpy",
    "setvision.doubts": "setvision.message setvision.cards",
    "setvision.inks": "setvision.cards numpy",
    "setvision.table": (
        "setvision.errors setvision.message setvision.cards setvision.rules setvision.surety "
        "setvision.doubts setvision.inks setvision.layout setvision.vision numpy"
    ),
    "setvision.calls": (
        "setvision.errors setvision.message setvision.cards setvision.rules setvision.doubts "
        "setvision.table numpy"
    ),
    "setvision.pipeline": (
        "setvision.errors setvision.message setvision.cards setvision.opencv setvision.vision "
        "setvision.surety setvision.table setvision.media.load numpy"
    ),
    "setvision.teach": (
        "setvision.errors setvision.message setvision.words setvision.cards setvision.vision "
        "setvision.pipeline setvision.label setvision.evaluate setvision.teach numpy scipy "
        "threadpoolctl"
    ),
    "setvision.watch": (
        "setvision.errors setvision.message setvision.cards setvision.rules setvision.opencv "
        "setvision.layout setvision.vision setvision.surety setvision.inks setvision.table "
        "setvision.pipeline setvision.media.load setvision.media.sources setvision.watch numpy"
    ),
    "setvision.games": (
        "setvision.errors setvision.message setvision.cards setvision.rules setvision.odds "
        "setvision.games"
    ),
    "setvision.locale": "setvision.locale",
    "setvision.media": (
        "setvision.errors setvision.message setvision.words setvision.cards setvision.rules "
        "setvision.doubts setvision.opencv setvision.table setvision.vision.types "
        "setvision.media numpy PIL pillow_heif"
    ),
    "setvision.media.watched": (
        "setvision.message setvision.words setvision.watch.types setvision.media.report"
    ),
    "setvision.view": (
        "setvision.message setvision.rules setvision.table setvision.calls setvision.media"
    ),
    "setvision.corrected": (
        "setvision.errors setvision.message setvision.cards setvision.table numpy"
    ),
    "setvision.follow": (
        "setvision.message setvision.cards setvision.doubts setvision.table setvision.games "
        "setvision.watch.types"
    ),
    "setvision.web": "setvision numpy starlette uvicorn h11 segno cryptography",
    "setvision.label": (
        "setvision.errors setvision.extras setvision.message setvision.words setvision.cards "
        "setvision.rules setvision.doubts setvision.opencv setvision.vision setvision.table "
        "setvision.pipeline setvision.media setvision.label numpy tqdm yaml fsspec distributed"
    ),
    "setvision.evaluate": (
        "setvision.errors setvision.extras setvision.message setvision.words setvision.cards "
        "setvision.rules setvision.label setvision.evaluate numpy matplotlib"
    ),
    "setvision.apps": "setvision numpy",
    "setvision.__main__": "setvision.apps",
}

# They take as long to load as a photo takes to read.
HEAVY = {"joblib", "matplotlib", "onnx", "scipy", "sklearn", "torch"}


class Import(NamedTuple):
    module: str
    line: int
    at_load: bool
    """Whether it happens when the file is loaded, not only inside a function."""


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def is_below(module: str, name: str) -> bool:
    return module == name or module.startswith(f"{name}.")


def imports_of(path: Path) -> Iterator[Import]:
    """Every import of a file but those that only type checkers follow."""

    def walk(node: ast.AST, at_load: bool) -> Iterator[Import]:
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return
            case ast.Import(names=names):
                yield from (Import(alias.name, node.lineno, at_load) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, f"{path}:{node.lineno}: write the whole name of the module"
                for alias in names:
                    whole = f"{module}.{alias.name}"
                    yield Import(whole if whole in MODULES else module, node.lineno, at_load)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                at_load = False
        for child in ast.iter_child_nodes(node):
            yield from walk(child, at_load)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), True)


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh Python holds after a statement."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module):
    rows = [row for row in ALLOWED if row != "setvision" and is_below(module, row)]
    assert rows or module == "setvision", f"{module} has no row in ALLOWED"
    allowed = ALLOWED[max(rows, key=len, default="setvision")].split()
    wrong = [
        f"{MODULES[module]}:{line}: imports {name}"
        for name, line, _at_load in imports_of(MODULES[module])
        if name.split(".")[0] not in sys.stdlib_module_names
        and not any(is_below(name, other) for other in allowed)
        and name != "setvision"  # for __version__, and the rest of it is lazy
    ]
    assert not wrong, "\n".join(wrong)


def test_opencv_is_taken_from_where_its_absence_is_explained():
    direct = [
        f"{path}:{line}: write from setvision.opencv import cv2"
        for module, path in MODULES.items()
        for name, line, _at_load in imports_of(path)
        if is_below(name, "cv2") and module != "setvision.opencv"
    ]
    assert not direct, "\n".join(direct)


def test_nobody_imports_the_apps():
    assert not any(
        is_below(name, "setvision.apps")
        for module, path in MODULES.items()
        for name, _line, _at_load in imports_of(path)
        if not is_below(module, "setvision.apps") and module != "setvision.__main__"
    )


def test_nothing_heavy_is_imported_when_a_module_is_loaded():
    heavy = [
        f"{path}:{line}: imports {name}"
        for path in MODULES.values()
        for name, line, at_load in imports_of(path)
        if at_load and name.split(".")[0] in HEAVY
    ]
    assert not heavy, "\n".join(heavy)


def test_no_circles():
    graph = {
        module: {name for name, _line, at_load in imports_of(path) if at_load and name in MODULES}
        for module, path in MODULES.items()
    }
    list(graphlib.TopologicalSorter(graph).static_order())  # raises CycleError


@pytest.mark.parametrize(
    "statement",
    [
        "import setvision",
        "import setvision.rules",
        "import setvision.odds",
        "import setvision.words",
        "from setvision import Card, find_sets; find_sets([Card.parse('2rto')])",
    ],
)
def test_the_rules_need_nothing_but_python(statement):
    loaded = {module.split(".")[0] for module in loaded_by(statement)}
    assert not loaded & (HEAVY | {"cv2", "numpy", "PIL"})


def test_the_whole_package_loads_without_anything_heavy():
    imports = "import " + ", ".join(module for module in MODULES if "__main__" not in module)
    loaded = {module.split(".")[0] for module in loaded_by(imports)}
    assert "cv2" in loaded
    assert not loaded & HEAVY
