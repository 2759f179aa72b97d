"""Tests of the computer players for Alkort."""
