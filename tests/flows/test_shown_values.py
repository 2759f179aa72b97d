"""Names that autocompletion and choices show can be typed, too: clients send the name if nobody picks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from bot.tables import LoadedTable
from bot.texts.notices import Refusal, fact
from cogs import commands
from cogs.commands import COMMANDS, OFFERS, make_commands
from cogs.request import Request, Response, private_text
from sandbox import Person, Sandbox
from sandbox.world.messages import Channel
from simulation.scripted_people import LONG, posts, seated
from tests.flows.conftest import serving, settings_for
from tests.flows.test_cup_commands import organiser, typed

STRING, INTEGER, USER = 3, 4, 6
TypedOptions = dict[str, Any]


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> list[TypedOptions]:
    """The options that handlers were given; they do nothing else from now on."""
    found: list[TypedOptions] = []
    for name, source in COMMANDS.items():
        monkeypatch.setitem(COMMANDS, name, source._replace(handler=_noting(source.handler, found)))
    return found


def _noting(handler: Callable[..., Any], found: list[TypedOptions]) -> Callable[..., Any]:
    @wraps(handler)
    async def note(_: Request, *loaded: LoadedTable, **options: Any) -> Response:
        found.append({"at": [one.table.name for one in loaded], **options})
        return private_text(fact(Refusal.UNKNOWN_BUTTON))

    return note


async def populate(box: Sandbox, database: Path) -> Channel:
    """A table in play, a cup, a league, and a template of which a cup is made each week. Return the table's thread."""
    you, ivalu = box.person("You"), organiser(box)
    async with serving(box, settings_for(box, database)):
        await typed(box, ivalu, "settings pace", name="Lunch", time="15 min + 1 h")
        await typed(box, ivalu, "organise create", name="Friday")
        await typed(box, ivalu, "organise template", every="friday 20:00 Nuuk")
        await typed(box, ivalu, "organise league", name="Winter", divisions="4")
        await box.until(lambda: posts(box.channel("cards"), ivalu, "### Friday"), LONG)
        await box.until(lambda: posts(box.channel("cards"), ivalu, "### Winter"), LONG)
        lobby = await seated(box, [you], 4)
        thread = await lobby.start(you)
        await box.until(lambda: "Your turn" in you.dms[-1].text if you.dms else False, LONG)
    return thread


def completions(box: Sandbox) -> Iterator[tuple[str, str, TypedOptions]]:
    """Every text option that completes itself: its command and name, and what else the command must have."""
    for name, options in _registered(box.commands):
        needed = {one["name"]: _anything(box, one) for one in options if one.get("required")}
        for one in options:
            if one.get("autocomplete") and one["type"] == STRING:
                yield name, one["name"], {key: value for key, value in needed.items() if key != one["name"]}


def _anything(box: Sandbox, option: TypedOptions) -> Any:
    if option.get("choices"):
        return option["choices"][0]["value"]
    return {INTEGER: 1, USER: box.person("Aja")}.get(option["type"], "x")


def _registered(found: list[TypedOptions], before: str = "") -> Iterator[tuple[str, list[TypedOptions]]]:
    for one in found:
        options = one.get("options", [])
        if any(option["type"] == 1 for option in options):
            yield from _registered(options, f"{one['name']} ")
        else:
            yield before + one["name"], options


LANGUAGES = ["en-US", pytest.param("da", marks=pytest.mark.slow)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_name_that_a_completion_shows_means_its_value_in_any_language(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, language: str
) -> None:
    thread = await populate(box, database)
    received: list[TypedOptions] = request.getfixturevalue("received")
    monkeypatch.setattr(commands, "make_commands", make_commands)
    walked: set[str] = set()

    async def given(by: Person, name: str, options: TypedOptions, reads: str) -> TypedOptions:
        by.locale = reads
        known = len(received)
        await by.start_command(thread, name, options).first()
        assert len(received) == known + 1, (name, options)
        return received[-1]

    async with serving(box, settings_for(box, database)):
        for name, option, needed in completions(box):
            by = box.person("Ivalu" if name.startswith("organise") else "You")
            by.locale = language
            choices = await by.autocomplete(thread, name, needed | {option: ""}, option)
            telling = [one for one in choices if one["name"] != one["value"]]
            for one in telling or choices[:1]:
                walked.add(f"{name} {option}")
                meant = await given(by, name, needed | {option: one["value"]}, language)
                for reads in ("en-US", "da"):
                    assert meant == await given(by, name, needed | {option: one["name"].upper()}, reads), one
    texts = {f"{name} {COMMANDS[name].renamed.get(one, one)}" for name, found in OFFERS.items() for one in found}
    assert {one for one in texts - walked if one.split()[-1] not in NUMBERS} == set()


NUMBERS = ("players", "match", "act")
"""Options in which a client takes numbers alone."""


@pytest.mark.usefixtures("bot")
async def test_what_depends_on_another_option_is_offered_for_its_shown_name(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("general")
    (shown,) = await you.autocomplete(channel, "rules", {"game": "karn"}, "game")
    assert shown["name"] != shown["value"]
    topics = [
        await you.autocomplete(channel, "rules", {"game": game, "topic": ""}, "topic")
        for game in (shown["value"], shown["name"])
    ]
    assert topics[0] == topics[1] != []
