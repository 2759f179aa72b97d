"""Rights belong to the server of the table, wherever a command is typed or a button is pressed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from bot.app import now
from bot.discord_api import custom_ids
from bot.runtime.times import DAY
from bot.store.engine import open_store
from bot.tables import Location, TableService, actions, deals, table_service, table_terms
from bot.tables.deadlines import Delays
from bot.tables.proposals import PAUSE
from bot.tables.rights import NOBODY, Right, Role
from cogs.buttons import BUTTONS
from cogs.commands import COMMANDS
from cogs.request import Policy
from rules import registry
from sandbox import Channel, Interaction, Message, Person, Sandbox
from sandbox.world import components
from sandbox.world.guilds import Guild
from scripts import write_rights
from simulation.bot_settings import NOT_ASKED, sandboxed
from simulation.scripted_people import PACK, cut_for, opened, posts, press_at, resign, seated, shuffling
from simulation.unpublished_tables import UnpublishedTables
from tests.flows import deeds
from tests.flows.conftest import SLOW, serving, settings_for
from tests.flows.deeds import CLOSED, LOBBY, PAUSED, PLAYING, Deed

NAMED: Final = "v1:server-wish::named"


def test_every_command_and_every_button_that_is_about_a_table_is_tried() -> None:
    assert deeds.COMMANDS.keys() == {name for name, one in COMMANDS.items() if isinstance(one.policy.right, Right)}
    assert deeds.BUTTONS.keys() == {verb for verb, one in BUTTONS.items() if isinstance(one.policy.right, Right)}


def test_the_page_says_what_is_judged_by() -> None:
    assert write_rights.PAGE.read_text(encoding="utf-8") == write_rights.page(), "python -m scripts.write_rights"


# Everything, by everybody, from everywhere

HOME, ELSEWHERE, DIRECT = "home", "elsewhere", "direct"
PEOPLE: Final = {
    "Olga": Role.OPENER | Role.MEMBER,
    "Per": Role.PLAYER | Role.MEMBER,
    "Finn": Role.FORMER | Role.MEMBER,
    "Mona": Role.ORGANISER | Role.MEMBER,
    "Rosa": Role.ORGANISER | Role.MEMBER,
    "Mia": Role.MEMBER,
    "Ida": Role.INVITED | Role.MEMBER,
    "Otto": NOBODY,
}
"""Whom what they are at the table makes what they are here. Pia plays, too; all of them manage the other server.

