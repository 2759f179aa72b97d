"""Places of a table that vanish in the middle of a hand: messages, threads, channels."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing.posts import LOBBY
from sandbox import Channel, InjectedFault, Message, Sandbox
from simulation.played_table import PLAYED, PlayedTable, played_table
from simulation.scripted_people import LONG, is_called, opened, posts, resign
from tests.flows.conftest import serving, settings_for

GONE = "was deleted. Keep playing here"
WEEK = 7 * 24 * 3600


async def goes_on(table: PlayedTable, plays: int = 6) -> None:
    await table.play(plays)
    await table.settled()
    table.sound()


async def started(box: Sandbox, database: Path) -> PlayedTable:
    """A table of two, some tricks later."""
    table = await played_table(box, database, "You Aja", 2)
    await table.play_until(lambda: posts(table.thread, table.people[0], "hand 1, trick 2"))
    await table.play()
    await table.settled()
    return table


def newest(table: PlayedTable, text: str) -> Message:
    return posts(table.thread, table.people[0], text)[-1]


def present(table: PlayedTable) -> str:
    """The number of the hand in play."""
    return str(table.table.view(None).hand_number)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("what", ["table:{}", "hand"])
async def test_a_message_that_somebody_deletes_is_missed_by_nobody(box: Sandbox, database: Path, what: str) -> None:
    table = await started(box, database)
    table.removes()
    hand = table.company[0].hand
    assert hand is not None
    box.delete_message(hand if what == "hand" else table.post(what.format(present(table))))
    if what == "hand":
        answer = await table.people[0].command(table.thread, "hand")
        assert answer.message is not None, "the hand is always one press away"
        if table.table.turn == 0:
            assert (await table.press(table.company[0], answer.message)).status in PLAYED
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("late", [False, True])
async def test_a_trick_that_is_deleted_while_it_is_edited_is_posted_anew(
    box: Sandbox, database: Path, late: bool
) -> None:
    table = await started(box, database)
    trick = table.post(f"table:{present(table)}")
    slow = box.faults.add(InjectedFault.slow(0.3, f"/messages/{trick.id}", method="PATCH"))
    table.removes()
    await table.play()
    await box.until(lambda: slow.hits, LONG)
    if late:
        edits = len(box.requests)
        await box.until(lambda: any(str(trick.id) in one.path for one in box.requests[edits:]), LONG)
    box.delete_message(trick)
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_the_card_of_a_table_that_is_deleted_comes_anew_with_its_next_change(
    box: Sandbox, database: Path
) -> None:
    table = await started(box, database)
    channel, aja = table.lobby.channel, table.people[1]
    box.delete_message(table.lobby.card)
    await table.play(2)
    await resign(table.thread, aja)
    await box.until(lambda: posts(table.thread, aja, "has resigned"), LONG)
    await aja.press(newest(table, "has resigned"), "Take seat 2")
    await box.until(lambda: posts(channel, aja, f"at table {table.lobby.name}"), LONG)
    table.lobby.card = posts(channel, aja, f"at table {table.lobby.name}")[0]
    await goes_on(table)
    assert len(posts(channel, aja, f"at table {table.lobby.name}")) == 1


@pytest.mark.usefixtures("bot")
async def test_the_card_of_a_lobby_that_is_deleted_comes_anew_when_its_table_is_called_to_where_it_is(
    box: Sandbox,
) -> None:
    you, aja, channel = box.person("You"), box.person("Aja"), box.channel("cards")
    lobby = await opened(box, you, channel)
    await lobby.join(you)  # the card has been edited, so the bot knows where it stands
    box.delete_message(lobby.card)
    answer = await you.command(channel, "table move", table=lobby.name)
    assert f"{lobby.name} is already in <#{channel.id}>" in answer.text
    card = await box.until(lambda: next(iter(posts(channel, you, f"at table {lobby.name}")), None), LONG)
    await aja.press(card, "Join")
    await box.until(lambda: f". **{aja.name}**" in card.text, LONG)


@pytest.mark.slow
@pytest.mark.parametrize("died", [False, True])
async def test_a_table_whose_thread_is_deleted_goes_on_in_its_channel(box: Sandbox, database: Path, died: bool) -> None:
    settings = settings_for(box, database)
    async with serving(box, settings):
        table = await started(box, database)
        table.removes()
        if not died:
            box.delete_channel(table.thread)
            await comes_by_itself(table, table.lobby.channel)
            await in_the_channel(table)
    if died:
        box.delete_channel(table.thread)
        async with serving(box, settings):
            await in_the_channel(table)


async def comes_by_itself(table: PlayedTable, channel: Channel) -> None:
    """Check that without a play the trick is posted there, and that the hands lead there."""
    made, trick = table.table.seq, f"table:{present(table)}"

    def is_there() -> bool:
        hands = [player.hand for player in table.company]
        return trick in table.standing(channel) and all(
            hand and link_to(channel) in str(hand.payload) for hand in hands
        )

    await table.box.until(is_there, LONG)
    assert table.table.seq == made


def link_to(channel: Channel) -> str:
    return f"/{channel.id}'"


async def in_the_channel(table: PlayedTable) -> None:
    table.thread = table.lobby.channel  # type: ignore[assignment]
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.parametrize("died", [False, True])
async def test_a_table_whose_channel_is_deleted_is_called_to_another_and_to_yet_another(
    box: Sandbox, database: Path, died: bool
) -> None:
    settings = settings_for(box, database)
    async with serving(box, settings):
        table = await started(box, database)
        if not died:
            await loses_its_channel(table, box.channel("general"))
    if died:
        delete_channel_of(table)
        async with serving(box, settings):
            await is_called_to(table, box.channel("general"))
    async with serving(box, settings):
        await loses_its_channel(table, box.add_channel("elsewhere"))


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_who_takes_no_dms_plays_on_by_commands_when_the_channel_is_deleted(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database, "You Aja", 2, closed="Aja")
    general, (you, aja) = box.channel("general"), table.company
    delete_channel_of(table)
    for _ in range(6):
        await box.until(lambda: table.table.turn is not None, LONG)
        if table.table.turn == 0:
            await table.play()
            continue
        shown = await aja.person.command(general, "hand", table=table.lobby.name)
        assert shown.message is not None
        assert (await table.press(aja, shown.message)).status in PLAYED
    await box.until(lambda: you.hand is not None and GONE in you.hand.text, LONG)
    assert (await aja.person.command(general, "hand")).text.count(GONE) == 1
    table.sound(thread=False)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_table_that_is_called_on_before_its_thread_is_opened_leaves_no_card_behind(
    box: Sandbox, database: Path
) -> None:
    table = await started(box, database)
    opener, first, second = table.people[0], box.channel("general"), box.add_channel("lounge")
    box.delete_channel(table.lobby.channel)  # type: ignore[arg-type]
    await box.until(lambda: all(GONE in player.hand.text for player in table.company if player.hand), LONG)
    table.removes()
    slow = box.faults.add(InjectedFault.slow(1, r"^/channels/\d+/messages$", method="POST", times=1))
    await opener.command(first, "table move", table=table.lobby.name)
    await box.until(lambda: slow.hits, LONG)
    await opener.command(second, "table move", table=table.lobby.name)
    await table.shown_at(second)
    await goes_on(table)
    assert LOBBY not in table.standing(first)


@pytest.mark.usefixtures("bot")
async def test_a_channel_that_the_bot_does_not_see_is_no_place_to_move_to(box: Sandbox) -> None:
    you, channel, unseen = box.person("You"), box.channel("cards"), box.add_channel("lounge")
    lobby = await opened(box, you, channel)
    asked = you.start_command(channel, "table move", {"table": lobby.name, "channel": unseen})
    box.delete_channel(unseen)
    answer = await asked.first()
    assert "text channel" in answer.text
    assert "reference" not in answer.text


def delete_channel_of(table: PlayedTable) -> None:
    channel = table.lobby.channel
    table.box.delete_channel(channel)  # type: ignore[arg-type]


async def loses_its_channel(table: PlayedTable, to: Channel) -> None:
    delete_channel_of(table)
    await is_called_to(table, to, at_once=True)


async def is_called_to(table: PlayedTable, channel: Channel, *, at_once: bool = False) -> None:
    """Nothing can be shown but the hands, by which people play on; then the opener calls the table."""
    if at_once:
        await table.box.until(lambda: all(GONE in player.hand.text for player in table.company if player.hand), LONG)
    await table.play(3)
    await table.box.until(lambda: all(GONE in player.hand.text for player in table.company if player.hand), LONG)
    table.removes()
    answer = await table.people[0].command(channel, "table move", table=table.lobby.name)
    assert channel.name in answer.text or str(channel.id) in answer.text, answer.text
    await table.shown_at(channel)
    await goes_on(table)
    await table.box.until(lambda: not any(GONE in player.hand.text for player in table.company if player.hand), LONG)
    assert f"table:{present(table)}" in table.standing(table.thread)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("by", ["a moderator", "time"])
@pytest.mark.parametrize("pending", [False, True])
async def test_an_archived_thread_is_opened_by_what_is_shown_next(
    box: Sandbox, database: Path, by: str, pending: bool
) -> None:
    table = await started(box, database)
    if pending:
        box.faults.add(
            InjectedFault.rate_limited(f"/channels/{table.thread.id}/messages/", method="PATCH", retry_after=0.3)
        )
        await table.play(2)
    if by == "time":
        box.advance(WEEK + 3600)
    else:
        box.archive(table.thread)
    player = await table.turn()
    shown = await player.person.press(newest(table, "My hand"), "My hand")
    assert shown.message is not None
    assert is_called(shown.message)
    assert (await table.press(player, shown.message)).status in PLAYED
    await box.until(lambda: not table.thread.archived, LONG)
    await goes_on(table)
