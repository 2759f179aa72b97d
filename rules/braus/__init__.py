"""Bräus, Gotland's game of the Brusbart family (BRAUS)."""
