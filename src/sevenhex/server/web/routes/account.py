"""An account beside the cookie: kept by a passkey or a recovery phrase; its devices; everything taken along, or deleted."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from ...base.address import address_of
from ...base.refusal import Refused
from ...people import passkeys, phrases
from ...people.passkeys import Site
from ...store import accounts as stored
from ...store.accounts import Account
from ...store.store import Known
from ..caller import caller, caller_or_new
from ..errors import DOCUMENTED
from ..requests import Deletion, NewKey, Phrase, Registration, Shown, UsedKey
from ..responses.account import ClubLogin, KeyQuestion, NewPhrase, OwnAccount, TakenAlong
from ..security import STATE, cookie_of, give_cookie, give_state, take_cookie, take_state
from ..services import services
from . import new_router

router = new_router(tags=["account"], responses=DOCUMENTED)

CLUB_BACK = "/api/signin/club/back"


def site_of(request: Request) -> Site:
    found = Site(request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}")
    if not (found.suits and passkeys.installed()):
        raise Refused("illegal", "no_passkeys")
    return found


def agent_of(request: Request) -> str:
    return request.headers.get("user-agent", "")[:300]


async def signed_in(request: Request) -> tuple[Known, Account]:
    known = await caller(request)
    account = await stored.find(services(request).store, known.id) if known is not None and known.registered else None
    if known is None or account is None:
        raise Refused("forbidden", "not_registered")
    return known, account


def count_registration(request: Request) -> None:
    """Asking for a name tells whether somebody has it: few questions from one address."""
    if not services(request).new_accounts.allows(address_of(request)):
        raise Refused("too_many", "too_many_sign_ins", retry_after=60.0)


def count_try(request: Request) -> None:
    if not services(request).sign_ins.allows(address_of(request)):
        raise Refused("too_many", "too_many_sign_ins", retry_after=60.0)


# --- what one has


@router.get("/api/account")
async def own_account(request: Request) -> OwnAccount:
    """Who the caller is here: a guest, or an account with its devices and passkeys."""
    store, known = services(request).store, await caller(request)
    can = passkeys.installed() and Site(request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}").suits
    account = await stored.find(store, known.id) if known is not None and known.registered else None
    if known is None or account is None:
        return {
            "registered": False, "name": known.name if known else "", "created": None, "has_phrase": False, "shown": False,
            "operator": False, "program": False,
            "passkeys_here": can, "passkeys": [], "devices": [], "club": services(request).club.name, "has_club": False,
        }  # fmt: skip
    if known.device is not None:
        await stored.note_use(store, known.device)
    keys, devices = await stored.passkeys(store, known.id), await stored.devices(store, known.id)
    return {
        "registered": True, "name": account.name, "created": account.created, "has_phrase": account.has_phrase, "shown": account.shown,
        "operator": account.operator, "program": account.program,
        "passkeys_here": can,
        "passkeys": [{"id": key.id, "name": key.name, "created": key.created, "used": key.used} for key in keys],
        "devices": [
            {"id": each.id, "name": each.name, "created": each.created, "used": each.used, "here": each.id == known.device}
            for each in devices
        ],
        "club": services(request).club.name,
        "has_club": await stored.has_login(store, known.id),
    }  # fmt: skip


# --- keeping it


@router.post("/api/account", status_code=201)
async def register(request: Request, response: Response, wanted: Registration) -> NewPhrase:
    """Register a name; the way back is a recovery phrase, which is shown only now."""
    count_registration(request)
    accounts = services(request).accounts
    known = await caller_or_new(request, response, wanted.name)
    phrase = phrases.new()
    await accounts.register(known, wanted.name, agent_of(request), phrase=phrase)
    return {"phrase": phrase}


@router.post("/api/account/phrase", status_code=201)
async def new_phrase(request: Request) -> NewPhrase:
    """A new recovery phrase; the former one opens nothing any more."""
    count_registration(request)
    _, account = await signed_in(request)
    return {"phrase": await services(request).accounts.new_phrase(account)}


@router.post("/api/account/passkeys/ask")
async def ask_new_passkey(request: Request, response: Response, wanted: Registration) -> KeyQuestion:
    """What the browser is asked, to register a name by a passkey, or (with an account) to have one more."""
    count_registration(request)
    site, accounts = site_of(request), services(request).accounts
    known = await caller(request)
    if known is not None and known.registered:
        keys = await stored.passkeys(services(request).store, known.id)
        return {"options": await accounts.ask_new_key(site, known.id, known.name, passkeys.ADD, keys)}
    known = await caller_or_new(request, response, wanted.name)
    await accounts.check_new(known, wanted.name)
    return {"options": await accounts.ask_new_key(site, known.id, wanted.name, passkeys.REGISTER, [])}


@router.post("/api/account/passkeys", status_code=204)
async def add_passkey(request: Request, wanted: NewKey) -> None:
    """The browser's answer: the passkey that it has made."""
    known = await caller(request)
    if known is None:
        raise Refused("forbidden", "passkey_late")
    await services(request).accounts.key_made(site_of(request), known, wanted.model_dump(), agent_of(request))


