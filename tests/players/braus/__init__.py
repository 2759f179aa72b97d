"""Tests of the computer players for Bräus."""
