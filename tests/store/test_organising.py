"""Bans and the log of organisers, by server."""

from __future__ import annotations

from bot.store import ActRow, BanRow, Retention, Store
from tests.store.samples import NOW, entry, opened

GUILD = 7


async def people(store: Store, *names: str) -> list[str]:
    return [(await store.person(number, name)).key for number, name in enumerate(names, 1)]


async def test_a_ban_holds_in_its_server_alone_until_it_is_lifted(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    assert await store.ban(GUILD, aja, olga, "Rude")
    found = await store.ban_of(GUILD, 1)
    assert found == BanRow(GUILD, found.hashed if found else "", aja, olga, "Rude", NOW)
    assert await store.bans(GUILD) == [found]
    assert await store.banned_among(GUILD, [aja, olga]) == {aja}
    assert (await store.ban_of(8, 1), await store.ban_of(GUILD, 2), await store.bans(8)) == (None, None, [])
    assert found
    assert await store.unban(8, found.hashed, olga) is None
    assert await store.unban(GUILD, found.hashed, olga) == found
    assert await store.ban_of(GUILD, 1) is None
    assert await store.unban(GUILD, found.hashed, olga) is None


async def test_a_second_ban_replaces_the_reason(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    for reason in ("Rude", "Very rude"):
        await store.ban(GUILD, aja, olga, reason)
    assert [one.reason for one in await store.bans(GUILD)] == ["Very rude"]


async def test_a_ban_outlives_the_erasure_of_the_person_without_name_and_reason(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    await store.ban(GUILD, aja, olga, "Rude")
    await store.erase(aja)
    found = await store.ban_of(GUILD, 1)
    assert found
    assert (found.banned, found.reason) == (None, "")
    again = (await store.person(1, "Aja")).key
    assert await store.ban(GUILD, again, olga, "Rude again")
    assert [one.banned for one in await store.bans(GUILD)] == [again]


async def test_an_erased_person_cannot_be_banned(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    await store.erase(aja)
    assert not await store.ban(GUILD, aja, olga, "Rude")
    assert await store.bans(GUILD) == []
    assert await store.acts(GUILD, 10) == []


async def test_the_log_has_the_last_acts_the_newest_first(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    await store.ban(GUILD, aja, olga, "Rude")
    (banned,) = await store.bans(GUILD)
    await store.unban(GUILD, banned.hashed, olga)
    await store.change_guild_preferences(GUILD, {"posted": "hands"}, olga)
    await store.change_guild_preferences(GUILD, {"posted": "tricks"})
    row = await opened(store, stage="playing")
    kick = ActRow(GUILD, NOW, olga, "kick", aja, row.name)
    await store.append(row._replace(seq=2), None, [entry(2)], None, acts=[kick])
    told = [
        kick,
        ActRow(GUILD, NOW, olga, "setting", about="posted"),
        ActRow(GUILD, NOW, olga, "unban", aja),
        ActRow(GUILD, NOW, olga, "ban", aja, about="Rude"),
    ]
    assert await store.acts(GUILD, 10) == told
    assert await store.acts(GUILD, 2) == told[:2]
    assert await store.acts(8, 10) == []


async def test_who_is_erased_is_gone_from_the_log_and_told_of_it_before(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    await store.ban(GUILD, aja, olga, "Rude")
    about, organised = await store.personal_data(aja), await store.personal_data(olga)
    assert about["bans"] == [{"guild_id": "7", "reason": "Rude", "at": NOW}]
    assert [(one["guild_id"], one["kind"]) for one in about["acts"]] == [("7", "ban")]
    assert [(one["guild_id"], one["kind"]) for one in organised["organised"]] == [("7", "ban")]
    await store.erase(aja)
    assert await store.acts(GUILD, 10) == []


async def test_old_acts_are_pruned_and_bans_are_not(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    await store.ban(GUILD, aja, olga, "Rude")
    await store.prune_guilds(Retention(0, None, 0, NOW))
    assert len(await store.acts(GUILD, 10)) == 1
    await store.prune_guilds(Retention(0, None, 0, NOW + 1))
    assert await store.acts(GUILD, 10) == []
    assert len(await store.bans(GUILD)) == 1


async def test_bans_and_the_log_go_with_their_server(store: Store) -> None:
    aja, olga = await people(store, "Aja", "Olga")
    for guild_id in (GUILD, 8):
        await store.ban(guild_id, aja, olga, "Rude")
    await store.set_guild_left(GUILD, NOW)
    await store.prune_guilds(Retention(0, None, NOW + 1))
    assert (await store.bans(GUILD), await store.acts(GUILD, 10)) == ([], [])
    assert len(await store.bans(8)) == len(await store.acts(8, 10)) == 1


async def test_organisers_by_name_are_those_chosen_last_in_their_server(store: Store) -> None:
    aja, olga, erik = await people(store, "Aja", "Olga", "Erik")
    assert await store.name_organisers(GUILD, [aja, olga], erik) == {aja: NOW, olga: NOW}
    assert await store.name_organisers(GUILD, [olga], erik) == {olga: NOW}
    assert (await store.organisers(GUILD), await store.organisers(8)) == ({olga: NOW}, {})
    assert await store.acts(GUILD, 1) == [ActRow(GUILD, NOW, erik, "setting", about="named")]
    assert await store.drop_organiser(GUILD, olga) == {}


async def test_an_organiser_by_name_is_told_of_it_in_the_export_and_drops_out_when_erased(store: Store) -> None:
    aja, erik = await people(store, "Aja", "Erik")
    await store.name_organisers(GUILD, [aja], erik)
    assert (await store.personal_data(aja))["organisers"] == [{"guild_id": "7", "at": NOW}]
    await store.erase(aja)
    assert await store.organisers(GUILD) == {}
    assert await store.name_organisers(GUILD, [aja], erik) == {}


async def test_organisers_by_name_go_with_their_server(store: Store) -> None:
    aja, *_ = await people(store, "Aja")
    await store.name_organisers(GUILD, [aja], aja)
    await store.set_guild_left(GUILD, NOW)
    await store.prune_guilds(Retention(0, None, NOW + 1))
    assert await store.organisers(GUILD) == {}
