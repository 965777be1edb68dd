"""Counters for Prometheus, each server with its own registry."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

BLOCKS = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions = Counter("sevenhex_actions_total", "Accepted actions.", registry=self.registry)
        self.refusals = Counter("sevenhex_refusals_total", "Refused commands.", ["code"], registry=self.registry)
        self.messages = Counter("sevenhex_messages_total", "Messages from clients.", registry=self.registry)
        self.games_started = Counter("sevenhex_games_started_total", "Games begun.", registry=self.registry)
        self.games_finished = Counter("sevenhex_games_finished_total", "Games played to the end.", registry=self.registry)
        self.store_errors = Counter(
            "sevenhex_store_errors_total", "Writes that the store refused or did not answer.", registry=self.registry
        )
        self.dropped = Counter("sevenhex_dropped_connections_total", "Readers too slow to keep.", registry=self.registry)
        self.tables = Gauge("sevenhex_tables", "Tables in memory.", registry=self.registry)
        self.connections = Gauge("sevenhex_connections", "Open WebSockets.", registry=self.registry)
        self.action_seconds = Histogram("sevenhex_action_seconds", "From a command to its answer.", buckets=SECONDS, registry=self.registry)
        self.commit_seconds = Histogram("sevenhex_commit_seconds", "Waiting for the disk.", buckets=SECONDS, registry=self.registry)
        self.loop_blocks = Histogram(
            "sevenhex_loop_block_seconds", "Times that the event loop computed for more than 20 ms.", buckets=BLOCKS, registry=self.registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
