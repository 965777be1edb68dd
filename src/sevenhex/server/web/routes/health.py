"""Is the server alive and ready, where do friends reach it, and its counters."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.requests import HTTPConnection

from sevenhex import __version__

from ...base.address import address_of, is_near, network_address
from ..answers import answering
from ..errors import DOCUMENTED
from ..readiness import readiness
from ..responses.operation import Health, Reached, Ready
from ..security import may_see_metrics
from ..services import services
from . import new_router

router = new_router()

EVERYWHERE = ("0.0.0.0", "::")


@router.get("/api/ready", tags=["lobby"], responses=DOCUMENTED)
async def ready(request: Request) -> Ready:
    """What a game would still wait for."""
    tables = services(request).tables
    return {**readiness(tables), "bots": tables.bots_warmed}


@router.get("/api/address", tags=["lobby"], responses=DOCUMENTED)
async def address(request: Request) -> Reached:
    """Where friends on the local network reach this server."""
    return reached_at(request, services(request).settings.host)


def reached_at(connection: HTTPConnection, host: str) -> Reached:
    port = connection.url.port or (443 if connection.url.scheme in ("https", "wss") else 80)
    own = network_address() if is_near(address_of(connection)) else None  # strangers learn nothing of the network behind
    return {"network": f"http://{own}:{port}" if own else None, "open": host in EVERYWHERE or host == own}


@router.get("/healthz", tags=["operation"])
async def health() -> Health:
    """Does the server live? Whether games can be played is asked by `/readyz`."""
    return {"status": "ok", "version": __version__}


@router.get("/readyz", tags=["operation"], responses={**answering(Health), 503: {"model": Health}})
async def playable(request: Request) -> JSONResponse:
    """Can games be played, that is: can the store be written to?"""
    refused = await services(request).probe.why_not()
    shown: Health = {"status": "store unavailable" if refused else "ok", "version": __version__}
    return JSONResponse(shown, 503 if refused else 200)


@router.get("/metrics", tags=["operation"], response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Counters for Prometheus; only for this machine, or for those who know the word that the operator set."""
    shared = services(request)
    if not may_see_metrics(request, shared.settings):
        return PlainTextResponse("not for you\n", 403)
    return Response(shared.metrics.text(), media_type="text/plain; version=0.0.4")
