"""A table without faults: what must hold after a fault holds here, and can be seen not to."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import Sandbox
from simulation.played_table import played_table


@pytest.mark.usefixtures("bot")
async def test_an_evening_without_faults_is_sound(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    await table.play(6)
    await table.settled()
    table.sound()
    assert sum(table.acknowledged.values()) == 6


@pytest.mark.usefixtures("bot")
async def test_what_is_not_sound_is_found(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database, "You Aja")
    await table.play(2)
    await table.settled()
    table.acknowledged["You"] += 1
    with pytest.raises(AssertionError, match="You"):
        table.sound()
    table.acknowledged["You"] -= 1
    *_, gone = table.thread.messages
    del table.thread.messages[gone]
    with pytest.raises(AssertionError, match="missing"):
        table.sound()
