"""The places where a table is shown under moderators, time and Discord's bad days: the game goes on."""

from __future__ import annotations

import pytest

from sandbox import InjectedFault, Message, Person, Sandbox, Thread
from sandbox.api import posting
from simulation.scripted_people import Lobby, Player, play_on, players, posts, result, seated, trick_shown


async def started(box: Sandbox, *people: Person) -> tuple[Lobby, Thread, list[Player]]:
    lobby = await seated(box, people, 2)
    thread = await lobby.start(people[0])
    company = players(box, lobby, people)
    await box.until(lambda: all(player.hand for player in company) and posts(thread, people[0], "trick 1"))
    return lobby, thread, company


def is_shown(thread: Thread, person: Person, trick: int) -> bool:
    """Return whether this trick of the first hand, or anything after it, is shown: people may play much faster."""
    return trick_shown(thread, person) >= (1, trick) or bool(posts(thread, person, ": hand 1 is over"))


def tells_trick(message: Message, trick: int) -> bool:
    """Return whether the message of a hand tells this finished trick: in a line of its own, or folded with all others.

    They are folded as soon as the hand is over.
    """
    lines = message.text.split("\n")
    folded = next((line for line in lines if line.startswith("-# **Tricks:** ")), None)
    if folded is None:
        return any(line.startswith(f"-# **{trick}.** ") for line in lines)
    return folded.count(" · ") + 1 >= trick


async def message_of_hand(box: Sandbox, thread: Thread, person: Person) -> Message:
    """The one message of the first hand; after a new one, the one before is deleted."""

    def only() -> Message | None:
        found = posts(thread, person, ": hand 1 is over") or posts(thread, person, "hand 1, trick")
        return found[0] if len(found) == 1 else None

    message: Message = await box.until(only)
    return message


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands", "bot")
async def test_an_archived_thread_does_not_matter(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread, company = await started(box, you, aja)
    box.archive(thread)
    await play_on(box, company, lambda: trick_shown(thread, you) >= (1, 2))
    assert not thread.archived
    await play_on(box, company, lambda: result(thread, you))


@pytest.mark.usefixtures("bot")
async def test_a_deleted_trick_is_posted_anew(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread, company = await started(box, you, aja)
    posting.delete(box.world, posts(thread, you, "trick 1")[0])
    await play_on(box, company, lambda: posts(thread, you, "wins the trick"))
    assert len(posts(thread, you, "hand 1, trick 1")) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_in_a_locked_thread_people_play_on_and_it_catches_up_when_opened(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread, company = await started(box, you, aja)
    box.archive(thread, locked=True)
    plays = 0
    for _ in range(6):
        called = await box.until(lambda: next((one for one in company if one.called), None))
        plays += (await called.play()).status == "update"
    assert plays == 6
    assert not posts(thread, you, "trick 2")
    box.reopen(thread)
    await play_on(box, company, lambda: is_shown(thread, you, 3))
    shown = await message_of_hand(box, thread, you)
    assert tells_trick(shown, 1)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_deleted_thread_leaves_the_game_to_direct_messages(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby, thread, company = await started(box, you, aja)
    box.delete_channel(thread)
    for _ in range(12):
        called = await box.until(lambda: next((one for one in company if one.called), None))
        assert (await called.play()).status == "update"
    # the table goes on in its channel
    await box.until(lambda: posts(lobby.channel, you, f"{lobby.name}, hand 1, trick"))
    await play_on(box, company, lambda: posts(lobby.channel, you, "hand 2"))


@pytest.mark.usefixtures("bot")
async def test_a_press_is_acknowledged_while_discord_is_slow_with_everything_else(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread, company = await started(box, you, aja)
    box.faults.add(InjectedFault.slow(1.0, "/channels/.*/messages", times=None))
    called = next(one for one in company if one.called)
    assert (await called.play()).status == "update"
    assert not [one for one in box.requests if "/channels/" in one.path and one.ms >= 1000], (
        "it waited for none of them"
    )
    box.faults.clear()
    await play_on(box, company, lambda: trick_shown(thread, you) >= (1, 2))


@pytest.mark.usefixtures("bot")
async def test_what_piled_up_while_discord_refused_is_shown_together(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread, company = await started(box, you, aja)
    box.faults.add(InjectedFault.rate_limited(f"/channels/{thread.id}/messages", retry_after=0.6, times=2))
    await play_on(box, company, lambda: is_shown(thread, you, 4))
    shown = await message_of_hand(box, thread, you)
    assert tells_trick(shown, 2)
