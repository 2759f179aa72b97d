"""Tests of `bot.members`."""
