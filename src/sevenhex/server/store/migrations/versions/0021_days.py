"""Slow tables: who was reminded, holidays, feeds; under which address a player uses this server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("reminded", sa.Integer))
    op.add_column("notices", sa.Column("site", sa.String(200), nullable=False, server_default=""))
    op.create_table(
        "feeds",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "holidays",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Index("holidays_by_player", "player"),
    )


def downgrade() -> None:
    op.drop_table("holidays")
    op.drop_table("feeds")
    op.drop_column("notices", "site")
    op.drop_column("tables", "reminded")
