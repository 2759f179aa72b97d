"""Tests of the rules of Bräus."""
