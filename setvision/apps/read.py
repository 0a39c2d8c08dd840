"""``setvision read``: photos in, cards and SETs out."""

import contextlib
import json
import os
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from setvision.apps.display import has_screen
from setvision.apps.pictures import prepare_folder, save_picture
from setvision.apps.window import Window
from setvision.errors import ImageReadError, SetVisionError, UsageError
from setvision.media.draw import annotated
from setvision.media.load import Photo, load, read_stream
from setvision.media.report import as_dict, as_text, error_dict
from setvision.media.sources import STDIN, expand
from setvision.message import Message, msg, shown
from setvision.pipeline import WORKING_SIDE, in_full
from setvision.table import Table
from setvision.words import Words, words_for

__all__ = ["TableReader", "load_photo", "read_pictures"]

_WAIT_MS: Final = 100


class TableReader(Protocol):
    """What reads a table: :class:`setvision.pipeline.Reader`, or a stand-in in tests."""

    def read(self, image: NDArray[np.uint8]) -> Table:
        """Read an upright uint8 (h, w, 3) BGR picture."""


@dataclass(slots=True)
class _Options:
    as_json: bool
    save: Path | None
    show: bool
    quiet: bool
    debug: bool
    words: Words
    window: Window | None = None


def read_pictures(
    names: Iterable[str],
    reader: TableReader,
    *,
    as_json: bool = False,
    save: Path | None = None,
    show: bool = False,
    quiet: bool = False,
    debug: bool = False,
    words: Words | None = None,
) -> int:
    """Read pictures, print what they show, and return the exit status.

    Parameters
    ----------
    names
        Files, folders, patterns, or ``-``.
    reader
        Reads one picture.
    as_json
        Print a JSON line for each picture, not text.
    save
        Folder for annotated pictures; made when missing.
    show
        Show each annotated picture in a window until a key is pressed.
    quiet
        Do not tell what was written.
    debug
        Print the traceback of unexpected errors.
    words
        The language of text, messages and pictures; English when omitted. JSON stays English.

    Returns
    -------
    int
        0 when all pictures were read, 1 when one or more were not.

    Raises
    ------
    UsageError
        When the folder to save in cannot be used, or there is no display to show on.
    """
    if save is not None:
        prepare_folder(save)
    if show and not has_screen():
        raise UsageError(msg("--show needs a display, and there is none; use --save DIR"))
    words = words or words_for("en")
    options = _Options(as_json, save, show, quiet, debug, words)
    sources = list(expand(names))
    inputs = [os.path.realpath(source) for source in sources if isinstance(source, str)]
    taken: set[str] = set()
    status = 0
    is_first = True
    for source in sources:
        try:
            if isinstance(source, ImageReadError):
                raise source
            started = time.perf_counter()
            photo = load_photo(source)
            table = reader.read(photo.image)
            seconds = time.perf_counter() - started
        except Exception as error:  # one photo must not stop the others
            status = 1
            _complain(error, source, options)
            continue
        # What goes wrong with the output is no fault of the photo, and stops everything.
        if as_json:
            print(json.dumps(as_dict(in_full(table, photo), source, seconds=seconds)))
        else:
            print(("" if is_first else "\n") + as_text(table, shown(source), words))
        sys.stdout.flush()
        is_first = False
        if save is not None or show:
            try:
                _put_out(annotated(photo.image, table, words), source, options, inputs, taken)
            except SetVisionError as error:
                status = 1
                print(f"setvision: {words(error)}", file=sys.stderr)
    return status


def _complain(error: Exception, source: str | ImageReadError, options: _Options) -> None:
    """Say why a picture could not be read; in JSON with one line for each picture."""
    if options.debug and not isinstance(error, ImageReadError):
        traceback.print_exception(error)
    name = source if isinstance(source, str) else source.source
    if isinstance(error, ImageReadError):
        message, problem = error.message, error.problem
    else:
        problem = _unexpected(error, options.debug)
        message = Message(
            "{name}: {problem}", fields={"name": shown(name or ""), "problem": problem}
        )
    print(f"setvision: {options.words(message)}", file=sys.stderr)
    if options.as_json:
        print(json.dumps(error_dict(name or "", str(problem))), flush=True)


def _unexpected(error: Exception, is_told_all: bool) -> Message:
    reason = error.message if isinstance(error, SetVisionError) else " ".join(str(error).split())
    message = msg("could not be read: {kind}: {reason}", kind=type(error).__name__, reason=reason)
    if is_told_all or isinstance(error, SetVisionError):
        return message
    return msg("{message} (--debug tells more)", message=message)


def load_photo(source: str) -> Photo:
    """Load a picture in the size that is read, without what C libraries print about it.

    Parameters
    ----------
    source
        The path of a file, or ``-`` for standard input.

    Raises
    ------
    ImageReadError
        When it cannot be read.
    """
    with _quiet_libraries():
        if source == STDIN:
            name = msg("standard input")
            return load(read_stream(sys.stdin.buffer, name), max_side=WORKING_SIDE, name=name)
        return load(source, max_side=WORKING_SIDE)


@contextlib.contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Keep what C libraries print about damaged files off the terminal.

    They write to the process's error output itself, which only a program may turn off.
    """
    try:
        sys.stderr.flush()
        kept = os.dup(2)
    except (OSError, ValueError, AttributeError):
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _put_out(
    image: NDArray[np.uint8], source: str, options: _Options, inputs: list[str], taken: set[str]
) -> None:
    if options.save is not None:
        target = _target(source, options.save, inputs, taken)
        save_picture(image, target)
        if not options.quiet:
            wrote = msg("wrote {path}", path=shown(target))
            print(f"setvision: {options.words(wrote)}", file=sys.stderr)
    if options.show:
        options.show = _shown_until_key(image, options)


def _shown_until_key(image: NDArray[np.uint8], options: _Options) -> bool:
    """Show a picture until a key is pressed; False when no further one is wanted."""
    if options.window is None:
        options.window = Window(options.words(msg("setvision (any key: next, Esc: end)")))
    options.window.show(image)
    while True:
        key = options.window.key(_WAIT_MS)
        if key == "esc":
            options.window.close()
        if key is not None:
            return key != "esc"


def _target(source: str, folder: Path, inputs: list[str], taken: set[str]) -> Path:
    """Choose a file name that is no input and not yet given to another picture of this run."""
    stem = "stdin" if source == STDIN else Path(source).stem
    number = 1
    while True:
        path = folder / f"{stem}_sets{'' if number == 1 else f'-{number}'}.jpg"
        key = os.path.realpath(path)
        if key.lower() not in taken and key not in inputs:
            taken.add(key.lower())  # some file systems do not know lower case from upper
            return path
        number += 1
