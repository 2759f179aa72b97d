"""Treikort, an Icelandic card game for three. Its law is docs/rules-treikort.md."""
