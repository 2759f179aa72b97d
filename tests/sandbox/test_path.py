from __future__ import annotations

from sandbox import Sandbox
from tests.sandbox.sample_bot import SampleBot


async def test_a_bot_answers_a_command_edits_on_a_press_and_sends_a_direct_message(
    box: Sandbox, bot: SampleBot
) -> None:
    you, channel = box.person("You"), box.channel("general")

    answer = await you.command(channel, "game open", players=3)
    assert answer.status == "message"
    assert answer.message is not None
    assert answer.message.content == "A game for 3"
    assert answer.message.labels == ["Join", "Rules"]

    answer = await you.press(answer.message, "Join")
    assert answer.status == "update"
    assert answer.message is not None
    assert answer.message.content == f"{you.mention} joined"
    assert answer.message.edited

    await box.until(lambda: you.dms)
    assert [message.text for message in you.dms] == ["Welcome to the game"]
    assert [notice.kind for notice in you.notifications] == ["dm"]
