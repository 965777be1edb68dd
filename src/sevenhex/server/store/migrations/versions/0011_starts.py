"""A start that asked for words is stored before it asks: seals that were to be opened are never used again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("starts", sa.Text))


def downgrade() -> None:
    op.drop_column("tables", "starts")
