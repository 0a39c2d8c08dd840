"""The edges of setvision: pictures as people have them in, drawings, text and JSON out."""
