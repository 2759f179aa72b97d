"""The reasons of Voormsi as data: every kind of fact, its paragraph in RULES, and the keys of its `about`.

No two kinds share a value, even in different enums, so the value alone can be the key of a text.

The comment after each kind lists the keys of `about`. These keys mean the same everywhere: `card` a Card that was
played, `on` the Card that headed, `seat` the acting seat, `of` the seat whose card was affected, `side` a side's index,
`points` a number of points.
"""

from __future__ import annotations

from rules.core.contract import FactKind


class PlayFact(FactKind):
    """The reason why a play took the head of the trick, or did not.

    Single cards have `card` and `on` (leads: `card` only). Leads of sets have `size` and `cards`.
    `SET_LAID` has `size`, `cards`, `on` (the heading cards) and `reasons` (a Fact of a single card for each of
    `PlayAccount.laid`, in its order). `SET_NOT_COVERED` has `size`, `cards`, `on`, `uncovered` (the heading card
    that no remaining card beats), `by` (the best remaining card) and `reason` (the Fact why `by` does not beat it).
    """

    LED = "led", "5.1"  # card
    SEVEN_LED = "seven_led", "3.3"  # card: it is strong
    THREE_LED = "three_led", "3.2"  # card: any card beats it
    BLACK_KING_LED = "black_king_led", "3.6"  # card: an ordinary low card
    SET_LED = "set_led", "5.2"  # size, cards
    SEVENS_LED = "sevens_led", "6.3"  # size, cards: all are strong

    RANK = "rank", "2.3"  # card, on: took the head
    SUIT = "suit", "2.2"  # card, on: one rank, the higher suit
    LATER_MATADOR = "later_matador", "3.1"  # card, on
    ON_LED_THREE = "on_led_three", "3.2"  # card, on
    SEVEN_ON_LED_THREE = "seven_on_led_three", "3.3"  # card, on: it is strong
    HIGHER_SEVEN = "higher_seven", "3.3"  # card, on: a strong Seven beaten by one of a higher suit
    CLUB_KING_ON_SEVEN = "club_king_on_seven", "3.4"  # card, on
    SPADE_KING_ON_CLUB_KING = "spade_king_on_club_king", "3.5"  # card, on: in the very next play
    SPADE_KING_ON_LED_CLUB_KING = "spade_king_on_led_club_king", "11.2"  # card, on
    THREE_ADDED = "three_added", "3.2"  # card, on
    SET_LAID = "set_laid", "6.2"  # size, cards, on, reasons

    LOWER_RANK = "lower_rank", "2.3"  # card, on: did not take the head (nor did the kinds below)
    LOWER_SUIT = "lower_suit", "2.2"  # card, on
    DEAD_SEVEN = "dead_seven", "3.3"  # card, on: a Seven neither led nor second to a led 3♦, on an ordinary card
    LOWER_SEVEN = "lower_seven", "3.3"  # card, on: a Seven of a lower suit on a strong Seven
    MATADOR_ON_SEVEN = "matador_on_seven", "3.3"  # card, on: a matador cannot touch a strong Seven
    SEVEN_STANDS = "seven_stands", "3.3"  # card, on: an ordinary card on a strong Seven
    SPADE_KING_ON_SEVEN = "spade_king_on_seven", "3.5"  # card, on: no power over a Seven
    CLUB_KING_STANDS = "club_king_stands", "3.4"  # card, on: a card on the K♣ that took a strong Seven
    SPADE_KING_LATE = "spade_king_late", "3.5"  # card, on: K♠ not in the very next play after that K♣
    SPADE_KING_STANDS = "spade_king_stands", "3.5"  # card, on: a card on the K♠ that took K♣
    SPADE_KING_LOWEST = "spade_king_lowest", "3.5"  # card, on: K♠ on a K♣ that heads as an ordinary card
    THREE_STANDS = "three_stands", "3.2"  # card, on: nothing beats an added 3♦
    SET_NOT_COVERED = "set_not_covered", "6.2"  # size, cards, on, uncovered, by, reason


class PowerFact(FactKind):
    """The powers that beat a heading card in the very next play. All have `on`."""

    BEATEN_BY_RANK = "beaten_by_rank", "2.3"  # on, three: what ranks above it, and an added 3♦
    BEATEN_BY_EQUAL = "beaten_by_equal", "3.1"  # on, equal (the other matador), three
    BEATEN_BY_ALL = "beaten_by_all", "3.2"  # on: a led 3♦
    BEATEN_BY_NONE = "beaten_by_none", "3.2"  # on: an added 3♦
    STRONG_SEVEN = "strong_seven", "3.3"  # on, king (K♣), three
    CLUB_KING_TOOK = "club_king_took", "3.5"  # on (K♣ that took a strong Seven), king (K♠: in the next play), three
    CLUB_KING_SAFE = "club_king_safe", "3.4"  # on (the same), king (K♠: too late), three
    SPADE_KING_TOOK = "spade_king_took", "3.5"  # on (K♠ that took K♣), three
    CLUB_KING_AT_RISK = "club_king_at_risk", "11.2"  # on (K♣ that was led), king (K♠: in the very next play), three


class GainFact(FactKind):
    """The reason why points were added to a side's waiting points."""

    UNITS = "units", "9.1"  # side, points, units (of the hand by now), first, last (the units that earn these points)
    FIRST_FIVE = "first_five", "9.2"  # side, points, units
    VOORMSI_WINS = "voormsi_wins", "9.4"  # side, points, seat, card
    TOQUTSIT_EXECUTES = "toqutsit_executes", "9.5"  # side, points, seat, card, on, of
    THREE_TAKES_VOORMSI = "three_takes_voormsi", "9.7"  # side, points, seat, card, on, of
    THREE_TAKES_TOQUTSIT = "three_takes_toqutsit", "9.8"  # side, points, seat, card, on, of


