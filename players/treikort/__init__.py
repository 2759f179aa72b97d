"""Computer players for Treikort."""

from typing import Final

from players.treikort import steady

CHOOSERS: Final = {"steady": steady.choose}
"""Level -> computer player."""
