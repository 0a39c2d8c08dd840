"""From a frame to card readings: find, rectify, read. It knows cards, but no games."""
