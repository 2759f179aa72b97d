"""Twice the presses that Discord's limit lets through: nothing is refused, nothing goes back, and all is shown."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.discord_api import custom_ids
from rules.core.contract import Play, PlayAccount
from sandbox import Message, Sandbox, Thread
from sandbox.rest import rate_limits
from sandbox.world.components import pressable
from simulation.bot_settings import NOT_ASKED
from simulation.load_players import LoadPlayers
from simulation.message_watcher import MessageWatcher
from simulation.scripted_people import table_now
from tests.flows.conftest import SLOW, serving, settings_for

TABLES = 10
ALLOWED, BUDGET = 10, 8
"""Requests a second: what Discord takes here, and what the bot makes of it."""
A_PRESS = 1.1
"""The counted requests of a press at a table of two."""
PRESSES = int(2 * 10 * BUDGET / A_PRESS)
"""Presses of ten seconds, at twice the rate that fits."""
TITLE = re.compile(r"hand (\d+), trick (\d+)")


class WatchedHands(LoadPlayers):
    """People who note how far each message of a hand has come, each time they see it."""

    def __init__(self, box: Sandbox) -> None:
        super().__init__(box, "v1")
        self.seen: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self.box = box

    def look(self) -> None:
        super().look()
        self.box.world.observer = MessageWatcher(self.see)

    def see(self, message: Message) -> None:
        super().see(message)
        title = TITLE.search(message.text)
        if isinstance(message.channel, Thread) and title and not message.ephemeral:
            self.seen[message.channel.id].append((*map(int, title.groups()), message.text.count("\n**")))


@pytest.mark.slow
async def test_at_twice_what_fits_nothing_is_refused_and_the_order_is_kept(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "GLOBAL_PER_SECOND", ALLOWED)
    people, channels = [f"Person {n}" for n in range(2 * TABLES)], [f"table-{n}" for n in range(TABLES)]
    async with Sandbox(people=people, channels=channels, rate_limits="discord", answer_within=SLOW) as box:
        for name in channels:
            box.permit(box.channel(name), **NOT_ASKED)
        async with serving(box, settings_for(box, database, requests_per_second=BUDGET)):
            company = WatchedHands(box)
            company.look()
            pairs = list(zip(*[iter(box.people)] * 2, strict=True))
            for name, pair in zip(channels, pairs, strict=True):
                await company.open_table(box.channel(name), pair)
            await box.until(lambda: company.waiting == TABLES, 120)
            await company.rest()
            opened = len(box.requests)
            due = asyncio.get_running_loop().time()
            pressed = 0
            while pressed < PRESSES:
                due += 10 / PRESSES
                await asyncio.sleep(due - asyncio.get_running_loop().time())
                pressed += company.press_next()
            await company.rest()
            await box.until(lambda: all(shows_the_trick(database, thread) for thread in box.threads), 60)
        assert company.answers.keys() == {"update"}
        assert [one for one in box.requests[opened:] if one.status == 429] == []
        for steps in company.seen.values():
            assert all(before[:2] <= after[:2] for before, after in itertools.pairwise(steps)), steps


def shows_the_trick(database: Path, thread: Thread) -> bool:
    """Return whether the messages of a table's thread show every card of the trick in play, or of the last one."""
    parts = (part for message in thread.messages.values() for part in pressable(message.components))
    pressed = (custom_ids.read(part.get("custom_id", "")) for part in parts)
    table = table_now(database, next(one.table for one in pressed if one is not None and one.table is not None))
    view, tricks = table.view(None), table.hand.tricks if table.hand else ()
    plays: Sequence[Play | PlayAccount] = view.trick or (tricks[-1].plays if tricks else ())
    text = "\n".join(message.text for message in thread.messages.values())
    return all(card.symbol in text for play in plays for card in play.cards)
