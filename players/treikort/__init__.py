"""Computer players for Treikort."""

from collections.abc import Mapping
from typing import Any, Final

CHOOSERS: Final[Mapping[str, Any]] = {}
