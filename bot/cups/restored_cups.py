"""Cups after a restore: each notes once in its record what it has lost, so that its channel is told."""

from __future__ import annotations

import json

from bot.cups.cup_actions import RestoreCup
from bot.cups.cup_service import CupService
from bot.store import RESTORED_CUPS, KeyValueStore


async def note_losses(store: KeyValueStore, cups: CupService) -> None:
    """Let every cup note what the restore has noted of it; a crash in between leads to no second note."""
    noted = await store.get_value(RESTORED_CUPS)
    if not noted:
        return
    found = json.loads(noted)
    for cup_id, lost in found["cups"].items():
        action = RestoreCup(found["at"], tuple(lost["matches"]), lost["rounds"])
        loaded = await cups.get(int(cup_id))
        if loaded is not None and action not in (entry.action for entry in loaded.cup.record):
            await cups.submit(loaded.cup.id, action)
    await store.put_value(RESTORED_CUPS, "")
