"""The people who press in benchmarks."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from sandbox import Sandbox
from simulation.load_players import CalledHand, LoadPlayers


class PressingPerson:
    """Notes what they press; each press is answered at once."""

    def __init__(self) -> None:
        self.pressed: list[str] = []

    def start_press(self, _: object, component: dict[str, Any]) -> PressingPerson:
        self.pressed.append(component["custom_id"])
        return self

    async def first(self) -> SimpleNamespace:
        return SimpleNamespace(status="update")


async def test_a_press_at_a_table_waits_until_somebody_is_called_there() -> None:
    players, person = LoadPlayers(Sandbox(), "v1"), PressingPerson()
    pressing = asyncio.ensure_future(players.press_at(7))
    for table in (6, 7):
        await asyncio.wait({pressing}, timeout=0)
        assert not pressing.done()
        hand: Any = ({"custom_id": f"v1:play:{table}:1.0:2"},)
        players._called.append(CalledHand(person, None, hand))  # type: ignore[arg-type]
    await pressing
    assert person.pressed == ["v1:play:7:1.0:2"]
    assert players.waiting == 1
