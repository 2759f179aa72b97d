"""Why: what a finished trick did, play by play and point by point, as data (RULES §2 to §11)."""

from __future__ import annotations

from rules.game import Play, TrickAccount
from rules.voormsi import rubber
from rules.voormsi.rubber import State


def account(before: State, play: Play) -> TrickAccount | None:
    """What the trick did that `play`, done in `before`, completes or cuts short; None if it does neither."""
    step = rubber.play(before, play)
    raise NotImplementedError
