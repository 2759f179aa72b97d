"""Tests of what is true of SQLite alone."""
