"""Tests of what is true of PostgreSQL alone."""
