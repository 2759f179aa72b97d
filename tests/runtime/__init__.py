"""Tests of `bot.runtime`."""
