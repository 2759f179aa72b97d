"""Hands looked at again: what they show is what there was, and of a hand in play no more than everybody saw."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.kit.rendering import draw
from bot.messages.kit.ui import MOST_CHOICES
from bot.messages.replay.replays import KEPT, Replay, Replays
from bot.tables import actions, deals
from bot.tables.actions import TableAction
from bot.tables.fold import do, new_table
from bot.tables.table import RecordedAction, Stage, Table
from bot.texts import Translator
from bot.texts.notices import Refusal
from bot.texts.reader import Reader
from rules import registry
from rules.core.contract import Fact, Phase, Play
from tests.messages.given import PEOPLE, head, menus

NO_OPTIONS: Mapping[str, str] = {}
GAME = registry.game("voormsi")


class CountedRecords:
    """The records of some tables, and how often one was read."""

    def __init__(self) -> None:
        self.of: dict[int, list[RecordedAction]] = {}
        self.read = 0

    async def __call__(self, table_id: int) -> Sequence[RecordedAction]:
        self.read += 1
        return self.of[table_id]


class RandomTable:
    """A table of computers that play anything, one action after the other."""

    def __init__(self, records: CountedRecords, seats: int, seed: int, options: Mapping[str, str] = NO_OPTIONS) -> None:
        self.chance = random.Random(seed)
        self.record: list[RecordedAction] = []
        records.of[1] = self.record
        chosen = {option.name: option.default for option in GAME.options} | dict(options)
        self.opening = actions.Open("p", "Otter", "voormsi", 1, seats, chosen, None, ("computer",) * seats)
        self.table = new_table(1, self.opening)
        self.record.append(RecordedAction(1, 0, self.opening))
        self.after: list[Table] = [self.table]
        self.do(actions.Start("p"))

    def do(self, action: TableAction) -> None:
        after = do(self.table, action)
        assert isinstance(after, Table), after
        self.table = after
        self.record.append(RecordedAction(after.seq, 0, action))
        self.after.append(after)

    def step(self) -> None:
        pack = tuple(self.chance.sample(GAME.pack, len(GAME.pack)))
        match self.table.phase:
            case Phase.CUT:
                self.do(actions.Cut(pack))
            case Phase.DEAL:
                number = self.table.hand.number + 1 if self.table.hand else 1
                self.do(actions.Deal(pack, "ab" * 32, deals.digest(self.table.id, number, pack, "ab" * 32)))
            case _:
                play = self.chance.choice(list(GAME.legal(self.table.state)))
                self.do(actions.TakeTurn(None, play.seat, play.cards))

    def until(self, hand: int, trick: int) -> None:
        """Play up to the first play of this trick."""
        while self.table.stage is Stage.PLAYING and not self._is_in(hand, trick):
            self.step()

    def _is_in(self, hand: int, trick: int) -> bool:
        view = self.table.view(None)
        return (view.hand_number, view.trick_number, len(view.trick)) == (hand, trick, 1)

    def to_the_end(self) -> None:
        while self.table.stage is Stage.PLAYING:
            self.step()


KINDS: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {}),
    (3, {"deal": "all"}),
    (4, {"proof": "shown"}),
    (4, {"proof": "asked"}),
    (4, {"deal": "all", "forced_execution": "mercy"}),
)


async def seen(replays: Replays, table: Table, number: int | None = None) -> Replay:
    found = await replays.find(table, number)
    assert isinstance(found, Replay), found
    return found


@pytest.mark.parametrize(("seats", "options"), KINDS)
async def test_every_step_of_a_finished_hand_is_what_there_was(seats: int, options: dict[str, str]) -> None:
    records = CountedRecords()
    game = RandomTable(records, seats, seats, options)
    game.to_the_end()
    hands = len(game.table.way)
    deals_done = [at for at, entry in enumerate(game.record) if isinstance(entry.action, actions.Deal)]
    for number in range(1, hands + 1):
        replay = await seen(Replays(records), game.table, number)
        assert replay.is_over
        assert replay.hands == hands
        for step in range(replay.steps + 1):
            then = game.after[deals_done[number - 1] + step]
            assert replay.view(step) == GAME.view(then.state, None)
            assert replay.hands_at(step) == tuple(GAME.view(then.state, seat).hand for seat in range(seats))
        _is_whole(replay, game, number)


async def test_the_menus_lead_to_the_end_of_each_trick_and_to_the_start_of_each_hand() -> None:
    records = CountedRecords()
    game = RandomTable(records, 2, 2)
    game.to_the_end()
    replay = await seen(Replays(records), game.table, 1)
    ends = [f"1.{end}" for end, _ in replay.tricks]
    hands = [f"{number}.0" for number in range(1, replay.hands + 1)]
    tricks, others = menus(draw(replay.scene(head(PEOPLE[:2]), replay.tricks[1][0]), Reader(Translator())))
    assert [one["value"] for one in tricks["options"]] == ends[:MOST_CHOICES]
    assert [one["value"] for one in tricks["options"] if one.get("default")] == [ends[1]]
    assert [one["value"] for one in others["options"]] == hands[:MOST_CHOICES]
    assert [one["value"] for one in others["options"] if one.get("default")] == ["1.0"]


def _is_whole(replay: Replay, game: RandomTable, number: int) -> None:
    """The plays of its tricks are those of the record, and dealt, drawn and played cards add up."""
    done = [entry.action for entry in game.record]
    begun = [at for at, action in enumerate(done) if isinstance(action, actions.Deal)][number - 1]
    played = [
        (action.seat, action.cards)
        for action in done[begun + 1 :][: replay.steps]
        if isinstance(action, actions.TakeTurn)
    ]
    told = [(play.seat, play.cards) for _, account in replay.tricks for play in account.plays]
    assert [(seat, set(cards)) for seat, cards in told] == [(seat, set(cards)) for seat, cards in played]
    for seat in range(len(replay.seats(0))):
        had = [
            *replay.hands_at(0)[seat],
            *(card for step in range(1, replay.steps + 1) for card in replay.drawn_cards(step)[seat]),
        ]
        put = [card for by, cards in played if by == seat for card in cards]
        assert sorted(had) == sorted([*put, *replay.hands_at(replay.steps)[seat]])


@pytest.mark.parametrize(("seats", "options"), KINDS)
async def test_a_trick_is_told_play_by_play_and_as_a_whole_at_its_end(seats: int, options: dict[str, str]) -> None:
    records = CountedRecords()
    game = RandomTable(records, seats, seats, options)
    game.to_the_end()
    replay = await seen(Replays(records), game.table)
    begun = 0
    assert replay.trick(0) == ((), None)
    for end, account in replay.tricks:
        for step in range(begun + 1, end):
            assert replay.trick(step) == (account.plays[: step - begun], None)
            assert [play.cards for play in replay.view(step).trick] == [play.cards for play in replay.trick(step)[0]]
            headed = [index for index, play in enumerate(replay.trick(step)[0]) if play.headed]
            assert headed[-1] == replay.view(step).heading
        assert replay.trick(end) == (account.plays, account)
        view = replay.view(end)
        assert (view.units, view.waiting, view.scores) == (account.units, account.waiting, account.scores)
        begun = end
    assert begun == replay.steps


@pytest.mark.parametrize(("seats", "options"), KINDS)
async def test_of_a_hand_in_play_nothing_is_there_but_what_everybody_saw_of_its_finished_tricks(
    seats: int, options: dict[str, str]
) -> None:
    records = CountedRecords()
    game = RandomTable(records, seats, seats, options)
    game.until(1, 4)
    assert game.table.hand
    replay = await seen(Replays(records), game.table)
    assert not replay.is_over
    assert replay.steps == len(game.table.hand.plays) - 1
    public = {card for play in game.table.hand.plays[:-1] for card in play.cards}
    for step in range(replay.steps + 1):
        assert replay.hands_at(step) == ()
        assert replay.drawn_cards(step) == ()
        view, (plays, _) = replay.view(step), replay.trick(step)
        assert view.seat is None
        assert {
            card for play in [*view.trick, *(Play(one.seat, one.cards) for one in plays)] for card in play.cards
        } <= public


async def test_what_there_is_not_is_refused_with_a_reason() -> None:
    records = CountedRecords()
    game = RandomTable(records, 4, 1)
    replays = Replays(records)

    async def refused(number: int | None = None) -> Any:
        found = await replays.find(game.table, number)
        assert isinstance(found, Fact)
        return found.kind

    assert await refused() is Refusal.NOT_STARTED
    game.until(1, 1)
    assert await refused() is Refusal.NO_TRICK
    assert await refused(2) is Refusal.NO_HAND
    assert await refused(0) is Refusal.NO_HAND
    game.until(2, 1)
    assert (await seen(replays, game.table)).number == 1
    assert await refused(2) is Refusal.NO_TRICK


async def test_of_a_table_that_was_closed_in_the_middle_of_a_hand_its_hands_stay_hidden() -> None:
    records = CountedRecords()
    game = RandomTable(records, 4, 2)
    game.until(1, 3)
    game.do(actions.Close("p"))
    assert not (await seen(Replays(records), game.table)).is_over


async def test_a_finished_hand_is_not_read_again_and_one_in_play_when_it_went_on() -> None:
    records = CountedRecords()
    game = RandomTable(records, 4, 3)
    replays = Replays(records)
    game.until(2, 2)
    steps = (await seen(replays, game.table, 2)).steps
    await seen(replays, game.table, 2)
    assert records.read == 1
    game.until(2, 3)
    await seen(replays, game.table, 1)
    assert records.read == 1
    assert (await seen(replays, game.table, 2)).steps > steps
    assert records.read == 2


async def test_only_the_tables_looked_at_last_are_kept() -> None:
    records = CountedRecords()
    game = RandomTable(records, 4, 3)
    game.until(2, 2)
    tables = [replace(game.table, id=number) for number in range(KEPT + 1)]
    records.of = {table.id: game.record for table in tables}
    replays = Replays(records)
    for table in tables:
        await seen(replays, table, 1)
    await seen(replays, tables[-1], 1)
    assert records.read == KEPT + 1
    await seen(replays, tables[0], 1)
    assert records.read == KEPT + 2
