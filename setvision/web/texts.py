"""The texts of the page, by the names that its scripts know them by."""

from collections.abc import Mapping
from typing import Any, Final

from setvision.cards import Color, Edition, Feature, Fill, Shape
from setvision.errors import UnknownLanguageError
from setvision.games.explain import explained
from setvision.games.system import SYSTEMS
from setvision.message import Message, msg, pmsg
from setvision.words import LANGUAGES, Words, words_for

__all__ = ["TEXTS", "language_of", "page_words", "words_asked", "words_of_texts"]

TEXTS: Final[Mapping[str, Message]] = {
    "skip": msg("To the content"),
    "views": msg("Views"),
    "language": msg("Language"),
    "live": pmsg("view", "Live"),
    "photo": pmsg("view", "Photo"),
    "game": pmsg("view", "Game"),
    # Live
    "live_start": msg("Is there a SET on the table?"),
    "live_about": msg("Point a camera at the cards. Nothing that it sees leaves your own network."),
    "computer_camera": msg("Use the camera of the machine that runs setvision"),
    "computer_source": msg("Watch {source}"),
    "own_camera": msg("Use the camera of this device"),
    "not_secure": msg(
        "This browser gives its camera only to secure pages (https), and this page is none."
    ),
    "photo_instead": msg("Take a photo instead"),
    "no_camera": msg("No camera was found on this device."),
    "camera_refused": msg(
        "The browser does not let this page use the camera; allow it in its settings."
    ),
    "camera_busy": msg("The camera can't be used; another program may have it."),
    "camera_lost": msg("The camera is gone; waiting for it to come back."),
    "line_lost": msg("No connection to setvision; trying again."),
    "waiting": msg("Waiting for the camera"),
    "hint": msg("Hint"),
    "next_set": msg("Next SET"),
    "freeze": msg("Freeze"),
    "stop": msg("Stop the camera"),
    "ended": msg("That was the end."),
    # Photo
    "photo_start": msg("Read a photo of the table"),
    "photo_about": msg("It stays in the memory of the machine that runs setvision."),
    "snap": msg("Take a photo"),
    "choose": msg("Choose a photo"),
    "drop": msg("or drop one here"),
    "reading": msg("Reading the cards"),
    "save_picture": msg("Save picture"),
    "save_json": msg("Save JSON"),
    "another": msg("Another photo"),
    "zoom": msg("Size"),
    "zoom_in": msg("Enlarge"),
    "zoom_out": msg("Reduce"),
    "zoom_all": msg("Show all of it"),
    "no_server": msg("setvision does not answer; is it still running?"),
    # Game
    "rules": msg("Rules"),
    "system": msg("What is played"),
    "players": msg("Players"),
    "player_name": msg("Name of player {number}"),
    "add_player": msg("Add a player"),
    "remove_player": msg("Remove {name}"),
    "deck": msg("Cards"),
    "deck_watched": msg("Real cards, watched by a camera"),
    "deck_watched_about": msg("Deals and taken cards are seen by themselves."),
    "deck_real": msg("Real cards, without a camera"),
    "deck_real_about": msg("You tell which cards are taken."),
    "deck_dealt": msg("Cards on the screen"),
    "deck_dealt_about": msg("Dealt here; choose three to take them."),
    "start": msg("Start the game"),
    "call": msg("calls SET"),
    "called": msg("has called"),
    "choose_three": msg("Choose three cards."),
    "who_called": msg("Who called? Choose a player."),
    "nothing": msg("No cards named"),
    "undo": msg("Take back"),
    "laid": msg("The cards are laid"),
    "name_card": msg("Name a card"),
    "ask": msg("Ask for a card"),
    "next_game": msg("Next game"),
    "end": msg("End the game"),
    "end_sure": msg("End this game for all who look on?"),
    "new_game": msg("New game"),
    "hand_of": msg("Cards of {name}"),
    "table": msg("Table"),
    "unknown": msg("A card that nobody named"),
    "gap": msg("Empty place"),
    "winner": msg("has won"),
    "dealer": msg("deals"),
    "camera_needed": msg("Which camera sees the table?"),
    "chosen": msg("Chosen"),
    # Beside the picture
    "sets": msg("SETs"),
    "cards": msg("Cards"),
    "tap_three": msg("Choose three cards to have them judged."),
    "not_sure": msg("not sure"),
    "doubt": msg("doubtful"),
    "corrected": msg("corrected"),
    "correct_card": msg("Correct card {number}"),
    "take": msg("It is this card"),
    "as_read": msg("It was read right"),
    "cancel": msg("Cancel"),
}
"""All texts of the page that are not formed for an answer."""


def language_of(query: Mapping[str, Any], server: Words, *, is_chosen: bool) -> Words:
    """Choose the language of a visitor.

    Parameters
    ----------
    query
        ``lang``, what the visitor chose, and ``mine``, the languages of the browser with commas
        between them, the best first; either may be missing.
    server
        The language of the server.
    is_chosen
        Whether that was asked for when it was started.
    """
    browser = () if is_chosen else query.get("mine", "").split(",")
    for asked in (query.get("lang", ""), *browser):
        try:
            return words_for(asked)
        except UnknownLanguageError:
            continue
    return server


def words_asked(query: Mapping[str, Any], server: Words) -> Words:
    """Return the language that ``lang`` asks for, else that of the server."""
    try:
        return words_for(str(query.get("lang") or server.lang)[:20])
    except UnknownLanguageError:
        return server


def page_words(words: Words) -> dict[str, Any]:
    """Return all that the page says by itself, in a language."""
    return {
        **words_of_texts(words, TEXTS),
        "systems": [
            {
                "key": system.key,
                "name": words(system.name),
                "least": system.least_players,
                "most": system.most_players,
                "hand": system.hand,
                "rules": [words(sentence) for sentence in explained(system)],
            }
            for system in SYSTEMS.values()
        ],
    }


def words_of_texts(words: Words, texts: Mapping[str, Message]) -> dict[str, Any]:
    """Return texts, and the words for features and their values, in a language."""
    return {
        "lang": words.lang,
        "languages": list(LANGUAGES),
        "texts": {key: _template(words, text) for key, text in texts.items()},
        "features": {feature.value: words(feature) for feature in Feature},
        "values": {edition.value: _values(words.in_edition(edition)) for edition in Edition},
    }


def _template(words: Words, text: Message) -> str:
    fields = {name: f"{{{name}}}" for name in _fields(text.text)}
    return words(Message(text.text, fields=fields, context=text.context))


def _fields(text: str) -> list[str]:
    return [part.partition("}")[0] for part in text.split("{")[1:]]


def _values(words: Words) -> dict[str, dict[str, str]]:
    return {
        "count": {str(count): str(count) for count in (1, 2, 3)},
        "color": {value.value: words(value) for value in Color},
        "shape": {value.value: words(value) for value in Shape},
        "fill": {value.value: words(value) for value in Fill},
    }
