"""Answers given in advance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("advance", sa.Text))


def downgrade() -> None:
    op.drop_column("tables", "advance")
