"""The view of one seat, or of everybody, on a rubber (KARNOFFEL §11).

For secrecy it is built field by field from what is allowed, not by removing things from the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.cards import CARDS, Card
from rules.core.contract import Event, Group, Lasting, Phase, Shuffle, View
from rules.karnoffel.accounts import WAITING, outcome
from rules.karnoffel.legality import legal
from rules.karnoffel.options import SEATS, SIDES
from rules.karnoffel.playing import lowest
from rules.karnoffel.ranking import BITS, GROUP_MASKS, GROUPS, PLACES, cards_of
from rules.karnoffel.state import KarnoffelState, hand_of, phase, plays, turned_cards

TURNED: Final = "turned"
"""The kind of the event that a card is dealt face up (§4.2)."""
CHOSEN: Final = "chosen"
"""The kind of the event that one of the turned cards names the chosen suit (§4.3)."""


def view(state: KarnoffelState, seat: int | None) -> View:
    """The view of `seat`, or the public view (None). Raises ValueError for an unknown seat."""
    if seat is not None and seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    own = 0 if seat is None else hand_of(state, seat)
    now = phase(state)
    return View(
        seat=seat,
        phase=now,
        turn=None if state.turn < 0 else state.turn,
        sides=SIDES,
        target=state.terms.target,
        hand_number=state.hand_number,
        dealer=None if state.dealer < 0 else state.dealer,
        cut=(tuple(CARDS[number] for number in state.cut),) if state.cut else (),
        to_play=state.order[len(state.laid) :] if now is Phase.PLAY else (),
        trick_number=sum(state.units) + (now is Phase.PLAY),
        trick_plays=SEATS,
        trick=plays(state),
        heading=state.heading if state.laid else None,
        follow=1 if state.laid else None,
        plays_made=0 if seat is None else plays_made(state, seat),
        hand=cards_of(own, state.chosen),
        groups=groups(state, own),
        legal=tuple(play.cards for play in legal(state)) if seat is not None and seat == state.turn else (),
        hand_sizes=tuple(hand_of(state, other).bit_count() for other in range(SEATS)),
        units=state.units,
        waiting=WAITING,
        scores=state.scores,
        outcome=outcome(state),
        order=GROUPS[state.chosen] if state.hand_number else (),
        events=tuple(events(state)),
        known=known_cards(state),
    )


def groups(state: KarnoffelState, hand: int) -> tuple[Group, ...]:
    """The cards of a hand in the groups of the order."""
    return tuple(
        group._replace(cards=cards_of(hand & mask, state.chosen))
        for group, mask in zip(GROUPS[state.chosen], GROUP_MASKS, strict=True)
        if hand & mask
    )


def known_cards(state: KarnoffelState) -> tuple[tuple[Card, ...], ...]:
    """The turned card of each seat, as long as it has not played it (§4.4)."""
    places = PLACES[state.chosen]
    return tuple(
        (card,) if BITS[places[card]] & hand_of(state, seat) else () for seat, card in enumerate(turned_cards(state))
    )


def face_up(shuffle: Shuffle) -> tuple[Card, ...]:
    """The turned cards of a deal (§4.2)."""
    return shuffle.cards[:SEATS]


def events(state: KarnoffelState) -> Iterator[Event]:
    """The turned cards as they were dealt, and the one of them that names the chosen suit (§4.2, §4.3)."""
    if not state.hand_number:
        return
    lying = [CARDS[number] for number in state.deck[:SEATS]]
    shown = {card: (state.dealer + 1 + number) % SEATS for number, card in enumerate(lying)}
    yield from (Event(TURNED, seat, (card,)) for card, seat in shown.items())
    yield Event(CHOSEN, shown[lowest(lying)], (lowest(lying),), lasting=Lasting.HAND)


def plays_made(state: KarnoffelState, seat: int) -> int:
    """The number of plays that a seat has made in this hand."""
    return sum(state.units) + (seat in state.order[: len(state.laid)])
