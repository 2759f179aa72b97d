"""Tests of `bot.lessons`."""
