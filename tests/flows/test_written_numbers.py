"""Numbers written by hand into buttons and menus tell nothing of what the person who presses may not know."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.tables.rights import GuildRights
from bot.texts import rules_page
from cogs import interaction_handler
from cogs.buttons import BUTTONS
from sandbox import Interaction, Message, Person, Sandbox
from sandbox.world import components
from simulation.bot_settings import NOT_ASKED
from simulation.scripted_people import LONG, Lobby, opened, posts
from tests.flows import deeds, test_cup_commands, test_leagues
from tests.flows.conftest import serving, settings_for
from tests.flows.test_blocks import block
from tests.flows.test_cup_commands import organiser
from tests.flows.test_cups import signed_up

UNKNOWN: Final = 10**6
"""The number of nothing."""
IMPOSSIBLE: Final = ("0", "-1", str(2**63), "9" * 20, "x", "٣")
FOR_ALL: Final = {verb for verb, one in BUTTONS.items() if one.policy.right is GuildRights.ALL}
OF_SERVER: Final = {verb for verb, one in BUTTONS.items() if isinstance(one.policy.right, GuildRights)} - FOR_ALL
OF_TABLES: Final = FOR_ALL | {"beats", "ranks"}
"""Verbs that anybody may press: two for those that only a table has."""
OF_NOTHING: Final = {"erase-yes", "play-now", "with-friends", "guide"}
"""Verbs that take no number of anything of others; after all but the last the person is another, or has a table."""


class Parts(NamedTuple):
    """A press, as somebody writes it: the verb, the table and the arguments of its custom_id, and values of a menu."""

    verb: str
    table: str
    args: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


class Hidden(NamedTuple):
    """Objects that Malik may not know: numbers of three tables; the first is that of a cup and of a league, too."""

    box: Sandbox
    numbers: tuple[int, ...]
    words: tuple[str, ...]
    """Names, that of a private table first."""
    page: Message
    """A page of Malik's own, on which he presses."""

    @property
    def malik(self) -> Person:
        return self.box.person("Malik")

    async def pressed(self, parts: Parts) -> tuple[str, str]:
        """The answer to a press of Malik."""
        answer = await press(self.malik, self.page, parts)
        message = answer.message
        told = "\n".join([answer.text, *([] if message is None else [message.text, *message.labels])])
        quoted = {part for part in (parts.table, *parts.args, *parts.values) if part}
        return answer.status, re.sub("|".join(f"“{re.escape(part)}”" for part in quoted) or "$^", "“…”", told)


async def press(person: Person, on: Message, parts: Parts) -> Interaction:
    """A press of what somebody has written by hand."""
    kind = components.STRING_SELECT if parts.values else components.BUTTON
    options = [{"value": value, "label": value} for value in parts.values]
    custom_id = ":".join(("v1", parts.verb, parts.table, *parts.args))
    part = {"type": kind, "id": 1, "custom_id": custom_id, "options": options}
    return await person.start_press(on, part, list(parts.values)).first()


