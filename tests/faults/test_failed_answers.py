"""An answer that fails says that nothing has changed only if nothing has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.store import DatabaseBusy
from bot.tables import TableService
from sandbox import InjectedFault, Sandbox
from sandbox.world import errors
from simulation.scripted_people import LONG, opened
from tests.flows.matches import in_it, threads_of
from tests.flows.test_cup_commands import created, joined, organiser, typed

CALLBACK = r"^/interactions/.*/callback$"
REFUSED = errors.invalid_field("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 40 in length.")
UNCHANGED = "Nothing has changed."
SAVED = "may already be saved"


def refuse_once(box: Sandbox) -> None:
    """Let Discord refuse the next answer as malformed."""
    box.faults.add(InjectedFault.refused(REFUSED, CALLBACK))


@pytest.mark.usefixtures("bot")
async def test_a_refused_answer_to_a_question_says_that_nothing_has_changed(box: Sandbox, forgiven: set[str]) -> None:
    forgiven |= {"failed"}
    refuse_once(box)
    answer = await box.person("You").command(box.channel("cards"), "rules")
    assert UNCHANGED in answer.text


@pytest.mark.usefixtures("bot")
async def test_a_refused_answer_after_a_change_does_not_say_that_nothing_has_changed(
    box: Sandbox, forgiven: set[str]
) -> None:
    forgiven |= {"failed"}
    lobby = await opened(box, box.person("You"), box.channel("cards"))
    refuse_once(box)
    answer = await box.person("Aja").press(lobby.card, "Join")
    assert SAVED in answer.text
    assert UNCHANGED not in answer.text
    await box.until(lambda: "Aja" in lobby.card.text)


@pytest.mark.usefixtures("bot")
async def test_a_refused_answer_to_a_withdrawal_does_not_say_that_nothing_has_changed(
    box: Sandbox, forgiven: set[str]
) -> None:
    forgiven |= {"failed"}
    people, ivalu = [box.person(name) for name in ("You", "Aja", "Malik")], organiser(box)
    await joined(box, await created(box, ivalu, format="knock-out", least=3), *people)
    await typed(box, ivalu, "organise start")
    await box.until(lambda: threads_of(box, people[0]), LONG)
    first, _ = in_it(box.threads[0], people)
    question = (await first.press((await typed(box, first, "cup mine")).message or 0, "Withdraw")).message
    assert question
    refuse_once(box)
    answer = await first.press(question, "Withdraw")
    assert SAVED in answer.text
    assert UNCHANGED not in answer.text


@pytest.mark.usefixtures("bot")
async def test_a_store_that_fails_after_a_commit_does_not_say_that_nothing_has_changed(
    box: Sandbox, forgiven: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forgiven |= {"the store did not take it"}
    lobby = await opened(box, box.person("You"), box.channel("cards"))
    submit = TableService.submit

    async def halfway(*given: Any) -> None:
        await submit(*given)
        raise DatabaseBusy(Path("voormsi.db"), holder="for a test")

    monkeypatch.setattr(TableService, "submit", halfway)
    answer = await box.person("Aja").press(lobby.card, "Join")
    assert SAVED in answer.text
    assert UNCHANGED not in answer.text
