"""Tests of `bot.messages`, and of the messages of cups."""
