"""The page of ``setvision serve``: what it serves, to whom, and what it refuses."""
