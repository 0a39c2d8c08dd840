"""``setvision eval``: how good readings are, by the labels of the same photos."""

import argparse
import json
import sys

from setvision.evaluate.labels import read_labels
from setvision.evaluate.matching import compare, pair_photos
from setvision.evaluate.report import as_dict, as_text, evaluate, misses
from setvision.message import msg, shown
from setvision.words import Words

__all__ = ["evaluate_readings"]


def evaluate_readings(options: argparse.Namespace, words: Words) -> int:
    """Compare readings with labels, print the figures, and return the exit status.

    Raises
    ------
    SetVisionError
        When labels or readings can't be read or the picture can't be written.
    """
    truths, seen = read_labels(options.labels), read_labels(options.readings)
    pairs, rest = pair_photos(truths, seen)
    photos = [compare(truth, reading, options.overlap) for truth, reading in pairs]
    evaluation = evaluate(photos, len(rest))
    if options.picture is not None:
        from setvision.evaluate.picture import save_picture

        save_picture(evaluation, options.picture, words)
    if options.json:
        print(json.dumps(as_dict(evaluation)))
    else:
        print(as_text(evaluation, words))
    for line in misses(photos) if options.misses else ():
        print(words(line), file=sys.stderr if options.json else sys.stdout)
    if photos and evaluation.whole.unread == len(photos):
        nothing = msg(
            "none of the photos in {labels} is in {readings}; their names must end alike",
            labels=shown(options.labels),
            readings=shown(options.readings),
        )
        print(f"setvision: {words(nothing)}", file=sys.stderr)
    return 1 if evaluation.whole.unread else 0
