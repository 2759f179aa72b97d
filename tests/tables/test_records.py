"""Exported records: they hold no running hand, and their proofs fail where a deck was changed afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables import actions, records
from bot.tables.deal_proofs import DealFault, HandProof, proofs
from bot.tables.deals import ChainedProof
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import RecordedAction, Table
from rules import notation
from tests.bot.running_bot import RunningBot, StartBot

SITTERS = (SeatHolder(Holder.PERSON, "Aja", 11), *(SeatHolder(Holder.COMPUTER) for _ in range(3)))


class RubberOver(Exception):
    """This deal ended the rubber in its first hand."""


async def played(start_bot: StartBot, hands: int, path: Path | None = None) -> tuple[Table, list[RecordedAction]]:
    """A table some plays into the hand after so many finished ones."""
    bot = await start_bot(path=path)
    table = await bot.started(11)
    while (loaded := await bot.tables.get(table.id)) and (
        len(loaded.table.way) < hands or loaded.table.phase != "play"
    ):
        if loaded.table.stage != "playing":
            await bot.kill()
            raise RubberOver
        await bot.play_on(table.id)
    await bot.play_on(table.id)
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    entries = await bot.tables.record(table.id)
    await bot.shown()
    await bot.kill()
    return loaded.table, entries


async def test_the_running_hand_leaves_without_its_deck_and_bytes(start_bot: StartBot) -> None:
    table, entries = await played(start_bot, 0)
    text = records.text(records.export(table, entries, SITTERS, {}, "Computer", "Former player"))
    assert table.hand is not None
    assert isinstance(table.hand.proof, ChainedProof)
    assert table.chain is not None
    assert table.chain.secret not in text
    assert table.hand.proof.key not in text
    assert table.chain.commitment in text
    assert "Deck: hidden" in text
    read = notation.read(text)
    assert read.hands[-1].deck is None
    assert not proofs(read)[-1].is_public


async def test_a_record_names_people_computers_whom_these_replaced_and_nobody_who_was_erased(
    start_bot: StartBot,
) -> None:
    table, entries = await played(start_bot, 0)
    sitters = (
        SeatHolder(Holder.PERSON, "Aja", 11),
        SeatHolder(Holder.PERSON),
        SeatHolder(Holder.COMPUTER),
        SeatHolder(Holder.COMPUTER, was="Malik"),
    )
    record = records.export(table, entries, sitters, {}, "Computer", "Former player")
    assert list(record.players) == ["Aja", "Former player", "Computer 3", "Computer 4 (Malik)"]


@pytest.mark.usefixtures("fair_decks")
async def test_a_finished_hand_leads_to_the_posted_code_and_a_changed_key_does_not(
    start_bot: StartBot, tmp_path: Path
) -> None:
    table, entries = await _one_finished(start_bot, tmp_path)
    record = records.export(table, entries, SITTERS, {}, "Computer", "Former player")
    assert table.chain is not None
    assert proofs(record)[0] == HandProof(1, table.chain.commitment, table.chain.message)
    changed = [_tampered(entry) for entry in entries]
    tampered = records.export(table, changed, SITTERS, {}, "Computer", "Former player")
    assert DealFault.CODE in proofs(tampered)[0].faults


async def test_a_seat_that_changed_hands_tells_who_held_it_from_when(bot: RunningBot) -> None:
    table = await bot.started(11, 12, seats=3)
    aja, malik, ivalu = await bot.meet(11, 12, 13)
    await bot.play_on(table.id)
    await bot.do(table.id, actions.Resign(aja))
    await bot.play_on(table.id)
    after = (await bot.do(table.id, actions.Take(ivalu))).table
    holders, people = await bot.people.holders(after)
    entries = await bot.tables.record(table.id)
    tags = records.export(after, entries, holders, people, "Computer", "Former player").tags
    assert {name: tags[name] for name in tags if name.startswith("held")} == {
        "held-1": "seat 0, hand 1, play 1: Person 11",
        "held-2": "seat 0, hand 1, play 2: Computer 1",
        "held-3": "seat 0, hand 1, play 3: Person 13",
    }
    text = records.text(records.export(after, entries, holders, people, "Computer", "Former player"))
    assert notation.read(text).tags == tags
    assert malik not in text
    await bot.shown()


async def _one_finished(start_bot: StartBot, folder: Path) -> tuple[Table, list[RecordedAction]]:
    for number in range(20):
        try:
            return await played(start_bot, 1, folder / f"{number}.db")
        except RubberOver:
            continue
    raise AssertionError("twenty rubbers ended in their first hand")


def _tampered(entry: RecordedAction) -> RecordedAction:
    """A deal of which something else than what was posted is in the record now."""
    if not isinstance(entry.action, actions.Deal):
        return entry
    return entry._replace(action=entry.action._replace(key="0f" * 32))
