"""``setvision teach``: another deck, or an odd light, learnt from a few photos with labels."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from setvision.apps.pictures import prepare_folder, write_whole
from setvision.apps.read import load_photo
from setvision.errors import ImageReadError, UsageError
from setvision.label.listing import Failure, find
from setvision.label.progress import on_terminal
from setvision.message import Message, msg, nmsg, shown
from setvision.pipeline import Reader
from setvision.teach.gain import teach
from setvision.teach.lessons import Lesson, lesson
from setvision.teach.photos import Found, labelled_photos
from setvision.teach.report import as_dict, as_text
from setvision.words import Words

__all__ = ["teach_deck"]


def teach_deck(options: argparse.Namespace, words: Words) -> int:
    """Learn a deck, print what that gains, write it down if it gains anything.

    Returns
    -------
    int
        0; 1 when nothing is gained and nothing was written.

    Raises
    ------
    SetVisionError
        When labels can't be read, too few cards are known, or the file can't be written.
    """

    def tell(message: Message) -> None:
        print(f"setvision: {words(message)}", file=sys.stderr)

    _check_target(options.out)
    found = labelled_photos(options.labels, _paths(options.photos, options.out, tell))
    _tell_left_out(found, tell)
    reader = Reader(options.decks)
    lessons = _lessons(found, reader, words, tell)
    missed = sum(each.missed for each in lessons)
    if missed:
        tell(
            nmsg(
                "{n} labelled card was not found in its photo and teaches nothing",
                "{n} labelled cards were not found in their photos and teach nothing",
                missed,
            )
        )
    taught, gain = teach(lessons, reader)
    if options.json:
        is_written = {"deck": str(options.out) if gain.is_worth_it else None}
        print(json.dumps(as_dict(gain, missed) | is_written))
    else:
        print(as_text(gain, words))
    sys.stdout.flush()
    if gain.is_harmful:
        tell(msg("nothing was written: other photos would be read worse with it"))
        return 1
    if not gain.is_worth_it:
        tell(msg("nothing was written: other photos would hardly be read better with it"))
        return 1
    write_whole(options.out, taught.to_bytes())
    tell(msg("wrote {path}; use it by --deck {path}", path=shown(options.out)))
    return 0


def _check_target(path: Path) -> None:
    """See that a file can be written, before minutes are spent on what goes into it."""
    if path.is_dir():
        raise UsageError(msg("{name} is a folder; name a file", name=shown(path)))
    prepare_folder(path.absolute().parent)


def _paths(names: list[str], out: Path, tell: Callable[[Message], None]) -> list[str]:
    """Return the photos that people name, and tell of names that stand for none."""
    paths = []
    for name in find(names, out):
        if isinstance(name, Failure):
            tell(_line(name.path, name.reason))
        else:
            paths.append(name)
    if names and not paths:
        raise UsageError(msg("none of the photos can be read"))
    return paths


def _tell_left_out(found: Found, tell: Callable[[Message], None]) -> None:
    if found.unseen:
        tell(
            nmsg(
                "{n} photo that nobody looked at is left out",
                "{n} photos that nobody looked at are left out",
                found.unseen,
            )
        )
    if found.lost:
        tell(
            nmsg(
                "{n} labelled photo was not found and is left out: {photo}",
                "{n} labelled photos were not found and are left out, {photo} for one",
                len(found.lost),
                photo=shown(found.lost[0]),
            )
        )


def _lessons(
    found: Found, reader: Reader, words: Words, tell: Callable[[Message], None]
) -> list[Lesson]:
    lessons = []
    for record, path in on_terminal(words)(found.pairs, len(found.pairs), msg("reading photos")):
        try:
            lessons.append(lesson(record, reader.see(load_photo(path).image)))
        except ImageReadError as error:
            tell(error.message)
    return lessons


def _line(path: str, reason: Message) -> Message:
    return Message("{path}: {reason}", fields={"path": shown(path), "reason": reason})
