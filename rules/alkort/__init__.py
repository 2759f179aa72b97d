"""Alkort, an Icelandic card game for two pairs of partners (the law of Alkort)."""
