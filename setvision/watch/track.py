"""Cards over time, and which card of a frame is which of those that are known."""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from setvision.cards import DECK, Card
from setvision.opencv import cv2
from setvision.table import faces_of
from setvision.vision.types import Quads, Readings
from setvision.watch.evidence import Evidence, joined
from setvision.watch.looks import Look, alike

__all__ = ["Match", "Track", "by_face", "by_place", "overlaps"]

SAME_PLACE = 0.35
"""Common share of the area of both from which a quad is where a track lay."""

_CLEAR = 0.9
"""From this belief on, a reading can speak against what is known, or find a card elsewhere."""

_AGAINST = 1e-3
_UNLIKE = 0.6
"""A clear reading that leaves a face less than the first says that another card lies there, and so
does an unclear one where the place looks less like the card than the second: a bare table's grain
or pattern looks like some card now and then."""

_HARDLY = 0.2
_OTHER = 0.3
_WHOLE = 0.8
_READABLE = 0.35
"""What is not seen as a whole card that can be read a little, leaves the face less than the first,
and looks less like it than the second, is something else, too. A whole card read badly is under a
finger."""


@dataclass(slots=True, eq=False)
class Track:
    """One card, or what may become one."""

    quad: NDArray[np.float32]
    """(4, 2) float32 corners in key pixels."""
    evidence: Evidence
    look: Look
    """How its place looked when it was read last."""
    first_s: float
    """Since when it lies still."""
    seen_s: float
    """When it was seen last, by the finder or by its look."""
    found_s: float = -np.inf
    """When it was seen last by the finder."""
    id: int = 0
    """Its number; 0 as long as it is not taken for a card."""
    hits: int = 1
    """How often it was seen since it lies still."""
    missed_s: float | None = None
    """Since when its place is seen without it, and no hand."""
    is_missed: bool = False
    """Whether it seemed so at all since it was seen last."""
    is_covered: bool = False
    """Whether it was not seen when last looked for, and its place neither."""
    covered_s: float = 0.0
    """Since when it is covered."""
    card: Card = field(default=DECK[0])
    """Which card it is, as far as that was ever known best."""
    probs: NDArray[np.float32] | None = None
    """(4, 3) of color, shape, count and fill, the inks of the table compared; None before that."""
    is_known: bool = False
    """Whether that was sure; doubts that come up later, under a hand, change nothing then."""

    def note_seen(self, time_s: float) -> None:
        """Remember that it lies there: whatever spoke against that is settled."""
        self.seen_s, self.missed_s = time_s, None
        self.is_missed = self.is_covered = False


@dataclass(frozen=True, slots=True)
class Match:
    """A row of what was seen that belongs to a track."""

    track: Track
    row: int
    is_elsewhere: bool
    """Whether it was known by its face, at another place."""


def overlaps(quads: Quads, others: Quads) -> NDArray[np.float64]:
    """Return (n, m) the areas common to quads, (n, 4, 2), and others, (m, 4, 2), over the union."""
    out = np.zeros((len(quads), len(others)))
    if out.size == 0:
        return out
    centers, other_centers = quads.mean(1), others.mean(1)
    radii = np.linalg.norm(quads - centers[:, None], axis=2).max(1)
    other_radii = np.linalg.norm(others - other_centers[:, None], axis=2).max(1)
    apart = np.linalg.norm(centers[:, None] - other_centers, axis=2)
    areas = [cv2.contourArea(quad) for quad in quads]
    other_areas = [cv2.contourArea(quad) for quad in others]
    for i, j in np.argwhere(apart < radii[:, None] + other_radii):
        common, _ = cv2.intersectConvexConvex(quads[i], others[j])
        out[i, j] = common / max(1e-6, areas[i] + other_areas[j] - common)
    return out


