from __future__ import annotations

import discord
import pytest

from sandbox import Sandbox
from tests.sandbox.sample_bot import SampleBot


async def test_a_role_below_the_bots_own_is_given_and_taken_with_the_permission_alone(
    box: Sandbox, bot: SampleBot
) -> None:
    role, aja = box.world.add_role(box.guild, "Champion"), box.person("Aja")
    own = next(one for one in box.guild.roles.values() if one.bot_id)
    own.bits &= ~(1 << 3 | 1 << 28)
    own.position = role.position + 1
    with pytest.raises(discord.Forbidden):
        await bot.http.add_role(box.guild.id, aja.id, role.id)
    own.bits |= 1 << 28
    for _ in range(2):
        await bot.http.add_role(box.guild.id, aja.id, role.id)
    assert box.guild.members[aja.id].role_ids.count(role.id) == 1
    for _ in range(2):
        await bot.http.remove_role(box.guild.id, aja.id, role.id)
    assert role.id not in box.guild.members[aja.id].role_ids
    own.position = role.position
    with pytest.raises(discord.Forbidden):
        await bot.http.add_role(box.guild.id, aja.id, role.id)
    with pytest.raises(discord.NotFound):
        await bot.http.add_role(box.guild.id, aja.id, 5)
