"""Load a server on this machine: tables of clients over WebSocket, and what they had to wait (needs a checkout)."""

from __future__ import annotations

from ._benchmarks import benchmark

command = benchmark("load_command").command
