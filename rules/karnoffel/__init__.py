"""Karnöffel, the oldest European card game with a name, as reconstructed (KARNOFFEL: docs/rules-karnoffel.md)."""
