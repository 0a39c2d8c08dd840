"""The cards of one table, chosen together, and what can be said of it with certainty.

Every card exists once in a deck, so a face that one card shows surely is ruled out for the others.
A SET among three sure cards stands whatever the rest is; "none" is only said when no likely
reading of any doubtful card would make one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from setvision.cards import DECK, Card, Edition, Feature
from setvision.doubts import doubted_card
from setvision.inks import odd_inks, weighed_by_inks
from setvision.layout import reading_order
from setvision.message import Joined, Message, msg, nmsg
from setvision.rules import third
from setvision.surety import Surety
from setvision.vision.sizes import share_inside
from setvision.vision.types import Quads, Readings

__all__ = [
    "SeenCard",
    "Table",
    "Verdict",
    "choose",
    "faces_of",
    "likeliest",
    "sets_seen",
    "unique_posterior",
    "with_cards",
]

Triple = tuple[int, int, int]

CARD = 0.5
"""Below this probability a thing is not taken for a card."""

MAYBE = 0.2
"""From this probability on it may be one."""

SURE = 0.999
"""Confidence from which a reading is called sure."""

CLEAR = 0.99
"""A feature of a doubtful card that is less probable than this is named as what is doubted."""

INSIDE = 0.8
"""A card of which less than this share is in the picture is not sure: two symbols, cut off between
them, look like one in the middle."""

LIKELY = 0.003
"""Readings of a doubtful card that are less probable than this are left out of account."""

CALLED = 5.0
"""How much more probable the face is that a card was called before, over time."""

OUT_OF_GAME = 0.01
"""How much less probable a face is that is out of the game; a card may still be put back."""


class Verdict(StrEnum):
    """What can be said about SETs on the table."""

    SETS = "sets"
    NONE = "none"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A card on the table as it was read."""

    id: int
    """Number from 1; in one photo in reading order, over time the same for as long as it lies."""
    card: Card
    quad: NDArray[np.float32]
    """(4, 2) float32 corners in frame pixels, clockwise, first edge along a long side."""
    confidence: float
    """Probability 0..1 that all four features are right."""
    sure: bool
    probs: NDArray[np.float32]
    """(4, 3) float32: for each feature the probability of each value, in enum order."""
    doubts: tuple[str, ...]
    """What is doubted: features by name, "look", "hidden", or "twin" where more cards show the same
    face than there are decks; empty when sure."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """All cards of a frame, the SETs among them and the verdict."""

    cards: tuple[SeenCard, ...]
    width: int
    height: int
    sets: tuple[Triple, ...]
    """Ids of the cards of each SET, as the cards were read."""
    verdict: Verdict
    sure_sets: tuple[Triple, ...]
    """Those of `sets` whose three cards are sure."""
    reason: Message
    """One line that explains the verdict."""
    edition: Edition
    grid: tuple[tuple[int, int], ...] | None
    """Row and column of each card, from 1, or None where the cards lie in no grid."""
    maybe: int = 0
    """How many more things may be cards of which a part is hidden; they forbid "none"."""


def unique_posterior(likelihood: NDArray[np.floating], rounds: int = 8) -> NDArray[np.float64]:
    """Let cards rule each other's faces out.

    Parameters
    ----------
    likelihood : ndarray
        (n, 81), any positive scale, of each card's faces.
    rounds : int
        Rounds of mean-field updates q_i(c) ∝ L_i(c) Π_{j≠i} (1 - q_j(c)).

    Returns
    -------
    ndarray
        (n, 81) float64; rows sum to one.
    """
    base = np.asarray(likelihood, np.float64) + 1e-12
    base /= base.sum(1, keepdims=True)
    q = base
    for _ in range(rounds):
        log_free = np.log1p(-np.minimum(q, 1 - 1e-6))
        raised = np.log(base) + log_free.sum(0, keepdims=True) - log_free
        raised = np.exp(raised - raised.max(1, keepdims=True))
        q = 0.5 * q + 0.5 * raised / raised.sum(1, keepdims=True)
    return q


def faces_of(probs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Turn the probabilities of features into those of faces.

    Parameters
    ----------
    probs : ndarray
        (n, 4, 3) float32 of color, shape, count and fill.

    Returns
    -------
    ndarray
        (n, 81) float32, in the order of the deck.
    """
    joint = np.einsum("na,nb,nc,nd->nabcd", *probs.transpose(1, 0, 2))
    return np.asarray(joint.reshape(-1, 81), np.float32)


