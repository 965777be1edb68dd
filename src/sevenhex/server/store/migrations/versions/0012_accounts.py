"""Accounts: registered names, devices that are signed in, passkeys, recovery phrases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("registered", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "accounts",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("phrase_hash", sa.String(64), unique=True),
        sa.Column("shown", sa.Boolean, nullable=False),
    )
    op.create_table(
        "names",
        sa.Column("look", sa.String(240), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
        sa.Index("names_by_player", "player"),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Index("devices_by_player", "player"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("accounts.player", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Index("passkeys_by_player", "player"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Index("challenges_by_end", "until"),
    )


def downgrade() -> None:
    for name in ("challenges", "passkeys", "devices", "names", "accounts"):
        op.drop_table(name)
    op.drop_column("seats", "registered")