def by_place(
    tracks: list[Track],
    quads: Quads,
    readings: Readings,
    looks: list[Look],
    is_clear: NDArray[np.bool_],
    gone: Collection[Card] = (),
) -> list[Match]:
    """Match what was seen with tracks that lie where it is.

    Parameters
    ----------
    tracks : list of Track
    quads : ndarray
        (n, 4, 2) float32 key pixels.
    readings : Readings
        n readings.
    looks : list of ndarray
        n looks.
    is_clear : ndarray
        (n,) bool: whether no hand is near; with a hand over a symbol, two look like one.
    gone : collection of Card
        Cards that were just taken, and may still be carried over others.

    Returns
    -------
    list of Match
        The best overlaps first, unless a clear reading speaks against it.
    """
    if not tracks or len(quads) == 0:
        return []
    common = overlaps(np.stack([track.quad for track in tracks]), quads)
    is_away = common.max(1) <= SAME_PLACE
    is_carried = _is_carried(tracks, readings, is_away, gone)
    known = joined([track.evidence.readings for track in tracks])
    left = faces_of(readings.probs)[:, faces_of(known.probs).argmax(1)].T
    # What was sure once stays known, whatever grain or a hand has made of it since.
    is_known = (known.belief > _CLEAR) | np.array([track.is_known for track in tracks])
    is_other = is_known[:, None] & _says_other(tracks, readings, looks, left)
    common[is_other & (is_clear | is_carried)] = 0
    common[(left < _AGAINST) & is_carried] = 0
    matches: list[Match] = []
    while common.max() > SAME_PLACE:
        i, row = np.unravel_index(int(common.argmax()), common.shape)
        matches.append(Match(tracks[i], int(row), False))
        common[i] = 0
        common[:, row] = 0
    return matches


def _says_other(
    tracks: list[Track], readings: Readings, looks: list[Look], left: NDArray[np.floating]
) -> NDArray[np.bool_]:
    """(t, n) whether a reading, which leaves so much to a track's face, is of another thing."""
    likeness = np.array([[alike(track.look, look) for look in looks] for track in tracks])
    says_other = (left < _AGAINST) & ((readings.belief > _CLEAR) | (likeness < _UNLIKE))
    is_whole = (readings.card * readings.whole > _WHOLE) & (readings.belief > _READABLE)
    return np.asarray(says_other | ((left < _HARDLY) & (likeness < _OTHER) & ~is_whole))


def _is_carried(
    tracks: list[Track], readings: Readings, is_away: NDArray[np.bool_], gone: Collection[Card]
) -> NDArray[np.bool_]:
    """(n,) whether a clear reading is of a card that is known, but not where it lay."""
    away = {track.card for track, is_gone in zip(tracks, is_away, strict=True) if is_gone}
    known = [card.index for card in away.union(gone)]
    faces = faces_of(readings.probs).argmax(1)
    return np.asarray(np.isin(faces, known) & (readings.belief > _CLEAR))


def by_face(tracks: list[Track], quads: Quads, readings: Readings) -> list[Match]:
    """Match what was seen with tracks of the same face, wherever they lay.

    Parameters
    ----------
    tracks : list of Track
        Those that were not seen in their places.
    quads : ndarray
        (n, 4, 2) float32 key pixels.
    readings : Readings
        n readings of what no track's place explains.

    Returns
    -------
    list of Match
        The nearest first, in case there are twins.
    """
    if not tracks or len(quads) == 0:
        return []
    known = joined([track.evidence.readings for track in tracks])
    faces = faces_of(known.probs).argmax(1)
    is_same = faces[:, None] == faces_of(readings.probs).argmax(1)
    is_same &= (known.belief > _CLEAR / 2)[:, None] & (readings.belief > _CLEAR)
    centers = np.stack([track.quad for track in tracks]).mean(1)
    apart = np.linalg.norm(centers[:, None] - quads.mean(1), axis=2)
    apart[~is_same] = np.inf
    matches: list[Match] = []
    while np.isfinite(apart.min()):
        i, row = np.unravel_index(int(apart.argmin()), apart.shape)
        matches.append(Match(tracks[i], int(row), True))
        apart[i] = np.inf
        apart[:, row] = np.inf
    return matches
