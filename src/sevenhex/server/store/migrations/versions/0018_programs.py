"""Programs as guests: accounts that are theirs for ever, tokens with scopes, and seats that say so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("accounts", "seats"):
        with op.batch_alter_table(name) as batch:
            batch.add_column(sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("scopes", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
        sa.Index("tokens_by_player", "player"),
    )


def downgrade() -> None:
    op.drop_table("tokens")
    for name in ("seats", "accounts"):
        with op.batch_alter_table(name) as batch:
            batch.drop_column("program")
