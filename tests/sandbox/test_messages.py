from __future__ import annotations

import io

import discord
import pytest

from sandbox import Sandbox, TextChannel
from tests.sandbox.sample_bot import SampleBot

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x40\x00\x00\x00\x20" + bytes(20)


def ground(bot: SampleBot, channel: TextChannel) -> discord.TextChannel:
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


@pytest.fixture
def general(box: Sandbox, bot: SampleBot) -> discord.TextChannel:
    return ground(bot, box.channel("general"))


async def test_a_message_is_sent_edited_read_and_deleted(box: Sandbox, general: discord.TextChannel) -> None:
    you, channel = box.person("You"), box.channel("general")
    message = await general.send("one")
    [seen] = you.sees(channel)
    assert (seen.id, seen.content, seen.edited) == (message.id, "one", False)

    await message.edit(content="two")
    assert (seen.content, seen.edited) == ("two", True)
    assert (await general.fetch_message(message.id)).content == "two"

    await message.delete()
    assert seen.deleted
    assert you.sees(channel) == []
    with pytest.raises(discord.NotFound) as refused:
        await general.fetch_message(message.id)
    assert refused.value.code == 10008


async def test_history_pages_both_ways(general: discord.TextChannel) -> None:
    sent = [await general.send(str(number)) for number in range(7)]
    assert [message.content async for message in general.history(limit=3)] == ["6", "5", "4"]
    assert [message.content async for message in general.history(limit=2, before=sent[3])] == ["2", "1"]
    after = [message.content async for message in general.history(limit=2, after=sent[3])]
    assert after == ["4", "5"]
    around = {message.content async for message in general.history(limit=3, around=sent[3])}
    assert around == {"2", "3", "4"}


async def test_the_same_nonce_sends_once_within_its_window(box: Sandbox, general: discord.TextChannel) -> None:
    first = await general.send("once", nonce="t1-s4-thread")
    again = await general.send("once", nonce="t1-s4-thread")
    assert again.id == first.id
    box.clock.advance(600)
    later = await general.send("once", nonce="t1-s4-thread")
    assert later.id != first.id
    assert len(box.person("You").sees(box.channel("general"))) == 2


async def test_a_nonce_is_its_authors_in_whatever_channel(
    box: Sandbox, bot: SampleBot, general: discord.TextChannel
) -> None:
    first = await general.send("once", nonce="t1-s4-thread")
    cards = ground(bot, box.channel("cards"))
    assert (await cards.send("once", nonce="t1-s4-thread")).id == first.id
    assert not box.person("You").sees(box.channel("cards"))


async def test_attachments_keep_their_alt_text_and_can_be_fetched(box: Sandbox, general: discord.TextChannel) -> None:
    file = discord.File(io.BytesIO(PNG), "table.png", description="Four cards: K♥ heads")
    message = await general.send("look", file=file)
    [attachment] = message.attachments
    assert (attachment.filename, attachment.description) == ("table.png", "Four cards: K♥ heads")
    assert (attachment.width, attachment.height, attachment.size) == (64, 32, len(PNG))
    assert await attachment.read() == PNG
    [seen] = box.person("You").sees(box.channel("general"))
    assert "Four cards: K♥ heads" in seen.text


async def test_an_edit_keeps_replaces_and_drops_attachments(general: discord.TextChannel) -> None:
    message = await general.send("x", files=[discord.File(io.BytesIO(PNG), name) for name in ("a.png", "b.png")])
    kept = await message.edit(attachments=[message.attachments[1], discord.File(io.BytesIO(b"x"), "c.txt")])
    assert [attachment.filename for attachment in kept.attachments] == ["b.png", "c.txt"]
    bare = await kept.edit(attachments=[])
    assert bare.attachments == []


async def test_embeds_and_v2_layouts_resolve_attached_pictures(box: Sandbox, general: discord.TextChannel) -> None:
    embed = discord.Embed(title="A trick").set_image(url="attachment://t.png")
    message = await general.send(embed=embed, file=discord.File(io.BytesIO(PNG), "t.png"))
    assert message.embeds[0].image.url == message.attachments[0].url

    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay("## The table"))
    picture_cache: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    picture_cache.add_item(media="attachment://t.png", description="Two cards")
    layout.add_item(picture_cache)
    layout.stop()
    await general.send(view=layout, file=discord.File(io.BytesIO(PNG), "t.png"))
    seen = box.person("You").sees(box.channel("general"))[-1]
    assert seen.components[1]["items"][0]["media"]["url"].startswith(box.url)
    assert seen.text == "## The table\nTwo cards"


