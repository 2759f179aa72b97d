from __future__ import annotations

import discord
import pytest

from sandbox import ActionNotAllowed, Sandbox, Thread
from tests.sandbox.sample_bot import SampleBot


@pytest.fixture
def general(box: Sandbox, bot: SampleBot) -> discord.TextChannel:
    found = bot.get_channel(box.channel("general").id)
    assert isinstance(found, discord.TextChannel)
    return found


def code_of(refused: pytest.ExceptionInfo[discord.HTTPException]) -> int:
    return refused.value.code


async def test_a_thread_from_a_message_has_its_id_and_comes_once(box: Sandbox, general: discord.TextChannel) -> None:
    message = await general.send("a lobby")
    thread = await message.create_thread(name="Otter")
    assert thread.id == message.id
    with pytest.raises(discord.HTTPException) as refused:
        await message.create_thread(name="Otter")
    assert code_of(refused) == 160004
    assert [(found.name, found.type) for found in box.threads] == [("Otter", 11)]
    fetched = await general.fetch_message(message.id)
    assert fetched.flags.has_thread


async def test_threads_without_a_message_are_public_or_private(box: Sandbox, general: discord.TextChannel) -> None:
    await general.create_thread(name="open", type=discord.ChannelType.public_thread)
    secret = await general.create_thread(name="secret", type=discord.ChannelType.private_thread, invitable=False)
    you, aja = box.person("You"), box.person("Aja")
    public, private = box.threads
    assert box.world.sees(public, aja.id)
    assert not box.world.sees(private, aja.id)
    await secret.add_user(discord.Object(aja.id))
    assert box.world.sees(private, aja.id)
    announced = [message for message in you.sees(box.channel("general")) if message.is_system]
    assert [message.content for message in announced] == ["open"]


async def test_people_are_added_listed_and_removed(box: Sandbox, bot: SampleBot, general: discord.TextChannel) -> None:
    thread = await general.create_thread(name="t", type=discord.ChannelType.public_thread)
    aja, malik = box.person("Aja"), box.person("Malik")
    await thread.add_user(discord.Object(aja.id))
    await thread.send(f"come, {malik.mention}")
    assert {member.id for member in await thread.fetch_members()} == {box.world.bot.id, aja.id, malik.id}
    await thread.remove_user(discord.Object(aja.id))
    assert aja.id not in box.threads[0].members
    with pytest.raises(discord.NotFound) as refused:
        await thread.fetch_member(aja.id)
    assert code_of(refused) == 10007
    box.person("Ivalu").leave()
    with pytest.raises(discord.NotFound) as refused:
        await general.guild.fetch_member(box.person("Ivalu").id)
    assert code_of(refused) == 10007


async def test_an_archived_thread_refuses_edits_until_something_is_sent(
    box: Sandbox, general: discord.TextChannel
) -> None:
    thread = await general.create_thread(name="t", type=discord.ChannelType.public_thread)
    message = await thread.send("one")
    [found] = box.threads
    box.archive(found)
    for attempt in (message.edit(content="two"), message.delete()):
        with pytest.raises(discord.HTTPException) as refused:
            await attempt
        assert code_of(refused) == 50083
    await thread.send("two")
    assert not found.archived
    await message.edit(content="changed")


