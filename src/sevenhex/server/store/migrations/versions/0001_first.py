"""Players, tables, seats, log, chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("players", sa.SmallInteger, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("turn_seconds", sa.Float),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("creator", sa.String(32)),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("opening", sa.Text),
        sa.Column("result", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("lease", sa.Float),
        sa.Index("tables_by_status", "status", "public", "updated"),
    )
    op.create_table(
        "seats",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("bot", sa.String(32)),
        sa.Column("level", sa.String(32)),
        sa.Column("bot_plays", sa.Boolean, nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.Index("seats_by_player", "player"),
    )
    op.create_table(
        "entries",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("action", sa.BigInteger),
        sa.Column("undo_to", sa.Integer),
        sa.Column("command", sa.String(64)),
        sa.Column("time", sa.Float, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("player", sa.String(32)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("command", sa.String(64)),
        sa.Column("time", sa.Float, nullable=False),
        sa.Index("chat_by_player", "player"),
    )


def downgrade() -> None:
    for name in ("chat", "entries", "seats", "tables", "players"):
        op.drop_table(name)