class DenialFact(FactKind):
    """The reason why a side got no points where it might expect some. All have `side` and `missed` (how many)."""

    VOORMSI_LAST = "voormsi_last", "9.4"  # side, missed, seat, card: its play was the last of the trick
    TOQUTSIT_GONE = "toqutsit_gone", "9.4"  # side, missed, seat, card: Toqutsit had been played before
    TOQUTSIT_BESIDE = "toqutsit_beside", "9.4"  # side, missed, seat, card, toqutsit: in the same set
    THREE_BESIDE = "three_beside", "9.4"  # side, missed, seat, card, three: in the same set
    TOQUTSIT_HELD = "toqutsit_held", "9.4"  # side, missed, seat, card: its player held it (as the missing point shows)
    VOORMSI_NOT_HEADING = "voormsi_not_heading", "9.5"  # side, missed, seat, card, of: Toqutsit won, K♥ did not head
    EXECUTION_CANCELLED = "execution_cancelled", "9.8"  # side, missed, seat, card, of (who laid 3♦ on it)
    THREE_ON_TOQUTSIT = "three_on_toqutsit", "9.8"  # side, missed, seat, card, on, of: it had executed nothing
    MERCY = "mercy", "11.5"  # side, missed (0), seat, card, on, of: forced onto its own side's Voormsi; no loss either
    MERCY_ENDS_THREE = "mercy_ends_three", "11.5"  # side, missed, seat, card, on, of: 3♦ laid on such a Toqutsit
    SWEEP = "sweep", "9.3"  # side, missed (all that waited): took every unit, the hand is void
    TOO_LATE = "too_late", "10.3"  # side, missed (all that waited): another side won
    LOST_ALL = "lost_all", "9.6"  # side, missed (all that waited): it beat its own side's Voormsi
    WON_UNBOOKED = "won_unbooked", "9.6"  # side, missed (all that waited): another side beat its own Voormsi


class BookingFact(FactKind):
    """The reason why waiting points were booked on a ladder. The `Booking` says whether they bounced (§10.2)."""

    LOST_TRICK = "lost_trick", "10.1"  # side, points
    HAND_END = "hand_end", "10.1"  # side, points
    LOSER_FIRST = "loser_first", "11.3"  # side, points: lost the last trick of the hand, so books before its winner


class OutcomeFact(FactKind):
    """The reason why a rubber ended with this result."""

    ON_TARGET = "on_target", "10.3"  # side, target
    BOTH_OUT = "both_out", "10.4"  # sides, target
    OWN_VOORMSI = "own_voormsi", "9.6"  # side (that lost all), seat (who laid Toqutsit), of (whose Voormsi), card, on
    MOST_POINTS = "most_points", "11.6"  # side, hands, scores (by side)
    LEVEL = "level", "11.6"  # sides, hands, scores (by side)


class HandEndFact(FactKind):
    """The reason for the end of a hand, where there is one to tell."""

    ALL_TAKEN = "all_taken", "9.3"  # side: took every unit, so nobody scores


class RefusalFact(FactKind):
    """The reason why an action or a choice of options is not possible."""

    SEATS = "seats", "4.1"  # seats, choices
    UNKNOWN_OPTION = "unknown_option", "11"  # option
    UNKNOWN_CHOICE = "unknown_choice", "11"  # option, choice, choices
    IMPOSSIBLE_SCORE = "impossible_score", "10.2"  # points (most of a hand), limit: scores that no rubber has
    ALL_DEALT_TO_TWO = "all_dealt_to_two", "11.1"  # seats

    BAD_CUT = "bad_cut", "4.2"  # seats: fewer cards than seats, a card not of the pack, or one twice
    BAD_SHUFFLE = "bad_shuffle", "2.1"  # (no keys): not the 36 cards, each once
    NOTHING_TO_SHUFFLE = "nothing_to_shuffle", "5.6"  # (no keys): a hand is being played
    NOT_DEALT = "not_dealt", "4.3"  # (no keys): no hand has been dealt yet
    HAND_OVER = "hand_over", "5.6"  # hand: a play between two hands
    RUBBER_OVER = "rubber_over", "10.3"  # (no keys)

    NOT_YOUR_TURN = "not_your_turn", "5.1"  # seat, turn
    NO_CARDS = "no_cards", "5.2"  # (no keys)
    NO_SUCH_MOVE = "no_such_move", "5.2"  # seat: something other than a play of cards
    NOT_IN_PACK = "not_in_pack", "2.1"  # card
    SAME_CARD_TWICE = "same_card_twice", "2.1"  # card
    NOT_YOUR_CARD = "not_your_card", "12.2"  # card, seat
    PROOF_FIRST = "proof_first", "11.4"  # seat, of: who won with Voormsi
    WRONG_NUMBER = "wrong_number", "5.3"  # wanted, given
    NOT_ONE_RANK = "not_one_rank", "5.2"  # cards
    THREE_ONLY_SINGLY = "three_only_singly", "5.2"  # card, cards
    SET_TOO_LARGE = "set_too_large", "5.2"  # most: more cards than anybody can still lead
    LEAD_TOO_LARGE = "lead_too_large", "7.2"  # given, most
    TOQUTSIT_MUST_BE_PLAYED = "toqutsit_must_be_played", "5.5"  # card, on, of (the opponent whose Voormsi heads)