async def test_a_locked_thread_refuses_who_may_not_moderate(box: Sandbox, general: discord.TextChannel) -> None:
    thread = await general.create_thread(name="t", type=discord.ChannelType.public_thread)
    box.permit(box.channel("general"), manage_threads=False)
    box.archive(box.threads[0], locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("x")
    assert code_of(refused) == 50083
    box.permit(box.channel("general"), manage_threads=True)
    await thread.send("x")


async def test_the_bot_renames_archives_and_deletes_its_threads(
    box: Sandbox, bot: SampleBot, general: discord.TextChannel
) -> None:
    thread = await general.create_thread(name="t", type=discord.ChannelType.public_thread)
    await thread.edit(name="u", archived=True)
    [found] = box.threads
    assert (found.name, found.archived) == ("u", True)
    archived = [one.name async for one in general.archived_threads()]
    assert archived == ["u"]
    with pytest.raises(discord.HTTPException) as refused:
        await thread.edit(name="v")
    assert code_of(refused) == 50083
    await thread.edit(archived=False, name="v")
    await thread.delete()
    assert box.threads == []
    with pytest.raises(discord.NotFound) as gone:
        await bot.fetch_channel(thread.id)
    assert code_of(gone) == 10003


async def test_sending_in_threads_is_a_permission_of_its_own(box: Sandbox, general: discord.TextChannel) -> None:
    thread = await general.create_thread(name="t", type=discord.ChannelType.public_thread)
    box.permit(box.channel("general"), send_messages=False)
    await thread.send("x")
    box.permit(box.channel("general"), send_messages_in_threads=False)
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("x")
    assert code_of(refused) == 50013


async def test_the_bot_hears_of_channels_and_threads_that_come_change_and_go(box: Sandbox, bot: SampleBot) -> None:
    channel = box.add_channel("new")
    await box.until(lambda: bot.get_channel(channel.id))
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    thread = await found.create_thread(name="t", type=discord.ChannelType.public_thread)
    await box.until(lambda: found.get_thread(thread.id))
    gone = box.threads[0]
    assert isinstance(gone, Thread)
    box.delete_channel(gone)
    await box.until(lambda: not found.get_thread(thread.id))
    box.delete_channel(channel)
    await box.until(lambda: bot.get_channel(channel.id) is None)


async def test_commands_work_in_threads_and_people_write_there(box: Sandbox, general: discord.TextChannel) -> None:
    await general.create_thread(name="t", type=discord.ChannelType.public_thread)
    [thread] = box.threads
    you = box.person("You")
    assert (await you.command(thread, "game open", players=2)).status == "message"
    await you.say(thread, "hello")
    assert you.id in thread.members


async def test_idle_threads_are_archived_as_time_passes(box: Sandbox, general: discord.TextChannel) -> None:
    thread = await general.create_thread(name="t", type=discord.ChannelType.public_thread, auto_archive_duration=60)
    [found] = box.threads
    box.advance(3_000)
    await thread.send("still here")
    box.advance(3_000)
    assert not found.archived
    box.advance(1_000)
    assert found.archived
    await box.person("You").say(found, "open again")
    assert not found.archived


async def test_what_a_person_may_not_write_is_told(box: Sandbox, general: discord.TextChannel) -> None:
    you, aja, channel = box.person("You"), box.person("Aja"), box.channel("general")
    with pytest.raises(ActionNotAllowed, match="1 to 2000"):
        await you.say(channel, " ")
    box.world.overwrite(channel, box.guild.id, send_messages=False)
    with pytest.raises(ActionNotAllowed, match="may not write"):
        await aja.say(channel, "x")
    await you.say(channel, "the owner may")


async def test_a_bot_that_is_thrown_out_hears_of_it(box: Sandbox, bot: SampleBot, general: discord.TextChannel) -> None:
    box.remove_bot()
    await box.until(lambda: not bot.guilds)
    with pytest.raises(discord.Forbidden) as refused:
        await general.send("x")
    assert code_of(refused) == 50001
    with pytest.raises(ActionNotAllowed, match="no command"):
        await box.person("You").command(box.channel("general"), "game open", players=2)


async def test_a_bot_that_is_let_in_again_may_do_what_it_could(
    box: Sandbox, bot: SampleBot, general: discord.TextChannel
) -> None:
    box.remove_bot()
    await box.until(lambda: not bot.guilds)
    box.invite_bot()
    await bot.wait_for("guild_join", timeout=30)
    await general.send("here again")
    assert (await box.person("You").command(box.channel("general"), "game open", players=2)).status == "message"
    assert len([role for role in box.guild.roles.values() if role.bot_id]) == 1


async def test_who_comes_back_is_a_member_and_who_has_no_account_is_nobody(
    box: Sandbox, bot: SampleBot, general: discord.TextChannel
) -> None:
    aja, malik = box.person("Aja"), box.person("Malik")
    aja.leave()
    aja.join()
    assert (await general.guild.fetch_member(aja.id)).id == aja.id
    assert (await aja.command(box.channel("general"), "game open", players=2)).status == "message"
    malik.delete_account()
    for asked in (general.guild.fetch_member(malik.id), bot.fetch_user(malik.id), bot.create_dm(malik)):
        with pytest.raises(discord.NotFound) as refused:
            await asked
        assert code_of(refused) == 10013
    with pytest.raises(ActionNotAllowed, match="no account"):
        await malik.command(box.channel("general"), "game open", players=2)


async def test_a_message_to_a_forum_begins_a_post_with_its_id(box: Sandbox, bot: SampleBot) -> None:
    forum = box.add_forum("tables", ["card games"], requires_tag=True)
    await box.until(lambda: bot.get_channel(forum.id))
    found = bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    with pytest.raises(discord.HTTPException) as refused:
        await found.create_thread(name="Otter", content="a lobby")
    assert code_of(refused) == 40067
    made = await found.create_thread(name="Otter", content="a lobby", applied_tags=[found.available_tags[0]])
    assert made.thread.id == made.message.id
    assert made.message.channel.id == made.thread.id
    [post] = box.threads
    assert (post.name, post.parent, post.tags) == ("Otter", forum, list(forum.tags))
    await made.message.edit(content="a table")
    assert [message.text for message in box.person("You").sees(post)] == ["a table"]


async def test_a_forum_takes_no_messages_and_no_commands_but_posts(box: Sandbox, bot: SampleBot) -> None:
    forum, you = box.add_forum("tables"), box.person("You")
    with pytest.raises(discord.HTTPException) as refused:
        await bot.http.request(discord.http.Route("POST", f"/channels/{forum.id}/messages"), json={"content": "x"})
    assert code_of(refused) == 50024
    with pytest.raises(ActionNotAllowed):
        await you.command(forum, "game open", players=2)
    first = await you.say(forum, "who plays?")
    assert (first.channel.name, first.channel.id) == ("who plays?", first.id)
    assert (await you.command(first.channel, "game open", players=2)).status == "message"
