"""A club's own login (OpenID Connect, by Authlib), where the operator names one: `serve --club-login https://ISSUER --club-client ID`.

The club's page says who somebody is; what this server keeps of it is a hash of issuer and subject, so that the same person gets the same
account. No e-mail address is asked for or kept. The code that the club sends back is worth something only in the browser that asked (by a
cookie), once, within minutes, and with a word that this server alone knows (PKCE); the club's answer is believed only with its signature.
"""

from __future__ import annotations

import hashlib
import hmac
import importlib.util
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..base.refusal import Refused
from ..base.text import visible
from ..store import accounts as stored
from ..store import notices as keys
from ..store.errors import refusing
from ..store.store import Known
from . import passkeys

if TYPE_CHECKING:
    from ..base.settings import Settings
    from ..store.store import Store
    from .accounts import Accounts

log = logging.getLogger("sevenhex.club")

PURPOSE = "club"
SCOPE = "openid profile"
SECONDS = 8.0  # for one question to the club's server
FRESH = 3600.0  # seconds for which the club's addresses are believed
LARGEST = 256 * 1024  # bytes of an answer
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
LEEWAY = 60  # seconds that two clocks may differ
NAMES = ("preferred_username", "nickname", "name", "given_name")  # where a name is looked for
TRIES = 20  # names that are tried for somebody new
LONGEST_NAME = 40
LONGEST = 255  # letters of a subject, as OpenID Connect has it


def installed() -> bool:
    return all(importlib.util.find_spec(each) is not None for each in ("authlib", "httpx2"))


