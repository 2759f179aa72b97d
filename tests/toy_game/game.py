"""Gift, a game for five, each for himself, with twenty cards.

§1 Four cards each. §2 From the dealer's left, each gives a card to the next seat; nobody else sees it. §3 Then three
tricks are played: the others beat the heading card by rank or pass; its player wins the trick and leads next (a seat
without cards has nothing to lead: the next one leads). §4 Most tricks win; equal ones draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.core.cards import Card, cards
from rules.core.contract import (
    Action,
    Event,
    Fact,
    Group,
    HandEnd,
    IllegalAction,
    Imagined,
    Move,
    Option,
    Outcome,
    Phase,
    Play,
    PlayAccount,
    SeatAction,
    Shuffle,
    TrickAccount,
    View,
)

PACK: Final = cards(" ".join(rank + suit for rank in "AKQJT" for suit in "CSHD"))
SEATS: Final = 5
TRICKS: Final = 3
GIVE: Final = "give"


class GiftPhase(StrEnum):
    GIVING = "giving"


class GiftFact(StrEnum):
    """The reasons; the comment after each lists the keys of `about`."""

    NOT_NOW = "not_now"  # (no keys)
    LED = "led"  # card
    HIGHER = "higher"  # card
    PASSED = "passed"  # (no keys)
    MOST_TRICKS = "most_tricks"  # (no keys)


def _fact(kind: GiftFact, **about: object) -> Fact:
    return Fact(kind, "3", about)


@dataclass(frozen=True)
class GiftState:
    dealer: int | None = None
    hands: tuple[tuple[Card, ...], ...] = ((),) * SEATS
    dealt: tuple[tuple[Card, ...], ...] = ((),) * SEATS
    done: tuple[SeatAction, ...] = ()
    trick: tuple[Play, ...] = ()
    won: tuple[int, ...] = ()
    turn: int | None = None

    @property
    def gifts(self) -> tuple[Move, ...]:
        return tuple(one for one in self.done if isinstance(one, Move))

    @property
    def heading(self) -> int | None:
        laid = [index for index, play in enumerate(self.trick) if play.cards]
        return laid[-1] if laid else None

    @property
    def is_over(self) -> bool:
        return len(self.won) == TRICKS


class Gift:
    name = "gift"
    version = 1
    seats: tuple[int, ...] = (SEATS,)
    options: tuple[Option, ...] = ()
    pack: tuple[Card, ...] = PACK
    order: tuple[Group, ...] = (Group("all", PACK),)
    largest_play = 1
    paragraphs: Mapping[str, str] = {str(number): f"gift.{number}" for number in range(1, 5)}

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        return None if seats == SEATS and not options else IllegalAction(_fact(GiftFact.NOT_NOW))

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        return SEATS * TRICKS

    def start(self, seats: int, options: Mapping[str, str]) -> GiftState:
        return GiftState()

    def phase(self, state: GiftState) -> StrEnum:
        if state.is_over:
            return Phase.OVER
        if state.turn is None:
            return Phase.CUT if state.dealer is None else Phase.DEAL
        return GiftPhase.GIVING if len(state.gifts) < SEATS else Phase.PLAY

    def turn(self, state: GiftState) -> int | None:
        return state.turn

    def legal(self, state: GiftState) -> Sequence[SeatAction]:
        seat = state.turn
        if seat is None:
            return ()
        if self.phase(state) is GiftPhase.GIVING:
            return [Move(seat, GIVE, (card,), (seat + 1) % SEATS) for card in state.hands[seat]]
        if state.heading is None:
            return [Play(seat, (card,)) for card in state.hands[seat]]
        (head,) = state.trick[state.heading].cards
        return [Play(seat, (card,)) for card in state.hands[seat] if _beats(card, head)] + [Play(seat, ())]

    def apply(self, state: GiftState, action: Action) -> GiftState | IllegalAction:
        match action:
            case Shuffle(cards=deck) if self.phase(state) is Phase.CUT:
                return replace(state, dealer=PACK.index(max(deck[:SEATS])) % SEATS)
            case Shuffle(cards=deck) if self.phase(state) is Phase.DEAL:
                hands = tuple(deck[seat * 4 : seat * 4 + 4] for seat in range(SEATS))
                return replace(state, hands=hands, dealt=hands, turn=_next(state.dealer or 0))
            case Move() if action in self.legal(state):
                return _given(state, action)
            case Play() if action in self.legal(state):
                return _played(state, action)
        return IllegalAction(_fact(GiftFact.NOT_NOW))

    def face(self, action: SeatAction) -> SeatAction:
        return action if isinstance(action, Play) else action._replace(cards=(), hidden=True)

    def view(self, state: GiftState, seat: int | None) -> View:
        actions = self.legal(state) if seat == state.turn else ()
        held = () if seat is None else tuple(sorted(state.hands[seat], key=PACK.index))
        ahead = 0 if state.turn is None else SEATS - len(state.trick)
        return View(
            seat=seat,
            phase=self.phase(state),
            turn=state.turn,
            sides=tuple((one,) for one in range(SEATS)),
            hand_number=int(any(state.dealt)),
            dealer=state.dealer,
            trick_number=len(state.won) + 1,
            trick_plays=SEATS,
            hand=held,
            hand_sizes=tuple(map(len, state.hands)),
            units=_units(state),
            waiting=(0,) * SEATS,
            scores=_units(state),
            outcome=_outcome(state),
            order=self.order,
            groups=(Group("all", held),) if held else (),
            trick=state.trick,
            heading=state.heading,
            follow=1 if state.trick else None,
            to_play=tuple(((state.turn or 0) + offset) % SEATS for offset in range(ahead)),
            plays_made=sum(one.seat == seat for one in state.done),
            legal=tuple(one.cards for one in actions if isinstance(one, Play)),
            moves=tuple(one for one in actions if isinstance(one, Move)),
            is_automatic=[*actions] == [Play(state.turn or 0, ())] and not held,
            events=tuple(
                Event(GIVE, one.seat, one.cards, one.to)
                if seat == one.seat or (seat == one.to and len(state.gifts) == SEATS)
                else Event(GIVE, one.seat, (), one.to, hidden=True)
                for one in state.gifts
            ),
        )

    def account(self, before: GiftState, action: SeatAction, after: GiftState) -> TrickAccount | None:
        if not isinstance(action, Play) or after.trick:
            return None
        plays = (*before.trick, action)
        accounts = tuple(_account(index, plays) for index in range(len(plays)))
        winner = max(index for index, one in enumerate(accounts) if one.headed)
        end = HandEnd(_units(after), False) if after.is_over else None
        return TrickAccount(
            hand_number=1,
            number=len(after.won),
            sides=tuple((one,) for one in range(SEATS)),
            leader=plays[0].seat,
            plays=accounts,
            winner=winner,
            size=1,
            units=_units(after),
            waiting=(0,) * SEATS,
            scores=_units(after),
            hand_end=end,
            outcome=_outcome(after),
        )

    def imagine(self, state: GiftState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
        """Give every seat the cards that it plays, but for the first of them, which it has been given."""
        played: list[list[Card]] = [[] for _ in range(SEATS)]
        for one in actions:
            played[one.seat] += one.cards
        gone = {card for one in actions for card in one.cards}
        spare = [card for card in PACK if card not in gone]
        for hand in played:
            hand += [spare.pop() for _ in range(4 - len(hand))]
        gifts = {seat: played[(seat + 1) % SEATS][0] for seat in range(SEATS)}
        deck = tuple(card for seat in range(SEATS) for card in (gifts[seat], *played[seat][1:]))
        done = tuple(
            one if isinstance(one, Play) else one._replace(cards=(gifts[one.seat],), hidden=False) for one in actions
        )
        return Imagined(Shuffle(deck), done)

    def dealt(self, state: GiftState) -> tuple[tuple[Card, ...], ...]:
        return state.dealt


def _next(seat: int) -> int:
    return (seat + 1) % SEATS


def _beats(card: Card, head: Card) -> bool:
    return PACK.index(card) // 4 < PACK.index(head) // 4


def _given(state: GiftState, gift: Move) -> GiftState:
    """Gifts arrive when all have given."""
    done = (*state.done, gift)
    if len(done) < SEATS:
        return replace(state, done=done, turn=_next(gift.seat))
    hands = [
        [card for card in hand if card not in done[_index(done, seat)].cards] for seat, hand in enumerate(state.hands)
    ]
    for one in done:
        hands[_next(one.seat)] += one.cards
    return replace(state, done=done, hands=tuple(map(tuple, hands)), turn=_next(state.dealer or 0))


def _index(done: Sequence[SeatAction], seat: int) -> int:
    return next(index for index, one in enumerate(done) if one.seat == seat)


def _played(state: GiftState, play: Play) -> GiftState:
    hands = tuple(tuple(card for card in hand if card not in play.cards) for hand in state.hands)
    state = replace(state, hands=hands, done=(*state.done, play), trick=(*state.trick, play), turn=_next(play.seat))
    if len(state.trick) < SEATS:
        return state
    winner = state.trick[state.heading or 0].seat
    state = replace(state, trick=(), won=(*state.won, winner))
    leader = next(seat for seat in ((winner + offset) % SEATS for offset in range(SEATS)) if state.hands[seat])
    return replace(state, turn=None if state.is_over else leader)


def _account(index: int, plays: Sequence[Play]) -> PlayAccount:
    play, before = plays[index], [at for at, one in enumerate(plays[:index]) if one.cards]
    if not play.cards:
        return PlayAccount(play.seat, (), False, before[-1], _fact(GiftFact.PASSED))
    kind = GiftFact.HIGHER if before else GiftFact.LED
    return PlayAccount(play.seat, play.cards, True, before[-1] if before else None, _fact(kind, card=play.cards[0]))


def _units(state: GiftState) -> tuple[int, ...]:
    return tuple(state.won.count(seat) for seat in range(SEATS))


def _outcome(state: GiftState) -> Outcome | None:
    if not state.is_over:
        return None
    most = max(_units(state))
    winners = tuple(seat for seat, units in enumerate(_units(state)) if units == most)
    return Outcome(winners, _fact(GiftFact.MOST_TRICKS))


GAME: Final = Gift()
