"""The operator's desk: accounts that may use it, complaints of players, bans that end or concern the chat only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("accounts") as batch:
        batch.add_column(sa.Column("operator", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("bans") as batch:
        batch.add_column(sa.Column("until", sa.Float))
        batch.add_column(sa.Column("what", sa.String(8), nullable=False, server_default="all"))
    op.create_table(
        "complaints",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("about", sa.String(32)),
        sa.Column("about_name", sa.String(60), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("closed", sa.Float),
        sa.Column("note", sa.String(200), nullable=False, server_default=""),
        sa.Index("complaints_by_state", "closed", "time"),
        sa.Index("complaints_by_player", "player"),
        sa.Index("complaints_by_subject", "about"),
    )


def downgrade() -> None:
    op.drop_table("complaints")
    with op.batch_alter_table("bans") as batch:
        batch.drop_column("what")
        batch.drop_column("until")
    with op.batch_alter_table("accounts") as batch:
        batch.drop_column("operator")
