"""The picture of the scores of Bräus: a comb with a tooth for each point."""

from __future__ import annotations

from typing import Final

from bot.presentation.pictures.score_comb import CombDrawing

SCORE: Final = CombDrawing
"""Makes the drawing of the scores."""
