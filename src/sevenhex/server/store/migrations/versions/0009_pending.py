"""What is open at a table stands in a column that is called so."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE tables RENAME COLUMN matters TO pending")


def downgrade() -> None:
    op.execute("ALTER TABLE tables RENAME COLUMN pending TO matters")
