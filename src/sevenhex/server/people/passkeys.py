"""Passkeys (WebAuthn) by `webauthn`, where it is installed. The browser's own dialog asks; nothing here ever sees a password.

A question is kept in the store for some minutes and answered once, by whichever process the answer reaches.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import ipaddress
import json
import secrets
from dataclasses import dataclass
from typing import Any

from ..base.refusal import Refused
from ..store.accounts import NewPasskey, Passkey

REGISTER, ADD, SIGN_IN = "register", "add", "sign in"
SECONDS = 300.0  # to answer
MOST_WAITING = 5_000
TITLE = "Sevenhex"


@dataclass(frozen=True)
class Site:
    """As which the browser knows this server: a passkey belongs to one host name."""

    host: str
    origin: str

    @property
    def suits(self) -> bool:
        """Browsers keep no passkeys for addresses, nor over plain http except for this machine's own name."""
        try:
            ipaddress.ip_address(self.host.strip("[]"))
        except ValueError:
            return self.origin.startswith("https://") or self.host == "localhost" or self.host.endswith(".localhost")
        return False


def installed() -> bool:
    return importlib.util.find_spec("webauthn") is not None


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    """Raises ValueError for what is not base64url."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def id_of(raw: bytes) -> str:
    """By which a challenge or a credential is found."""
    return hashlib.sha256(raw).hexdigest()


def new_challenge() -> bytes:
    return secrets.token_bytes(32)


def creation(site: Site, player: str, name: str, challenge: bytes, known: list[Passkey]) -> dict[str, Any]:
    """What `navigator.credentials.create` is asked, as JSON."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.host, rp_name=TITLE, user_name=name, user_display_name=name, user_id=id_of(player.encode())[:32].encode(),
        challenge=challenge, timeout=int(SECONDS * 1000),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=structs.UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=data(key.credential)) for key in known],
    )  # fmt: skip
    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


def request(site: Site, challenge: bytes) -> dict[str, Any]:
    """What `navigator.credentials.get` is asked. No account is named, so nothing can be learnt about any."""
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge, timeout=int(SECONDS * 1000))
    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


def challenge_of(client_data: str) -> bytes:
    """The question that an answer is for."""
    try:
        return data(json.loads(data(client_data))["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused("malformed", "passkey_unread") from None


def created(site: Site, answer: dict[str, Any], challenge: bytes, name: str) -> NewPasskey:
    """The new passkey, or a refusal."""
    import webauthn

    try:
        found = webauthn.verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except Exception:  # it reads what a stranger sent with several readers, each with errors of its own
        raise Refused("malformed", "passkey_unread") from None
    return NewPasskey(id_of(found.credential_id), text(found.credential_id), text(found.credential_public_key), found.sign_count, name)


def check(site: Site, answer: dict[str, Any], challenge: bytes, key: Passkey) -> int:
    """The count of uses that the key tells, or a refusal."""
    import webauthn

    try:
        found = webauthn.verify_authentication_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin,
            credential_public_key=data(key.public_key), credential_current_sign_count=key.count,
        )  # fmt: skip
    except Exception:
        raise Refused("forbidden", "sign_in_failed") from None
    return found.new_sign_count
