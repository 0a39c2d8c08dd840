"""What teaching a deck gains, as text for people and as JSON for programs."""

from typing import Any

from setvision.cards import Feature
from setvision.evaluate.report import columns, percent
from setvision.message import Message, Number, msg, nmsg, pmsg
from setvision.teach.gain import Figures, Gain
from setvision.words import Words

__all__ = ["as_dict", "as_text"]


def as_dict(gain: Gain, missed: int) -> dict[str, Any]:
    """Return the figures as JSON tells them; ``schema`` is 1.

    Parameters
    ----------
    gain
        What was gained.
    missed
        Labelled cards that were not found.
    """
    return {
        "schema": 1,
        "photos": gain.photos,
        "cards": gain.before.cards,
        "missed": missed,
        "before": _figures_dict(gain.before),
        "after": _figures_dict(gain.after),
    }


def _figures_dict(figures: Figures) -> dict[str, Any]:
    return {
        "right": figures.right,
        "right_by_feature": dict(zip(map(str, Feature), figures.right_by_feature, strict=True)),
        "sure": figures.sure,
        "sure_wrong": figures.sure_wrong,
    }


def as_text(gain: Gain, words: Words) -> str:
    """Describe what was gained for people, without a last line break."""
    cards = gain.before.cards
    heading = msg(
        "{cards} in {photos}, each photo read with what the others teach:",
        cards=nmsg("{n} labelled card", "{n} labelled cards", cards),
        photos=nmsg("{n} photo", "{n} photos", gain.photos),
    )
    rows: list[list[object]] = [["", pmsg("teaching", "before"), "", pmsg("teaching", "after"), ""]]
    titles = (
        msg("all four features right"),
        *Feature,
        msg("cards said to be sure"),
        msg("of these wrong"),
    )
    for title, before, after in zip(titles, _counts(gain.before), _counts(gain.after), strict=True):
        rows.append([title, *_share(before, cards), *_share(after, cards)])
    return f"{words(heading)}\n\n{columns(rows, words)}"


def _counts(figures: Figures) -> tuple[int, ...]:
    return (figures.right, *figures.right_by_feature, figures.sure, figures.sure_wrong)


def _share(part: int, whole: int) -> tuple[Number, Message]:
    return Number(part), percent(part / whole)