def _posterior(
    faces: NDArray[np.float32], decks: int, out: Collection[Card]
) -> NDArray[np.float64]:
    """(n, 81) what each card may be, the others considered."""
    likelihood = faces.astype(np.float64)
    likelihood[:, [card.index for card in out]] *= OUT_OF_GAME
    if decks == 1:
        return unique_posterior(likelihood)
    return np.asarray(likelihood / likelihood.sum(1, keepdims=True))


def likeliest(
    probs: NDArray[np.float32], decks: int = 1, out: Collection[Card] = ()
) -> tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.float64]]:
    """Choose the likeliest face of each card of a table.

    Parameters
    ----------
    probs : ndarray
        (n, 4, 3) float32 of color, shape, count and fill.
    decks : int
        How many decks lie on the table; in one, no face occurs twice.
    out : collection of Card
        Faces that are out of the game, which makes them a hundred times less probable.

    Returns
    -------
    posterior : ndarray
        (n, 81) float64, what each card may be, the others considered.
    best : ndarray
        (n,) the likeliest face of each.
    beliefs : ndarray
        (n,) float64: the belief in that face, never more than the card alone gives it.
    """
    faces = faces_of(probs)
    posterior = _posterior(faces, decks, out)
    best = posterior.argmax(1)
    rows = np.arange(len(best))
    return posterior, best, np.minimum(posterior[rows, best], faces[rows, best])