@router.delete("/api/account/passkeys/{key}", status_code=204)
async def drop_passkey(request: Request, key: str) -> None:
    """Forget a passkey; the last way in stays."""
    known, _ = await signed_in(request)
    await services(request).accounts.drop_passkey(known.id, key)


# --- coming back


@router.post("/api/signin/ask")
async def ask_passkey(request: Request) -> KeyQuestion:
    """What the browser is asked, to sign in by a passkey."""
    count_try(request)
    return {"options": await services(request).accounts.ask_key(site_of(request))}


@router.post("/api/signin/passkey", status_code=204)
async def sign_in_by_passkey(request: Request, response: Response, wanted: UsedKey) -> None:
    """Sign in; what this browser did as a guest becomes the account's."""
    count_try(request)
    player = await services(request).accounts.by_key(site_of(request), wanted.model_dump())
    await welcome_back(request, response, player)


@router.post("/api/signin/phrase", status_code=204)
async def sign_in_by_phrase(request: Request, response: Response, wanted: Phrase) -> None:
    """The same by a recovery phrase."""
    count_try(request)
    await welcome_back(request, response, await services(request).accounts.by_phrase(wanted.phrase))


async def welcome_back(request: Request, response: Response, player: str) -> None:
    known = await caller(request)
    give_cookie(response, request, await services(request).accounts.sign_in(player, known, agent_of(request)))


# --- the club's own login


def back_to(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}{CLUB_BACK}"


@router.post("/api/signin/club")
async def ask_club(request: Request, response: Response) -> ClubLogin:
    """Where the browser goes to sign in by the club's own login. It is sent back, and must be the same browser then."""
    count_try(request)
    url, state = await services(request).club.ask(back_to(request))
    give_state(response, request, state)
    return {"url": url}


@router.get(CLUB_BACK, include_in_schema=False)  # a browser is sent here by the club; no program asks for it
async def back_from_club(
    request: Request,
    state: Annotated[str, Query(max_length=100)] = "",
    code: Annotated[str, Query(max_length=4000)] = "",
) -> Response:
    """The way back: signed in, or a word about what went wrong, on the page about the account."""
    try:
        count_try(request)
        if not state or not code or not hmac.compare_digest(state.encode(), (request.cookies.get(STATE) or "").encode()):
            raise Refused("forbidden", "club_late")
        secret = await services(request).club.back(state, code, back_to(request), agent_of(request), await caller(request))
    except Refused as refused:
        answer = RedirectResponse(f"/#/me/refused/{refused.key}", 303)
    else:
        answer = RedirectResponse("/#/me", 303)
        if secret is not None:
            give_cookie(answer, request, secret)
    take_state(answer, request)
    return answer


@router.delete("/api/account/club", status_code=204)
async def drop_club(request: Request) -> None:
    """The club's login opens this account no more; the last way in stays."""
    known, _ = await signed_in(request)
    if not await stored.drop_login(services(request).store, known.id):
        raise Refused("illegal", "last_way")


# --- devices


@router.post("/api/signout", status_code=204)
async def sign_out(request: Request, response: Response) -> None:
    """Sign this browser out; the account and its other devices stay."""
    known, _ = await signed_in(request)
    await services(request).accounts.drop_device(known.id, known.device or "")
    take_cookie(response, request)


@router.delete("/api/account/devices/{device}", status_code=204)
async def drop_device(request: Request, device: str) -> None:
    """Sign another browser out; its lines are cut."""
    known, _ = await signed_in(request)
    await services(request).accounts.drop_device(known.id, device)


# --- everything


@router.post("/api/account/shown", status_code=204)
async def show_profile(request: Request, wanted: Shown) -> None:
    """May others see the profile?"""
    known, _ = await signed_in(request)
    await stored.set_shown(services(request).store, known.id, wanted.shown)


@router.get("/api/account/export")
async def take_along(request: Request) -> TakenAlong:
    """Everything that is kept about the caller."""
    count_registration(request)
    known = await caller(request)
    if known is None:
        raise Refused("forbidden", "not_registered")
    return {"everything": await services(request).store.export(known.id)}


@router.post("/api/account/delete", status_code=204)
async def delete_account(request: Request, response: Response, wanted: Deletion) -> None:
    """Delete everything; the name of the account must be written once more. Games of others stay, with nobody's name at that seat."""
    known = await caller(request)
    if known is None or cookie_of(request) is None:
        raise Refused("forbidden", "not_registered")
    if known.registered and wanted.name != known.name:
        raise Refused("illegal", "other_name_given")
    await services(request).accounts.delete(known.id)
    take_cookie(response, request)
