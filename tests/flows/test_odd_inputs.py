"""Whatever a client sends, as one that is out of date or hostile may, is answered by one plain sentence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app import EXTENSION
from bot.cups.messages.appointment import TIMES
from bot.cups.messages.draft import DRAFT_FIELDS, FALLBACK_FIELD
from cogs.buttons import BUTTONS
from sandbox import Channel, Interaction, Message, Person, Sandbox
from sandbox.api import interactions
from sandbox.world.interactions import InteractionType
from sandbox.world.users import PersonAccount
from simulation.bot_settings import sandboxed
from simulation.scripted_people import players, press_at, seated
from tests.flows import test_cup_commands, test_leagues
from tests.flows.conftest import SLOW, serving, settings_for

InteractionData = dict[str, Any]
T = TypeVar("T")

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 1, 2, 3, 4, 5, 6, 7, 10
"""Types of options of a command."""
BUTTON, MENU, FORM = 2, 3, 5
"""Types of components; a form stands for the menu that opens it."""
import_module(EXTENSION)
VERBS = sorted(BUTTONS)
LAST_WORDS = {"close-yes", "resign-yes", "erase-yes"}
"""Verbs after which there is no table, or nobody at it, to go on with; strangers press them all the same."""
HUGE = "9" * 30
HOSTILE = (
    *("", "0", "-1", "1.5", "1e9", "nan", str(2**31), str(2**63), HUGE, "1" + "0" * 400, "٣", "²", "🂡", "@", "x" * 40),
    *("\x00", "a\x00b", "\ud800", "a\udfffb", "\u202e\u2066", "\u200b", "\u0301", "a\r\nb", "```", "<@&1>", "x" * 6000),
)
"""Texts that a number, a name or a time is not: huge, in other digits, with no character, with half of one."""
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
ARGUMENTS = st.one_of(
    TEXTS,
    st.sampled_from(
        "1.1 1.99 9999.9999 1.٣ 7C 7C-7H JC may lead follow again anew play length seats pace late hands:1 hands:x "
        "points trick duty 0 1 2 3 4 25 9999 2026-11-22 0001-01-01 9999-12-31 language quiet_from quiet_to zone cards "
        "hands channels daily paces openers none true null [] {} en da UTC Europe/Copenhagen export erase".split()
    ),
)
"""Arguments of other verbs, of other menus, or of nobody."""
VALUES = st.one_of(st.none(), st.lists(ARGUMENTS, max_size=4), st.lists(ARGUMENTS, min_size=26, max_size=26))
ANYTHING = st.one_of(
    TEXTS,
    st.integers(),
    st.sampled_from((2**53, 2**63, 10**30, -(10**30), 10**400, 0, -1, 2, 3, 4)),
    st.floats(),
    st.booleans(),
    st.text(min_size=90, max_size=200),
    st.just("x" * 6000),
)


class Complaints(logging.Handler):
    """Every log record at ERROR or above; `told` is called with each."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []
        self.told: Callable[[], None] = lambda: None

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(f"{record.getMessage()}: {record.exc_info and record.exc_info[1]!r}")
        self.told()