@pytest.fixture(autouse=True)
def not_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are compared with each other: on a slow machine some would be deferred first, and others not."""
    monkeypatch.setattr(interaction_handler, "PATIENCE", 60.0)


@pytest.fixture
async def hidden(box: Sandbox, database: Path) -> AsyncIterator[Hidden]:
    """Tables of Alkort: a private one, one in a hidden channel, one of another server; there, a cup and a league."""
    you, aja, malik, ivalu = box.person("You"), box.person("Aja"), box.person("Malik"), organiser(box)
    general, cards = box.channel("general"), box.channel("cards")
    other = box.add_server("Elsewhere", [aja], ["lounge"])
    (lounge,) = other.channels.values()
    box.permit(lounge, **NOT_ASKED)
    async with serving(box, settings_for(box, database)):
        await you.command(general, "table open", players=4, private=True, game="Alkort")
        private = Lobby(box, await box.until(lambda: next(iter(posts(general, you, "Private:")), None)))
        await press(you, private.card, Parts("option", str(private.id), ("target",), ("15",)))
        await private.press(you, "Play now")
        await box.until(lambda: box.threads)
        unseen = await opened(box, you, cards, 4, "Alkort")
        elsewhere = await opened(box, aja, lounge, 4, "Alkort")
        await test_cup_commands.created(box, ivalu)
        await test_leagues.created(box, ivalu, "2 2")
        box.world.overwrite(cards, box.guild.id, view_channel=False)
        box.world.overwrite(cards, box.world.bot.id, view_channel=True)
        page = (await malik.command(general, "mytables")).message
        assert page
        numbers = (private.id, unseen.id, elsewhere.id)
        assert 1 in numbers, "the cup and the league have this number"
        names = (private.name, unseen.name, elsewhere.name, "Friday", "Winter")
        yield Hidden(box, numbers, names, page)


def parts(verb: str, number: int | str) -> Iterator[Parts]:
    """Presses of a verb that name a number wherever the verb may read one, with what else it needs."""
    deed, own = deeds.BUTTONS.get(verb, deeds.Deed("")), str(number)
    yield Parts(verb, own, deed.args, deed.values)
    if verb == "rules":  # what a page of the table's own game says at it
        yield from (Parts(verb, own, (f"alkort.{topic}", "0")) for topic in rules_page("alkort", "en").topics)
    if isinstance(BUTTONS[verb].policy.right, GuildRights):
        yield Parts(verb, "", (own, "0"))
        yield Parts(verb, "", (own,), (own,))


async def alike(hidden: Hidden, verbs: Iterable[str], numbers: Sequence[int]) -> None:
    """Look that each number is answered like that of nothing, but for its being quoted."""
    for verb in sorted({*verbs} - OF_NOTHING):
        like_nothing = [await hidden.pressed(one) for one in parts(verb, UNKNOWN)]
        for number in numbers:
            assert [await hidden.pressed(one) for one in parts(verb, number)] == like_nothing, (verb, number)


async def test_a_number_of_what_one_may_not_know_is_answered_like_that_of_nothing(hidden: Hidden) -> None:
    await alike(hidden, OF_TABLES, hidden.numbers)
    await alike(hidden, OF_SERVER, hidden.numbers[:1])


async def test_the_number_of_a_private_cups_table_tells_nothing_to_who_sees_the_cup(
    box: Sandbox, database: Path
) -> None:
    malik, cards = box.person("Malik"), box.channel("cards")
    await signed_up(box, database, box.person("You"), box.person("Aja"), private=True)
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: box.threads, LONG)
        assert "Friday" in (await malik.command(cards, "cup standings")).text
        page = (await malik.command(cards, "mytables")).message
        assert page
        await alike(Hidden(box, (1,), (), page), OF_TABLES, (1,))


@pytest.mark.slow
async def test_every_number_of_what_one_may_not_know_is_answered_so_whatever_is_pressed(hidden: Hidden) -> None:
    await alike(hidden, BUTTONS, hidden.numbers)


@pytest.mark.slow
async def test_a_number_that_nothing_can_have_tells_nothing_either(hidden: Hidden) -> None:
    for verb in sorted(BUTTONS.keys() - OF_NOTHING):
        for number in IMPOSSIBLE:
            for one in parts(verb, number):
                status, told = await hidden.pressed(one)
                assert status != "failed", one
                assert not [word for word in hidden.words if word in told], (one, told)


async def test_a_name_of_what_one_may_not_know_is_answered_like_one_of_nothing_and_completes_nothing(
    hidden: Hidden,
) -> None:
    malik, general = hidden.malik, hidden.box.channel("general")
    wanted = [("table", hidden.words[0], name, deed.options) for name, deed in deeds.COMMANDS.items()]
    wanted += [("cup", "Friday", f"cup {name}", {}) for name in ("join", "mine", "standings")]
    wanted += [("league", "Winter", "cup league", {})]
    for option, name, command, others in wanted:
        others = {key: value for key, value in others.items() if key != option}
        asked = [await malik.start_command(general, command, {**others, option: one}).first() for one in (name, "None")]
        told = [one.text.replace(name, "None") for one in asked]
        assert told[0] == told[1], command
        choices = await malik.autocomplete(general, command, {**others, option: ""}, option)
        assert not [word for word in hidden.words if word in str(choices)], command


@pytest.mark.usefixtures("bot")
async def test_only_whom_one_has_blocked_can_be_unblocked_and_is_named(box: Sandbox) -> None:
    you, aja, stranger = box.person("You"), box.person("Aja"), box.person("Ivalu")
    await stranger.command(box.channel("general"), "mytables")
    stranger.leave(box.guild)
    page = (await block(box, you, aja)).message
    assert page
    for number in (stranger.id, UNKNOWN, *IMPOSSIBLE):
        answer = await press(you, page, Parts("unblock", "", (), (str(number),)))
        assert "Ivalu" not in answer.text, number
        assert "no longer blocked" not in answer.text, number
        assert "Aja" in page.text


@pytest.mark.usefixtures("bot")
async def test_a_profile_does_not_tell_who_uses_the_bot_elsewhere(box: Sandbox) -> None:
    you, stranger = box.person("You"), box.person("Ivalu")
    page = (await stranger.command(box.channel("general"), "profile")).message
    assert page
    stranger.leave(box.guild)
    page = (await you.command(box.channel("general"), "profile")).message
    assert page
    told = [(await press(you, page, Parts("profile", "", (str(one),)))).text for one in (stranger.id, UNKNOWN)]
    assert told[0] == told[1]
    assert "Ivalu" not in told[0]
