"""A certificate made on the spot, for the addresses at which the page is served."""

import ipaddress
import ssl
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from setvision.errors import UsageError
from setvision.media.load import shown
from setvision.message import msg

__all__ = ["Certificate", "context_from", "context_of", "make_certificate"]

_DAYS = 30


class Certificate(NamedTuple):
    """A certificate that signs itself, and its key."""

    chain: bytes
    """PEM."""
    key: bytes
    """PEM, not encrypted."""
    fingerprint: str
    """SHA-256, as browsers show it."""


def make_certificate(names: Iterable[str]) -> Certificate:
    """Make a certificate for names and addresses, good for a month."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "setvision")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=12))  # clocks differ
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName(list(map(_general, sorted(names)))), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(key, hashes.SHA256())
    )
    return Certificate(
        certificate.public_bytes(serialization.Encoding.PEM),
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
        certificate.fingerprint(hashes.SHA256()).hex(":").upper(),
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def context_of(certificate: Certificate) -> ssl.SSLContext:
    """Return what serves with a certificate that was made here."""
    context = _context()
    # The ssl module takes certificates from files only; this one is gone at once.
    with tempfile.TemporaryDirectory(prefix="setvision-") as folder:
        path = Path(folder) / "certificate.pem"
        path.touch(mode=0o600)
        path.write_bytes(certificate.chain + certificate.key)
        context.load_cert_chain(path)
    return context


def context_from(certfile: Path, keyfile: Path | None) -> ssl.SSLContext:
    """Return what serves with the user's own certificate.

    Raises
    ------
    UsageError
        When the files are missing or do not fit each other.
    """
    for path in (certfile, keyfile):
        if path is not None and not path.is_file():
            raise UsageError(msg("{path}: there is no such file", path=shown(path)))
    context = _context()
    try:
        # A key that asks for a password would stop here; an empty one is refused instead.
        context.load_cert_chain(certfile, keyfile, password=lambda: "")
    except (OSError, ValueError) as error:
        raise UsageError(
            msg(
                "{path} can't be used as a certificate ({reason}); it must be PEM, with its key "
                "in the same file or in that of --keyfile, without a password",
                path=shown(certfile),
                reason=getattr(error, "reason", None) or error,
            )
        ) from None
    return context


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
