"""Tests of `bot.operations`, and of pages, scripts and settings."""
