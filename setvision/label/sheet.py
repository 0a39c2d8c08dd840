"""The contact sheet of doubtful photos: pages that show why each should be looked at.

A page is one HTML file with its pictures in it, so it works offline and may be sent around.
"""

import base64
import html
import math
from collections.abc import Iterator, Sequence
from typing import Final

from setvision.cards import Edition, Feature
from setvision.doubts import doubts_in_words
from setvision.label.products import review_card, review_photo
from setvision.label.records import Labelled, LabelledCard
from setvision.label.store import Store
from setvision.message import Joined, Message, Number, msg, nmsg
from setvision.words import Words

__all__ = ["PHOTOS_A_PAGE", "doubt_order", "doubt_told", "page", "page_name", "pages", "why"]

PHOTOS_A_PAGE: Final = 100
"""About ten megabytes, which a browser opens at once."""

_NO_CARDS: Final = 2.0  # after all that have cards: most of these photos show none

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c1b19; --soft: #625e57; --paper: #f4f2ee;
  --card: #fff; --line: #ddd8cf; --amber: #9a5b00; --tint: #fdf3df; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceae6; --soft: #a8a39a; --paper: #191816;
  --card: #242220; --line: #3a3733; --amber: #f0b45a; --tint: #332a1b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 88rem; padding: 2rem 1.25rem 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .4rem; }
header p { margin: 0; max-width: 46rem; color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1rem; }
nav a, nav b { padding: .2rem .7rem; border: 1px solid var(--line); border-radius: .4rem;
  color: inherit; text-decoration: none; }
nav b { background: var(--ink); color: var(--paper); }
article { display: grid; grid-template-columns: minmax(0, 3fr) minmax(17rem, 2fr); gap: 1.5rem;
  margin-top: 1.5rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem; }
article > img { width: 100%; height: auto; max-height: 80vh; object-fit: contain;
  object-position: top left; }
h2 { font-size: 1.05rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
.why { margin: 0 0 1rem; color: var(--soft); }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
li { display: grid; grid-template-columns: 7.5rem 1fr; gap: .9rem; align-items: center;
  padding: .6rem; background: var(--tint); border-radius: .5rem; }
li img { width: 100%; height: auto; border-radius: .3rem; display: block; }
li p { margin: 0; }
.doubt { color: var(--amber); font-weight: 600; }
.left-out { color: var(--soft); }
@media (max-width: 48rem) { article { grid-template-columns: 1fr; }
  body { padding: 1.25rem .75rem; } }
@media print { article { break-inside: avoid; } }
"""


def doubt_order(record: Labelled) -> float:
    """Return what doubtful photos are sorted by: that with the least probable card first."""
    return min((card.confidence for card in record.cards), default=_NO_CARDS)


def pages(count: int) -> int:
    """Return how many pages so many photos need; none need none."""
    return -(-count // PHOTOS_A_PAGE)


def page_name(number: int) -> str:
    """Return the file name of a page, the first being number 1."""
    return "contact-sheet.html" if number == 1 else f"contact-sheet-{number}.html"


def page(
    records: Sequence[Labelled],
    store: Store,
    number: int,
    count: int,
    photos: int,
    min_confidence: float,
    words: Words,
) -> Iterator[str]:
    """Yield the HTML of a page.

    Parameters
    ----------
    records
        The doubtful photos that it shows.
    store
        Of the job, with their pictures.
    number, count
        Which page of how many.
    photos
        How many photos are doubtful, on all pages together.
    min_confidence
        Cards below it are told to be left out of the labels.
    words
        The language.
    """
    title = words(nmsg("{n} photo to look at", "{n} photos to look at", photos))
    explained = words(
        msg(
            "Not all cards in these photos were read surely. The doubtful ones are hatched in the "
            "picture and listed beside it with what is doubted; the most doubtful photos come "
            "first."
        )
    )
    yield (
        f'<!doctype html>\n<html lang="{words.lang}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f"<header><h1>{html.escape(title)}</h1>\n<p>{html.escape(explained)}</p>\n"
    )
    if count > 1:
        yield "<nav>" + " ".join(_links(number, count)) + "</nav>\n"
    yield "</header>\n<main>\n"
    for record in records:
        yield from _article(record, store, min_confidence, words)
    yield "</main>\n</html>\n"


def _links(number: int, count: int) -> Iterator[str]:
    for other in range(1, count + 1):
        text = f'<a href="{page_name(other)}">{other}</a>'
        yield f'<b aria-current="page">{other}</b>' if other == number else text


def _article(record: Labelled, store: Store, min_confidence: float, words: Words) -> Iterator[str]:
    if record.edition:
        words = words.in_edition(Edition(record.edition))
    name = html.escape(record.image)
    picture = _data(store, review_photo(record))
    yield f'<article>\n<img loading="lazy" alt="{name}" src="{picture}">\n'
    yield f"<div>\n<h2>{name}</h2>\n"
    yield f'<p class="why">{_text(words, why(record))}</p>\n<ul>\n'
    for card in record.cards:
        if not card.is_sure:
            yield _item(record, card, store, min_confidence, words)
    yield "</ul>\n</div>\n</article>\n"


def why(record: Labelled) -> Message:
    """Return why somebody should look at a doubtful photo."""
    doubtful = sum(not card.is_sure for card in record.cards)
    if not record.cards:
        return msg("No cards were found.")
    if not doubtful:
        return msg("Every card was read surely, but there may be one more that is partly hidden.")
    return nmsg(
        "{n} of {cards} cards is doubtful.",
        "{n} of {cards} cards are doubtful.",
        doubtful,
        cards=len(record.cards),
    )


def _item(
    record: Labelled, card: LabelledCard, store: Store, min_confidence: float, words: Words
) -> str:
    percent = Number(math.floor(card.confidence * 1000) / 10, 1)
    line = msg("{number}: {card}, {percent} %", number=card.id, card=card.card, percent=percent)
    doubt = doubt_told(card)
    left_out = ""
    if card.confidence < min_confidence:
        told = msg("left out of the labels")
        left_out = f'<p class="left-out">{_text(words, told)}</p>'
    return (
        f'<li><img loading="lazy" alt="" src="{_data(store, review_card(record, card))}">\n'
        f'<div><p>{_text(words, line)}</p>\n<p class="doubt">{_text(words, doubt)}</p>'
        f"{left_out}</div></li>\n"
    )


def _text(words: Words, message: Message) -> str:
    """Return a message as HTML, numbers kept on one line with their percent sign."""
    return html.escape(words(message)).replace(" %", "&nbsp;%")


def doubt_told(card: LabelledCard) -> Message:
    """Return what is doubted of a card, features with their probability."""
    own = dict(zip(map(str, Feature), card.features, strict=True))
    parts: list[object] = []
    for doubt in card.doubts:
        word = doubts_in_words([doubt])
        if doubt in own:
            percent = Number(math.floor(own[doubt] * 1000) / 10, 1)
            parts.append(msg("{doubt} ({percent} %)", doubt=word, percent=percent))
        else:
            parts.append(word)
    return msg("not sure: {doubts}", doubts=Joined(tuple(parts) or (doubts_in_words([]),)))


def _data(store: Store, name: str) -> str:
    """Return a picture as an address that holds it; an empty one where it is missing."""
    try:
        content = store.read_bytes(name)
    except OSError:
        return "data:,"
    return "data:image/jpeg;base64," + base64.b64encode(content).decode()
