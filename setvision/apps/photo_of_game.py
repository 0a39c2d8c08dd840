"""What a photo of the table tells about a game: the cards that nobody told yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from setvision.cards import Card
from setvision.errors import UsageError
from setvision.games.moves import Deal, Move, Tell
from setvision.games.state import UNKNOWN, Game
from setvision.message import listed, msg, nmsg
from setvision.table import SeenCard

__all__ = ["PhotoOfGame", "compare"]


@dataclass(frozen=True, slots=True)
class PhotoOfGame:
    """A photo compared with a game."""

    numbers: dict[int, Card]
    """The surely read cards by their number in the photo."""
    doubtful: tuple[SeenCard, ...]
    """The others, of which nothing is taken over."""
    move: Move | None
    """What brings the game up to the photo; None when nothing in it is new."""


def compare(seen: Sequence[SeenCard], game: Game, photo: str, at_s: float) -> PhotoOfGame:
    """Find out which cards of a photo are new to a game.

    Parameters
    ----------
    seen
        The cards in the photo.
    game
        The game on the table that it shows.
    photo
        What to call the photo.
    at_s
        Seconds since the game began.

    Raises
    ------
    UsageError
        When the photo can not be of this game: it shows cards that were taken, or more cards
        than can be new.
    """
    numbers = {card.id: card.card for card in seen if card.sure}
    new = [card for card in numbers.values() if card not in game.table]
    gone = [card for card in new if card not in game.unseen]
    if gone:
        raise UsageError(
            msg(
                "{photo} shows cards that are out of the game: {cards}. Is it of this table?",
                photo=photo,
                cards=listed(gone),
            )
        )
    due = game.due[0] if game.due and game.due[0].to is None else None
    room = game.table.count(UNKNOWN) if due is None else due.count
    if len(new) > room:
        raise UsageError(
            nmsg(
                "{photo} shows more cards than lie there: {n} card is new, {room} fit.",
                "{photo} shows more cards than lie there: {n} cards are new, {room} fit.",
                len(new),
                photo=photo,
                room=room,
            )
        )
    move: Move | None = None
    if due is not None:
        move = Deal((*new, *(None,) * (room - len(new))), at_s)
    elif new:
        move = Tell(tuple(new), at_s)
    return PhotoOfGame(numbers, tuple(card for card in seen if not card.sure), move)
