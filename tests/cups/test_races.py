"""Fifty at once of what a person or a server keeps only so many of: never one too many."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.cups.drafts import MOST_TEMPLATES, CupTemplates
from bot.members.guilds import MOST_PACES, Guilds
from bot.store import Store, Unmet
from bot.store.engine import open_store
from bot.tables import seating_conditions
from bot.tables.seating_conditions import PersonalBlocks
from bot.texts.notices import RequestRefused
from tests.cups.running_cups import quick

AT_ONCE: Final = 50


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await open_store(tmp_path / "voormsi.db", now=lambda: 1) as store:
        yield store


async def test_of_fifty_templates_at_once_no_more_are_kept_than_a_menu_shows(store: Store) -> None:
    templates = CupTemplates(store)
    rules = [quick()._replace(name=f"Rules {number}") for number in range(AT_ONCE)]
    done = await asyncio.gather(*(templates.keep(1, one) for one in rules), return_exceptions=True)
    assert sum(one is None for one in done) == MOST_TEMPLATES
    assert all(isinstance(one, Unmet | RequestRefused) for one in done if one is not None)


async def test_of_fifty_paces_at_once_as_many_are_kept_as_were_accepted(store: Store) -> None:
    guilds = Guilds(store)
    added = (guilds.add_pace(1, f"pace {number}", f"{number + 1}m") for number in range(AT_ONCE))
    done = await asyncio.gather(*added, return_exceptions=True)
    assert sum(not isinstance(one, BaseException) for one in done) == MOST_PACES
    assert len((await store.guild_preferences(1))["paces"]) == MOST_PACES


async def test_of_fifty_blocks_at_once_no_more_are_kept_than_allowed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating_conditions, "MOST_BLOCKED", 10)
    keys = [(await store.person(number, f"Person {number}")).key for number in range(AT_ONCE + 1)]
    blocks = PersonalBlocks(store)
    await asyncio.gather(*(blocks.block(keys[0], one) for one in keys[1:]), return_exceptions=True)
    assert len((await store.blocks(keys[0])).blocked) == 10
