"""One live table and its parts, and all tables of this process."""
