"""The topics of the lessons, Bräus's own questions, and the tricks that suit each lesson (BRAUS §2, §5 to §7).

Who wins a trick is no question here: it is whoever played last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.braus.accounts import gains, why_over
from rules.braus.facts import BrausHandEnd, BrausLessonFact, BrausPlay
from rules.braus.playing import FIVE, SIX, hand_score
from rules.braus.ranking import MATADORS, SEVENS, cards_of, mask_of
from rules.braus.state import BrausState, side_of
from rules.core.capabilities import Answer, Question
from rules.core.contract import Fact, TrickAccount, View, fact
from rules.core.guided import GuidedTrick
from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, heads, is_lead, leads_with, plays

ORDER, MATADOR, SEVEN, DUTY, ENDING = TOPICS = ("order", "matadors", "sevens", "duty", "ending")
"""The topics, easiest first: what beats what, the top three, Sevens, the duty to beat (§5.4), a hand played out."""
ON_LEAD = "on-lead"
"""With `ENDING`, the lessons that have questions of their own."""
LONGEST: Final = 5
"""The most cards in a hand that is told of."""
_EIGHT: Final = (4, 4, 6, 4, 4, 4, 6, 4)


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    kinds = {play.why.kind for play in account.plays}
    headed = [play for play in account.plays if play.headed]
    found = {
        ORDER: bool(kinds & {BrausPlay.RANK, BrausPlay.SUIT}),
        MATADOR: len(headed) > 1 and any(mask_of(play.cards) & MATADORS for play in headed),
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


def ask(lesson: str, states: Sequence[BrausState], at: int) -> Question | None:
    """Return the question of a lesson; None if there is none about this. `at` is not used."""
    before, after = states[-2:] if len(states) > 1 else (states[0], states[0])
    match lesson:
        case "on-lead":
            return _on_lead(before, after)
        case "ending":
            return _ending(after)
    return None


def _on_lead(before: BrausState, after: BrausState) -> Question | None:
    """The question who leads after this trick."""
    if after.turn < 0 or max(map(int.bit_count, after.hands)) > LONGEST:
        return None
    seats = range(after.terms.seats)
    past = [seat for seat, trick in after.past[len(before.past) :]]
    if past:
        why = fact(BrausLessonFact.LEAD_PASSES, of=past[0], seat=after.turn)
    else:
        has_laid = len(after.laid) > len(before.laid)
        why = fact(BrausLessonFact.LEADS_AGAIN if has_laid else BrausLessonFact.WINNER_LEADS, seat=after.turn)
    answers, level = tuple(Answer(seat=seat) for seat in seats), 2 * len(past)
    return Question(fact(BrausLessonFact.WHO_LEADS), answers, after.turn, why, tuple(_holdings(after)), level=level)


def _holdings(state: BrausState) -> Iterator[Fact]:
    """Facts that tell the cards of each seat."""
    for seat, hand in enumerate(state.hands):
        if hand:
            yield fact(BrausLessonFact.HOLDS, seat=seat, cards=cards_of(hand))


def _ending(after: BrausState) -> Question | None:
    """The question what is written after this trick; only if a side has five tricks or the hand is over."""
    scored, most = hand_score(after), max(after.units)
    if most < FIVE or max(map(int.bit_count, after.hands)) > LONGEST:
        return None
    marks = sorted(
        {(after.units.index(most), 2)} | {(side, 1) for side, units in enumerate(after.units) if units >= FIVE}
    )
    answers = (
        Answer(fact=fact(BrausLessonFact.HAND_GOES_ON)),
        Answer(fact=fact(BrausLessonFact.HAND_IS_VOID)),
        *(Answer(fact=fact(BrausLessonFact.SCORES, side=each, points=strokes)) for each, strokes in marks),
    )
    right, why = 0, fact(BrausLessonFact.CAN_STILL_LEAD, seat=after.turn)
    if scored is not None and scored.side is None:
        right, why = 1, why_over(after, scored)
    elif scored is not None and scored.side is not None:
        (gain,) = gains(after, scored)
        right = 2 + marks.index((gain.side, gain.points))
        why = fact(BrausLessonFact.IS_WRITTEN, side=gain.side, points=gain.points, reason=gain.why)
    told = (fact(BrausLessonFact.TRICKS_NOW, side=each, count=count) for each, count in enumerate(after.units))
    held = _holdings(after) if most < SIX else ()
    return Question(fact(BrausLessonFact.WHAT_IS_WRITTEN), answers, right, why, (*told, *held), level=4 * (most < SIX))


def leads_live(view: View) -> bool:
    """Return whether a seat leads that holds no Seven."""
    return is_lead(view) and not mask_of(view.hand) & SEVENS


def follows(view: View) -> bool:
    """Return whether somebody else has led."""
    return not is_lead(view)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("beats", "beats", "order", heads, _EIGHT),
        LessonPlan("leads", "may", "order", plays(leads_live), _EIGHT),
        LessonPlan("sevens", "may", "sevens", plays(leads_with("7")), _EIGHT),
        LessonPlan("duty", "may", "duty", plays(follows), _EIGHT),
        LessonPlan(ON_LEAD, "asks", "duty", asks(ask, ON_LEAD, (0,)), _EIGHT),
        LessonPlan(ENDING, "asks", "ending", asks(ask, ENDING, (0,)), (4,) * 8, whole=True),
    ),
    daily=LessonPlan("daily", "may", "duty", plays(follows), (4, 6)),
    hands=Hands({4: 400, 6: 150}, {"length": "hands:1"}, 0.3),
    whole=Hands({4: 300}, {"length": "hands:1"}, 0.1),
)
GUIDE: Final = (
    GuidedTrick("beat", "AH JD 9S 6D TC QD 8H KS TH", before="6S", after="AC"),
    GuidedTrick("passing", "AH JD 6C 6D TC QD 8H KS TH", before="9C", after="8S"),
    GuidedTrick("sevens", "7C 7D AH JD TC QD 8H KS TH"),
)
"""The guided first hand: the duty to beat (§5.4); the pass; Sevens, which are laid first (§5.2)."""
