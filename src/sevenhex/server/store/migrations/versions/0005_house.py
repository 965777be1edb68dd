"""The host's decisions, when a table ended, who resigned, and whom the operator has shut out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("ended", sa.Float))
    op.add_column("tables", sa.Column("house", sa.Text))
    op.add_column("seats", sa.Column("resigned", sa.Float))
    op.execute("UPDATE tables SET ended = updated WHERE status IN ('over', 'aborted')")
    op.create_index("tables_by_end", "tables", ["rated", "ended"])
    op.create_table(
        "bans",
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("time", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bans")
    op.drop_index("tables_by_end", "tables")
    op.drop_column("seats", "resigned")
    op.drop_column("tables", "house")
    op.drop_column("tables", "ended")
