"""The reasons of Bräus as data: every kind of fact, its paragraph in BRAUS, and the keys of its `about`.

No two kinds share a value, so the value alone can be the key of a text. The comment after each kind lists the keys:
`card` a card that was played, `on` the card that headed, `seat` the acting seat, `of` the seat whose card was affected,
`side` a side's index, `points` a number of strokes, `units` the tricks of the hand.
"""

from __future__ import annotations

from rules.core.contract import FactKind


class BrausFact(FactKind):
    """A kind of fact: the key of its text, and the paragraph of BRAUS that it cites."""


class BrausPlay(BrausFact):
    """The effect of a play."""

    SEVENS_LAID = "sevens_laid", "5.2"  # cards, units (tricks that they are)
    LED = "led", "5.3"  # card
    RANK = "rank", "2.3"  # card, on: took the head
    SUIT = "suit", "2.2"  # card, on: one rank, the higher suit
    PASSED = "passed", "5.4"  # on: the seat holds nothing above it


class BrausPower(BrausFact):
    """The reasons why cards beat a heading card."""

    BEATEN_BY_RANK = "beaten_by_rank", "2.3"  # on
    BEATEN_BY_NONE = "beaten_by_none", "2.3"  # on: the Spit


class BrausGain(BrausFact):
    """The reason why a side scores."""

    JAN = "jan", "7.2"  # side, points, units
    SIX = "six", "7.1"  # side, points, units
    KING = "king", "7.3"  # side, points, units, seat, card: five tricks, and this seat of it holds the outcome card


class BrausDenial(BrausFact):
    """The reason why a side with five tricks does not score. All have `side` and `missed` (strokes)."""

    KING_ELSEWHERE = "king_elsewhere", "7.3"  # side, missed, units, card
    NOT_FIVE_ALL = "not_five_all", "10.2"  # side, missed, units, card


class BrausBooking(BrausFact):
    """The reason why strokes were written."""

    HAND_OVER = "written", "7.5"  # side, points


class BrausHandEnd(BrausFact):
    """The reason for the end of a hand."""

    SIX_TRICKS = "six_tricks", "6.1"  # side, units
    NOTHING_LEFT = "nothing_left", "6.2"  # units (by side): nobody can lead, and a side scores
    NOBODY_SCORES = "nobody_scores", "7.4"  # units (by side): nobody can lead, and no side scores
    NO_LIVE_CARD = "no_live_card", "10.3"  # units (by side): Sevens are dead, and a side scores
    NO_LIVE_CARD_VOID = "no_live_card_void", "10.3"  # units (by side): Sevens are dead, and no side scores


class BrausOutcome(BrausFact):
    """The reason why a rubber ended with this result."""

    ON_TARGET = "on_target", "8.1"  # side, target
    MOST_STROKES = "most_strokes", "10.4"  # side, hands, scores (by side)
    LEVEL = "level", "10.4"  # sides, hands, scores (by side)


class BrausRefusal(BrausFact):
    """The reason why an action or a choice of options is not possible."""

    SEATS = "seats", "3.1"  # seats, choices
    UNKNOWN_OPTION = "unknown_option", "10"  # option
    UNKNOWN_CHOICE = "unknown_choice", "10"  # option, choice, choices
    IMPOSSIBLE_SCORE = "impossible_score", "7.5"  # target: scores that no rubber has

    BAD_CUT = "bad_cut", "4.1"  # seats: fewer cards than seats, a card not of the pack, or one twice
    BAD_SHUFFLE = "bad_shuffle", "2.1"  # (no keys): not the 36 cards, each once
    NOTHING_TO_SHUFFLE = "nothing_to_shuffle", "6"  # (no keys): a hand is being played
    NOT_DEALT = "not_dealt", "4.3"  # (no keys): no hand has been dealt yet
    HAND_OVER = "hand_over", "6"  # hand: a play between two hands
    RUBBER_OVER = "rubber_over", "8.1"  # (no keys)

    NOT_YOUR_TURN = "not_your_turn", "5.1"  # seat, turn
    NO_SUCH_MOVE = "no_such_move", "9"  # seat: something other than a play
    NOT_IN_PACK = "not_in_pack", "2.1"  # card
    SAME_CARD_TWICE = "same_card_twice", "2.1"  # card
    NOT_YOUR_CARD = "not_your_card", "11.2"  # card, seat

    DUD = "dud", "2.5"  # card: it is never played
    SEVENS_FIRST = "sevens_first", "5.2"  # card (the first of `cards`), cards: all that must be laid together
    MUST_LEAD = "must_lead", "5.3"  # seat: a pass on lead
    ONE_CARD = "one_card", "5.3"  # given
    SEVEN_ONLY_ON_LEAD = "seven_only_on_lead", "5.4"  # card
    MUST_BEAT = "must_beat", "5.4"  # card (the lowest of `cards`), cards (all that rank above `on`), on, of
    MUST_PASS = "must_pass", "5.4"  # card, on, of: the card is lower, and so are all others of the hand


class BrausLessonFact(BrausFact):
    """Questions of lessons, what is told with them, their answers and the reasons."""

    WHO_LEADS = "who_leads", "5.6"  # (no keys): after this trick
    HOLDS = "holds", "5.6"  # seat, cards
    WINNER_LEADS = "winner_leads", "5.1"  # seat
    LEADS_AGAIN = "leads_again", "5.2"  # seat: it has laid Sevens
    LEAD_PASSES = "lead_passes", "5.6"  # of, seat

    WHAT_IS_WRITTEN = "what_is_written", "7.1"  # (no keys): after this trick
    TRICKS_NOW = "tricks_now", "7.1"  # side, count
    SCORES = "scores", "7.1"  # side, points
    HAND_IS_VOID = "hand_is_void", "7.4"  # (no keys)
    HAND_GOES_ON = "hand_goes_on", "6.2"  # (no keys)
    IS_WRITTEN = "is_written", "7.1"  # side, points, reason
    CAN_STILL_LEAD = "can_still_lead", "6.2"  # seat: and no side has six tricks
