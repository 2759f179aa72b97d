"""Bräus, Gotland's game of the Brusbart family. Its law is docs/rules-braus.md (BRAUS)."""
