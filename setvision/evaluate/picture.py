"""The figures of an evaluation as a picture: confusion, calibration, conditions."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from setvision.cards import Feature
from setvision.errors import MissingExtraError, OutputError
from setvision.evaluate.figures import Figures
from setvision.evaluate.report import VALUES, Evaluation
from setvision.extras import installing
from setvision.message import Number, msg, pmsg, shown
from setvision.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["save_picture"]

_INK: Final = "#1c1b19"
_SOFT: Final = "#8a857c"
_BLUE: Final = "#1f6fb2"
_LEAST: Final = 1e-5
"""Probability of being wrong at which the calibration begins."""
_CONDITIONS: Final = 30
"""The worst are shown: more can't be read in one picture."""


def save_picture(evaluation: Evaluation, path: Path, words: Words) -> None:
    """Draw an evaluation.

    Parameters
    ----------
    evaluation
        Its figures.
    path
        Where the picture goes; its ending says of which kind it is: PNG, SVG, PDF and others.
    words
        The language.

    Raises
    ------
    MissingExtraError
        When matplotlib is not installed.
    OutputError
        When the picture cannot be written, or there is no such kind.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError(
            msg(
                "pictures of figures need one more package: {command}",
                command=installing("eval"),
            )
        ) from None
    conditions = {name: own for name, own in evaluation.by_condition.items() if own.faces}
    worst = dict(sorted(conditions.items(), key=lambda item: item[1].right / item[1].faces))
    worst = dict(list(worst.items())[:_CONDITIONS])
    heights = [2.6, 4.0, *([0.24 * len(worst) + 0.9] if worst else [])]
    figure = Figure(figsize=(12, sum(heights)), layout="constrained")
    FigureCanvasAgg(figure)
    parts = figure.subfigures(len(heights), 1, squeeze=False, height_ratios=heights)
    top, middle, *low = parts[:, 0]
    for axes, (feature, values), counts in zip(
        top.subplots(1, 4), VALUES.items(), evaluation.confusion, strict=True
    ):
        _draw_confusion(axes, np.array(counts), [words(value) for value in values])
        axes.set_title(words(feature))
        axes.set_xlabel(words(pmsg("value", "read")))
        axes.set_ylabel(words(pmsg("value", "labelled")))
    left, right = middle.subplots(1, 2, width_ratios=(1, 1))
    _draw_calibration(left, evaluation, words)
    _draw_shares(right, evaluation, words)
    for part in low:
        _draw_conditions(part.subplots(), worst, words)
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or " ".join(str(error).split())
        raise OutputError(
            msg("cannot save the picture {path}: {reason}", path=shown(path), reason=reason)
        ) from None


def _draw_confusion(axes: "Axes", counts: Any, names: list[str]) -> None:
    shares = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(3), names)
    axes.set_yticks(range(3), names)
    for row in range(3):
        for column in range(3):
            ink = "white" if shares[row, column] > 0.5 else _INK
            axes.text(column, row, f"{counts[row, column]}", ha="center", va="center", color=ink)


def _draw_calibration(axes: "Axes", evaluation: Evaluation, words: Words) -> None:
    """Draw what was said against what was true, both as what is left to certainty.

    Where nothing was wrong, the most that may be is drawn: three in as many cards, with a certainty
    of 95 % (Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", 1983).
    """
    axes.plot([_LEAST, 1], [_LEAST, 1], color=_SOFT, linestyle="--", zorder=1)
    for part in evaluation.calibration:
        x = max(1 - part.confidence, _LEAST)
        y, marker = (1 - part.right, "o") if part.right < 1 else (min(3 / part.cards, 1), "v")
        face = _BLUE if part.right < 1 else "white"
        axes.scatter([x], [y], marker=marker, color=face, edgecolors=_BLUE, s=45, zorder=3)
        axes.annotate(
            words(Number(part.cards)), (x, y), xytext=(6, 5), textcoords="offset points", color=_INK
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(_LEAST / 2, 2)
    axes.set_ylim(_LEAST / 2, 3)
    axes.set_title(words(msg("Calibration (triangles: at most, as none was wrong)")))
    axes.set_xlabel(words(msg("said to be wrong, mean probability")))
    axes.set_ylabel(words(msg("wrong, share")))


def _draw_shares(axes: "Axes", evaluation: Evaluation, words: Words) -> None:
    whole = evaluation.whole
    rows = [
        (msg("cards found"), whole.found, whole.cards),
        (msg("all four features right"), whole.right, whole.faces),
        *(
            (feature, right, whole.faces_found)
            for feature, right in zip(Feature, whole.right_by_feature, strict=True)
        ),
        (msg("whole tables right"), whole.whole, whole.photos),
        (msg("cards said to be sure"), whole.sure, whole.cards),
    ]
    _dots(axes, [(words(name), part, of) for name, part, of in rows], words)


def _draw_conditions(axes: "Axes", by_name: dict[str, Figures], words: Words) -> None:
    rows = [(shown(name), own.right, own.faces) for name, own in by_name.items()]
    _dots(axes, rows, words)
    axes.set_title(words(msg("All four features right, by condition")))


def _dots(axes: "Axes", rows: Sequence[tuple[str, int, int]], words: Words) -> None:
    """Draw shares as dots, the first on top, with what they are shares of."""
    shares = [100 * part / of if of else 0.0 for _, part, of in rows]
    axes.scatter(shares, range(len(rows)), color=_BLUE, zorder=3, clip_on=False)
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.set_xlim(min(90, 10 * math.floor(min(shares) / 10)), 100)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="y", color="#e4e0d9")
    axes.spines[["top", "right"]].set_visible(False)
    for row, (share, (_, part, of)) in enumerate(zip(shares, rows, strict=True)):
        text = words(
            msg("{percent} % ({part} of {of})", percent=Number(share, 2), part=part, of=of)
        )
        axes.annotate(
            text, (100, row), xytext=(9, 0), textcoords="offset points", va="center", color=_INK
        )
