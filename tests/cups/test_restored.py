"""Notes of a restore about cups come into their records once."""

from __future__ import annotations

import json
from pathlib import Path

from bot.cups.cup_actions import RestoreCup
from bot.cups.cup_lifecycle import note_losses
from bot.cups.standings import standings
from bot.store import RESTORED_CUPS
from tests.cups.running_cups import process, quick


async def test_a_cup_notes_its_losses_once_also_if_the_process_dies_before_it_has_noted_them_all(
    tmp_path: Path,
) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await here.started(quick(), 4)
        before = standings(cup)
        lost = {cup.id: {"matches": [1], "rounds": 2}, 99: {"matches": [], "rounds": 0}}
        noted = json.dumps({"at": 5_000, "cups": lost})
        for _ in range(2):
            await here.store.put_value(RESTORED_CUPS, noted)
            await note_losses(here.store, here.cups)
        cup = await here.now(cup)
        assert sum(isinstance(entry.action, RestoreCup) for entry in cup.record) == 1
        assert cup.record[-1].action == RestoreCup(5_000, (1,), 2)
        assert standings(cup) == before
        assert await here.store.get_value(RESTORED_CUPS) == ""
