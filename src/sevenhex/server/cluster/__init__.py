"""Several processes over one database: who owns which table, and the operator's orders."""
