"""Versions of the schema (Alembic), applied when a store is opened."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

FOLDER = Path(__file__).parent


def configuration() -> Config:
    """Alembic's settings, without a file."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Bring a store to the newest schema; a new store is made from nothing."""
    config = configuration()

    def run(connection: Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several processes may start at once
            await connection.execute(text("SELECT pg_advisory_xact_lock(7000007)"))
        await connection.run_sync(run)
