"""Every refusal of a REST call has the same shape, whatever raised it."""

from __future__ import annotations

import math
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from sevenhex.errors import SevenhexError

from ..base.refusal import STATUS, Code, Refused
from ..cluster import relay
from ..cluster.leases import Elsewhere
from ..store.errors import StoreError
from .responses.problem import Problem

DOCUMENTED: dict[int | str, dict[str, Any]] = {code: {"model": Problem} for code in (400, 403, 404, 409, 413, 429, 503)}
CODES: dict[int, Code] = {404: "unknown_table", 405: "malformed", 413: "too_large"}


def problem(refused: Refused) -> JSONResponse:
    later = None if refused.retry_after is None else {"Retry-After": str(math.ceil(refused.retry_after))}
    return JSONResponse(refused.to_json(), STATUS[refused.code], headers=later)


def wrong(fault: Any) -> str:
    """One fault of a request: where it is, and what."""
    if fault["type"] == "json_invalid":
        return f"the body is no JSON at character {fault['loc'][-1]}"
    place = ".".join(str(part) for part in fault["loc"][1:])
    return f"{place or fault['loc'][0]}: {fault['msg']}"


def add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        app.state.metrics.refusals.labels(error.code).inc()
        return problem(error)

    @app.exception_handler(Elsewhere)
    async def elsewhere(request: Request, owner: Elsewhere) -> Response:
        try:
            return await relay.request(app.state.peers, request, owner.address)
        except Refused as error:
            return problem(error)

    @app.exception_handler(StoreError)
    async def no_store(request: Request, error: StoreError) -> JSONResponse:
        return problem(Refused("unavailable", "store", detail=str(error)))

    @app.exception_handler(SevenhexError)
    async def bad_request(request: Request, error: SevenhexError) -> JSONResponse:
        return problem(Refused("malformed", "unsuitable", detail=str(error)))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = "; ".join(wrong(fault) for fault in error.errors()[:5])
        return problem(Refused("malformed", "unreadable", detail=faults))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        detail = error.detail if isinstance(error.detail, str) else "No."
        if error.status_code == 405:
            detail = f"{request.method} is not a way to call this; see /api/openapi.json."
        elif error.status_code == 400:  # the framework's own: a body that cannot even be taken apart
            return problem(Refused("malformed", "unreadable", detail="the body is no JSON"))
        key = "body_too_large" if error.status_code == 413 else "no_such_page"
        body = Refused(CODES.get(error.status_code, "malformed"), key, detail=detail).to_json()
        return JSONResponse(body, error.status_code, headers=error.headers)
