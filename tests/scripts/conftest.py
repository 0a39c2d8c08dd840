import sys
from pathlib import Path

# The scripts are no part of the package: they are imported as they import each other.
sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
