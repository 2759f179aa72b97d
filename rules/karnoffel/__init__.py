"""Karnöffel, the oldest European card game that can be named, as it was reconstructed (KARNOFFEL)."""
