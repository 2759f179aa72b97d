"""Bräus's own questions: who is on lead, and what the end of a hand brings (BRAUS §5.6, §6, §7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.braus.facts import BrausLessonFact
from rules.braus.playing import hand_score
from rules.braus.ranking import named
from rules.braus.scoring import FIVE, SIX
from rules.braus.state import BrausState
from rules.braus.trick_account import gains, why_over
from rules.core.capabilities import Answer, Question
from rules.core.contract import Fact
from rules.core.facts import fact

ON_LEAD, ENDING = "on-lead", "ending"
"""The lessons with questions of their own."""
LONGEST: Final = 5
"""The most cards in a hand that is told of."""


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
    return Question(fact(BrausLessonFact.WHO_LEADS), answers, after.turn, why, tuple(_held(after)), level=level)


def _held(state: BrausState) -> Iterator[Fact]:
    """Facts that tell the cards of each seat."""
    for seat, hand in enumerate(state.hands):
        if hand:
            yield fact(BrausLessonFact.HOLDS, seat=seat, cards=named(hand))


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
    held = _held(after) if most < SIX else ()
    return Question(fact(BrausLessonFact.WHAT_IS_WRITTEN), answers, right, why, (*told, *held), level=4 * (most < SIX))