Mona manages the server of the table, Rosa has the role of its organisers.
"""
ONLY_AT_HOME: Final = Role.ORGANISER | Role.MEMBER
OF_THE_GAME: Final = "Your own cards are in bold"
"""The words of *Ranks* for players alone: to others it is the page of the rules."""
REFUSED: Final = re.compile(
    "There's no such table here|You aren't at |You have no seat at|You no longer have a seat"
    "|who opened .*, can do that|You aren't invited|That doesn't work from here|You aren't on the server"
    "|is private: only people whom"
)
"""Words of the refusals of what is not theirs to do."""


@dataclass
class Company:
    """Two servers, the people, and tables of each kind: one of them for all that is refused there."""

    box: Sandbox
    database: Path
    other: Guild
    hosts: int
    """The organisers' role."""
    private: bool
    """True if the tables are private."""
    shared: dict[str, int] = field(default_factory=dict)
    fresh: dict[str, list[int]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    pressed: dict[tuple[str, str], Message] = field(default_factory=dict)

    def places(self, name: str) -> Iterator[tuple[str, Channel]]:
        """The places where a person can ask."""
        if PEOPLE[name]:
            yield HOME, self.box.channel("cards")
        yield ELSEWHERE, next(iter(self.other.channels.values()))
        yield DIRECT, self.box.person(name).open_direct()

    async def do(self, name: str, place: str, channel: Channel, what: str, deed: Deed, table: int) -> Interaction:
        """One command (`/hand`) or one button (`hand`)."""
        person = self.box.person(name)
        if what.startswith("/"):
            return await person.start_command(channel, what[1:], self._options(place, what[1:], deed, table)).first()
        if (name, place) not in self.pressed:
            answer = await person.command(channel, "mytables")
            assert answer.message
            self.pressed[name, place] = answer.message
        kind = components.STRING_SELECT if deed.values else components.BUTTON
        options = [{"value": value, "label": value} for value in deed.values]
        custom_id = custom_ids.write(what, table, *deed.args)
        part = {"type": kind, "id": 1, "custom_id": custom_id, "options": options}
        return await person.start_press(self.pressed[name, place], part, list(deed.values)).first()

    def _options(self, place: str, command: str, deed: Deed, table: int) -> dict[str, object]:
        to = {"channel": self.box.channel("general")} if command == "table move" and place == HOME else {}
        return {**deed.options, "table": self.names[table], **to}

    def lengths(self) -> dict[int, int]:
        """The number of entries in the record of each table."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            return dict(db.execute("SELECT table_id, max(seq) FROM records GROUP BY table_id"))


@pytest.fixture(params=[False, True], ids=["public", "private"])
async def company(
    request: pytest.FixtureRequest, database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Company]:
    """Two servers with the bot, in both of which everybody but Otto and Mona has other rights."""
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(2, 3), PACK))
    async with sandboxed(answer_within=SLOW, people=[*PEOPLE, "Pia"]) as box:
        everybody = box.people
        other = box.add_server("Elsewhere", everybody, ["lounge"])
        for person in everybody:
            person.allow("manage_guild", guild=other)
        box.person("Mona").allow("manage_guild")
        box.guild.owner_id = box.person("Pia").id
        box.person("Otto").leave(box.guild)
        hosts = box.world.add_role(box.guild, "Hosts")
        box.guild.members[box.person("Rosa").id].role_ids.append(hosts.id)
        found = Company(box, database, other, hosts.id, request.param)
        await fill(found)
        async with serving(box, settings_for(box, database, computer_delay=60)):
            yield found


async def fill(company: Company) -> None:
    """Write the tables down before the bot comes: one of each kind, and one for each deed that changes it."""
    wanted = [
        deed.at for what, deed, right in everything() for _ in allowed(company, what, deed, right) if deed.changes
    ]
    async with await open_store(company.database, now=now) as store:
        await store.change_guild_preferences(company.box.guild.id, {"organisers": [company.hosts]})
        people = {one.name: (await store.person(one.id, one.name)).key for one in company.box.people}
        service = UnpublishedTables(store, Delays(60_000, 60_000, 3_600_000), now)
        for at in (LOBBY, PLAYING, PAUSED, CLOSED):
            found = [await begun(service, people, company, at) for _ in range(1 + wanted.count(at))]
            company.shared[at], company.fresh[at] = found[0], found[1:]
        ids = [*company.shared.values(), *(one for many in company.fresh.values() for one in many)]
        for row in await store.rows(ids):
            company.names[row.id] = row.name
        await store.raise_shown_seqs({row.id: row.seq for row in await store.rows(ids)})


async def begun(service: TableService, people: dict[str, str], company: Company, at: str) -> int:
    """A table that Olga opened for three: at one in play Per and Pia sit, Finn's seat is open, and it is Per's turn."""
    game = registry.game(registry.USUAL)
    options = {option.name: option.default for option in game.options}
    agreed = {**table_terms.usual(), table_terms.PACE: "none"}
    seated = tuple(people.get(name, "") for name in (("Per", "", "") if at == LOBBY else ("Per", "Pia", "Finn", "")))
    to_all = actions.Open(
        people["Olga"],
        "",
        registry.USUAL,
        game.version,
        len(seated),
        options,
        seated=seated,
        terms=agreed,
        invited=(people["Ida"],),
    )
    open_it, channel = to_all._replace(private=company.private), company.box.channel("cards")
    where = Location(channel.guild_id, channel.id, "en")
    table = (await service.open(open_it, where, None)).id
    for action in steps(people, at):
        answer = await service.submit(table, action)
        assert answer
        assert answer.refused is None, answer.refused
    return table


def steps(people: dict[str, str], at: str) -> Iterator[actions.TableAction]:
    """The actions at the table since it was opened."""
    if at == LOBBY:
        yield actions.AddComputer(people["Olga"])
        return
    yield from (actions.Decline(people["Ida"]), actions.SetSeats(people["Olga"], 3))
    yield actions.Start(people["Olga"])
    yield actions.Resign(people["Finn"])
    if at == PLAYING:
        yield actions.Propose(people["Pia"], PAUSE, until=now() + DAY)
    if at == PAUSED:
        yield actions.Propose(people["Mona"], PAUSE, manager=True)
    if at == CLOSED:
        yield actions.Close(people["Olga"])


def everything() -> Iterator[tuple[str, Deed, Right]]:
    """Every command (`/hand`) and every button (`hand`)."""
    yield from ((f"/{name}", deed, right_of(COMMANDS[name].policy)) for name, deed in deeds.COMMANDS.items())
    yield from ((verb, deed, right_of(BUTTONS[verb].policy)) for verb, deed in deeds.BUTTONS.items())


def right_of(policy: Policy) -> Right:
    assert isinstance(policy.right, Right)
    return policy.right


def allowed(company: Company, what: str, deed: Deed, right: Right) -> Iterator[tuple[str, str]]:
    """The roles that may do something, and the places."""
    for name in PEOPLE:
        for place, _ in company.places(name):
            if may(name, place, right, deed, private=company.private) and not (
                place == DIRECT and what.startswith("/table")
            ):
                yield name, place


def may(name: str, place: str, right: Right, deed: Deed, *, private: bool) -> bool:
    """The text of the page. Nobody has held a seat of a game that has not begun."""
    roles, here = (
        PEOPLE[name] & ~(Role.FORMER if deed.at == LOBBY else NOBODY),
        right.private if private else right.here,
    )
    return bool(roles & here if place == HOME else roles & ~ONLY_AT_HOME & right.away)


def is_refused(what: str, answer: Interaction) -> bool:
    """Return whether somebody was refused for lack of rights."""
    if what == "ranks":
        return OF_THE_GAME not in answer.text
    return answer.status != "deferred_update" and REFUSED.search(answer.text) is not None


@pytest.mark.slow
async def test_everybody_may_do_what_the_page_says_and_nothing_else_in_two_servers_and_a_dm(company: Company) -> None:
    before, faults = company.lengths(), list[str]()
    for what, deed, right in everything():
        expected = set(allowed(company, what, deed, right))
        for name in PEOPLE:
            for place, channel in company.places(name):
                if place == DIRECT and what.startswith("/table"):
                    continue  # Discord offers it in servers only
                may_do = (name, place) in expected
                changes = may_do and deed.changes
                table = company.fresh[deed.at].pop() if changes else company.shared[deed.at]
                answer = await company.do(name, place, channel, what, deed, table)
                if may_do == is_refused(what, answer) or answer.status == "failed":
                    faults.append(f"{what} by {name}, {place}: {answer.status} {answer.text!r}")
    after = company.lengths()
    assert not faults, "\n".join(faults)
    assert [at for at, table in company.shared.items() if before[table] != after[table]] == []


# What must not happen


@pytest.fixture
async def other(box: Sandbox, bot: None) -> Guild:
    """A server that Malik manages, and in which nobody else of the table's server is."""
    guild = box.add_server("Malik's own", [box.person("Malik")], ["lounge"])
    for channel in guild.channels.values():
        box.permit(channel, **NOT_ASKED)
    return guild


async def typed_in(person: Person, guild: Guild, command: str, **options: object) -> str:
    """The answer to a command that a person types in that server."""
    return (await person.command(next(iter(guild.channels.values())), command, **options)).text


async def test_who_manages_a_server_of_their_own_does_not_get_anothers_cards(box: Sandbox, other: Guild) -> None:
    you, malik, alt = box.person("You"), box.person("Malik"), box.person("Ivalu")
    lobby = await seated(box, [you, malik], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1") and you.dms)
    number = next(seat for seat in (1, 2) if f"{seat}. **You**" in lobby.card.text)
    said = await typed_in(malik, other, "table kick", seat=number, table=lobby.name)
    assert f"Go to <#{thread.id}>, where {lobby.name} is, and do it there" in said
    assert "No seat at table" in (await alt.command(thread, "table substitute")).text
    assert not alt.dms
    assert "do it there" in await typed_in(malik, other, "table move", table=lobby.name)
    hand = (await malik.command(next(iter(other.channels.values())), "hand", table=lobby.name)).message
    assert hand
    help_, custom_id = (await malik.press(hand, "Help…")).message, f"v1:close:{lobby.id}"
    assert help_
    more = (await malik.press(help_, "More…")).message
    assert more
    assert "Close" not in more.labels
    forged = {"type": components.BUTTON, "id": 1, "custom_id": custom_id}
    assert "do it there" in (await malik.start_press(more, forged).first()).text
    assert f"### {lobby.name}, hand " in you.dms[-1].text


async def test_a_seat_is_not_taken_back_by_somebody_who_has_left_the_server(box: Sandbox, other: Guild) -> None:
    you, malik = box.person("You"), box.person("Malik")
    lobby = await seated(box, [you, malik], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1") and malik.dms)
    await resign(thread, malik)
    left = await box.until(lambda: next((one for one in malik.dms if "Take my seat back" in one.labels), None))
    malik.leave(box.guild)
    assert f"You aren't on the server of {lobby.name}" in (await malik.press(left, "Take my seat back")).text
    malik.join(box.guild)
    await malik.press(left, "Take my seat back")
    assert ", hand 1" in left.text


async def test_a_table_in_a_channel_that_one_does_not_see_is_nobodys_business(box: Sandbox, other: Guild) -> None:
    you, aja, cards = box.person("You"), box.person("Aja"), box.channel("cards")
    lobby = await seated(box, [you], 4)
    await lobby.start(you)
    box.world.overwrite(cards, box.guild.id, view_channel=False)
    box.world.overwrite(cards, box.world.bot.id, view_channel=True)
    general = box.channel("general")
    for command in ("record", "replay", "table substitute"):
        assert "no such table" in (await aja.command(general, command, table=lobby.name)).text
    assert await aja.autocomplete(general, "replay", {"table": ""}, "table") == []
    aja.allow("manage_guild", guild=box.guild)
    assert lobby.name in (await aja.command(general, "replay", table=lobby.name)).text


async def test_a_name_means_the_table_here_before_one_of_that_name_elsewhere(
    box: Sandbox, other: Guild, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_service, "free_name", lambda _: "Otter")
    you, malik = box.person("You"), box.person("Malik")
    elsewhere, here = await seated(box, [you, malik], 2), await opened(box, malik, next(iter(other.channels.values())))
    await elsewhere.start(you)
    assert "Otter has not started yet" in (await malik.command(here.channel, "hand", table="Otter")).text
    asked = (await here.press(malik, "Close")).message
    assert asked
    await malik.press(asked, "Yes")
    await here.shows("is closed")
    assert "### Otter, hand " in (await malik.command(here.channel, "hand", table="Otter")).text


async def test_who_may_open_no_tables_opens_none_by_a_rematch(box: Sandbox, other: Guild) -> None:
    you, malik = box.person("You"), box.person("Malik")
    lobby = await seated(box, [you, malik], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    box.person("Aja").allow("manage_guild", guild=box.guild)
    page = (await box.person("Aja").command(thread, "setup")).message
    assert page
    await box.person("Aja").select(page, ["managers"], custom_id="v1:server-wish::openers")
    await press_at(thread, you, "More…", "Close", "Yes, close the table")
    await lobby.shows("is closed")
    pressed = {"type": components.BUTTON, "id": 1, "custom_id": f"v1:rematch:{lobby.id}"}
    refused = await malik.start_press(lobby.card, pressed).first()
    assert "only organisers can open" in refused.text


async def test_the_daily_trick_is_posted_in_no_other_server(box: Sandbox, other: Guild) -> None:
    you, lounge = box.person("You"), next(iter(other.channels.values()))
    you.allow("manage_guild", guild=box.guild)
    page = (await you.command(box.channel("general"), "setup")).message
    assert page
    await you.press(page, "Next: how tables run")
    menu = page.menu(custom_id="v1:server-wish::daily", placeholder=None)
    forged = {**menu, "type": components.STRING_SELECT, "options": [{"value": str(lounge.id), "label": "lounge"}]}
    assert "a text channel of a server" in (await you.start_press(page, forged, [lounge.id]).first()).text
    assert "#lounge" not in page.text


async def test_a_role_organises_tables_but_changes_no_settings_and_only_while_somebody_has_it(
    box: Sandbox, other: Guild
) -> None:
    you, malik, aja, general = box.person("You"), box.person("Malik"), box.person("Aja"), box.channel("general")
    hosts = box.world.add_role(box.guild, "Hosts")
    aja_in_guild = box.guild.members[aja.id]
    aja_in_guild.role_ids.append(hosts.id)
    lobby = await seated(box, [malik], 2)
    assert "Close" not in (await lobby.more(aja)).labels
    you.allow("manage_guild", guild=box.guild)
    page = (await you.command(general, "setup")).message
    assert page
    await you.select(page, [hosts.id], custom_id="v1:server-wish::organisers")
    asked = (await lobby.press(aja, "Close")).message
    assert asked
    forged = {"type": components.STRING_SELECT, "id": 1, "custom_id": "v1:server-wish::openers"}
    forged["options"] = [{"value": "everyone", "label": "Everybody"}]
    assert "Manage Server" in (await aja.start_press(asked, forged, ["everyone"]).first()).text
    aja_in_guild.role_ids.remove(hosts.id)
    assert "who opened" in (await aja.press(asked, "Yes, close")).text


async def test_a_person_organises_by_name_until_they_leave_the_server_also_if_they_come_back(
    box: Sandbox, other: Guild
) -> None:
    you, malik, aja, general = box.person("You"), box.person("Malik"), box.person("Aja"), box.channel("general")
    lobby = await seated(box, [malik], 2)
    you.allow("manage_guild", guild=box.guild)
    page = (await you.command(general, "setup")).message
    assert page
    await you.select(page, [aja.id], custom_id=NAMED)
    assert [one["id"] for one in page.menu(custom_id=NAMED, placeholder=None)["default_values"]] == [str(aja.id)]
    asked = (await lobby.press(aja, "Close")).message
    assert asked
    aja.leave(box.guild)
    aja.join(box.guild)
    assert "who opened" in (await aja.press(asked, "Yes, close")).text
    later = (await you.command(general, "setup")).message
    assert later
    assert not later.menu(custom_id=NAMED, placeholder=None).get("default_values")


async def test_setup_shows_no_organiser_who_has_left(box: Sandbox, other: Guild) -> None:
    you, aja, general = box.person("You"), box.person("Aja"), box.channel("general")
    you.allow("manage_guild", guild=box.guild)
    page = (await you.command(general, "setup")).message
    assert page
    await you.select(page, [aja.id], custom_id=NAMED)
    aja.leave(box.guild)
    later = (await you.command(general, "setup")).message
    assert later
    assert not later.menu(custom_id=NAMED, placeholder=None).get("default_values")


async def test_a_bot_is_no_organiser(box: Sandbox, other: Guild) -> None:
    you = box.person("You")
    you.allow("manage_guild", guild=box.guild)
    page = (await you.command(box.channel("general"), "setup")).message
    assert page
    assert "can't be an organiser" in (await you.select(page, [box.world.bot.id], custom_id=NAMED)).text


async def test_everybody_is_no_role_for_organisers(box: Sandbox, other: Guild) -> None:
    you = box.person("You")
    you.allow("manage_guild", guild=box.guild)
    page = (await you.command(box.channel("general"), "setup")).message
    assert page
    refused = await you.select(page, [box.guild.id], custom_id="v1:server-wish::organisers")
    assert "everybody on the server" in refused.text


async def test_paces_are_offered_as_the_server_of_the_table_has_them(box: Sandbox, other: Guild) -> None:
    you, malik = box.person("You"), box.person("Malik")
    you.allow("manage_guild", guild=box.guild)
    await you.start_command(box.channel("general"), "settings pace", {"name": "Ferry", "time": "2 h"}).first()
    lobby = await seated(box, [you, malik], 2)
    await lobby.start(you)
    lounge = next(iter(other.channels.values()))
    typed = {"pace": "ferry", "table": lobby.name}
    assert [one["value"] for one in await malik.autocomplete(lounge, "table pace", typed, "pace")] == ["7200+0"]
    assert await malik.autocomplete(lounge, "table open", {"pace": "ferry"}, "pace") == []
