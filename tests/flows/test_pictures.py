"""Pictures in the real bot: with every post, after every private answer, and never where they may not be."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.discord_api.delivery import Picture
from bot.messages.kit.picture_cache import PictureCache, PictureJob
from sandbox import Message, Person, Sandbox, Thread
from sandbox.world import components, errors
from sandbox.world.faults import InjectedFault
from simulation.scripted_people import GOOD, Lobby, opened, posts, press_at, seated

GALLERY = 12


def pictures(message: Message) -> list[str]:
    """The names of the files that a message shows."""
    items = [item for part in components.walk(message.components) for item in part.get("items") or ()]
    return [item["media"]["url"].split("?")[0].rpartition("/")[2] for item in items]


def shows(message: Message, name: str) -> bool:
    return pictures(message) == [name]


def stands_out(message: Message) -> str:
    """The label of a card that may be played."""
    buttons = [part for part in components.pressable(message.components) if part.get("style") == GOOD]
    return str(buttons[0]["label"])


async def started(box: Sandbox, *people: Person) -> tuple[Lobby, Thread]:
    lobby = await seated(box, people, 2)
    thread = await lobby.start(people[0])
    await box.until(lambda: posts(thread, people[0], "trick 1") and all(one.dms for one in people))
    return lobby, thread


@pytest.mark.usefixtures("bot")
async def test_posts_and_hands_come_with_their_pictures_and_what_these_show(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread = await started(box, you, aja)
    (trick,) = posts(thread, you, "trick 1")
    assert pictures(trick) == ["trick.png"]
    for person in (you, aja):
        assert pictures(person.dms[-1]) == ["hand.png"]
    assert all(item["description"] for part in components.walk(trick.components) for item in part.get("items") or ())


@pytest.mark.usefixtures("bot")
async def test_a_play_in_a_dm_is_answered_in_words_and_the_picture_follows(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread = await started(box, you, aja)
    called = next(one for one in (you, aja) if "Your turn" in one.dms[-1].text)
    before, card = called.dms[-1].payload["attachments"], stands_out(called.dms[-1])
    await called.press(called.dms[-1], card)
    await box.until(
        lambda: pictures(called.dms[-1]) == ["hand.png"] and called.dms[-1].payload["attachments"] != before
    )
    (attachment,) = called.dms[-1].payload["attachments"]
    assert attachment["filename"] == "hand.png"
    await box.until(lambda: card.split()[0] in posts(thread, you, "trick 1")[-1].text)
    assert len(posts(thread, you, "trick 1")[-1].payload["attachments"]) == 1


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("is_drawn", [True, False])
async def test_a_pressed_hand_keeps_its_picture_until_the_next_one_is_drawn_or_cannot_be(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, is_drawn: bool
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await started(box, you, aja)
    called = next(one for one in (you, aja) if "Your turn" in one.dms[-1].text)
    hand, draw, may_draw = called.dms[-1], PictureCache.draw, asyncio.Event()
    before = hand.payload["attachments"]

    async def draw_late(cache: PictureCache, job: PictureJob | None) -> Picture | None:
        await may_draw.wait()
        return await draw(cache, job) if is_drawn else None

    monkeypatch.setattr(PictureCache, "draw", draw_late)
    await called.press(hand, stands_out(hand))
    assert "Your turn" not in hand.text
    assert pictures(hand) == ["hand.png"]
    assert hand.payload["attachments"] == before
    may_draw.set()
    await box.until(lambda: hand.payload["attachments"] != before)
    assert pictures(hand) == (["hand.png"] if is_drawn else [])


@pytest.mark.usefixtures("bot")
async def test_where_discord_does_not_know_the_picture_that_a_hand_has_the_press_is_answered_without(
    box: Sandbox,
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await started(box, you, aja)
    called = next(one for one in (you, aja) if "Your turn" in one.dms[-1].text)
    hand = called.dms[-1]
    box.faults.add(InjectedFault.refused(errors.invalid_form(), "/callback$", method="POST"))
    assert (await called.press(hand, stands_out(hand))).status == "update"
    assert "Your turn" not in hand.text
    await box.until(lambda: pictures(hand) == ["hand.png"])


@pytest.mark.usefixtures("bot")
async def test_a_private_answer_gets_its_picture_after_its_words(box: Sandbox) -> None:
    you = box.person("You")
    _, thread = await started(box, you, box.person("Aja"))
    for label, name in (("My hand", "hand.png"), ("Ranks", "ranks.png"), ("Ladder", "ladder.png")):
        message = (await press_at(thread, you, label)).message
        assert message is not None
        assert message.ephemeral
        await box.until(partial(shows, message, name))


@pytest.mark.usefixtures("bot")
async def test_a_private_hand_looked_at_again_and_again_shows_one_picture(box: Sandbox) -> None:
    you = box.person("You")
    _, thread = await started(box, you, box.person("Aja"))
    message = (await you.command(thread, "hand")).message
    assert message is not None
    for _ in range(3):
        await you.press(message, "Refresh")
    await box.until(lambda: pictures(message) == ["hand.png"])
    assert len(message.payload["attachments"]) == 1


@pytest.mark.usefixtures("bot")
async def test_without_the_permission_a_table_opens_says_so_and_runs_in_words(box: Sandbox) -> None:
    you = box.person("You")
    channel = box.channel("cards")
    box.permit(channel, attach_files=False)
    lobby = await opened(box, you, channel, 2)
    assert any("Attach Files" in message.text for message in you.sees(channel) if message.ephemeral)
    await lobby.join(you)
    await lobby.fill(you)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    assert pictures(posts(thread, you, "trick 1")[-1]) == []
    await box.until(lambda: you.dms and pictures(you.dms[-1]) == ["hand.png"])
