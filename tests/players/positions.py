"""Positions from text: the hand of a seat, the trick, the cards that are gone."""

from __future__ import annotations

from players import Memory
from players.voormsi.heading_play import Attempt, HeadingPlay, first_heading, next_heading
from rules.core.cards import Card, cards
from rules.core.contract import Phase, Play, View
from rules.voormsi.ranking import ORDER, TOQUTSIT, VOORMSI, cards_of, mask_of
from rules.voormsi.trick import follows, leads

SIDES = {2: ((0,), (1,)), 3: ((0,), (1,), (2,)), 4: ((0, 2), (1, 3))}


def position(
    hand: str,
    trick: str = "",
    gone: str = "",
    *,
    seats: int = 4,
    others: int | None = None,
    units: tuple[int, ...] | None = None,
    waiting: tuple[int, ...] | None = None,
    scores: tuple[int, ...] | None = None,
) -> tuple[View, Memory]:
    """The view of the seat to play: seat 0 led `trick` ("9C 9S / AH KH"), `gone` are the cards of earlier tricks.

    `others` is the number of cards in each hand that has not played yet (by default as many as in `hand`); the rest is
    the stock.
    """
    laid = [cards(play) for play in trick.split("/")] if trick else []
    size = len(laid[0]) if laid else 0
    held = ranked(cards(hand))
    seat, plays, heading = _seated(laid, seats)
    full = len(held) if others is None else others
    sizes = tuple(
        len(held) if other == seat else full - size * (seats != 2 and other < len(laid)) for other in range(seats)
    )
    stock = 36 - sum(sizes) - size * len(laid) - len(gone.split())
    assert stock >= 0
    sides = SIDES[seats]
    nothing = (0,) * len(sides)
    view = View(
        seat=seat,
        phase=Phase.PLAY,
        turn=seat,
        order=(),
        sides=sides,
        target=12 if seats == 3 else 9,
        hand_number=1,
        dealer=seats - 1,
        cut=(),
        to_play=(seat,),
        trick_number=1,
        trick_plays=3 if seats == 3 else 4,
        trick=plays,
        heading=heading.order if heading else None,
        follow=size or None,
        plays_made=0,
        hand=held,
        groups=(),
        legal=_legal(seat, held, size, heading, seat % len(sides)),
        hand_sizes=sizes,
        stock=stock,
        units=units or nothing,
        waiting=waiting or nothing,
        scores=scores or nothing,
        outcome=None,
    )
    return view, Memory((Play(0, cards(gone)), *plays))


def ranked(some: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards, strongest first."""
    return tuple(sorted(some, key=ORDER.index))


def _seated(laid: list[tuple[Card, ...]], seats: int) -> tuple[int, tuple[Play, ...], HeadingPlay | None]:
    """The seat to play after these plays, the plays with their seats, and the heading play (§7.1)."""
    heading: HeadingPlay | None = None
    plays: list[Play] = []
    sides = len(SIDES[seats])
    for order, play in enumerate(laid):
        seat = _next(order, seats, heading)
        plays.append(Play(seat, ranked(play)))
        attempt = Attempt(order, seat % sides, mask_of(play), True)
        heading = first_heading(attempt, False) if heading is None else next_heading(attempt, heading) or heading
    return _next(len(laid), seats, heading), tuple(plays), heading


def _next(order: int, seats: int, heading: HeadingPlay | None) -> int:
    if seats != 2 or order < 2:
        return order
    assert heading is not None
    return heading.side if order == 2 else 1 - heading.side


def _legal(
    seat: int, hand: tuple[Card, ...], size: int, heading: HeadingPlay | None, side: int
) -> tuple[tuple[Card, ...], ...]:
    held = mask_of(hand)
    if heading is None:
        return tuple(map(cards_of, leads(held)))
    duty = bool(heading.cards & VOORMSI) and heading.side != side and bool(held & TOQUTSIT)
    return tuple(map(cards_of, follows(held, size, duty)))