class House:
    """The bot at work beside a test that is no coroutine: tables, a cup, a league, their organiser, a stranger."""

    def __init__(self, database: Path, complaints: Complaints) -> None:
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._complaints = complaints
        self._database = database

    def open(self) -> None:
        self._runner.run(self._open())

    def close(self) -> None:
        self._runner.run(self._stack.aclose())
        self._runner.close()

    async def _open(self) -> None:
        self._box: Sandbox = await self._stack.enter_async_context(sandboxed(answer_within=SLOW))
        await self._stack.enter_async_context(serving(self._box, settings_for(self._box, self._database)))
        self._complaints.told = self._box.world.changed
        you, stranger = self._box.person("You"), self._box.person("Malik")
        self.people = (you, stranger)
        you.allow("manage_guild")
        lobby = await seated(self._box, [you], 2)
        other = await seated(self._box, [you], 4)
        thread = await lobby.start(you)
        (player,) = players(self._box, lobby, [you])
        await self._box.until(lambda: player.hand)
        own, theirs = [(await press_at(thread, one, "Ranks")).message for one in self.people]
        assert player.hand
        assert own
        assert theirs
        self.messages = {you: (other.card, lobby.card, player.hand, own), stranger: (other.card, lobby.card, theirs)}
        self.channels = (thread, other.channel)
        shown = await test_cup_commands.created(self._box, you)
        for person in self.people:
            await person.press(shown, "Join")
        await test_cup_commands.typed(self._box, you, "organise create", name="Draft")
        await test_leagues.created(self._box, you, "2 2")
        self.tables = (str(lobby.id), str(other.id))

    @property
    def commands(self) -> list[InteractionData]:
        """Every command that can be typed, with the options that are registered for it."""
        return [leaf for command in self._box.commands for leaf in _leaves(command)]

    @property
    def completions(self) -> list[tuple[InteractionData, str]]:
        """The commands with an option that completes itself, and its name."""
        options = [(leaf, option) for leaf in self.commands for option in leaf["options"]]
        return [(leaf, option["name"]) for leaf, option in options if option.get("autocomplete")]

    def press(self, person: Person, message: Message, data: InteractionData) -> Interaction:
        return self._runner.run(self._sent(InteractionType.COMPONENT, person, message.channel, data, pressed=message))

    def submit(self, opened: Interaction, data: InteractionData) -> Interaction:
        """Submit a form as if that interaction had opened it."""
        sent = self._sent(
            *(InteractionType.MODAL_SUBMIT, opened.person, opened.channel, data), pressed=opened.pressed, after=opened
        )
        return self._runner.run(sent)

    def type(
        self, person: Person, channel: Channel, data: InteractionData, kind: int = InteractionType.COMMAND
    ) -> Interaction:
        return self._runner.run(self._sent(kind, person, channel, data))

    async def _sent(
        self, kind: int, person: PersonAccount, channel: Channel, data: InteractionData, **more: Any
    ) -> Interaction:
        """An interaction that brings this data, as it was answered; nothing of it is an error of ours."""
        said, before, violations = self._complaints.said, len(self._complaints.said), len(self._box.violations)
        opened = interactions.start(self._box.world, kind, person, channel, data, **more)
        await self._box.until(lambda: opened.state != "sent" or said[before:])
        assert (said[before:], self._box.violations[violations:], opened.state) == ([], [], "answered"), data
        return opened


def _leaves(command: InteractionData, *path: InteractionData) -> Iterator[InteractionData]:
    """The parts of a command that can be typed, as the data of an interaction that types them without options."""
    inner = [one for one in command.get("options", ()) if one["type"] in (SUBCOMMAND, GROUP)]
    for one in inner:
        yield from _leaves(one, *path, command)
    if not inner:
        yield {"path": [*path, command], "options": command.get("options", [])}


def typed(leaf: InteractionData, given: list[InteractionData]) -> InteractionData:
    """The data of a command that is typed with these options."""
    first, *rest = leaf["path"]
    for part in reversed(rest):
        given = [{"name": part["name"], "type": part["type"], "options": given}]
    return {"id": first["id"], "name": first["name"], "type": first["type"], "options": given}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    one = House(tmp_path_factory.mktemp("house") / "voormsi.db", complaints)
    one.open()
    yield one
    one.close()
    logging.getLogger().removeHandler(complaints)


