"""Tests of `cogs`."""
