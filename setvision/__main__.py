"""``python -m setvision``: the command without its script."""

import sys

from setvision.apps.cli import main

sys.exit(main())
