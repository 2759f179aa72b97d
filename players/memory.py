"""The public past of a hand, which a player can remember in addition to the view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.core.contract import Play


class Memory(NamedTuple):
    """All plays of this hand in order, with those of the trick in play, and the table's options.

    What else happened in the hand is in `View.events`.
    """

    plays: tuple[Play, ...] = ()
    options: Mapping[str, str] = MappingProxyType({})
    """Option name -> value; a missing option has its default."""