def choose(
    quads: Quads,
    readings: Readings,
    width: int,
    height: int,
    surety: Surety | None = None,
    strange: NDArray[np.bool_] | None = None,
    *,
    taught: NDArray[np.bool_] | None = None,
    decks: int = 1,
    ids: Sequence[int] | None = None,
    out: Collection[Card] = (),
    before: Mapping[int, Card] | None = None,
) -> Table:
    """Choose the cards of one table together and judge whether there is a SET.

    Parameters
    ----------
    quads : ndarray
        (n, 4, 2) float32 frame pixels, no two of the same card.
    readings : Readings
        n readings.
    width, height : int
        Frame size in pixels.
    surety : Surety, optional
        Turns beliefs into confidence; uncalibrated when omitted.
    strange : ndarray, optional
        (n,) bool: looks like nothing that is known; such a card is never sure.
    taught : ndarray, optional
        (4,) bool: features read by what a few photos taught. A card whose own look does not show
        these clearly is not sure: `surety` was not made for them.
    decks : int
        How many decks lie on the table; with more than one, cards may look alike.
    ids : sequence of int, optional
        The number of each card, no two the same; from 1 in reading order when omitted.
    out : collection of Card
        Cards that are out of the game; where one seems to lie, that is not sure at once.
    before : mapping of int to Card, optional
        What cards of these numbers were called before: it takes more to call them otherwise.

    Returns
    -------
    Table
    """
    surety = surety or Surety()
    present = readings.card * readings.whole
    taken = np.flatnonzero(present >= CARD)
    maybe = int(((present < CARD) & (readings.card >= MAYBE)).sum())
    if len(taken) == 0:
        nothing = msg("no cards found")
        return Table((), width, height, (), Verdict.UNSURE, (), nothing, Edition.STANDARD, None)
    order, grid = reading_order(quads[taken])
    taken = taken[np.array(order)]
    alone, ink = readings.probs[taken], readings.ink[taken]
    faces = faces_of(alone)
    posterior = _posterior(faces, decks, out)
    # What inks and the past say names the likelier face; it makes none surer and rules none out.
    weighed = faces_of(weighed_by_inks(alone, ink))
    for row, k in zip(weighed, taken, strict=True):
        if before is not None and ids is not None and ids[k] in before:
            row[before[ids[k]].index] *= CALLED
    best = _posterior(weighed, decks, out).argmax(1)
    rows = np.arange(len(best))
    beliefs = np.minimum(posterior, faces)[rows, best]
    is_cut = share_inside(quads[taken], width, height) < INSIDE
    values = np.array([DECK[face].values for face in best])
    colors = alone[rows, 0, values[:, 0]]
    is_odd = odd_inks(ink, values, colors)
    twins = {int(k) for k in best if (best == k).sum() > decks}
    cards = []
    for place, (k, face) in enumerate(zip(taken, best, strict=True)):
        belief = float(beliefs[place])
        card, whole = float(readings.card[k]), float(readings.whole[k])
        confidence = surety.of(belief, card, whole)
        if taught is not None and taught.any():
            own = readings.probs[k][np.arange(4), DECK[int(face)].values]
            clear = float(own[taught].prod())
            confidence = confidence if clear >= CLEAR else min(confidence, clear)
        is_twin = int(face) in twins
        is_strange = strange is not None and bool(strange[k])
        if is_cut[place]:
            whole = 0.0
        is_good = not (is_twin or is_strange or is_odd[place] or is_cut[place])
        sure = is_good and confidence >= SURE
        features = readings.probs[k].max(1)
        if is_odd[place]:
            # That all else is clear, `surety` counts in favor of the color as well.
            confidence, features[0] = min(confidence, float(colors[place])), 0.0
        doubts = [] if sure else _doubts(features, card, whole, is_strange, is_twin)
        cards.append(
            SeenCard(
                place + 1 if ids is None else ids[k], DECK[int(face)], quads[k], confidence, sure,
                readings.probs[k], tuple(doubts),
            )
        )  # fmt: skip
    seen = tuple(cards)
    sets = _sets(seen)
    sure_ids = {card.id for card in seen if card.sure}
    sure_sets = tuple(s for s in sets if sure_ids.issuperset(s))
    verdict, reason = _judge(seen, posterior, sets, sure_sets, maybe)
    european = bool(readings.european[taken].mean() > 0.5)
    edition = Edition.EUROPEAN if european else Edition.STANDARD
    places = tuple(grid[k] for k in order) if grid is not None else None
    return Table(seen, width, height, sets, verdict, sure_sets, reason, edition, places, maybe)


def with_cards(table: Table, cards: tuple[SeenCard, ...], posterior: NDArray[np.float64]) -> Table:
    """Return a table on which the same cards are read differently, judged anew.

    Parameters
    ----------
    table : Table
        Gives all but the cards and what follows from them.
    cards : tuple of SeenCard
        n cards.
    posterior : ndarray
        (n, 81) float64, what each may be, the others considered.
    """
    sets = _sets(cards)
    sure_ids = {card.id for card in cards if card.sure}
    sure_sets = tuple(s for s in sets if sure_ids.issuperset(s))
    verdict, reason = _judge(cards, posterior, sets, sure_sets, table.maybe)
    return replace(
        table, cards=cards, sets=sets, verdict=verdict, sure_sets=sure_sets, reason=reason
    )


def sets_seen(count: int) -> Message:
    """Say how many SETs lie there for sure."""
    return nmsg("{n} SET among surely read cards", "{n} SETs among surely read cards", count)


def _doubts(
    features: NDArray[np.float32], card: float, whole: float, is_strange: bool, is_twin: bool
) -> list[str]:
    """Name what is doubted about a card, at least one thing; the features' beliefs are (4,)."""
    doubts = [str(f) for f, p in zip(Feature, features, strict=True) if p < CLEAR]
    if whole < CLEAR and whole < card:
        doubts.append("hidden")
    elif card < CLEAR or is_strange:
        doubts.append("look")
    if is_twin:
        doubts.append("twin")
    if not doubts:
        doubts.append("look" if card < features.min() else str(list(Feature)[features.argmin()]))
    return doubts


