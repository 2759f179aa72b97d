"""Karnöffel, the oldest European card game with a name, in a reconstruction. Its law is docs/rules-karnoffel.md (KARNOFFEL)."""
