"""How to get the packages that not everybody needs."""

import re
import shlex
import sys
from importlib.metadata import PackageNotFoundError, requires

__all__ = ["installing"]

_OF_EXTRA = re.compile(r"""(?P<package>[^;]+?)\s*;.*\bextra\s*==\s*["'](?P<extra>[^"']+)["']""")


def installing(extra: str, *others: str) -> str:
    """Return the command that installs the packages of an extra of setvision.

    It names this very Python, and the packages themselves: so it is right from wherever setvision
    was installed.

    Parameters
    ----------
    extra
        As pyproject.toml names it.
    *others
        Further packages.
    """
    try:
        found = [_OF_EXTRA.fullmatch(requirement) for requirement in requires("setvision") or ()]
    except PackageNotFoundError:
        found = []
    packages = [match["package"] for match in found if match and match["extra"] == extra]
    wanted = [*(packages or [f"setvision[{extra}]"]), *others]
    return shlex.join([sys.executable or "python3", "-m", "pip", "install", *wanted])
