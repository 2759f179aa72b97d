"""Voormsi, Greenland's national card game. Its law is docs/rules.md (RULES)."""
