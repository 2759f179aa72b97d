"""Voormsi, Greenland's national card game (RULES)."""
