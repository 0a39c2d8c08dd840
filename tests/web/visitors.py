"""Those who open pages in a browser."""

from typing import Any

__all__ = ["Visitors"]


class Visitors:
    """Opens pages, each as another visitor."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._contexts: list[Any] = []
        self.complaints: list[str] = []

    def __call__(self, **options: Any) -> Any:
        context = self._browser.new_context(locale="en", **options)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self.complaints.append(said.text))
        return page

    def leave(self) -> None:
        """Close all pages, before the server goes of which they would ask more."""
        while self._contexts:
            self._contexts.pop().close()
