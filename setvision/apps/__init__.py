"""What people start: the ``setvision`` command and its parts."""
