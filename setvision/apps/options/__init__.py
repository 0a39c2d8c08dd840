"""The arguments of the parts of the ``setvision`` command."""
