"""Every refusal of a REST call has the same shape, whatever raised it."""

from __future__ import annotations

import math
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from sevenhex.errors import SevenhexError

from ..cluster import relay
from ..store.errors import StoreError
from ..cluster.leases import Elsewhere
from ..base.refusal import STATUS, Code, Refused
from .requests import Problem

DOCUMENTED: dict[int | str, dict[str, Any]] = {code: {"model": Problem} for code in (400, 403, 404, 409, 413, 429, 503)}
CODES: dict[int, Code] = {404: "unknown_table", 405: "malformed", 413: "too_large"}


def problem(refused: Refused) -> JSONResponse:
    later = None if refused.retry_after is None else {"Retry-After": str(math.ceil(refused.retry_after))}
    return JSONResponse(refused.to_json(), STATUS[refused.code], headers=later)


def add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        app.state.metrics.refusals.labels(error.code).inc()
        return problem(error)

    @app.exception_handler(Elsewhere)
    async def elsewhere(request: Request, owner: Elsewhere) -> Response:
        try:
            return await relay.request(request, owner.address)
        except Refused as error:
            return problem(error)

    @app.exception_handler(StoreError)
    async def no_store(request: Request, error: StoreError) -> JSONResponse:
        return problem(Refused("unavailable", str(error)))

    @app.exception_handler(SevenhexError)
    async def bad_request(request: Request, error: SevenhexError) -> JSONResponse:
        return problem(Refused("malformed", str(error)))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        told = "; ".join(f"{'.'.join(str(part) for part in fault['loc'][1:])}: {fault['msg']}" for fault in error.errors()[:5])
        return problem(Refused("malformed", f"This cannot be read: {told}."))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        sentence = error.detail if isinstance(error.detail, str) else "No."
        body = Refused(CODES.get(error.status_code, "malformed"), sentence).to_json()
        return JSONResponse(body, error.status_code, headers=error.headers)
