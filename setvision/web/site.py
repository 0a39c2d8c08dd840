"""All that the page holds while it is served."""

import asyncio
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from setvision.errors import UnknownLanguageError
from setvision.web.limits import Buckets
from setvision.web.photos import Photos
from setvision.words import Words, words_for

__all__ = ["Site"]

_PHOTOS_AT_ONCE: Final = 12
_PHOTOS_A_SECOND: Final = 0.5
_WISHES_AT_ONCE: Final = 120
_WISHES_A_SECOND: Final = 20.0


@dataclass(slots=True)
class Site:
    """What the parts of the page share."""

    words: Words
    """The language where a visitor asks for none."""
    is_language_chosen: bool
    """Whether that language was asked for, not only found in the system."""
    photos: Photos
    photo_rate: Buckets = field(
        default_factory=lambda: Buckets(_PHOTOS_AT_ONCE, _PHOTOS_A_SECOND, time.monotonic)
    )
    wish_rate: Buckets = field(
        default_factory=lambda: Buckets(_WISHES_AT_ONCE, _WISHES_A_SECOND, time.monotonic)
    )
    photo_thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "setvision-photo")
    )

    def words_of(self, query: Mapping[str, Any]) -> Words:
        """Return the language that ``lang`` asks for."""
        try:
            return words_for(str(query.get("lang") or self.words.lang))
        except UnknownLanguageError:
            return self.words

    async def with_photos(self, act: Any, *arguments: Any) -> Any:
        """Do something with the photos without holding up anybody else."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.photo_thread, act, *arguments)