async def test_a_reply_refers_to_its_message_and_notifies_its_author(
    box: Sandbox, general: discord.TextChannel
) -> None:
    you = box.person("You")
    said = await you.say(box.channel("general"), "hello")
    answer = await general.send("hi", reference=discord.MessageReference(message_id=said.id, channel_id=general.id))
    assert answer.reference is not None
    assert answer.reference.message_id == said.id
    assert [notice.kind for notice in you.notifications] == ["reply"]


async def test_mentions_notify_only_those_who_may_be_pinged(box: Sandbox, general: discord.TextChannel) -> None:
    you, aja = box.person("You"), box.person("Aja")
    text = f"{you.mention} and {aja.mention}"
    await general.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert (you.notifications, aja.notifications) == ([], [])

    only_aja = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(aja.id)])
    message = await general.send(text, allowed_mentions=only_aja)
    assert you.notifications == []
    assert [notice.kind for notice in aja.notifications] == ["mention"]

    await message.edit(content=f"{you.mention}!", allowed_mentions=discord.AllowedMentions.all())
    assert you.notifications == []
    await general.send(text, silent=True)
    assert len(aja.notifications) == 1


async def test_a_role_is_notified_if_it_may_be_mentioned_and_the_message_allows_it(
    box: Sandbox, general: discord.TextChannel
) -> None:
    aja, role = box.person("Aja"), box.world.add_role(box.guild, "Players")
    box.guild.members[aja.id].role_ids.append(role.id)
    box.permit(box.channel("general"), mention_everyone=False)
    this_role = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role.id)])
    await general.send(f"<@&{role.id}>", allowed_mentions=this_role)
    role.mentionable = True
    await general.send(f"<@&{role.id}>", allowed_mentions=discord.AllowedMentions.none())
    assert aja.notifications == []
    await general.send(f"<@&{role.id}>", allowed_mentions=this_role)
    assert [notice.kind for notice in aja.notifications] == ["mention"]


async def test_closed_direct_messages_and_people_who_left_are_refused(box: Sandbox, bot: SampleBot) -> None:
    you, aja = box.person("You"), box.person("Aja")
    you.close_dms()
    aja.leave()
    for person, code in ((you, 50007), (aja, 50278)):
        user = await bot.fetch_user(person.id)
        with pytest.raises(discord.Forbidden) as refused:
            await user.send("hello")
        assert refused.value.code == code
        assert person.dms == []
    you.open_dms()
    await (await bot.fetch_user(you.id)).send("hello")
    assert [message.content for message in you.dms] == ["hello"]


async def test_missing_permissions_are_refused_with_discords_codes(box: Sandbox, general: discord.TextChannel) -> None:
    channel = box.channel("general")
    sent = await general.send("before")

    async def refused(sending: object) -> int:
        with pytest.raises(discord.Forbidden) as error:
            await sending  # type: ignore[misc]
        return error.value.code

    box.permit(channel, embed_links=False, attach_files=False, create_public_threads=False)
    assert await refused(general.send(embed=discord.Embed(title="x"))) == 50013
    assert await refused(general.send(file=discord.File(io.BytesIO(PNG), "x.png"))) == 50013
    assert await refused(sent.edit(attachments=[discord.File(io.BytesIO(PNG), "x.png")])) == 50013
    assert await refused(sent.create_thread(name="x")) == 50013
    box.permit(channel, send_messages=False)
    assert await refused(general.send("x")) == 50013
    box.permit(channel, view_channel=False)
    assert await refused(general.send("x")) == 50001
    assert await refused(general.fetch_message(sent.id)) == 50001
    box.permit(channel, view_channel=None, send_messages=None)
    await general.send("again")


async def test_the_bot_knows_its_permissions_from_roles_and_overwrites(
    box: Sandbox, bot: SampleBot, general: discord.TextChannel
) -> None:
    me = general.guild.me
    assert general.permissions_for(me).send_messages
    box.permit(box.channel("general"), send_messages=False, use_external_emojis=False)
    await box.until(lambda: not general.permissions_for(me).send_messages)
    assert not general.permissions_for(me).use_external_emojis
    assert general.permissions_for(me).view_channel


async def test_other_peoples_messages_cannot_be_edited_but_may_be_deleted(
    box: Sandbox, general: discord.TextChannel
) -> None:
    said = await box.person("You").say(box.channel("general"), "mine")
    partial = general.get_partial_message(said.id)
    with pytest.raises(discord.Forbidden) as refused:
        await partial.edit(content="yours")
    assert refused.value.code == 50005
    await partial.delete()
    assert said.deleted
