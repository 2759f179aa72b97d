"""Tests of `bot.tables`."""
