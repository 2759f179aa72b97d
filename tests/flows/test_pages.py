"""Lists of more than a page are turned in the message that shows them."""

from __future__ import annotations

import re
from pathlib import Path

from bot.app import now
from bot.store.engine import open_store
from bot.tables import Location, actions, table_terms
from bot.tables.deadlines import Delays
from rules import registry
from sandbox import Message, Person, Sandbox
from simulation.bot_settings import sandboxed
from simulation.unpublished_tables import UnpublishedTables
from tests.flows.conftest import SLOW, serving, settings_for

MANY = 11
"""One more than a page of `/mytables`, or of bans."""


def named(message: Message) -> list[str]:
    return re.findall(r"^.*?\*\*([^*]+)\*\* on Ilulissat ferry", message.text, re.MULTILINE)


async def lobbies(box: Sandbox, database: Path, person: Person) -> list[str]:
    """Write down that a person has opened many tables. Return their names."""
    game, channel = registry.game(registry.USUAL), box.channel("cards")
    options = {option.name: option.default for option in game.options}
    async with await open_store(database, now=now) as store:
        service = UnpublishedTables(store, Delays(60_000, 60_000, 3_600_000), now)
        key = (await store.person(person.id, person.name)).key
        action = actions.Open(key, "", game.name, game.version, 2, options, seated=(key, ""), terms=table_terms.usual())
        where = Location(channel.guild_id, channel.id, "en")
        opened = [await service.open(action, where, None) for _ in range(MANY)]
        await store.raise_shown_seqs({table.id: table.seq + 1 for table in opened})
    return [table.name for table in opened]


async def test_ones_own_tables_beyond_the_first_page_are_on_the_second(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    names = await lobbies(box, database, you)
    async with serving(box, settings_for(box, database)):
        listed = (await you.command(box.channel("general"), "mytables")).message
        assert listed
        first = named(listed)
        assert "and 1 more table\n" in listed.text
        answer = await you.press(listed, "More tables")
        assert (answer.status, answer.message) == ("update", listed)
        second = named(listed)
        assert "more table" not in listed.text
        assert (len(first), len(second)) == (MANY - 1, 1)
        assert sorted(first + second) == sorted(names)
        await you.press(listed, "Back")
        assert named(listed) == first


async def test_bans_beyond_the_first_page_are_on_the_second_and_can_be_lifted_there(database: Path) -> None:
    people = [f"Person {number}" for number in range(MANY)]
    async with sandboxed(answer_within=SLOW, people=["Ivalu", *people]) as box:
        ivalu, general = box.person("Ivalu"), box.channel("general")
        ivalu.allow("manage_guild")
        async with serving(box, settings_for(box, database)):
            for name in people:
                await ivalu.command(general, "organise ban", person=box.person(name), reason=f"Reason of {name}")
            page = (await ivalu.command(general, "organise ban")).message
            assert page
            first = page.menu(custom_id="v1:unban::0", placeholder=None)["options"]
            await ivalu.press(page, "Older")
            [last] = page.menu(custom_id="v1:unban::1", placeholder=None)["options"]
            assert last["description"] == f"Reason of {last['label']}"
            assert sorted(one["label"] for one in (*first, last)) == sorted(people)
            await ivalu.select(page, [last["label"]], custom_id="v1:unban::1")
            left = page.menu(custom_id="v1:unban::0", placeholder=None)["options"]
            assert left == first
