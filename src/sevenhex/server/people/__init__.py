"""People beyond one table: accounts, profiles, notices."""
