"""Alkort, an Icelandic card game for two pairs of partners. Its law is docs/rules-alkort.md."""
