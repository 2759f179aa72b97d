"""Tests of `bot.cups`."""
