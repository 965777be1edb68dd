"""Called by Alembic: runs the versions on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from sevenhex.server.store import schema

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("Use `sevenhex store migrate`, which opens the store.")
context.configure(connection=connection, target_metadata=schema.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
