"""Tests of `bot.publishing`."""
