"""The topics of the lessons, and which of them a trick illustrates (BRAUS §2, §5, §6)."""

from __future__ import annotations

from rules.braus.facts import BrausHandEnd, BrausPlay
from rules.braus.ranking import MATADORS, mask_of
from rules.braus.state import side_of
from rules.core.contract import TrickAccount

ORDER, MATADOR, SEVEN, DUTY, ENDING = TOPICS = ("order", "matadors", "sevens", "duty", "ending")
"""The topics, easiest first: what beats what, the top three, Sevens, the duty to beat (§5.4), a hand played out."""


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    kinds = {play.why.kind for play in account.plays}
    heads = [play for play in account.plays if play.headed]
    found = {
        ORDER: bool(kinds & {BrausPlay.RANK, BrausPlay.SUIT}),
        MATADOR: len(heads) > 1 and any(mask_of(play.cards) & MATADORS for play in heads),
        SEVEN: BrausPlay.SEVENS_LAID in kinds,
        DUTY: _beat_its_own_side(account),
        ENDING: account.hand_end is not None
        and account.hand_end.why is not None
        and account.hand_end.why.kind is not BrausHandEnd.SIX_TRICKS,
    }
    return frozenset(topic for topic, is_found in found.items() if is_found)


def _beat_its_own_side(account: TrickAccount) -> bool:
    """Return whether a seat beat its own side's card, as §5.4 demands."""
    return any(
        play.headed and play.over is not None and side_of(play.seat) == side_of(account.plays[play.over].seat)
        for play in account.plays
    )
