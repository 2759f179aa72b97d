"""The reasons of Karnöffel as data: every kind of fact, its paragraph in KARNOFFEL, and the keys of its `about`.

The comment after each kind lists the keys of `about`. These keys mean the same everywhere: `card` a Card that was
played, `on` the Card that headed, `led` the Card that was led, `seat` the acting seat, `side` a side's index.
"""

from __future__ import annotations

from rules.core.contract import FactKind


class KarnoffelFact(FactKind):
    """A kind of fact: the key of its text, and the paragraph of KARNOFFEL that it cites."""

    # The reason why a play took the head of the trick.
    LED = "led", "3.1"  # card
    KARNOFFEL_LED = "karnoffel_led", "3.2"  # card
    DEVIL_LED = "devil_led", "3.3"  # card
    KARNOFFEL = "karnoffel", "3.2"  # card, on
    HIGHER_BEATER = "higher_beater", "3.5"  # card, on: both are beaters
    POPE = "pope", "3.4"  # card, on: an ordinary card, as in the kinds below
    KAISER = "kaiser", "3.4"  # card, on
    OVER_STABBER = "over_stabber", "3.4"  # card, on
    UNDER_STABBER = "under_stabber", "3.4"  # card, on
    SUIT_STABBER = "suit_stabber", "3.4"  # card, on
    STABBER_TAKEN = "stabber_taken", "3.4"  # card, on: a stabber, which cannot beat this card of the suit led
    HIGHER_RANK = "higher_rank", "3.6"  # card, on: both are ordinary cards of the suit led

    # The reason why a play did not take the head of the trick.
    KARNOFFEL_STANDS = "karnoffel_stands", "3.2"  # card, on
    DEVIL_STANDS = "devil_stands", "3.3"  # card, on: the Devil that was led
    DEVIL_NOT_LED = "devil_not_led", "3.3"  # card, on
    LOWER_BEATER = "lower_beater", "3.5"  # card, on: both are beaters
    STABBER_FAILS = "stabber_fails", "3.4"  # card, on: a King, Queen or Jack that this stabber does not beat
    OTHER_SUIT = "other_suit", "3.6"  # card, on, led: an ordinary card that does not follow the suit led
    BEATER_STANDS = "beater_stands", "3.4"  # card, on: an ordinary card, on a stabber one of the suit led
    LOWER_RANK = "lower_rank", "3.6"  # card, on: both are ordinary cards of the suit led

    # What beats the card that heads, if played next.
    BEATEN_BY_NONE = "beaten_by_none", "3.2"  # on: the Karnöffel
    BEATEN_BY_KARNOFFEL = "beaten_by_karnoffel", "3.3"  # on, karnoffel: the Devil that was led
    BEATEN_BY_HIGHER = "beaten_by_higher", "3.5"  # on: the Pope or the Kaiser
    STABBER_HEADS = "stabber_heads", "3.4"  # on, led
    ORDINARY_HEADS = "ordinary_heads", "3.6"  # on

    # The reasons for the end of a hand, for its worth, and for the result of a rubber.
    THREE_TRICKS = "three_tricks", "6.1"  # side, tricks: the hand stops
    MOST_TRICKS = "most_tricks", "10.3"  # side, tricks: of five
    HAND_WON = "hand_won", "6.2"  # side
    ON_TARGET = "on_target", "7.1"  # side, target
    MOST_HANDS = "most_hands", "10.5"  # side, hands, scores (by side)
    LEVEL = "level", "10.5"  # sides, hands, scores (by side)

    # The reason why an action or a choice of options is not possible.
    SEATS = "seats", "4.1"  # seats, choices
    UNKNOWN_OPTION = "unknown_option", "10"  # option
    UNKNOWN_CHOICE = "unknown_choice", "10"  # option, choice, choices
    IMPOSSIBLE_SCORE = "impossible_score", "6.2"  # target: scores that no rubber has
    BAD_CUT = "bad_cut", "4.1"  # seats: fewer cards than seats, a card not of the pack, or one twice
    BAD_SHUFFLE = "bad_shuffle", "2.1"  # (no keys): not the 48 cards, each once
    NOTHING_TO_SHUFFLE = "nothing_to_shuffle", "9"  # (no keys): a hand is being played
    NOT_DEALT = "not_dealt", "4.2"  # (no keys): no hand has been dealt yet
    HAND_OVER = "hand_over", "6.1"  # hand: a play between two hands
    RUBBER_OVER = "rubber_over", "7.1"  # (no keys)
    NO_SUCH_MOVE = "no_such_move", "9"  # seat: something other than a play of cards
    NOT_YOUR_TURN = "not_your_turn", "5.2"  # seat, turn
    NOT_ONE_CARD = "not_one_card", "5.2"  # given: how many
    NOT_IN_PACK = "not_in_pack", "2.1"  # card
    NOT_YOUR_CARD = "not_your_card", "5.2"  # card, seat
    DEVIL_BARRED = "devil_barred", "5.3"  # card


class KarnoffelLessonFact(FactKind):
    """Questions of lessons, what is told with them, their answers and the reasons."""

    WHICH_NAMES = "which_names", "4.3"  # (no keys): which turned card names the chosen suit
    IS_TURNED = "is_turned", "4.2"  # seat, card
    LOWEST_NAMES = "lowest_names", "4.3"  # card
    FIRST_NAMES = "first_names", "4.3"  # card, on: of the same rank, dealt later

    IS_CHOSEN = "is_chosen", "4.3"  # card
    WHAT_IS_IT = "what_is_it", "3.4"  # card
    THE_KARNOFFEL = "the_karnoffel", "3.2"  # (no keys)
    THE_DEVIL = "the_devil", "3.3"  # (no keys)
    THE_POPE = "the_pope", "3.4"  # (no keys)
    THE_KAISER = "the_kaiser", "3.4"  # (no keys)
    THE_OVER_STABBER = "the_over_stabber", "3.4"  # (no keys)
    THE_UNDER_STABBER = "the_under_stabber", "3.4"  # (no keys)
    THE_SUIT_STABBER = "the_suit_stabber", "3.4"  # (no keys)
    AN_ORDINARY_CARD = "an_ordinary_card", "3.6"  # (no keys)
    WITH_POWER = "with_power", "1"  # card: this rank of the chosen suit
    WITHOUT_POWER = "without_power", "3.6"  # card: this rank has a power in the chosen suit alone
    NEVER_POWER = "never_power", "3.6"  # card: this rank has none in any suit

    WHICH_MAY_NOT_LEAD = "which_may_not_lead", "5.3"  # (no keys): to the first trick of the hand
    WHICH_MAY_NOT_LEAD_NOW = "which_may_not_lead_now", "5.3"  # (no keys): to a later one
    EACH_MAY_LEAD = "each_may_lead", "5.3"  # (no keys)
    DEVIL_AT_FIRST = "devil_at_first", "5.3"  # card
    DEVIL_LATER = "devil_later", "5.3"  # card
