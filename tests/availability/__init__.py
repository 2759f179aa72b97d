"""Tests of `bot.availability`, and of standbys."""
