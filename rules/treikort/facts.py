"""The reasons of Treikort as data: every kind of fact, its paragraph of the law, and the keys of its `about`.

The comment after each kind lists the keys. These mean the same everywhere: `card` a Card that was played, `on` the Card
that headed, `seat` the acting seat, `side` a side's index, `tricks` the tricks of a side in the last three hands.
"""

from __future__ import annotations

from rules.core.contract import FactKind


class TreikortFact(FactKind):
    """A kind of fact: the key of its text, and the paragraph of the law that it cites."""

    # Why a play took the head of the trick.
    LED = "led", "6.1"  # card
    SEVEN_LED = "seven_led", "3.1"  # card: nothing beats it
    RANK = "rank", "2.2"  # card, on

    # Why a play did not.
    LOWER_RANK = "lower_rank", "2.2"  # card, on
    EQUAL_RANK = "equal_rank", "6.3"  # card, on: of equal cards the first played keeps the head
    EQUAL_LOW = "equal_low", "9.2"  # card, on: of two ranks, which are equal at this table
    SEVEN_THROWN = "seven_thrown", "3.1"  # card, on: a Seven that is not led beats nothing
    SEVEN_STANDS = "seven_stands", "3.1"  # card, on: nothing beats a led Seven

    # What beats the heading card.
    BEATEN_BY_RANK = "beaten_by_rank", "6.3"  # on: a card of a higher rank
    HIGHEST = "highest", "2.2"  # on: no card is of a higher rank
    BEATEN_BY_NONE = "beaten_by_none", "3.1"  # on: a led Seven

    # Who is Pope after a hand.
    STAYS_POPE = "stays_pope", "5.2"  # side, tricks
    POPE_FALLS = "pope_falls", "5.2"  # side, tricks: nobody is Pope now
    BECOMES_POPE = "becomes_pope", "5.3"  # side, tricks
    SUCCEEDS_POPE = "succeeds_pope", "5.3"  # side, tricks, of (the seat that was Pope)
    POPE_OF_TWO = "pope_of_two", "5.4"  # side, tricks, of (the other seat with 13 or more), others (its tricks)

    # The end of a rubber.
    MOST_TRICKS = "most_tricks", "8.2"  # side, hands, scores (by side)
    LEVEL = "level", "8.2"  # sides, hands, scores (by side)

    # Refusals.
    SEATS = "seats", "4.1"  # seats, choices
    UNKNOWN_OPTION = "unknown_option", "9"  # option
    UNKNOWN_CHOICE = "unknown_choice", "9"  # option, choice, choices
    IMPOSSIBLE_SCORE = "impossible_score", "8.1"  # tricks (of a hand): scores that no rubber has
    BAD_CUT = "bad_cut", "4.2"  # seats: fewer cards than seats, a card not of the pack, or one twice
    BAD_SHUFFLE = "bad_shuffle", "2.1"  # (no keys): not the 27 cards, each once
    NOTHING_TO_SHUFFLE = "nothing_to_shuffle", "7"  # (no keys): a hand is being played
    NOT_DEALT = "not_dealt", "4.3"  # (no keys): no hand has been dealt yet
    HAND_OVER = "hand_over", "7"  # hand: an action between two hands
    RUBBER_OVER = "rubber_over", "8.2"  # (no keys)
    NOT_YOUR_TURN = "not_your_turn", "6.1"  # seat, turn
    NO_SUCH_MOVE = "no_such_move", "11"  # seat: nothing that this seat could do now
    POPE_FIRST = "pope_first", "5.5"  # seat (the Pope): cards are played after what the Pope does
    DECIDE_FIRST = "decide_first", "5.5"  # seat: the same, to the Pope
    ASK_ANOTHER = "ask_another", "5.5"  # seat: the Pope asks one of the two others
    NOT_YOURS_TO_RETURN = "not_yours_to_return", "5.7"  # card: the Pope was given it, or has given it back
    WRONG_RECEIVER = "wrong_receiver", "5.7"  # seat, of (the seat that gets the next card back)
    NOT_ONE_CARD = "not_one_card", "6.2"  # given: the number of cards
    NOT_IN_PACK = "not_in_pack", "2.1"  # card
    NOT_YOUR_CARD = "not_your_card", "10.2"  # card, seat
    SEVEN_TOO_EARLY = "seven_too_early", "3.2"  # card: a Seven as the opening lead


class TreikortLessonFact(FactKind):
    """Questions of lessons, what is told with them, their answers and the reasons."""

    WHO_IS_POPE = "who_is_pope", "5.1"  # (no keys): after the last of three hands
    THREE_HANDS = "three_hands", "5.1"  # seat, tricks (one number for each hand)
    WAS_POPE = "was_pope", "5.2"  # seat: before the last of them
    NOBODY_WAS_POPE = "nobody_was_pope", "5.3"  # (no keys)
    NOBODY_IS_POPE = "nobody_is_pope", "5.3"  # (no keys)
    NOBODY_HAS_THIRTEEN = "nobody_has_thirteen", "5.3"  # (no keys)

    GIVE_SEVEN = "give_seven", "5.6"  # of (the Pope): he asks this seat for a Seven
    GIVE_HIGH = "give_high", "5.6"  # of (the Pope), seat (whom he asked for a Seven)
    GIVE_NOTHING = "give_nothing", "5.6"  # (no keys)
    HIGHEST_SEVEN = "highest_seven", "5.6"  # card
    NO_SEVEN = "no_seven", "5.6"  # (no keys)
    HIGHEST_CARD = "highest_card", "5.5"  # card

    WHICH_TO_RETURN = "which_to_return", "5.7"  # (no keys)
    WAS_GIVEN = "was_given", "5.6"  # seat, card
    ANY_TO_RETURN = "any_to_return", "5.7"  # (no keys)
    DEALT_TO_POPE = "dealt_to_pope", "5.7"  # card
