"""What a window or page shows of a watched table: everything, a hint, one SET, or a frozen call."""

from dataclasses import dataclass, replace
from typing import Final

from setvision.calls import Answer, judge
from setvision.media.draw import Marks, marks_of_sets
from setvision.media.report import verdict_message
from setvision.media.styles import CALLED, set_style
from setvision.message import Joined, Message, msg, nmsg, pmsg
from setvision.rules import Explanation
from setvision.table import SeenCard, Table, Verdict

__all__ = ["LAST_HINT", "View", "lines_of", "marks_of", "tapped", "with_next_hint", "with_next_set"]

LAST_HINT: Final = 4
"""The steps of a hint: whether there is a SET, then one, two and all of its cards."""


@dataclass(frozen=True, slots=True)
class View:
    """What the people in front of it asked to be shown."""

    hint: int = 0
    """How much is told, 1 to 4; 0 for everything."""
    only: int | None = None
    """The number of the one SET that is shown; None for all."""
    called: tuple[int, ...] = ()
    """Ids of the cards that somebody called, three at most."""


def with_next_hint(view: View) -> View:
    """Tell one thing more; after the last, everything again."""
    return View(hint=(view.hint + 1) % (LAST_HINT + 1))


def with_next_set(view: View, table: Table) -> View:
    """Show the next SET alone; after the last, all again."""
    following = 0 if view.only is None else view.only + 1
    return View(only=following if following < len(table.sets) else None)


def tapped(view: View, card: int) -> View:
    """Call a card, or take it back; after three, a new call begins."""
    if card in view.called:
        return replace(view, called=tuple(each for each in view.called if each != card))
    before = view.called if len(view.called) < 3 else ()
    return replace(view, called=(*before, card))


def marks_of(view: View, table: Table) -> Marks:
    """Return the frames that show what a view asks for."""
    if view.called:
        return dict.fromkeys(view.called, (CALLED,))
    if view.hint:
        first = _best(table)
        return {card: (set_style(0),) for card in first[: view.hint - 1]}
    if view.only is not None and view.only < len(table.sets):
        return {card: (set_style(view.only),) for card in table.sets[view.only]}
    return marks_of_sets(table)


def lines_of(view: View, table: Table) -> tuple[Message, ...]:
    """Return what is said above the picture: one large line, and a smaller one or none."""
    there = {seen.id: seen for seen in table.cards}
    called = [there[card] for card in view.called if card in there]
    if called:
        return _lines_of_call(called)
    if view.hint:
        return _lines_of_hint(table)
    if view.only is not None and view.only < len(table.sets):
        cards = [there[card].card for card in table.sets[view.only]]
        name = set_style(view.only).letter
        return msg("SET {name}", name=name), Message(
            "{cards}", fields={"cards": Joined(tuple(cards))}
        )
    if table.verdict is Verdict.NONE:
        return verdict_message(table), msg("deal three more")
    return verdict_message(table), table.reason


def _best(table: Table) -> tuple[int, ...]:
    """Return the SET that a hint leads to; there is none as long as none is sure."""
    return next(iter(table.sure_sets), ())


def _lines_of_hint(table: Table) -> tuple[Message, ...]:
    match table.verdict:
        case Verdict.SETS:
            return (msg("There is a SET."),)
        case Verdict.NONE:
            return msg("There is no SET."), msg("deal three more")
        case _:
            return msg("That cannot be said for sure."), table.reason


def _lines_of_call(called: list[SeenCard]) -> tuple[Message, ...]:
    left = 3 - len(called)
    cards = Joined(tuple(seen.card for seen in called))
    if left:
        return (
            nmsg("Click on {n} card more", "Click on {n} cards more", left),
            Message("{cards}", fields={"cards": cards}),
        )
    call = judge(called)
    match call.answer:
        case Answer.YES:
            return pmsg("three cards", "SET"), Message("{cards}", fields={"cards": cards})
        case Answer.NO:
            return _said(pmsg("three cards", "no SET"), _reasons(call.explanation) or call.reason)
        case _:
            return _said(msg("That cannot be said for sure."), call.reason)


def _said(first: Message, second: Message | None) -> tuple[Message, ...]:
    return (first,) if second is None else (first, second)


def _reasons(explanation: Explanation | None) -> Message | None:
    if explanation is None:
        return None
    failing = tuple(check.message for check in explanation.checks if check.odd is not None)
    return Message("{reasons}", fields={"reasons": Joined(failing, "; ")})
