"""A press takes few of the requests that Discord counts: the person's hand is edited by the token of their press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.discord_api import delivery
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit import rendering
from bot.messages.kit.drawing import drawing_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import page_of
from bot.publishing import delivery_queues
from cogs import interaction_handler
from sandbox import Message, Sandbox
from sandbox.world import errors
from sandbox.world.faults import InjectedFault
from simulation.counted_rubbers import EVENINGS, all_shown, kind_of, play_evening
from simulation.scripted_people import Player, is_called, players, seated

MOST = 1.5
"""The most requests a press that count to the limit of the token."""
BY_TOKEN = "/webhooks/"
REFUSALS = {
    "expired": errors.invalid_webhook_token(),
    "unknown": errors.unknown_webhook(),
    "gone": errors.unknown_interaction(),
}
FAULTS = {name: partial(InjectedFault.refused, refusal) for name, refusal in REFUSALS.items()} | {
    "broken": partial(InjectedFault.server_error, late=True),
    "cut off": partial(InjectedFault.cut, late=True),
    "a page": partial(InjectedFault.page, 200),
}

OFTEN = {"expired", "cut off"}
"""The faults that the default run takes: a refusal, and an answer that is lost."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hands follow at once, and undo what an evening changes."""
    monkeypatch.setattr(delivery_queues, "AFTER", 0.0)
    monkeypatch.setattr(delivery_queues, "RATE", 1000.0)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("people", "way"),
    [
        (2, "mixed"),
        *(pytest.param(2, way, marks=pytest.mark.slow) for way in EVENINGS if way != "mixed"),
        *(pytest.param(people, way, marks=pytest.mark.slow) for people in (3, 4) for way in EVENINGS),
    ],
)
async def test_an_evening_takes_at_most_one_and_a_half_requests_a_press(box: Sandbox, people: int, way: str) -> None:
    evening = await play_evening(box, box.people[:people], way, hands=people - 1)
    assert evening.presses >= 4 * people
    assert evening.a_press(counted=True) <= MOST, evening.requests


@pytest.mark.usefixtures("bot")
async def test_the_plays_of_a_person_and_of_the_computers_after_them_are_one_edit(box: Sandbox) -> None:
    evening = await play_evening(box, box.people[:1], "dm", seats=4, hands=1)
    assert evening.a_press(counted=True) <= MOST, evening.requests


async def two(box: Sandbox) -> list[Player]:
    people = box.people[:2]
    lobby = await seated(box, people, 2)
    await lobby.start(people[0])
    company = players(box, lobby, people)
    await box.until(lambda: any(player.called for player in company))
    await all_shown(box)
    return company


def pictures(hand: Message | None) -> list[str]:
    return [file["url"] for file in hand.attachments] if hand else []


async def play(box: Sandbox, company: list[Player]) -> Player:
    """Let the person on turn play; wait until their hand has its new picture, and somebody is called."""
    on_turn = next(player for player in company if player.called)
    before = pictures(on_turn.hand)
    await on_turn.play()
    await box.until(lambda: pictures(on_turn.hand) not in ([], before))
    await box.until(lambda: any(player.called for player in company))
    await all_shown(box)
    return on_turn


@pytest.mark.usefixtures("bot")
async def test_a_hand_gets_its_picture_and_its_next_turn_by_the_token_of_its_last_press(box: Sandbox) -> None:
    company = await two(box)
    for _ in company:
        await play(box, company)
    asked = len(box.requests)
    await play(box, company)
    kinds = [kind_of(box, one) for one in box.requests[asked:] if one.is_counted]
    assert not [kind for kind in kinds if kind.startswith("hand")], kinds


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "fault", [fault if fault in OFTEN else pytest.param(fault, marks=pytest.mark.slow) for fault in FAULTS]
)
async def test_a_hand_whose_token_does_not_work_is_edited_as_any_message(
    box: Sandbox, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "WITHIN", 0.5)
    company = await two(box)
    struck = box.faults.add(FAULTS[fault](BY_TOKEN, method="PATCH", times=None))
    for _ in range(3):
        played = await play(box, company)
        assert played.hand is not None
        assert is_called(played.hand) is played.called
    assert struck.hits


@pytest.mark.usefixtures("bot")
async def test_a_press_builds_no_layout_and_no_picture_value_twice(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    company, built = await two(box), Counter[tuple[str, str, int | None]]()

    def counted(what: str, build: Callable[..., Any]) -> Callable[..., Any]:
        def counting(scene: Scene, *more: Any) -> Any:
            seat = scene.view.seat if isinstance(scene, HandScene) else None
            built[what, type(scene).__name__, seat] += 1
            return build(scene, *more)

        return counting

    page = counted("layout", page_of)
    for module in (rendering, interaction_handler):
        monkeypatch.setattr(module, "page_of", page)
    monkeypatch.setattr("bot.messages.kit.rendering.drawing_of", counted("picture", drawing_of))
    await play(box, company)
    assert {kind for what, kind, _ in built if what == "layout"} == {"HandScene", "TableScene"}
    assert built.keys() >= {(what, "HandScene", seat) for what in ("layout", "picture") for seat in (0, 1)}
    assert set(built.values()) == {1}, built
