"""The texts of the review page, by the names that its scripts know them by."""

from collections.abc import Mapping
from typing import Final

from setvision.message import Message, msg
from setvision.web.texts import TEXTS

__all__ = ["REVIEW_TEXTS"]

_SHARED: Final = (
    "skip",
    "language",
    "cards",
    "zoom",
    "zoom_in",
    "zoom_out",
    "zoom_all",
    "no_server",
    "undo",
)

REVIEW_TEXTS: Final[Mapping[str, Message]] = {
    **{key: TEXTS[key] for key in _SHARED},
    "place": msg("{number} of {count}"),
    "done_share": msg("Photos that are done"),
    "photo_before": msg("Photo before"),
    "photo_after": msg("Next photo"),
    "in_photo": msg("In the photo"),
    "read_as": msg("In the label"),
    # What to do
    "confirm_card": msg("Card {number} is right"),
    "next_card": msg("Next card"),
    "confirm_photo": msg("All is right, next photo"),
    "go_on": msg("Go on"),
    "remove": msg("Remove"),
    "add": msg("Add"),
    "remove_card": msg("remove what is no card"),
    "add_card": msg("add a card that is missing"),
    "put_corner": msg("Choose corner {number} of 4 of the card that is missing; Esc ends this."),
    "no_quad": msg("These are not the corners of a card."),
    "choose_all": msg("Card {number}: choose count, color, fill and shape."),
    "removed_card": msg("Card {number} is removed."),
    "nothing_to_undo": msg("There is nothing to take back."),
    # Cards
    "card_of": msg("Card {number}"),
    "share": msg("{percent} %"),
    "is_sure": msg("read surely"),
    "is_doubtful": msg("doubtful"),
    "is_looked_at": msg("looked at"),
    "is_confirmed": msg("confirmed as it was read"),
    "was_read": msg("was read as {card}"),
    "is_added": msg("had not been found"),
    "twins": msg("Cards {cards} are the same; in one deck each card is there once."),
    "twins_of_decks": msg("Cards {cards} are the same; in {decks} decks that is one too many."),
    "twins_again": msg("The same card lies there too often. Enter once more keeps it so."),
    # Keys and name
    "keys_and_name": msg("Keys and name"),
    "your_name": msg("Your name, kept with what you say"),
    "single_keys": msg("Single letters are keys"),
    "key_cards": msg("card before, next card"),
    "key_photos": msg("photo before, next photo"),
    "key_enter": msg("it is right, go on"),
    "key_escape": msg("leave adding a card"),
    # The end
    "all_done": msg("All photos are done."),
    "nearly_done": msg("All photos that could be shown are done."),
    "nothing_to_do": msg("There is nothing to look at: every card was read surely."),
    "figure_as_read": msg("photos read right"),
    "figure_corrected": msg("photos corrected"),
    "figure_changed": msg("cards read wrong"),
    "figure_added": msg("cards added"),
    "figure_removed": msg("cards removed"),
    "skipped": msg("Left out"),
    "from_start": msg("Look at them again"),
}
"""All texts of the page that are not formed for an answer."""
