"""Clubs: tournaments with their rounds, friends and blocks, invitations, seeks, the club's own page."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

NAMES = ("tournaments", "entrants", "pairings", "relations", "invitations", "seeks", "club_texts")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("creator", sa.String(32)),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("starts", sa.Float),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("owner", sa.String(64)),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("lease", sa.Float),
        sa.Index("tournaments_by_status", "status", "updated"),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(16), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.SmallInteger, primary_key=True),
        sa.Column("player", sa.String(32)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("registered", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("bot", sa.String(32)),
        sa.Column("level", sa.String(32)),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("gone", sa.Float),
        sa.Column("origin", sa.String(32)),
        sa.Index("entrants_by_player", "player"),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(16), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True),
        sa.Column("place", sa.SmallInteger, primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("entrants", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
    )
    op.create_table(
        "relations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("other", sa.String(32)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Index("relations_by_player", "player", "kind"),
        sa.Index("relations_by_other", "other", "kind"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("other", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Index("invitations_by_other", "other"),
        sa.Index("invitations_by_player", "player"),
    )
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("registered", sa.Boolean, nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("code", sa.String(16)),
        sa.Index("seeks_by_player", "player"),
    )
    op.create_table(
        "club_texts",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in reversed(NAMES):
        op.drop_table(name)
