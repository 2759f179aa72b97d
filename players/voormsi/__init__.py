"""Computer players for Voormsi."""

from typing import Final

from players.voormsi import steady

CHOOSERS: Final = {"steady": steady.choose}
"""Level -> computer player."""
