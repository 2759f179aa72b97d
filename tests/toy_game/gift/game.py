"""Gift, a game for five, each for himself, or six, partners opposite, with twenty-four cards.

§1 Four cards each. §2 From the dealer's left, each gives a card to the next seat; nobody else sees it. Then the seat on
the dealer's left declines, or shows a card to the next seat only, or asks one of the two next seats, who gives it a
card that nobody else sees. §3 Then three tricks are played: the others beat the heading card by rank or pass; its
player wins the trick and leads next (a seat without cards has nothing to lead: the next one leads). §4 Most tricks win;
equal ones draw.
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

PACK: Final = cards(" ".join(rank + suit for rank in "AKQJT9" for suit in "CSHD"))
SEATS: Final = 5
MOST: Final = 6
HAND: Final = 4
TRICKS: Final = 3
GIVE: Final = "give"
DECLINE: Final = "decline"
ASK: Final = "ask"
SHOW: Final = "show"
RETURN: Final = "return"
PUBLIC: Final = (DECLINE, ASK)
"""The moves that everybody knows all of."""

name = "gift"
version = 1
seats: tuple[int, ...] = (SEATS, MOST)
options: tuple[Option, ...] = ()
pack: tuple[Card, ...] = PACK
order: tuple[Group, ...] = (Group("all", PACK),)
largest_play = 1
paragraphs: Mapping[str, str] = {str(number): f"gift.{number}" for number in range(1, 5)}


class GiftPhase(StrEnum):
    GIVING = "giving"
    ASKING = "asking"
    RETURNING = "returning"


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
    hands: tuple[tuple[Card, ...], ...]
    dealt: tuple[tuple[Card, ...], ...]
    dealer: int | None = None
    done: tuple[SeatAction, ...] = ()
    trick: tuple[Play, ...] = ()
    won: tuple[int, ...] = ()
    turn: int | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(one for one in self.done if isinstance(one, Move))

    @property
    def phase(self) -> StrEnum:
        if self.is_over:
            return Phase.OVER
        if self.turn is None:
            return Phase.CUT if self.dealer is None else Phase.DEAL
        moves = self.moves
        if len(moves) < self.seats:
            return GiftPhase.GIVING
        if len(moves) == self.seats:
            return GiftPhase.ASKING
        return GiftPhase.RETURNING if moves[-1].kind == ASK else Phase.PLAY

    @property
    def heading(self) -> int | None:
        laid = [index for index, play in enumerate(self.trick) if play.cards]
        return laid[-1] if laid else None

    @property
    def is_over(self) -> bool:
        return len(self.won) == TRICKS

    @property
    def eldest(self) -> int:
        return self.after(self.dealer or 0)

    def after(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.seats

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return ((0, 3), (1, 4), (2, 5)) if self.seats == 6 else tuple((seat,) for seat in range(self.seats))


def check_options(seats: int, options: Mapping[str, str]) -> IllegalAction | None:
    return None if seats in (SEATS, MOST) and not options else IllegalAction(_fact(GiftFact.NOT_NOW))


def about_plays(seats: int, options: Mapping[str, str]) -> int:
    return seats * TRICKS


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    possible = sum(scores) == TRICKS if at_end else sum(scores) <= TRICKS
    return None if possible and min(scores) >= 0 else _fact(GiftFact.NOT_NOW)


def start(seats: int, options: Mapping[str, str]) -> GiftState:
    return GiftState(((),) * seats, ((),) * seats)


def phase(state: GiftState) -> StrEnum:
    return state.phase


def turn(state: GiftState) -> int | None:
    return state.turn


def legal(state: GiftState) -> Sequence[SeatAction]:
    seat = state.turn
    if seat is None:
        return ()
    match state.phase:
        case GiftPhase.GIVING:
            return [Move(seat, GIVE, (card,), state.after(seat)) for card in state.hands[seat]]
        case GiftPhase.ASKING:
            asks = [Move(seat, ASK, (), state.after(seat, steps)) for steps in (1, 2)]
            shows = [Move(seat, SHOW, (card,), state.after(seat)) for card in state.hands[seat]]
            return [Move(seat, DECLINE), *asks, *shows]
        case GiftPhase.RETURNING:
            return [Move(seat, RETURN, (card,), state.eldest) for card in state.hands[seat]]
    if state.heading is None:
        return [Play(seat, (card,)) for card in state.hands[seat]]
    (head,) = state.trick[state.heading].cards
    return [Play(seat, (card,)) for card in state.hands[seat] if _beats(card, head)] + [Play(seat, ())]


def apply(state: GiftState, action: Action) -> GiftState | IllegalAction:
    match action:
        case Shuffle(cards=deck) if state.phase is Phase.CUT:
            return replace(state, dealer=PACK.index(max(deck[: state.seats])) % state.seats)
        case Shuffle(cards=deck) if state.phase is Phase.DEAL:
            hands = tuple(deck[seat * HAND :][:HAND] for seat in range(state.seats))
            return replace(state, hands=hands, dealt=hands, turn=state.eldest)
        case Move() if action in legal(state):
            return _moved(state, action)
        case Play() if action in legal(state):
            return _played(state, action)
    return IllegalAction(_fact(GiftFact.NOT_NOW))


def face(action: SeatAction) -> SeatAction:
    return action if isinstance(action, Play) or action.kind in PUBLIC else action._replace(cards=(), hidden=True)


def view(state: GiftState, seat: int | None) -> View:
    actions = legal(state) if seat == state.turn else ()
    held = () if seat is None else tuple(sorted(state.hands[seat], key=PACK.index))
    ahead = 0 if state.turn is None else state.seats - len(state.trick)
    return View(
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        sides=state.sides,
        hand_number=int(any(state.dealt)),
        dealer=state.dealer,
        trick_number=len(state.won) + 1,
        trick_plays=state.seats,
        hand=held,
        hand_sizes=tuple(map(len, state.hands)),
        units=_units(state),
        waiting=(0,) * len(state.sides),
        scores=_units(state),
        outcome=_outcome(state),
        order=order,
        groups=(Group("all", held),) if held else (),
        trick=state.trick,
        heading=state.heading,
        follow=1 if state.trick else None,
        to_play=tuple(state.after(state.turn or 0, offset) for offset in range(ahead)),
        plays_made=sum(one.seat == seat for one in state.done),
        legal=tuple(one.cards for one in actions if isinstance(one, Play)),
        moves=tuple(one for one in actions if isinstance(one, Move)),
        is_automatic=[*actions] == [Play(state.turn or 0, ())] and not held,
        events=tuple(_event(state, number, seat) for number in range(len(state.moves))),
    )


def account(before: GiftState, action: SeatAction, after: GiftState) -> TrickAccount | None:
    if not isinstance(action, Play) or after.trick:
        return None
    plays = (*before.trick, action)
    accounts = tuple(_account(index, plays) for index in range(len(plays)))
    winner = max(index for index, one in enumerate(accounts) if one.headed)
    end = HandEnd(_units(after), False) if after.is_over else None
    return TrickAccount(
        hand_number=1,
        number=len(after.won),
        sides=after.sides,
        leader=plays[0].seat,
        plays=accounts,
        winner=winner,
        size=1,
        units=_units(after),
        waiting=(0,) * len(after.sides),
        scores=_units(after),
        hand_end=end,
        outcome=_outcome(after),
    )


def imagine(state: GiftState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
    """Deal so that every seat has the cards that it plays after the gifts, and one more to be shown or returned."""
    after: list[list[Card]] = [[] for _ in range(state.seats)]
    for one in actions:
        if isinstance(one, Play):
            after[one.seat] += one.cards
    gone = {card for hand in after for card in hand}
    spare = [card for card in PACK if card not in gone]
    for hand in after:
        hand += [spare.pop() for _ in range(HAND - len(hand))]
    named = {
        seat: {GIVE: after[state.after(seat)][0], RETURN: hand[-1], SHOW: hand[-1]} for seat, hand in enumerate(after)
    }
    deck = tuple(card for seat, hand in enumerate(after) for card in (named[seat][GIVE], *hand[1:]))
    done = tuple(
        one._replace(cards=(named[one.seat][one.kind],), hidden=False)
        if isinstance(one, Move) and one.kind not in PUBLIC
        else one
        for one in actions
    )
    return Imagined(Shuffle((*deck, *spare)), done)


def dealt_cards(state: GiftState) -> tuple[tuple[Card, ...], ...]:
    return state.dealt


def _event(state: GiftState, number: int, seat: int | None) -> Event:
    """A move as a seat may know it: gifts arrive when all have given."""
    move = state.moves[number]
    has_got = seat == move.to and (move.kind != GIVE or len(state.moves) >= state.seats)
    if move.kind in PUBLIC or seat == move.seat or has_got:
        return Event(move.kind, move.seat, move.cards, move.to, move=number)
    return Event(move.kind, move.seat, (), move.to, hidden=True, move=number)


def _beats(card: Card, head: Card) -> bool:
    return PACK.index(card) // 4 < PACK.index(head) // 4


def _moved(state: GiftState, move: Move) -> GiftState:
    after = replace(state, done=(*state.done, move))
    if move.kind == GIVE:
        if len(after.moves) < state.seats:
            return replace(after, turn=state.after(move.seat))
        return replace(after, hands=_passed(state.hands, after.moves), turn=state.eldest)
    if move.kind == RETURN:
        after = replace(after, hands=_passed(state.hands, [move]))
    return replace(after, turn=move.to if move.kind == ASK else state.eldest)


def _passed(hands: Sequence[tuple[Card, ...]], moves: Sequence[Move]) -> tuple[tuple[Card, ...], ...]:
    """The hands after cards have changed them."""
    gone = {card for move in moves for card in move.cards}
    got = {move.to: move.cards for move in moves}
    return tuple((*(card for card in hand if card not in gone), *got.get(seat, ())) for seat, hand in enumerate(hands))


def _played(state: GiftState, play: Play) -> GiftState:
    hands = tuple(tuple(card for card in hand if card not in play.cards) for hand in state.hands)
    state = replace(
        state, hands=hands, done=(*state.done, play), trick=(*state.trick, play), turn=state.after(play.seat)
    )
    if len(state.trick) < state.seats:
        return state
    winner = state.trick[state.heading or 0].seat
    state = replace(state, trick=(), won=(*state.won, winner))
    leader = next(seat for seat in (state.after(winner, offset) for offset in range(state.seats)) if state.hands[seat])
    return replace(state, turn=None if state.is_over else leader)


def _account(index: int, plays: Sequence[Play]) -> PlayAccount:
    play, before = plays[index], [at for at, one in enumerate(plays[:index]) if one.cards]
    if not play.cards:
        return PlayAccount(play.seat, (), False, before[-1], _fact(GiftFact.PASSED))
    kind = GiftFact.HIGHER if before else GiftFact.LED
    return PlayAccount(play.seat, play.cards, True, before[-1] if before else None, _fact(kind, card=play.cards[0]))


def _units(state: GiftState) -> tuple[int, ...]:
    return tuple(sum(winner in seats for winner in state.won) for seats in state.sides)


def _outcome(state: GiftState) -> Outcome | None:
    if not state.is_over:
        return None
    most = max(_units(state))
    winners = tuple(side for side, units in enumerate(_units(state)) if units == most)
    return Outcome(winners, _fact(GiftFact.MOST_TRICKS))
