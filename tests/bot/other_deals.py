"""Hands at tables of any game, and other deals of them that one reader cannot tell from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.tables import actions, deals
from bot.tables.actions import TableAction
from bot.tables.fold import do, new_table
from bot.tables.table import RecordedAction, Stage, Table
from rules import registry
from rules.core.cards import Card
from rules.core.contract import Move, Phase, SeatAction

SALT = "ab" * 32
SHUFFLES = 40
"""The number of shuffles from which a hand with moves is chosen, which are rare in some games."""
SWAPS = 40


@dataclass(frozen=True)
class PlayedHand:
    """The last hand of a table's record, perhaps still in play: its deal and the actions after it."""

    before: tuple[RecordedAction, ...]
    """The record before the deal."""
    table: Table
    """The table before the deal."""
    done: tuple[TableAction, ...]

    @cached_property
    def after(self) -> tuple[Table, ...]:
        """The table after the deal and after each action; fewer if one of them is refused."""
        found = [self.table]
        for action in self.done:
            table = do(found[-1], action)
            if not isinstance(table, Table):
                break
            found.append(table)
        return tuple(found[1:])

    @property
    def record(self) -> list[RecordedAction]:
        done = zip(self.after, self.done, strict=True)
        return [*self.before, *(RecordedAction(table.seq, 0, action) for table, action in done)]

    def until(self, length: int) -> PlayedHand:
        return PlayedHand(self.before, self.table, self.done[:length])


def hands(game: str, seats: int, options: Mapping[str, str], seed: int) -> Iterator[PlayedHand]:
    """Every hand of a rubber of people, of whom the first plays its strongest cards and the others anything.

    Deals after which moves are possible are taken often.
    """
    chance, people = random.Random(seed), tuple(f"p{seat}" for seat in range(seats))
    chosen = {one.name: one.default for one in registry.game(game).options} | dict(options)
    opening = actions.Open("p0", "Otter", game, 1, seats, chosen, None, people)
    table = new_table(1, opening)
    record = [RecordedAction(1, 0, opening)]
    start, done = 0, table
    action: TableAction = actions.Start("p0")
    while True:
        after = do(table, action)
        assert isinstance(after, Table), (action, after)
        record.append(RecordedAction(after.seq, 0, action))
        if isinstance(action, actions.Deal):
            start, done = len(record) - 1, table
        table = after
        if start and table.turn is None:
            yield PlayedHand(tuple(record[:start]), done, tuple(one.action for one in record[start:]))
            start = 0
        if table.stage is not Stage.PLAYING:
            return
        action = _next(table, chance)


def _next(table: Table, chance: random.Random) -> TableAction:
    if table.phase is Phase.CUT:
        return actions.Cut(_shuffled(table, chance))
    if table.phase is Phase.DEAL:
        return _deal(table, chance)
    able = table.rules.legal(table.state)
    done = able[0] if table.turn == 0 and not isinstance(able[0], Move) else chance.choice(_of_one_kind(able, chance))
    return actions.take_turn(done, table.seats[done.seat].person)


def _of_one_kind(able: Sequence[SeatAction], chance: random.Random) -> list[SeatAction]:
    """The moves of any one kind, however many cards there are for it; else all plays."""
    kinds = [one.kind if isinstance(one, Move) else "" for one in able]
    kind = chance.choice(sorted(set(kinds)))
    return [one for one, of in zip(able, kinds, strict=True) if of == kind]


def _deal(table: Table, chance: random.Random) -> actions.Deal:
    found = [_dealt(table, _shuffled(table, chance)) for _ in range(SHUFFLES)]
    with_moves = [one for one in found if getattr(do(table, one), "phase", Phase.PLAY) is not Phase.PLAY]
    return (with_moves or found)[0]


def _shuffled(table: Table, chance: random.Random) -> tuple[Card, ...]:
    return tuple(chance.sample(table.rules.pack, len(table.rules.pack)))


def _dealt(table: Table, deck: tuple[Card, ...]) -> actions.Deal:
    number = table.hand.number + 1 if table.hand else 1
    return actions.Deal(deck, SALT, deals.digest(table.id, number, deck, SALT))


def other_deal(hand: PlayedHand, seat: int | None, chance: random.Random) -> PlayedHand:
    """The hand with other cards wherever `seat` (None: a stranger) does not see them, as far as a search finds some.

    To the letter of the game's views, it has been the same hand for this seat from the deal on.
    """
    last, found = hand.after[-1], hand
    seen = {card for play in hand.done for card in getattr(play, "cards", ()) if not getattr(play, "kind", "")}
    if seat is not None:
        seen |= {*last.rules.dealt_cards(last.state)[seat]}
    unseen = [card for card in last.rules.pack if card not in seen]
    for _ in range(SWAPS if len(unseen) > 1 else 0):
        one, other = chance.sample(unseen, 2)
        trial = _swapped(found, {one: other, other: one})
        if is_the_same(hand, trial, seat):
            found = trial
    return found


def _swapped(hand: PlayedHand, change: Mapping[Card, Card]) -> PlayedHand:
    """The hand with exchanged cards in the deck and in moves. The digest stays: nobody can read anything from it."""

    def changed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(change.get(card, card) for card in cards)

    def of(action: TableAction) -> TableAction:
        match action:
            case actions.Deal(deck=deck):
                return action._replace(deck=changed(deck))
            case actions.TakeTurn(kind=kind, cards=cards) if kind:
                return action._replace(cards=changed(cards))
            case _:
                return action

    return PlayedHand(hand.before, hand.table, tuple(map(of, hand.done)))


def is_the_same(hand: PlayedHand, other: PlayedHand, seat: int | None) -> bool:
    """Return whether the views of a seat are the same all along, and what it has seen others do."""
    if len(other.after) != len(hand.done) or _told(hand, seat) != _told(other, seat):
        return False
    return all(ours.view(seat) == theirs.view(seat) for ours, theirs in zip(hand.after, other.after, strict=True))


def _told(hand: PlayedHand, seat: int | None) -> list[SeatAction]:
    """The actions as the seat may know them: its own whole, those of others by their public side."""
    done = [one.done for one in hand.done if isinstance(one, actions.TakeTurn)]
    return [one if one.seat == seat else hand.table.rules.face(one) for one in done]