def _sets(cards: tuple[SeenCard, ...]) -> tuple[Triple, ...]:
    """List SETs by id; cards of the same face (two decks) each make their own."""
    cards = tuple(sorted(cards, key=lambda card: card.id))
    by_face: dict[Card, list[int]] = {}
    for card in cards:
        by_face.setdefault(card.card, []).append(card.id)
    found = []
    for a, b in combinations(cards, 2):
        if a.card != b.card:
            found += [(a.id, b.id, c) for c in by_face.get(third(a.card, b.card), []) if c > b.id]
    return tuple(sorted(found))


def _judge(
    cards: tuple[SeenCard, ...],
    posterior: NDArray[np.float64],
    sets: tuple[Triple, ...],
    sure_sets: tuple[Triple, ...],
    maybe: int,
) -> tuple[Verdict, Message]:
    doubtful = [card for card in cards if not card.sure]
    if sure_sets:
        return Verdict.SETS, sets_seen(len(sure_sets))
    if sets:
        in_sets = {k for ids in sets for k in ids}
        needed_cards = [card for card in doubtful if card.id in in_sets]
        return Verdict.UNSURE, nmsg(
            "the SET found needs {cards}",
            "the SETs found need {cards}",
            len(sets),
            cards=_named(needed_cards),
        )
    if maybe:
        return Verdict.UNSURE, nmsg(
            "{n} more thing may be a card that is partly hidden",
            "{n} more things may be cards that are partly hidden",
            maybe,
        )
    strange = [card for card in doubtful if {"look", "hidden", "twin"} & set(card.doubts)]
    if strange:
        return Verdict.UNSURE, msg("a SET may hang on {cards}", cards=_named(strange))
    if len(cards) < 3 and doubtful:
        # In a spoilt picture little is found, and that badly: more cards are likely overlooked.
        return Verdict.UNSURE, nmsg(
            "only {n} card was found", "only {n} cards were found", len(cards)
        )
    likely = posterior >= LIKELY
    for row, card in zip(likely, cards, strict=True):
        if card.sure:
            row[:] = False
            row[card.card.index] = True
    hanging = _in_possible_sets(likely)
    if hanging:
        named = [card for k, card in enumerate(cards) if k in hanging and not card.sure]
        return Verdict.UNSURE, msg("a SET may hang on {cards}", cards=_named(named))
    return Verdict.NONE, nmsg("no SET among {n} card", "no SET among {n} cards", len(cards))


@cache
def _thirds() -> NDArray[np.intp]:
    """(81, 81) index of the card that makes a SET with each pair; with itself, its own."""
    return np.array(
        [[a.index if a == b else third(a, b).index for b in DECK] for a in DECK], np.intp
    )


def _in_possible_sets(likely: NDArray[np.bool_]) -> set[int]:
    """Return the rows of (n, 81) likely faces that some choice of faces puts into a SET."""
    count = len(likely)
    found: set[int] = set()
    for i in range(count - 2):
        # needed[j, c]: a likely face of card i and one of card j make a SET with face c.
        needed = np.zeros((count, 81), bool)
        for face in np.flatnonzero(likely[i]):
            with_face = likely[:, _thirds()[face]]
            with_face[:, face] = False
            needed |= with_face
        pairs = np.triu(needed.astype(np.float32) @ likely.T.astype(np.float32) > 0, 1)
        pairs[: i + 1] = False
        if pairs.any():
            found.add(i)
            found.update(np.flatnonzero(pairs.any(0) | pairs.any(1)).tolist())
    return found


def _named(cards: list[SeenCard]) -> Message:
    """Name the cards that are not read surely and what is doubted."""
    parts = tuple(doubted_card(card.id, card.doubts) for card in cards)
    return nmsg(
        "card {cards}, not read surely",
        "cards {cards}, not read surely",
        len(parts),
        cards=Joined(parts),
    )
