"""The topics of the lessons, and the tricks that suit each lesson (RULES §2, §3, §5, §6, §9, §10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb
from typing import Any, Final

from rules.core.contract import Booking, Fact, TrickAccount, View
from rules.core.guided import GuidedTrick
from rules.core.lessons import CoursePlan, Hands, LessonPlan, LessonTrick, Pick, Picks, facts_of, in_turns, wins
from rules.voormsi.explain import consider
from rules.voormsi.facts import PlayFact
from rules.voormsi.ranking import MATADORS, TOQUTSIT, VOORMSI, mask_of

ORDER, MATADOR, SEVENS, THREE, KINGS, SETS, DUTY = TOPICS = (
    "order",
    "matadors",
    "sevens",
    "three-of-diamonds",
    "black-kings",
    "sets",
    "duty",
)
"""The topics, easiest first; they are named like the topics of the rules page."""
OF_PARAGRAPH: Final[Mapping[str, str]] = {
    "2.2": ORDER,
    "2.3": ORDER,
    "3.1": MATADOR,
    "3.2": THREE,
    "3.3": SEVENS,
    "3.4": KINGS,
    "3.5": KINGS,
    "3.6": KINGS,
    "11.2": KINGS,
    "5.2": SETS,
    "6.2": SETS,
    "6.3": SETS,
}
PLAIN: Final = frozenset({"led", "rank", "lower_rank", "set_led", "set_laid", "set_not_covered"})
"""Reasons that no lesson is about."""
_MIXED: Final = (4, 4, 3, 4, 4, 3, 4, 4)
_ALL: Final = (4, 4, 3, 4, 2, 3, 4, 4)


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick; a play that had to contain Toqutsit belongs to the duty."""
    found = {topic for play in account.plays for why in facts_of(play.why) if (topic := _topic(why))}
    return frozenset(found | {DUTY} if _was_bound(account) else found)


def _topic(why: Fact) -> str | None:
    if why.kind in (PlayFact.RANK, PlayFact.LOWER_RANK) and mask_of((why.about["card"], why.about["on"])) & MATADORS:
        return MATADOR
    return OF_PARAGRAPH.get(why.paragraph)


def _was_bound(account: TrickAccount) -> bool:
    """Return whether Toqutsit was played while an opponent's Voormsi headed (§5.5)."""
    sides = len(account.units)  # the seats alternate between the sides (§1)
    for play in account.plays[1:]:
        headed = account.plays[play.over or 0]
        if mask_of(play.cards) & TOQUTSIT and mask_of(headed.cards) & VOORMSI and (play.seat - headed.seat) % sides:
            return True
    return False


def with_matadors(found: LessonTrick) -> Iterator[Pick]:
    """Tricks in which matadors meet each other, or meet a card that is nearly one."""
    near = frozenset(card.code for play in found.account.plays for card in play.cards) & {"JC", "KH", "8S", "9C"}
    for pick in wins(MATADOR, plain=PLAIN)(found):
        if found.account.size == 1 and len(near) > 1:
            yield pick._replace(level=found.turns + 2 * len(near), teaches=pick.teaches | near)


def in_order(found: LessonTrick) -> Iterator[Pick]:
    """Tricks of single cards by the plain order; they are harder if neither the first nor the last card wins."""
    account = found.account
    if topics_of(account) == {ORDER} and account.size == 1:
        ranks = frozenset(play.cards[0].rank for play in account.plays)
        inner = account.winner not in (0, len(account.plays) - 1)
        yield Pick(found, found.turns + inner + (len(ranks) < len(account.plays)), found.kinds | ranks)


def two_halves(found: LessonTrick) -> Iterator[Pick]:
    """Tricks of two players in which the second half changed the head."""
    if found.turns > 1 and any(play.headed for play in found.account.plays[2:]):
        topics = topics_of(found.account)
        yield Pick(found, found.turns + 2 * len(topics), found.kinds | topics)


def duty_plays(found: LessonTrick) -> Iterator[Pick]:
    """Plays that follow, with and without the duty; a set may be of any cards."""
    for at, view in enumerate(found.views):
        if view.follow is None or len(view.hand) < 3:
            continue
        duty = len(view.legal) < comb(len(view.hand), view.follow)
        voormsi = any(card.code == "KH" for play in view.trick for card in play.cards)
        toqutsit = any(card.code == "JC" for card in view.hand)
        what = f"{'duty' if duty else 'free'} {view.follow} {voormsi} {toqutsit} {len(view.legal) == 1}"
        if duty or (voormsi and toqutsit) or chance_of(found, 40):
            yield Pick(found, view.follow + 3 * duty + voormsi + toqutsit, frozenset({what}), at)


