"""Whom outgoing calls over TLS believe: one set of certificates, read when the first of them is made."""

from __future__ import annotations

import ssl
from functools import cache

import httpx


@cache
def certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)
