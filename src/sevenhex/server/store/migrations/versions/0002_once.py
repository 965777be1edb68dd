"""A command is done once, however late it comes again."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("entries_by_command", "entries", ["code", "seat", "command"], unique=True)
    op.create_index("chat_by_command", "chat", ["code", "seat", "command"], unique=True)


def downgrade() -> None:
    op.drop_index("chat_by_command", "chat")
    op.drop_index("entries_by_command", "entries")