class Club:
    def __init__(self, store: Store, accounts: Accounts, settings: Settings) -> None:
        self.store, self.accounts, self.settings = store, accounts, settings
        self.issuer = settings.club_issuer.rstrip("/")
        self.known: tuple[float, dict[str, Any]] | None = None  # when the club's addresses were read, and they

    @property
    def name(self) -> str | None:
        """As the page calls the club's login; none where there is none."""
        return (self.settings.club_name or urlsplit(self.issuer).hostname) if self.issuer and installed() else None

    def check(self) -> None:
        if self.name is None:
            raise Refused("illegal", "no_club")

    # --- to the club

    async def ask(self, back: str) -> tuple[str, str]:
        """Where the browser is sent, and the word that its cookie keeps until it is back."""
        self.check()
        state = secrets.token_urlsafe(24)
        with refusing():
            room = await stored.add_challenge(
                self.store, passkeys.id_of(state.encode()), PURPOSE, None, "", passkeys.SECONDS, passkeys.MOST_WAITING
            )
        if not room:
            raise Refused("too_many", "too_many_requests", retry_after=passkeys.SECONDS)
        places = await self.places()
        async with self.client(back) as client:
            url, _ = client.create_authorization_url(
                places["authorization_endpoint"], state=state, nonce=await self.word("nonce", state),
                code_verifier=await self.word("verifier", state),
            )  # fmt: skip
        return str(url), state

    async def word(self, what: str, state: str) -> str:
        """Made from the state by a key of this server, so that nothing more need be kept meanwhile."""
        with refusing():
            key = await keys.own_key(self.store, "club", secrets.token_hex(32))
        return hmac.new(key.encode(), f"{what} {state}".encode(), hashlib.sha256).hexdigest()

    def client(self, back: str) -> Any:
        from authlib.integrations.httpx_client import AsyncOAuth2Client

        method = "client_secret_basic" if self.settings.club_secret else "none"
        return AsyncOAuth2Client(
            self.settings.club_client, self.settings.club_secret, scope=SCOPE, redirect_uri=back, code_challenge_method="S256",
            token_endpoint_auth_method=method, timeout=SECONDS, follow_redirects=False, trust_env=False,
        )  # fmt: skip

    async def places(self) -> dict[str, Any]:
        """The club's addresses, by its own description; all of the scheme that the operator gave."""
        now = time.monotonic()
        if self.known is None or now - self.known[0] > FRESH:
            found = await self.read(f"{self.issuer}/.well-known/openid-configuration")
            scheme = urlsplit(self.issuer).scheme
            for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
                if urlsplit(str(found.get(name, ""))).scheme not in ("https", scheme):
                    raise self.silent(f"no {name}")
            if str(found.get("issuer", "")).rstrip("/") != self.issuer:
                raise self.silent("another issuer")
            self.known = now, found
        return self.known[1]

    async def read(self, url: str) -> dict[str, Any]:
        import httpx

        from ..base.trusted import certificates

        try:
            async with httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False, verify=certificates()) as client:
                answer = await client.get(url)
            if answer.status_code != httpx.codes.OK or len(answer.content) > LARGEST:
                raise self.silent(f"status {answer.status_code}")
            found = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            raise self.silent(type(error).__name__) from None
        if not isinstance(found, dict):
            raise self.silent("no object")
        return found

    def silent(self, problem: str) -> Refused:
        log.warning("the club's login does not answer as it should", extra={"problem": problem})
        return Refused("unavailable", "club_silent")

    # --- and back

    async def back(self, state: str, code: str, back: str, agent: str, known: Known | None) -> str | None:
        """The secret of a new device for somebody whom the club names; none for a browser that is one already, or is now."""
        self.check()
        with refusing():
            asked = await stored.take_challenge(self.store, passkeys.id_of(state.encode()))
        if asked is None or asked.purpose != PURPOSE:
            raise Refused("forbidden", "club_late")
        claims = await self.claims(await self.token(code, state, back), await self.word("nonce", state))
        subject = str(claims.get("sub") or "")
        if not subject or len(subject) > LONGEST:
            raise Refused("forbidden", "sign_in_failed")
        login = hashlib.sha256(f"{self.issuer}\n{subject}".encode()).hexdigest()
        with refusing():
            player = await stored.owner_of_login(self.store, login)
            if player is None and known is not None and known.registered:
                if not await stored.add_login(self.store, known.id, login):
                    raise Refused("illegal", "club_known")
                return None
        if player is not None:
            if known is not None and known.registered and known.id != player:
                raise Refused("illegal", "club_known")
            return await self.accounts.sign_in(player, known, agent)
        return await self.welcome(login, claims, agent, known)

    async def token(self, code: str, state: str, back: str) -> str:
        from authlib.common.errors import AuthlibBaseError
        from httpx2 import HTTPError

        places = await self.places()
        try:
            async with self.client(back) as client:
                found = await client.fetch_token(places["token_endpoint"], code=code, code_verifier=await self.word("verifier", state))
        except (AuthlibBaseError, HTTPError, ValueError) as error:
            log.info("the club's login has refused a code", extra={"problem": type(error).__name__})
            raise Refused("forbidden", "sign_in_failed") from None
        return str(found.get("id_token") or "")

    async def claims(self, token: str, nonce: str) -> dict[str, Any]:
        """What the club says of somebody, if it is signed by the club, for this server, now, and in answer to this question."""
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        places = await self.places()
        try:
            known = KeySet.import_key_set(await self.read(places["jwks_uri"]))  # type: ignore[arg-type]
            claims = jwt.decode(token, known, algorithms=list(ALGORITHMS)).claims
            registry = jwt.JWTClaimsRegistry(
                leeway=LEEWAY,
                iss={"essential": True, "value": places["issuer"]},
                aud={"essential": True, "value": self.settings.club_client},
                nonce={"essential": True, "value": nonce},
                exp={"essential": True},
                sub={"essential": True},
            )
            registry.validate(claims)
            if claims.get("azp") not in (None, self.settings.club_client):
                raise ValueError("for somebody else")
        except (JoseError, ValueError, TypeError, KeyError) as error:
            log.info("the club's word was not believed", extra={"problem": type(error).__name__})
            raise Refused("forbidden", "sign_in_failed") from None
        return dict(claims)

    async def welcome(self, login: str, claims: dict[str, Any], agent: str, known: Known | None) -> str | None:
        """Somebody new: an account under the name that the club gives, or one like it that is free."""
        name = await self.free_name(name_from(claims))
        secret = None
        if known is None or known.registered:
            player, secret = await self.accounts.tables.new_player(name)
            known = Known(player, name)
        await self.accounts.register(known, name, agent, login=login)
        return secret  # a guest's browser is the account's first device as it is

    async def free_name(self, wanted: str) -> str:
        for n in range(1, TRIES + 1):
            name = wanted if n == 1 else f"{wanted[: LONGEST_NAME - 4].rstrip()} {n}"
            try:
                await self.accounts.check_new(Known("", name), name)
            except Refused as refused:
                if refused.key not in ("name_registered", "name_short"):
                    raise
                wanted = wanted if refused.key == "name_registered" else "Member"
                continue
            return name
        raise Refused("illegal", "name_registered")


def name_from(claims: dict[str, Any]) -> str:
    for each in NAMES:
        given = claims.get(each)
        if isinstance(given, str):
            try:
                name = visible(given[: 4 * LONGEST_NAME])[:LONGEST_NAME].strip()
            except ValueError:
                continue
            if name:
                return name
    return "Member"
