"""What a person in a seat can remember of the running hand, beside what the view shows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.core.contract import Play


class Memory(NamedTuple):
    """The public past: all plays of this hand in order, the trick in play included, and the table's options."""

    plays: tuple[Play, ...] = ()
    options: Mapping[str, str] = MappingProxyType({})
    """Option name -> value; what is missing has its default."""
