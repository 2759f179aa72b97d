"""Computer players for Voormsi."""

from functools import partial
from typing import Final

from players.voormsi import steady
from players.voormsi.situation import CAREFUL

CHOOSERS: Final = {"steady": steady.choose, "careful": partial(steady.choose, temper=CAREFUL)}
"""Level -> computer player."""
