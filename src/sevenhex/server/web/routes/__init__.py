"""The calls by subject; `app.py` puts them together."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute


def new_router(**settings: Any) -> APIRouter:
    """A router whose calls are named by their functions, of which the page's client makes its own."""
    return APIRouter(generate_unique_id_function=operation_name, **settings)


def operation_name(route: APIRoute) -> str:
    return route.name
