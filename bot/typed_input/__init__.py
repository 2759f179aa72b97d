"""Parsers of input that people type: cards, paces, times of the day and moments."""
