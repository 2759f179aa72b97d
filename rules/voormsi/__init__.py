"""Voormsi, Greenland's national card game (RULES)."""

from __future__ import annotations

from rules.voormsi.game import VOORMSI, Voormsi

__all__ = ["VOORMSI", "Voormsi"]
