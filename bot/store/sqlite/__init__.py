"""The SQLite engine: the ports on one file."""
