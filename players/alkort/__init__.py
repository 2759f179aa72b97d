"""Computer players for Alkort."""

from typing import Final

from players.alkort import steady

CHOOSERS: Final = {"steady": steady.choose}
"""Level -> computer player."""
