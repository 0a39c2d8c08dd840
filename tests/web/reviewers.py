"""A review page that is served, for tests in a browser."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from setvision.web.review_app import Reviewing, make_review_app
from setvision.web.server import prepare, server_of
from setvision.words import words_for
from tests.label.reviews import under_review
from tests.web.visitors import Visitors


@contextmanager
def served_review(folder: Path, visitor: Visitors) -> Iterator[str]:
    """Serve the review of a labelled folder; gives its address."""
    with ExitStack() as stack:
        review = stack.enter_context(under_review(folder))
        made = prepare(port=0, is_lan=False)
        stack.enter_context(made.sock)
        site = Reviewing(words_for("en"), True, review, "anna")
        server = server_of(make_review_app(site, made.access), made)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [made.sock]})
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        try:
            yield made.addresses[0]
        finally:
            visitor.leave()
            server.should_exit = True
            thread.join()
