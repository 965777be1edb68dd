"""Reviews are kept by what the game is, so that a record which somebody sends is judged once too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("reviews")  # what it held is worked out again
    op.create_table(
        "reviews",
        sa.Column("content", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE")),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_index("reviews_by_table", "reviews", ["code", "used"])


def downgrade() -> None:
    op.drop_table("reviews")
    op.create_table(
        "reviews",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
