"""Computer players for Karnöffel."""

from typing import Final

from players.karnoffel import steady

CHOOSERS: Final = {"steady": steady.choose}
"""Level -> computer player."""
