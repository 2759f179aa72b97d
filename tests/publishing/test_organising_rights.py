"""The right to organise in a server, asked of Discord without a request of theirs."""

from __future__ import annotations

import pytest

from bot.discord_api.errors import Unexplained
from bot.discord_api.permissions import GuildMember
from bot.publishing.organising_rights import OrganisingRights
from tests.bot.running_bot import GUILD, RunningBot

HOSTS = 77


async def organises(bot: RunningBot, *roles: int, banned: bool = False) -> bool | None:
    """Return whether person 11, who may not manage the server, organises there with these roles."""
    key, other = await bot.meet(11, 12)
    await bot.services.guilds.change_preference(GUILD, "organisers", [HOSTS])
    if banned:
        await bot.services.store.ban(GUILD, key, other, "rude")

    async def member(guild_id: int, person: int) -> GuildMember:
        return GuildMember(False, frozenset(roles), 0)

    bot.discord.member = member  # type: ignore[method-assign]
    return await rights(bot).has(GUILD, key)


def rights(bot: RunningBot) -> OrganisingRights:
    services = bot.services
    return OrganisingRights(services.store, services.people, services.guilds, services.delivery)


async def test_an_organiser_has_the_role_and_no_ban(bot: RunningBot) -> None:
    assert await organises(bot, HOSTS)
    assert not await organises(bot, 78)
    assert not await organises(bot, HOSTS, banned=True)


async def test_whoever_manages_the_server_organises(bot: RunningBot) -> None:
    (key,) = await bot.meet(11)
    assert await rights(bot).has(GUILD, key)


async def test_who_is_named_organises_until_they_leave(bot: RunningBot) -> None:
    (key,) = await bot.meet(11)
    bot.discord.plain.add(11)
    await bot.services.guilds.name_organisers(GUILD, [key], key)
    assert await rights(bot).has(GUILD, key)
    bot.discord.left.add(11)
    assert await rights(bot).has(GUILD, key) is False


async def test_who_was_erased_organises_nothing(bot: RunningBot) -> None:
    (key,) = await bot.meet(11)
    await bot.services.store.erase(key)
    assert await rights(bot).has(GUILD, key) is False


async def test_nothing_follows_from_a_refusal(bot: RunningBot, monkeypatch: pytest.MonkeyPatch) -> None:
    (key,) = await bot.meet(11)

    async def member(guild_id: int, person: int) -> GuildMember:
        raise Unexplained("502")

    monkeypatch.setattr(bot.discord, "member", member)
    assert await rights(bot).has(GUILD, key) is None