def many(examples: int) -> settings:
    return settings(
        max_examples=examples,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


EXAMPLES = [pytest.param(40, id="some"), pytest.param(300, id="many", marks=pytest.mark.slow)]


def one_of(things: Sequence[T]) -> st.SearchStrategy[T]:
    """One of these; only its place is printed."""
    return st.integers(0, len(things) - 1).map(things.__getitem__)


def an_odd_press(house: House, data: st.DataObject) -> None:
    person = data.draw(one_of(house.people))
    message = data.draw(one_of(house.messages[person]))
    allowed = VERBS if person is not house.people[0] else [verb for verb in VERBS if verb not in LAST_WORDS]
    verb = data.draw(st.sampled_from(allowed))
    table = data.draw(st.one_of(st.sampled_from(house.tables), TEXTS))
    arguments = data.draw(st.lists(ARGUMENTS, max_size=4))
    values = data.draw(VALUES)
    sent: InteractionData = {"custom_id": ":".join(("v1", verb, table, *arguments))[:100], "component_type": 2}
    house.press(person, message, sent if values is None else sent | {"component_type": 3, "values": values})


@pytest.mark.parametrize("examples", EXAMPLES)
def test_an_odd_press_is_answered(house: House, examples: int) -> None:
    @many(examples)
    @given(st.data())
    def press(data: st.DataObject) -> None:
        an_odd_press(house, data)

    press()


SOME = [pytest.param(97, id="some"), pytest.param(11, id="many", marks=pytest.mark.slow)]
"""The distance of those of all cases that a verb or an option gets; the next one gets the next ones."""
FIELDS = (*DRAFT_FIELDS, FALLBACK_FIELD, *TIMES)


def form(custom_id: str, text: str) -> InteractionData:
    """The data of a client that has this text in every field of every form."""
    rows = [
        {"type": 18, "id": 2 * at, "component": {"type": 4, "id": 2 * at + 1, "custom_id": name, "value": text}}
        for at, name in enumerate(FIELDS)
    ]
    return {"custom_id": custom_id, "components": rows}


SHAPES = [
    *product((BUTTON, MENU), (("{0}",), ("{1}", "{0}"), ("", "1", "{0}"), ("1", "{0}", "{0}"))),
    *product((FORM,), (("", "1", "1"), ("1", "1"))),
]
"""Kinds of components, and what stands behind the verb in its custom_id: a text, a table."""


@pytest.mark.parametrize("distance", SOME)
def test_no_button_menu_or_form_falls_over_a_hostile_text(house: House, distance: int) -> None:
    you = house.people[0]
    *_, own = house.messages[you]
    cases = [*product(HOSTILE, SHAPES)]
    for count, verb in enumerate(verb for verb in VERBS if verb not in LAST_WORDS):
        for text, (kind, parts) in cases[count % distance :: distance]:
            custom_id = ":".join(("v1", verb, *parts)).format(text, house.tables[0])
            opened = house.press(
                you, own, {"custom_id": custom_id, "component_type": min(kind, MENU), "values": [text]}
            )
            if kind == FORM:
                house.submit(opened, form(custom_id, text))


def test_a_button_that_says_what_none_of_ours_does_is_refused_in_a_sentence(house: House) -> None:
    you = house.people[0]
    lobby = house.messages[you][0]
    version, option = "is out of date", "no such option"
    for custom_id, values, told in (
        (f"v1:ladder:{2**63}", None, version),
        (f"v1:join:{HUGE}", None, version),
        ("v1:join:٣", None, version),
        ("v1:ladder:-1", None, version),
        (f"v1:ladder:{2**63 - 1}", None, "no such table"),
        (f"v1:option:{house.tables[1]}:length", None, option),
        (f"v1:option:{house.tables[1]}:length", [], option),
        (f"v1:option:{house.tables[1]}:{HUGE}", [HUGE], option),
        (f"v1:term:{house.tables[1]}:pace", [], option),
        (f"v1:verify:{house.tables[0]}:{HUGE}", None, "No hand is over yet"),
        (f"v1:verify:{house.tables[0]}:1", None, "still in play"),
    ):
        data = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        answer = house.press(you, lobby, data | ({} if values is None else {"values": values}))
        assert told in answer.text, (custom_id, answer.text)


def test_an_option_that_no_client_of_ours_sends_is_refused_in_a_sentence(house: House) -> None:
    you, thread = house.people[0], house.channels[0]
    for name, option, value in (
        ("privacy", "what", "sell"),
        ("privacy", "what", ""),
        ("away", "days", 1e300),
        ("away", "days", -1),
        ("away", "days", 10**400),
        ("away", "days", float("nan")),
        ("away", "days", float("inf")),
        ("away", "days", "soon"),
        ("hand", "table", 7),
        ("hand", "table", "x" * 6000),
        ("replay", "hand", 10**30),
        ("replay", "hand", 1.5),
        ("replay", "hand", True),
        ("rules", "topic", "x" * 6000),
        ("daily", "day", "2026-11-22"),
    ):
        leaf = next(one for one in house.commands if one["path"][0]["name"] == name)
        kind = next((one["type"] for one in leaf["options"] if one["name"] == option), STRING)
        answer = house.type(you, thread, typed(leaf, [{"name": option, "type": kind, "value": value}]))
        assert "is out of date" in answer.text, (name, value, answer.text)


def a_value(house: House, option: InteractionData) -> st.SearchStrategy[Any]:
    """Values for an option: valid ones, or anything at all."""
    choices = [choice["value"] for choice in option.get("choices", ())]
    fitting: dict[int, st.SearchStrategy[Any]] = {
        STRING: st.one_of(TEXTS, ARGUMENTS, st.just("x" * option.get("max_length", 6000))),
        INTEGER: st.integers(option.get("min_value", -(2**53)), option.get("max_value", 2**53)),
        BOOLEAN: st.booleans(),
        NUMBER: st.floats(option.get("min_value", -(2**53)), option.get("max_value", 2**53)),
        CHANNEL: st.sampled_from([str(channel.id) for channel in house.channels]),
        USER: st.sampled_from([str(person.id) for person in house.people]),
    }
    return st.one_of(fitting[option["type"]], st.sampled_from(choices) if choices else st.nothing(), ANYTHING)


def an_odd_command(house: House, data: st.DataObject) -> None:
    person = data.draw(one_of(house.people))
    channel = data.draw(one_of(house.channels))
    leaf = data.draw(one_of(house.commands))
    given_: list[InteractionData] = []
    for option in leaf["options"]:
        if data.draw(st.booleans()):
            value = data.draw(a_value(house, option))
            kind = data.draw(st.one_of(st.just(option["type"]), st.sampled_from((STRING, INTEGER, NUMBER, CHANNEL))))
            given_.append({"name": option["name"], "type": kind, "value": value})
    if data.draw(st.integers(0, 9)) == 0:
        given_.append({"name": data.draw(TEXTS), "type": STRING, "value": data.draw(ANYTHING)})
    house.type(person, channel, typed(leaf, given_))


@pytest.mark.parametrize("examples", EXAMPLES)
def test_an_odd_command_is_answered(house: House, examples: int) -> None:
    @many(examples)
    @given(st.data())
    def command(data: st.DataObject) -> None:
        an_odd_command(house, data)

    command()


def needed_value(house: House, option: InteractionData) -> object:
    """A valid value for an option that a command needs."""
    choices = [choice["value"] for choice in option.get("choices", ())]
    people, channels = [person.id for person in house.people], [channel.id for channel in house.channels]
    by_kind: dict[int, object] = {
        INTEGER: option.get("min_value", 1),
        NUMBER: 1.0,
        USER: str(people[1]),
        CHANNEL: str(channels[1]),
    }
    return choices[0] if choices else by_kind.get(option["type"], "1")


@pytest.mark.parametrize("distance", [pytest.param(len(HOSTILE), id="some"), *SOME[1:]])
def test_no_option_of_a_command_falls_over_a_hostile_text(house: House, distance: int) -> None:
    you, thread = house.people[0], house.channels[0]
    options = [(leaf, one) for leaf in house.commands for one in leaf["options"] if one["type"] == STRING]
    for count, (leaf, option) in enumerate(options):
        others = [one for one in leaf["options"] if one.get("required") and one is not option]
        given_ = [{"name": one["name"], "type": one["type"], "value": needed_value(house, one)} for one in others]
        for text in HOSTILE[count % distance :: distance]:
            hostile = {"name": option["name"], "type": STRING, "value": text[: option.get("max_length", 6000)]}
            house.type(you, thread, typed(leaf, [*given_, hostile]))


def an_odd_completion(house: House, data: st.DataObject) -> None:
    person = data.draw(one_of(house.people))
    leaf, focused = data.draw(one_of(house.completions))
    given_ = [
        {"name": option["name"], "type": option["type"], "value": data.draw(a_value(house, option))}
        | ({"focused": True} if option["name"] == focused else {})
        for option in leaf["options"]
        if option["name"] == focused or data.draw(st.booleans())
    ]
    answer = house.type(person, data.draw(one_of(house.channels)), typed(leaf, given_), InteractionType.AUTOCOMPLETE)
    assert len(answer.choices) <= 25


@pytest.mark.parametrize("examples", EXAMPLES)
def test_choices_for_odd_texts_are_few_or_none(house: House, examples: int) -> None:
    @many(examples)
    @given(st.data())
    def complete(data: st.DataObject) -> None:
        an_odd_completion(house, data)

    complete()
