#!/usr/bin/env python3
"""Keep the catalogs of the languages: take new messages from the code, compile what is translated.

Without an option: both, and list what still lacks a translation. With --check nothing is written,
and the exit status is 1 when something is missing or not up to date.
"""

import argparse
import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from setvision.words import LANGUAGES, card_messages

PACKAGE = ROOT / "setvision"
TRANSLATED = LANGUAGES[1:]
# Where in the arguments of a call the parts of a message stand.
KEYWORDS = {"msg": (1,), "nmsg": (1, 2), "pmsg": ((1, "c"), 2)}
WIDTH = 100


def messages() -> Catalog:
    """Take all messages from the code of the package."""
    catalog = Catalog(project="setvision")
    found = extract_from_dir(PACKAGE, keywords=KEYWORDS, method_map=[("**.py", "python")])
    for file, line, text, comments, context in found:
        catalog.add(text, locations=[(file, line)], auto_comments=comments, context=context)
    for message in card_messages():
        text = message.text if message.plural is None else (message.text, message.plural)
        catalog.add(text, locations=[("words.py", 0)], context=message.context)
    return catalog


def path_of(lang: str, ending: str) -> Path:
    """Return where the catalog of a language lies, as text (.po) or compiled (.mo)."""
    return PACKAGE / "locale" / lang / "LC_MESSAGES" / f"setvision{ending}"


def catalog_of(lang: str) -> Catalog:
    """Read the catalog of a language, empty where there is none."""
    path = path_of(lang, ".po")
    if not path.exists():
        return Catalog(locale=lang, project="setvision", fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=lang)


def updated(lang: str) -> Catalog:
    """Return the catalog of a language with the messages that the code has now."""
    catalog = catalog_of(lang)
    catalog.update(messages(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


class Timeless(Catalog):
    """A catalog that does not say when and by what it was written: the same for the same words."""

    @property  # type: ignore[misc]  # nobody sets it
    def mime_headers(self) -> list[tuple[str, str]]:
        """What programs need to know of a catalog."""
        return [
            ("Language", str(self.locale)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def timeless(catalog: Catalog) -> Timeless:
    """Return the messages of a catalog in one that can be compared."""
    kept = Timeless(locale=catalog.locale, fuzzy=False, header_comment="")
    for message in catalog:
        if message.id:
            added = kept.add(
                message.id,
                message.string,
                locations=message.locations,
                context=message.context,
            )
            if added.python_brace_format:  # a percent sign in it is nothing but that
                added.flags.discard("python-format")
    return kept


def as_text(catalog: Catalog) -> bytes:
    """Return a catalog as a .po file."""
    stream = io.BytesIO()
    write_po(stream, timeless(catalog), width=WIDTH, sort_by_file=True, include_lineno=False)
    return stream.getvalue().lstrip(b"#\n")


def compiled(text: bytes, lang: str) -> bytes:
    """Return the .mo file of a .po file."""
    stream = io.BytesIO()
    write_mo(stream, timeless(read_po(io.BytesIO(text), locale=lang)))
    return stream.getvalue()


def missing(catalog: Catalog) -> list[str]:
    """List the messages without a translation, plural forms included."""
    return [
        f"{message.context or ''}|{message.id}"
        for message in catalog
        if message.id
        and not all(
            message.string if isinstance(message.string, list | tuple) else [message.string]
        )
    ]


def main() -> int:
    """Update and compile the catalogs, or check that this was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, only complain")
    check = parser.parse_args().check
    status = 0
    for lang in TRANSLATED:
        catalog = updated(lang)
        text = as_text(catalog)
        for path, data in (
            (path_of(lang, ".po"), text),
            (path_of(lang, ".mo"), compiled(text, lang)),
        ):
            if path.exists() and path.read_bytes() == data:
                continue
            print(f"{path.relative_to(ROOT)} {'is not up to date' if check else 'written'}")
            status = 1
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        for message in missing(catalog):
            print(f"{lang} lacks {message}")
            status = 1
    return status if check else 0


if __name__ == "__main__":
    sys.exit(main())
