"""The reasons of Alkort as data: every kind of fact, its paragraph in the law, and the keys of its `about`.

No two kinds share a value, even in different enums, so the value alone can be the key of a text.

The comment after each kind lists the keys of `about`. These keys mean the same everywhere: `card` a Card that was
played, `on` the Card that headed, `seat` the acting seat, `side` a side's index, `points` a number of points, `tricks`
the number of tricks that a side has won.
"""

from __future__ import annotations

from rules.core.contract import FactKind


class AlkortPlayFact(FactKind):
    """The reason why a play took the head of the trick, or did not."""

    LED = "led", "7.3"  # card
    SEVEN_LED = "seven_led", "3.1"  # card: it is strong
    WORTHLESS_SEVEN_LED = "worthless_seven_led", "10.1"  # card: the opening lead, not strong

    HIGHER_RANK = "higher_rank", "7.5"  # card, on: took the head
    RANKED_ON_RUBBISH = "ranked_on_rubbish", "7.5"  # card, on
    RANKED_ON_SEVEN = "ranked_on_seven", "7.5"  # card, on: a Seven that is not strong
    TWO_TAKES = "two_takes", "7.6"  # card, on: a King or a Queen
    THREE_TAKES = "three_takes", "7.6"  # card, on: a Queen

    STRONG_SEVEN_STANDS = "strong_seven_stands", "7.4"  # card, on: did not take the head (nor did the kinds below)
    SEVEN_NOT_LED = "seven_not_led", "3.2"  # card, on
    EQUAL_RANK = "equal_rank", "7.5"  # card, on: of equal cards the first stands
    LOWER_RANK = "lower_rank", "7.5"  # card, on
    RUBBISH = "rubbish", "7.6"  # card, on: it beats nothing that heads
    TOO_LATE = "too_late", "7.7"  # card, on, led: it would beat the card led, but other rubbish heads
    LOW_EIGHT = "low_eight", "10.2"  # card, on: it is rubbish at this table


class AlkortPowerFact(FactKind):
    """The reasons why cards beat a heading card. All have `on`."""

    BEATEN_BY_NONE = "beaten_by_none", "7.4"  # on: a strong Seven
    HIGHEST = "highest", "7.5"  # on: no card ranks above it
    BEATEN_BY_HIGHER = "beaten_by_higher", "7.5"  # on: a ranked card
    BEATEN_BY_RANKED = "beaten_by_ranked", "7.5"  # on: rubbish, or a Seven that is not strong
    BEATEN_BY_TWOS = "beaten_by_twos", "7.6"  # on (a King): Twos, and ranked cards
    BEATEN_BY_THREES = "beaten_by_threes", "7.6"  # on (a Queen): Twos and Threes, and ranked cards


class AlkortGainFact(FactKind):
    """The reason why a side scores in a hand. All have `side`, `points` and `tricks`."""

    MOST_TRICKS = "most_tricks", "8.4"  # side, points (1), tricks
    MUKUR = "mukur", "8.4"  # side, points (5), tricks: the first five tricks
    STROKE = "stroke", "8.4"  # side, points, tricks: the first six or more


class AlkortDenialFact(FactKind):
    """The reason why a side got no points where it might expect some. All have `side` and `missed` (how many)."""

    NOT_FIRST_FIVE = "not_first_five", "8.4"  # side, missed: five in succession, but not the first


class AlkortBookingFact(FactKind):
    """The reason why points were added to a score."""

    HAND_SCORED = "hand_scored", "9.1"  # side, points


class AlkortHandEndFact(FactKind):
    """The reason for the end of a hand, where there is one to tell."""

    DECIDED = "decided", "8.3"  # side, tricks: one side has five or more, the other has one or more


class AlkortOutcomeFact(FactKind):
    """The reason why a rubber ended with this result."""

    ON_TARGET = "on_target", "9.1"  # side, target
    MOST_POINTS = "most_points", "10.6"  # side, hands, scores (by side)
    LEVEL = "level", "10.6"  # sides, hands, scores (by side)


class AlkortRefusalFact(FactKind):
    """The reason why an action or a choice of options is not possible."""

    SEATS = "seats", "4.1"  # seats, choices
    UNKNOWN_OPTION = "unknown_option", "10"  # option
    UNKNOWN_CHOICE = "unknown_choice", "10"  # option, choice, choices
    IMPOSSIBLE_SCORE = "impossible_score", "8.5"  # tricks (of a hand), target: scores that no rubber has

    BAD_CUT = "bad_cut", "4.2"  # seats: fewer cards than seats, a card not of the pack, or one twice
    BAD_SHUFFLE = "bad_shuffle", "2.1"  # (no keys): not the 44 cards, each once
    NOTHING_TO_SHUFFLE = "nothing_to_shuffle", "12"  # (no keys): a hand is being played
    NOT_DEALT = "not_dealt", "4.3"  # (no keys): no hand has been dealt yet
    HAND_OVER = "hand_over", "8.3"  # hand: an action between two hands
    RUBBER_OVER = "rubber_over", "9.1"  # (no keys)

    NOT_YOUR_TURN = "not_your_turn", "7.2"  # seat, turn
    EXCHANGE_FIRST = "exchange_first", "5.2"  # seat: a play while seats are asked about the stock
    EXCHANGE_OVER = "exchange_over", "5.2"  # seat: an answer about the stock when nobody is asked
    NO_SUCH_MOVE = "no_such_move", "12"  # seat
    KEEP_ONE = "keep_one", "5.4"  # given
    ONE_CARD = "one_card", "7.2"  # given
    NOT_IN_PACK = "not_in_pack", "2.1"  # card
    NOT_YOUR_CARD = "not_your_card", "11.2"  # card, seat
    SEVEN_LED_FIRST = "seven_led_first", "3.3"  # card: it may not be the opening lead


class AlkortLessonFact(FactKind):
    """Questions of lessons, what is told with them, their answers and the reasons."""

    WHICH_BARS = "which_bars", "5.1"  # (no keys): which card takes the right to the stock away
    NO_CARD_BARS = "no_card_bars", "5.1"  # (no keys): the seat has the right
    BARS = "bars", "5.1"  # card: it takes the right away
    HAS_RIGHT = "has_right", "5.1"  # (no keys)

    WHICH_IS_SHOWN = "which_is_shown", "6.1"  # of: the partner
    HIGHEST_IS_SHOWN = "highest_is_shown", "6.2"  # card

    WHAT_IS_SCORED = "what_is_scored", "8.4"  # (no keys): after this trick
    TRICKS_BEFORE = "tricks_before", "8.1"  # side, count
    SCORES = "scores", "8.4"  # side, points
    HAND_GOES_ON = "hand_goes_on", "8.3"  # (no keys)
    IS_SCORED = "is_scored", "8.4"  # side, points, reason
    RUN_GOES_ON = "run_goes_on", "8.3"  # side: it has won every trick so far
