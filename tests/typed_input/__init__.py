"""Tests of `bot.typed_input`."""
