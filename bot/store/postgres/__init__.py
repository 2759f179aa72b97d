"""The PostgreSQL engine: the ports on a database of a server. It needs the extra `postgres`."""
