"""Which photos teach: those that have labels of people, found by name or where the labels say."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from setvision.errors import UsageError
from setvision.evaluate.labels import read_labels
from setvision.evaluate.matching import pair_photos
from setvision.label.corrections import CORRECTED
from setvision.label.records import Labelled
from setvision.message import msg, shown

__all__ = ["Found", "labelled_photos"]


@dataclass(frozen=True, slots=True)
class Found:
    """Labels and the photos that they are of."""

    pairs: tuple[tuple[Labelled, str], ...]
    """A label, and the path of its photo."""
    unseen: int
    """Labels that nobody looked at: they tell what was read, not what is true."""
    lost: tuple[str, ...]
    """What labels call the photos that were not found."""


def labelled_photos(labels: Path, photos: Sequence[str]) -> Found:
    """Find the labels that people made or confirmed, and their photos.

    Parameters
    ----------
    labels
        A file or folder of any format that :func:`setvision.evaluate.labels.read_labels` knows.
    photos
        Paths of photos. Without any, photos are looked for where the labels say, and beside them.

    Raises
    ------
    LabelsError
        When the labels can't be read.
    UsageError
        When nobody looked at any of them, or none of their photos is found.
    """
    corrected = labels / CORRECTED
    records = read_labels(corrected if corrected.is_file() else labels)
    confirmed = _confirmed(records)
    if not confirmed:
        raise UsageError(
            msg(
                "nobody has looked at the labels in {labels} yet; correct some by "
                "'setvision review' first",
                labels=shown(labels),
            )
            if records
            else msg("there are no labels in {labels}", labels=shown(labels))
        )
    found = _named(confirmed, photos) if photos else _beside(confirmed, labels)
    pairs = tuple((record, path) for record, path in found if path is not None)
    if not pairs:
        raise UsageError(
            msg(
                "none of the photos that {labels} names was given; their names must end alike",
                labels=shown(labels),
            )
            if photos
            else msg(
                "{photo} is not where the labels say; name the photos, or their folder, after "
                "the labels",
                photo=shown(confirmed[0].path or confirmed[0].image),
            )
        )
    lost = tuple(record.image for record, path in found if path is None)
    return Found(pairs, len(records) - len(confirmed), lost)


def _confirmed(records: Sequence[Labelled]) -> list[Labelled]:
    """Return the labels that people made, or looked at."""
    # Where some cards name who looked at them, the photos without one are as they were read.
    are_told = any(card.told for record in records for card in record.cards)
    return [
        record
        for record in records
        if (
            record.origin.when
            if record.origin is not None
            else not are_told or any(card.told for card in record.cards)
        )
    ]


def _named(records: Sequence[Labelled], photos: Sequence[str]) -> list[tuple[Labelled, str | None]]:
    named = [Labelled(str(Path(photo).absolute()), 1, 1, (), path=photo) for photo in photos]
    pairs, _ = pair_photos(records, named)
    return [(record, None if photo is None else photo.path) for record, photo in pairs]


def _beside(records: Sequence[Labelled], labels: Path) -> list[tuple[Labelled, str | None]]:
    inside = labels if labels.is_dir() else labels.parent
    folders = (inside, inside.absolute().parent)
    found: list[tuple[Labelled, str | None]] = []
    for record in records:
        places = [Path(record.path)] if record.path else []
        places += [folder / name for folder in folders for name in _names(record)]
        found.append((record, next((str(place) for place in places if place.is_file()), None)))
    return found


def _names(record: Labelled) -> list[str]:
    """Return how the photo of a label may be called from the folder of the labels."""
    return [record.image, f"images/{record.image}", Path(record.image).name]
