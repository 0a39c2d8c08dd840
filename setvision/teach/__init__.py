"""Another deck, or an odd light, taught by a handful of photos with labels."""