def leads(found: LessonTrick) -> Iterator[Pick]:
    """Leads of sets, with combinations that cannot be led."""
    view, state = found.views[0], found.states[0]
    sizes = {len(cards) for cards in view.legal}
    if len(sizes) > 1 and len(view.hand) > 2:
        kinds = frozenset().union(*(_refusals(state, view, size) for size in (2, 3, 4)))
        special = frozenset(card.code for play in view.legal if len(play) > 1 for card in play) & {"KH", "JC", "8S"}
        yield Pick(found, max(sizes) + 2 * len(kinds) + 2 * len(special), kinds | special | {f"of {max(sizes)}"}, 0)


def too_large(found: LessonTrick) -> Iterator[Pick]:
    """Leads of two players that are refused as too large to finish."""
    for pick in leads(found):
        if "lead_too_large" in pick.teaches:
            yield pick


def _refusals(state: Any, view: View, size: int) -> frozenset[str]:
    """The reasons why plays of this size are refused."""
    assert view.seat is not None
    said = (consider(state, view.seat, cards).refused for cards in combinations(view.hand, size))
    return frozenset(why.kind.value for why in said if why)


def earns(found: LessonTrick) -> Iterator[Pick]:
    """Tricks that earn points by feats, or nearly; early enough in the hand to look through the tricks before."""
    account = found.account
    side = _winners(found)
    feats = frozenset(gain.why.kind.value for gain in (*account.gains, *account.denied)) - {"units"}
    before = found.view.trick_number
    ours = all(gain.side == side for gain in account.gains)
    if ours and account.hand_end is None and (feats or chance_of(found, 60)):
        units = {f"units {found.view.units[side]}"} if account.gains or found.view.units[side] == 3 else set[str]()
        if before < 8 and (units or feats):
            yield Pick(found, 2 * len(account.gains) + 2 * len(account.denied) + account.size, feats | units)


def _winners(found: LessonTrick) -> int:
    assert found.account.winner is not None
    seat = found.account.plays[found.account.winner].seat
    return next(side for side, seats in enumerate(found.view.sides) if seat in seats)


def books(what: str) -> Picks:
    """Pick tricks by their effect on waiting points of a side: it "books", "bounces", "lands" or "waits"."""

    def picks(found: LessonTrick) -> Iterator[Pick]:
        if found.account.hand_end and found.account.hand_end.void:
            return
        for side, waiting in enumerate(found.view.waiting):
            booking = next((booking for booking in found.account.bookings if booking.side == side), None)
            if not waiting or (booking is not None and booking.points != waiting):
                continue
            does, level = _booking_effect(booking, found.view.target or 0)
            if does == what and (found.account.outcome is None or does == "lands"):
                yield Pick(found, level + waiting, frozenset({f"{does} {waiting}"}), side)

    return picks


def _booking_effect(booking: Booking | None, target: int) -> tuple[str, int]:
    """The effect of a booking on the waiting points, and its difficulty."""
    if booking is None:
        return "waits", 2
    if booking.bounced is not None:
        return "bounces", 6 + booking.bounced - target
    return ("lands", 4) if booking.after == target else ("books", 0)


def chance_of(found: LessonTrick, many: int) -> bool:
    """Return whether this is the one trick in `many` that is taken, the same ones every time."""
    return hash((found.rubber, found.view.trick_number)) % many == 0


_TRICKS: Final = {
    ORDER: in_order,
    MATADOR: with_matadors,
    **{topic: wins(topic, plain=PLAIN) for topic in (SEVENS, THREE, KINGS, SETS)},
}
"""Topic -> the tricks of its lesson about who wins."""
COURSE: Final = CoursePlan(
    lessons=(
        *(LessonPlan(topic, "wins", topic, picks, _MIXED) for topic, picks in _TRICKS.items()),
        LessonPlan("duty", "may", "duty", duty_plays, _ALL),
        LessonPlan("leads", "may", "sets", leads, (4, 3, 4, 4, 4)),
        LessonPlan("leads", "may", "sets", too_large, (2, 2, 2)),
        LessonPlan("second-half", "wins", "two-players", two_halves, (2,) * 8),
        LessonPlan("points", "earns", "points", earns, _ALL),
        LessonPlan("ladder", "books", "ladder", books("books"), (4, 3), whole=True),
        LessonPlan("ladder", "books", "ladder", books("waits"), (4,), whole=True),
        LessonPlan("ladder", "books", "ladder", books("lands"), (4,), whole=True),
        LessonPlan("ladder", "books", "ladder", books("bounces"), (4, 4, 3, 2), whole=True),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(ORDER), (4, 3)),
    hands=Hands({4: 2500, 3: 1200, 2: 1000}, {"length": "hands:1"}, 0.3),
    whole=Hands(dict.fromkeys((4, 3, 2), 40), {"length": "rubber"}, 0.1),
)
GUIDE: Final = (
    GuidedTrick("order", "9D 6H QD KS", before="AS", after="JD 5S"),
    GuidedTrick("sevens", "3D 9S AH 8C", before="7H", after="6C QS"),
    GuidedTrick("voormsi", "JC AS 6D 5D", before="9H KH", after="QC"),
)
"""The guided first hand: the plain order; a Seven led, and 3♦; Voormsi, Toqutsit and the one duty (§5.5)."""
