"""Decks of own mistakes and puzzles, and what was drilled day by day; reserves of clocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("reserve_seconds", "increment_seconds"):
        op.add_column("tables", sa.Column(name, sa.Float))
    op.add_column("tables", sa.Column("clock", sa.Text))
    op.add_column("digests", sa.Column("fed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "drills",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("own", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("theme", sa.String(20), nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("memory", sa.Text),
        sa.Column("body", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Index("drills_by_due", "player", "state", "due"),
    )
    op.create_table(
        "practice",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("found", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("practice")
    op.drop_table("drills")
    op.drop_column("digests", "fed")
    for name in ("clock", "increment_seconds", "reserve_seconds"):
        op.drop_column("tables", name)
