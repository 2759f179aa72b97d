from __future__ import annotations

import aiohttp
import discord
import pytest

from sandbox import ActionNotAllowed, Interaction, Message, Sandbox
from sandbox.api import posting
from sandbox.testing import running
from tests.sandbox.sample_bot import SampleBot


def made(answer: Interaction) -> Message:
    assert answer.message is not None
    return answer.message


async def test_an_ephemeral_answer_is_seen_by_one_person_only(box: Sandbox, bot: SampleBot) -> None:
    you, aja, channel = box.person("You"), box.person("Aja"), box.channel("general")
    page, others = you.open_page(), aja.open_page()
    message = made(await you.command(channel, "game open", players=2))
    private = made(await you.press(message, "Rules"))
    assert private.ephemeral
    assert private in you.sees(channel)
    assert private not in aja.sees(channel)
    assert any("The rules are short." in text for text in page.texts)
    assert not any("The rules are short." in text for text in others.texts)
    assert you.notifications == []


async def test_an_ephemeral_message_is_known_to_its_token_only(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    private = made(await you.command(channel, "game play", cards="7♣"))
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    with pytest.raises(discord.NotFound) as refused:
        await found.get_partial_message(private.id).edit(content="x")
    assert refused.value.code == 10008
    assert [message async for message in found.history()] == []


async def test_a_deferred_answer_loads_until_it_comes_and_is_followed(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    answer = await you.command(channel, "ways later")
    assert answer.status == "deferred"
    await box.until(lambda: len(you.sees(channel)) == 2)
    assert [message.text for message in you.sees(channel)] == ["here it is", "and more"]
    assert not made(answer).loading
    assert not made(answer).edited


async def test_answers_edits_and_follow_ups_carry_pictures(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    answer = await you.command(channel, "ways picture")
    await box.until(lambda: len(you.sees(channel)) == 2)
    assert answer.text == "look\nThe second picture"
    assert [message.attachments[0]["filename"] for message in you.sees(channel)] == ["second.png", "third.png"]


async def test_a_private_deferral_makes_all_of_it_private(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    await you.command(channel, "ways later", private=True)
    await box.until(lambda: len(you.sees(channel)) == 2)
    assert box.person("Aja").sees(channel) == []


async def test_no_answer_within_the_time_fails_for_the_person() -> None:
    async with Sandbox(answer_within=0.2) as box, running(SampleBot(), box):
        you, channel = box.person("You"), box.channel("general")
        assert (await you.command(channel, "ways never")).status == "failed"
        assert (await you.command(channel, "ways late")).status == "failed"
        await box.until(lambda: you.dms)
        assert you.dms[0].text == "refused: 10062"
        assert you.sees(channel) == []


async def test_a_second_answer_is_refused(box: Sandbox, bot: SampleBot) -> None:
    answer = await box.person("You").command(box.channel("general"), "ways twice")
    await box.until(lambda: made(answer).edited)
    assert answer.text == "refused: 40060"


async def test_a_message_that_is_gone_cannot_be_redrawn_and_the_press_has_its_answer(
    box: Sandbox, bot: SampleBot
) -> None:
    you, channel = box.person("You"), box.channel("general")
    message = made(await you.command(channel, "game open", players=2))
    interaction = you.start_press(message, message.button("Join"))
    posting.delete(box.world, message)
    url = f"{box.api_base}/interactions/{interaction.id}/{interaction.token}/callback"
    async with aiohttp.ClientSession() as session:
        for code in (10008, 40060):
            refused = await session.post(url, json={"type": 7, "data": {"content": "x"}})
            assert (await refused.json())["code"] == code


async def test_nothing_comes_in_place_of_a_deferred_answer_that_was_deleted(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    message = made(await you.command(channel, "game open", players=2))
    interaction = you.start_press(message, {"type": 2, "id": 99, "custom_id": "nobody's"})
    callback = f"{box.api_base}/interactions/{interaction.id}/{interaction.token}/callback"
    webhook = f"{box.api_base}/webhooks/{box.world.bot.id}/{interaction.token}"
    async with aiohttp.ClientSession() as session:
        early = await session.patch(f"{webhook}/messages/@original", json={"content": "x"})
        assert (await early.json())["code"] == 10015
        assert (await session.post(callback, json={"type": 5})).status == 204
        posting.delete(box.world, made(interaction))
        for refused in (
            await session.post(webhook, json={"content": "x"}),
            await session.patch(f"{webhook}/messages/@original", json={"content": "x"}),
        ):
            assert (await refused.json())["code"] == 10008


async def test_a_token_is_good_for_fifteen_minutes(box: Sandbox, bot: SampleBot) -> None:
    answer = await box.person("You").command(box.channel("general"), "game open", players=2)
    url = f"{box.api_base}/webhooks/{box.world.bot.id}/{answer.token}/messages/@original"
    async with aiohttp.ClientSession() as session:
        assert (await session.get(url)).status == 200
        box.clock.advance(15 * 60 + 1)
        refused = await session.get(url)
        assert (refused.status, (await refused.json())["code"]) == (401, 50027)


async def test_a_modal_is_filled_in_and_answered(box: Sandbox, bot: SampleBot) -> None:
    you = box.person("You")
    answer = await you.command(box.channel("general"), "ways modal")
    assert answer.status == "modal"
    with pytest.raises(ActionNotAllowed, match="Name must be filled in"):
        await you.submit(answer, {"pace": "Slow"})
    with pytest.raises(ActionNotAllowed, match="too few or too many"):
        await you.submit(answer, {"name": "x" * 21, "pace": "slow"})
    submitted = await you.submit(answer, {"Name": "Otter", "Pace": "Slow"})
    assert submitted.text == "Otter: slow"


async def test_a_menu_in_a_v2_layout_is_chosen_from_by_value_or_label(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    message = made(await you.command(channel, "ways menu"))
    assert message.text == "Pick one\nCards\n7♣\n7♠\nK♥ Voormsi"
    with pytest.raises(ActionNotAllowed, match="not 3"):
        await you.select(message, ["0", "1", "2"], custom_id="choose")
    with pytest.raises(ActionNotAllowed, match="not offered"):
        await you.select(message, ["9"])
    answer = await you.select(message, ["K♥ Voormsi", "0"], placeholder="Cards")
    assert answer.text == "chosen: 2, 0"


async def test_an_answer_that_discord_refuses_leaves_the_person_without_one() -> None:
    async with Sandbox(answer_within=0.3) as box, running(SampleBot(), box):
        you, channel = box.person("You"), box.channel("general")
        page = you.open_page()
        assert (await you.command(channel, "ways wrong")).status == "failed"
        [violation] = box.violations
        assert "2000" in violation.why
        assert '"status":"failed"' in page.texts[-1]


async def test_a_button_with_an_emoji_only_is_deferred_and_edited(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    message = made(await you.command(channel, "ways press"))
    with pytest.raises(ActionNotAllowed, match="disabled"):
        await you.press(message, "Closed")
    answer = await you.press(message, custom_id="later")
    assert answer.status == "deferred_update"
    await box.until(lambda: message.content == "it came later")


async def test_choices_are_offered_while_a_command_is_typed(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    choices = await you.autocomplete(channel, "game play", {"cards": "7"}, focused="cards")
    assert choices == [{"name": "7♣", "value": "7♣"}, {"name": "7♠", "value": "7♠"}]


async def test_people_as_options_come_resolved(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    answer = await you.command(channel, "game play", cards="7♣", with_friend=box.person("Malik"))
    assert answer.text == "played 7♣ with Malik"


async def test_what_the_client_would_not_let_one_do_is_told(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    for name, options, why in (
        ("nothing", {}, "no command"),
        ("game", {}, "needs one more word"),
        ("game open", {}, "needs players"),
        ("game open", {"players": 5}, "out of bounds"),
        ("game open", {"players": 2, "pace": "x"}, "no option pace"),
    ):
        with pytest.raises(ActionNotAllowed, match=why):
            await you.command(channel, name, **options)
    message = made(await you.command(channel, "game open", players=2))
    private = made(await you.press(message, "Rules"))
    with pytest.raises(ActionNotAllowed, match="does not see"):
        await box.person("Aja").press(private, "x")
    with pytest.raises(ActionNotAllowed, match="there are: Join, Rules"):
        await you.press(message, "Leave")


async def test_commands_and_presses_work_in_direct_messages(box: Sandbox, bot: SampleBot) -> None:
    you = box.person("You")
    direct = you.open_direct()
    message = made(await you.command(direct, "game open", players=2))
    answer = await you.press(message, "Rules")
    assert answer.text == "The rules are short."
    assert answer.message in you.dms
    assert you.notifications == []
    assert made(await you.command(direct, "ways rights")).text.startswith("False")


async def test_permissions_of_the_bot_and_the_person_come_with_an_interaction(box: Sandbox, bot: SampleBot) -> None:
    you, aja, channel = box.person("You"), box.person("Aja"), box.channel("general")
    box.permit(channel, send_messages_in_threads=False, send_polls=False)
    assert (await you.command(channel, "ways rights")).text == "True True ['send_messages']"
    assert (await aja.command(channel, "ways rights")).text == "True False ['send_messages']"
    aja.allow("manage_guild")
    assert (await aja.command(channel, "ways rights")).text == "True True ['send_messages']"


async def test_without_any_bot_a_command_is_unknown_and_a_press_fails_at_once() -> None:
    async with Sandbox() as box:
        you, channel = box.person("You"), box.channel("general")
        with pytest.raises(ActionNotAllowed):
            await you.command(channel, "game open", players=2)
