"""How far a job is, on the terminal of whoever waits for it."""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeVar

from tqdm import tqdm

from setvision.label.job import Progress
from setvision.message import Message
from setvision.words import Words

__all__ = ["on_terminal"]

T = TypeVar("T")


def on_terminal(words: Words) -> Progress:
    """Return what shows a bar, the rate and the time left, where standard error is a terminal."""
    return partial(_bar, words)


def _bar(words: Words, things: Iterable[T], count: int, title: Message) -> Iterator[T]:
    yield from tqdm(
        things,
        desc=words(title),
        total=count,
        unit="",
        unit_scale=False,
        disable=None,  # where it is no terminal
        file=sys.stderr,
        dynamic_ncols=True,
        smoothing=0.05,
    )
