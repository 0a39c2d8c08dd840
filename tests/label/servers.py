"""Servers of files on this computer, for tests: web pages, and object storage."""

import contextlib
import functools
import http.server
import itertools
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from setvision.label.bucket import Bucket

_numbers = itertools.count(1)  # all servers of a process know each other's buckets


@contextlib.contextmanager
def web(folder: Path) -> Iterator[str]:
    """Serve a folder with its listings, and give its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@contextlib.contextmanager
def storage() -> Iterator[Callable[[], str]]:
    """Serve buckets as Amazon does, and give what makes a new one and returns its address.

    Programs that are started meanwhile find it too.
    """
    s3fs = pytest.importorskip("s3fs", reason="needs s3fs")
    moto = pytest.importorskip("moto.server", reason="needs moto")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # else every request is told
    server.start()
    host, port = server.get_host_and_port()
    given = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
    }

    def bucket() -> str:
        name = f"cards-{next(_numbers)}"
        s3fs.S3FileSystem().mkdir(name)
        return f"s3://{name}"

    with pytest.MonkeyPatch.context() as patched:
        for name, value in given.items():
            patched.setenv(name, value)
        s3fs.S3FileSystem.clear_instance_cache()
        try:
            yield bucket
        finally:
            s3fs.S3FileSystem.clear_instance_cache()
            server.stop()


def get(address: str) -> dict[str, bytes]:
    """All that lies below an address."""
    bucket = Bucket(address)
    return {name: bucket.read_bytes(name) for name in sorted(bucket._names())}
