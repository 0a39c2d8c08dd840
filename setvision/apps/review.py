"""``setvision review``: the page on which doubtful photos are confirmed or corrected."""

import argparse
import contextlib
import getpass
import os
import sys
from pathlib import Path

from setvision.apps.extras import web_extra
from setvision.errors import UsageError
from setvision.label.addresses import place_of
from setvision.label.bucket import store_of
from setvision.label.plan import read_plan
from setvision.label.review import reviewed
from setvision.message import msg, shown
from setvision.words import Words

__all__ = ["review"]


def review(options: argparse.Namespace, words: Words) -> int:
    """Serve the page until the user ends it, tell what came of it, and return the exit status.

    Raises
    ------
    SetVisionError
        When the folder holds no labels or a job is at work in it, the port can't be used, a file
        cannot be written, or an extra package is missing.
    """
    with web_extra():
        from setvision.web.review_app import Reviewing, make_review_app
        from setvision.web.review_shown import summary_message
        from setvision.web.server import announce, prepare, run
    place = place_of(options.folder)
    store = store_of(place.absolute() if isinstance(place, Path) else place)
    plan = read_plan(store)
    if plan.root:
        try:
            os.chdir(plan.root)  # what the paths of the photos count from
        except OSError as error:
            raise UsageError(
                msg(
                    "the photos lay below {folder}, which cannot be used: {reason}",
                    folder=shown(plan.root),
                    reason=error.strerror or error,
                )
            ) from None
    serving = prepare(port=options.port, is_lan=options.lan)
    with serving.sock, reviewed(store, plan) as photos:
        site = Reviewing(words, options.lang is not None, photos, _name(options.by))
        announce(serving, words, lambda line: print(line, file=sys.stderr, flush=True))
        with contextlib.suppress(KeyboardInterrupt):  # how it is meant to end
            run(make_review_app(site, serving.access), serving)
        print(words(summary_message(photos.summary())), flush=True)
        if photos.is_writing:
            wait = msg("The label files are being written; Ctrl+C leaves that to the next time.")
            print(words(wait), file=sys.stderr, flush=True)
    return 0


def _name(given: str | None) -> str:
    """Return who looks at the photos."""
    name = " ".join((given or "").split())
    if not name:
        # Who runs it may have no name here, as in a container.
        with contextlib.suppress(OSError, KeyError, ImportError):
            name = getpass.getuser()
    return name[:80] or "unknown"
