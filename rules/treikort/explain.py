"""The reasons why each play of a trick took the head or did not, as data (§2.2, §3.1, §6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.contract import Play, PlayAccount
from rules.core.facts import fact
from rules.treikort.facts import TreikortFact
from rules.treikort.options import TreikortTerms
from rules.treikort.ranking import BITS, PLACE_OF, ROLL, SEVENS


def play_accounts(terms: TreikortTerms, plays: Sequence[Play]) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order."""
    at, head = 0, 0
    for index, (seat, cards) in enumerate(plays):
        place = PLACE_OF[cards[0]]
        if not index:
            head = place
            kind = TreikortFact.SEVEN_LED if BITS[place] & SEVENS else TreikortFact.LED
            yield PlayAccount(seat, cards, True, None, fact(kind, card=cards[0]))
            continue
        headed = bool(terms.beaters[head] & BITS[place])
        why = fact(_kind(terms, place, head), card=cards[0], on=ROLL[head])
        yield PlayAccount(seat, cards, headed, at, why)
        if headed:
            at, head = index, place


def _kind(terms: TreikortTerms, place: int, on: int) -> TreikortFact:
    """Return why a later card takes the head from the card that heads, or does not; both by place."""
    card, head = BITS[place], BITS[on]
    if head & SEVENS:
        return TreikortFact.SEVEN_STANDS
    if card & SEVENS:
        return TreikortFact.SEVEN_THROWN
    if terms.beaters[on] & card:
        return TreikortFact.RANK
    if not terms.beaters[place] & head:
        return TreikortFact.EQUAL_RANK if ROLL[place].rank == ROLL[on].rank else TreikortFact.EQUAL_LOW
    return TreikortFact.LOWER_RANK
