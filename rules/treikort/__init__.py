"""Treikort, an Icelandic game for three (the law of Treikort)."""
