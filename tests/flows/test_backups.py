"""The drill: a copy made in the middle of a rubber, the database lost, the copy put back, and the rubber goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations import backup
from bot.operations.backup import restore
from bot.tables.actions import Bound, Unbind
from sandbox import Sandbox
from simulation.scripted_people import (
    LONG,
    MOMENT,
    Player,
    play_buttons,
    play_on,
    players,
    posts,
    record,
    result,
    said,
    seated,
    trick_shown,
)
from tests.flows.conftest import settings_for
from tests.flows.test_restarts import life, longer
from tests.flows.test_rubbers import is_whole


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands")
async def test_after_the_database_is_lost_a_copy_made_in_play_goes_on_from_its_moment(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    you = box.person("You")
    async with life(box, database):
        lobby = await seated(box, [you], 2)
        thread = await lobby.start(you)
        company = players(box, lobby, [you])
        await play_on(box, company, lambda: trick_shown(thread, you) > (1, 1))
        copy = await asyncio.to_thread(backup.make, database, database.parent / "backups", 7, 0.0)
        copied = record(copy.path, lobby.id)
        await play_on(box, company, longer(thread, you, database, lobby))
    assert not result(thread, you)
    assert record(database, lobby.id)[: len(copied)] == copied
    for path in database.parent.glob(f"{database.name}*"):
        path.unlink()
    monkeypatch.setenv("DATABASE", str(database))
    assert await asyncio.to_thread(main, ["restore", str(copy.path)]) == 0
    assert record(database, lobby.id) == copied
    async with life(box, database):
        await play_on(box, company, lambda: result(thread, you))
    is_whole(database, lobby)
    assert record(database, lobby.id)[: len(copied)] == copied
    bound = [type(one.action) for one in record(database, lobby.id) if isinstance(one.action, Unbind | Bound)]
    assert bound == [Bound, Unbind, Bound], "the second hand has a post of its own: it may have been dealt before"


@pytest.mark.slow
async def test_after_a_copy_was_put_back_everybody_is_shown_the_moment_that_it_was_made_in(
    box: Sandbox, database: Path
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with life(box, database):
        lobby = await seated(box, [you, aja], 2)
        thread = await lobby.start(you)
        company = players(box, lobby, [you, aja])
        await play_on(box, company, lambda: trick_shown(thread, you) > (1, 1))
        called: Player = await box.until(lambda: next((one for one in company if one.called), None))
        trick = posts(thread, you, ", trick ")[-1]
        await box.until(lambda: f"**{called.person.name} to " in said(trick))
    offered, told = offers(called), MOMENT.sub("", said(trick))
    copy = await asyncio.to_thread(backup.make, database, database.parent / "backups", 7, 0.0)
    async with life(box, database):
        await called.play()
        await box.until(lambda: offers(called) != offered)
        await box.until(lambda: MOMENT.sub("", said(trick)) != told)
    assert await asyncio.to_thread(restore, settings_for(box, database), copy.path, over=True) == 0
    async with life(box, database):
        await box.until(lambda: called.called and offers(called) == offered, LONG)
        await box.until(lambda: MOMENT.sub("", said(trick)) == told, LONG)
        await play_on(box, company, lambda: trick_shown(thread, you) > (1, 4))


def offers(player: Player) -> list[str]:
    """The plays that stand in somebody's hand."""
    return [] if player.hand is None else [way.custom_id for way in play_buttons(player.hand)]
