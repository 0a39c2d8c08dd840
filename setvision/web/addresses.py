"""Under which addresses this machine can be reached, and how a phone gets to them."""

import contextlib
import io
import ipaddress
import socket
from collections.abc import Sequence
from typing import Final

import segno

__all__ = ["names_of_machine", "network_addresses", "qr_code"]

# Addresses that are nobody's (RFC 5737, RFC 3849): asking for the way there sends nothing.
_FAR: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def network_addresses() -> list[str]:
    """List the addresses at which other machines reach this one, the likeliest first."""
    found = []
    for family, far in _FAR:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                found.append(str(probe.getsockname()[0]))
        except OSError:
            continue
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    return [each for each in dict.fromkeys(found) if _is_reachable(each)]


def _is_reachable(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def names_of_machine() -> list[str]:
    """List the names that the network may know this machine by."""
    name = socket.gethostname().lower().rstrip(".")
    first = name.split(".")[0]
    return list(dict.fromkeys(each for each in (name, first, f"{first}.local") if first))


def qr_code(address: str) -> str:
    """Draw an address as a QR code of half blocks, readable on dark and light terminals."""
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, compact=True)
    return out.getvalue()


def in_address(host: str) -> str:
    """Return a host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def urls(hosts: Sequence[str], port: int, scheme: str, token: str | None) -> list[str]:
    """Return the addresses of the page, with its token where there is one."""
    query = "" if token is None else f"?token={token}"
    return [f"{scheme}://{in_address(host)}:{port}/{query}" for host in hosts]
