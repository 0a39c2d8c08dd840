"""Tables built by hand for the tests of what is drawn and printed."""

from collections.abc import Mapping, Sequence

import numpy as np

from setvision.cards import Card, Edition
from setvision.message import Message, plain
from setvision.rules import find_sets
from setvision.table import SeenCard, Table, Verdict


def grid_table(
    codes: Sequence[str],
    *,
    columns: int = 4,
    doubts: Mapping[int, tuple[str, ...]] | None = None,
    edition: Edition = Edition.STANDARD,
    reason: str | Message = "",
    has_grid: bool = True,
) -> Table:
    """Lay cards out in rows, 150 x 100 pixels each; ``doubts`` names the doubted ones by id."""
    doubts = doubts or {}
    cards = []
    for k, code in enumerate(codes):
        x, y = 40 + 190 * (k % columns), 40 + 130 * (k // columns)
        quad = np.array([[x, y], [x + 150, y], [x + 150, y + 100], [x, y + 100]], np.float32)
        doubted = doubts.get(k + 1, ())
        card = Card.parse(code)
        probs = np.full((4, 3), 0.0001, np.float32)
        probs[np.arange(4), card.values] = 0.9998
        confidence = 0.61234 if doubted else 0.99951
        cards.append(SeenCard(k + 1, card, quad, confidence, not doubted, probs, doubted))
    found = [tuple(i + 1 for i in ids) for ids in find_sets([seen.card for seen in cards])]
    sets = tuple((a, b, c) for a, b, c in found)
    sure = tuple(ids for ids in sets if not set(ids) & doubts.keys())
    return Table(
        cards=tuple(cards),
        width=80 + 190 * columns,
        height=80 + 130 * -(-len(codes) // columns),
        sets=sets,
        verdict=Verdict.SETS if sure else Verdict.UNSURE if doubts else Verdict.NONE,
        sure_sets=sure,
        reason=plain(reason) if isinstance(reason, str) else reason,
        edition=edition,
        grid=tuple((k // columns + 1, k % columns + 1) for k in range(len(codes)))
        if has_grid
        else None,
    )
