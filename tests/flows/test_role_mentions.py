"""A role of the server is told of new tables: as often as the server wants it, and nobody else is."""

from __future__ import annotations

import pytest

from sandbox import Message, Person, Sandbox
from sandbox.world.guilds import GuildRole
from simulation.scripted_people import Lobby, opened
from tests.flows.test_settings import server_page, tell

pytestmark = pytest.mark.usefixtures("bot")


async def players_role(box: Sandbox, you: Person, *, mentionable: bool = True) -> tuple[GuildRole, Message]:
    """A role that Aja has and that new tables mention, and the page of settings."""
    role = box.world.add_role(box.guild, "Players")
    role.mentionable = mentionable
    box.world.change_role(box.guild, role)
    box.guild.members[box.person("Aja").id].role_ids.append(role.id)
    page = await server_page(you, box)
    await tell(you, page, "mention", role.id)
    return role, page


async def lobby(box: Sandbox, you: Person) -> Lobby:
    return await opened(box, you, box.channel("cards"))


def told(person: Person) -> list[str]:
    return [one.kind for one in person.notifications]


async def test_a_new_table_mentions_the_role_once_and_no_edit_does_again(box: Sandbox) -> None:
    you, aja, malik = box.person("You"), box.person("Aja"), box.person("Malik")
    role, _ = await players_role(box, you)
    table = await lobby(box, you)
    assert f"<@&{role.id}>" in table.card.text
    assert (told(aja), told(malik)) == (["mention"], [])
    await table.join(malik)
    assert f"<@&{role.id}>" in table.card.text
    assert told(aja) == ["mention"]


async def test_the_next_table_mentions_it_only_after_the_chosen_time(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, page = await players_role(box, you)
    await tell(you, page, "mention_every", "10")
    await lobby(box, you)
    second = await lobby(box, you)
    assert "<@&" not in second.card.text
    assert told(aja) == ["mention"]


async def test_a_table_that_is_moved_mentions_nobody_again(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await players_role(box, you)
    table = await lobby(box, you)
    await you.command(box.channel("general"), "table move", table=table.name)
    await box.until(lambda: any(table.name in one.text for one in you.sees(box.channel("general"))))
    assert told(aja) == ["mention"]


async def test_who_chooses_a_role_that_the_bot_may_not_mention_is_told_so(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, page = await players_role(box, you, mentionable=False)
    assert "Nobody is notified yet" in page.text
    await lobby(box, you)
    assert told(aja) == []


async def test_nobody_lets_the_bot_mention_a_role_that_they_may_not_mention(box: Sandbox) -> None:
    malik, staff = box.person("Malik"), box.world.add_role(box.guild, "Staff")
    page = await server_page(malik, box)
    refused = await malik.select(page, [staff.id], custom_id="v1:server-wish::mention")
    assert f"You may not mention <@&{staff.id}>" in refused.text
    staff.mentionable = True
    box.world.change_role(box.guild, staff)
    assert "may not mention" not in (await malik.select(page, [staff.id], custom_id="v1:server-wish::mention")).text


async def test_everybody_is_never_mentioned(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    page = await server_page(you, box)
    refused = await you.select(page, [box.guild.id], custom_id="v1:server-wish::mention")
    assert "everybody on the server" in refused.text
    await lobby(box, you)
    assert told(aja) == []


async def test_a_private_table_mentions_nobody(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await players_role(box, you)
    await you.command(box.channel("cards"), "table open", private=True)
    await box.until(lambda: any("Private:" in one.text for one in you.sees(box.channel("cards"))))
    assert told(aja) == []
