"""Tables in forums: each is a post, whose first message is the lobby card."""

from __future__ import annotations

import pytest

from sandbox import InjectedFault, Message, Person, Sandbox, TextChannel, Thread
from simulation.scripted_people import Lobby, Player, play_on, players, posts
from tests.flows.test_settings import choose, server_page


@pytest.fixture
def forum(box: Sandbox) -> TextChannel:
    """A forum that requires a tag, and is the one channel for the server's tables."""
    return box.add_forum("tables", ["questions", "card games"], requires_tag=True)


@pytest.fixture
async def you(box: Sandbox, forum: TextChannel, bot: object) -> Person:
    """A manager who has chosen the forum for the server's tables."""
    manager = box.person("You")
    await choose(manager, await server_page(manager, box), "channels", str(forum.id), "server-wish")
    return manager


async def opened_as_post(box: Sandbox, by: Person, seats: int = 2) -> Lobby:
    answer = await by.command(box.channel("general"), "table open", players=seats)
    assert "as a post in" in answer.text
    return Lobby(box, await box.until(lambda: card(box, by)))


def card(box: Sandbox, person: Person) -> Message | None:
    """The first message of the newest post."""
    thread = box.threads[-1] if box.threads else None
    return next((one for one in person.sees(thread) if one.id == thread.id), None) if thread else None


async def started(box: Sandbox, lobby: Lobby, *people: Person) -> tuple[Thread, list[Player]]:
    await lobby.sit_in_order(people)
    await lobby.press(people[0], "Play now")
    company = players(box, lobby, people)
    await box.until(lambda: all(player.hand for player in company))
    return box.threads[-1], company


async def test_a_table_opens_as_a_post_where_tables_belong_in_a_forum(
    box: Sandbox, forum: TextChannel, you: Person
) -> None:
    aja = box.person("Aja")
    lobby = await opened_as_post(box, you)
    post, company = await started(box, lobby, you, aja)
    assert (post.parent, post.id, post.name) == (forum, lobby.card.id, f"{lobby.name} · Voormsi")
    assert len(post.tags) == 1
    assert {you.id, aja.id} <= post.members.keys()
    await play_on(box, company, lambda: posts(post, you, "hand 1"))
    assert box.threads == [post]


async def test_a_post_that_somebody_deletes_is_made_anew(box: Sandbox, you: Person) -> None:
    aja = box.person("Aja")
    lobby = await opened_as_post(box, you)
    post, company = await started(box, lobby, you, aja)
    box.delete_channel(post)
    await play_on(box, company, lambda: box.threads)
    [again] = box.threads
    await play_on(box, company, lambda: posts(again, you, "hand 1"))
    assert again.name == post.name
    await box.until(lambda: {you.id, aja.id} <= again.members.keys())


@pytest.mark.parametrize(
    "late", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["after it was made", "before it was made"]
)
async def test_a_post_whose_answer_is_lost_is_made_once(box: Sandbox, you: Person, late: bool) -> None:
    box.faults.add(InjectedFault.cut("/threads$", method="POST", late=late))
    await you.command(box.channel("general"), "table open", players=2)
    lobby = Lobby(box, await box.until(lambda: card(box, you)))
    await lobby.join(box.person("Aja"))
    assert len(box.threads) == 1


async def test_the_card_of_an_old_archived_post_is_edited_where_it_is(box: Sandbox, you: Person) -> None:
    lobby = await opened_as_post(box, you)
    box.advance(3 * 3_600)
    box.archive(box.threads[0])
    await lobby.join(box.person("Aja"))
    assert box.threads == [lobby.card.channel]
    assert not box.threads[0].archived


async def test_a_forum_in_which_somebody_may_not_post_is_named(box: Sandbox, forum: TextChannel, you: Person) -> None:
    aja = box.person("Aja")
    box.world.overwrite(forum, aja.id, send_messages=False)
    answer = await aja.command(box.channel("general"), "table open", players=2)
    assert f"can't write in <#{forum.id}>" in answer.text
    box.permit(forum, send_messages_in_threads=False)
    answer = await you.command(box.channel("general"), "table open", players=2)
    assert "Send Messages in Threads" in answer.text
    assert box.threads == []
