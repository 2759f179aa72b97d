"""Tests of `rules`. Those of Voormsi stand here, those of other games in a folder each."""
