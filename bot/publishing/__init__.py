"""Showing tables in Discord: what is committed gets shown, and only that."""
