"""Computer players for Bräus."""

from typing import Final

from players.braus import steady

CHOOSERS: Final = {"steady": steady.choose}
"""Level -> computer player."""
