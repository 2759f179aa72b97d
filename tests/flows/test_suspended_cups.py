"""Cups and leagues of a game of another package, which is uninstalled and installed again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path

import pytest

from sandbox import Message, Person, Sandbox
from simulation.scripted_people import LONG, posts
from tests.flows.conftest import serving, settings_for
from tests.flows.matches import play_matches
from tests.flows.processes import Processes
from tests.flows.test_cup_commands import created, joined, organiser, panel, typed
from tests.flows.test_leagues import created as created_league
from tests.flows.test_leagues import joined as joined_league
from tests.toy_game.mirror import install_mirror, installed_mirror

GONE = "its game (mirror) isn't installed"


RunningWithMirror = Callable[[bool], AbstractAsyncContextManager[object]]
"""Runs the bot, with the game or without it."""


@pytest.fixture(params=["here", pytest.param("in processes", marks=pytest.mark.slow)])
def running(request: pytest.FixtureRequest, box: Sandbox, database: Path, tmp_path: Path) -> RunningWithMirror:
    if request.param != "here":
        processes: Processes = request.getfixturevalue("processes")
        install_mirror(tmp_path / "packages")
        return lambda installed: processes.running(*([tmp_path / "packages"] if installed else []))

    @asynccontextmanager
    async def here(installed: bool) -> AsyncIterator[None]:
        with installed_mirror() if installed else nullcontext():
            async with serving(box, settings_for(box, database)):
                yield

    return here


def waits(box: Sandbox, person: Person, what: str) -> list[Message]:
    return posts(box.channel("cards"), person, what)


async def each_command_says_so(box: Sandbox, ivalu: Person, aja: Person) -> None:
    for name in ("join", "mine", "standings"):
        answer = await typed(box, aja, f"cup {name}")
        assert GONE in answer.text, (name, answer.text)
    assert GONE in (await typed(box, aja, "cup appointment", first="20:00")).text
    why: dict[str, object] = {"reason": "Rain"}
    acts: dict[str, dict[str, object]] = {
        "start": {},
        "pause": why,
        "undo": {"act": 2, **why},
        "adjust": {"match": 1, "score": "5-0", **why},
        "seat": {"person": aja, **why},
        "deadline": {"until": "2 h", **why},
        "cancel": why,
        "announce": {"text": "Rain"},
    }
    for act, options in acts.items():
        answer = await typed(box, ivalu, f"organise {act}", cup="Friday", **options)
        assert GONE in answer.text, (act, answer.text)


async def each_button_says_so(shown: Message, person: Person) -> None:
    for label in filter(None, shown.labels):
        answer = await person.press(shown, label)
        assert GONE in answer.text, (label, answer.text)


async def test_a_cup_waits_while_its_game_is_not_installed_and_is_played_to_its_end_after(
    box: Sandbox, running: RunningWithMirror
) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    async with running(True):
        shown = await created(box, ivalu, game="Mirror")
        await joined(box, shown, you, aja)
    async with running(False):  # in its sign-up
        told = await box.until(lambda: waits(box, aja, GONE), LONG)
        assert "The cup **Friday** waits" in told[0].text
        await each_button_says_so(shown, aja)
        await each_command_says_so(box, ivalu, aja)
    async with running(False):
        assert len(waits(box, aja, GONE)) == 1
    async with running(True):
        await box.until(lambda: not waits(box, aja, GONE), LONG)
        assert "Friday" in (await typed(box, ivalu, "organise start")).text
        await box.until(lambda: len(box.threads) == 1, LONG)
        sheet = await box.until(lambda: posts(box.channel("cards"), aja, "Round 1"), LONG)
    async with running(False):  # being played
        await box.until(lambda: waits(box, aja, GONE), LONG)
        for one in (shown, *sheet):
            await each_button_says_so(one, aja)
        await each_command_says_so(box, ivalu, aja)
        assert "waits: its game (mirror)" in (await aja.command(box.threads[0], "hand")).text
    async with running(True):
        await box.until(lambda: not waits(box, aja, GONE), LONG)
        await play_matches(box, [you, aja], 1)
        await box.until(lambda: "The cup is over" in panel(box, aja).text, LONG)  # type: ignore[union-attr]
    async with running(False):  # over: it waits for nothing, and is known by its row
        assert not waits(box, aja, GONE)
        assert GONE in (await typed(box, aja, "cup standings", cup="Friday")).text
        form = (await typed(box, ivalu, "organise create", name="Saturday")).message
        made = (await ivalu.press(form or 0, "Create the cup")).message
        more = (await ivalu.press(made or 0, "More…")).message
        assert "Friday" in (await ivalu.press(more or 0, "Hall of fame")).text
    assert not box.violations


async def test_a_draft_and_a_template_wait_for_their_game(box: Sandbox, running: RunningWithMirror) -> None:
    ivalu = organiser(box)
    async with running(True):
        draft = (await typed(box, ivalu, "organise create", name="Friday", game="Mirror", hands=1)).message
        assert draft
        await typed(box, ivalu, "organise template", every="friday 20:00")
        await box.until(lambda: posts(box.channel("cards"), ivalu, "### Friday, "), LONG)
    async with running(False):
        for label in filter(None, draft.labels):
            answer = await ivalu.press(draft, label)
            assert "The rules of Friday wait" in answer.text, (label, answer.text)
        for given in ({"use": "Friday"}, {"keep": "Friday", "every": "friday 21:00"}):
            assert "The rules of Friday wait" in (await typed(box, ivalu, "organise template", **given)).text
        offered = await ivalu.autocomplete(box.channel("cards"), "organise template", {"use": "f"}, "use")
        assert [one["name"] for one in offered] == ["Friday – waits for its game (mirror)"]
    async with running(True):
        assert "Friday" in (await ivalu.press(draft, "Create the cup")).text


async def test_a_league_waits_while_its_game_is_not_installed(box: Sandbox, running: RunningWithMirror) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    async with running(True):
        shown = await created_league(box, ivalu, "2", game="Mirror")
        await joined_league(shown, you)
    async with running(False):
        await box.until(lambda: waits(box, aja, "The league **Winter** waits"), LONG)
        await each_button_says_so(shown, aja)
        assert GONE in (await typed(box, aja, "cup league")).text
        for act in ("start", "cancel", "close"):
            answer = await typed(box, ivalu, "organise season", act=act, reason="Rain")
            assert GONE in answer.text, (act, answer.text)
    async with running(True):
        await box.until(lambda: not waits(box, aja, GONE), LONG)
        await joined_league(shown, aja)
        assert "Winter" in (await typed(box, ivalu, "organise season", act="start")).text
        await box.until(lambda: len(box.threads) == 1, LONG)
    assert not box.violations
