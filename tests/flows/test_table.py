from pathlib import Path

from sandbox import Sandbox
from tests.flows.conftest import serving, settings_for


async def test_four_computers_play_a_rubber_and_everybody_sees_it(box: Sandbox, tmp_path: Path) -> None:
    async with serving(box, settings_for(box, tmp_path / "a.db")):
        you, channel = box.person("You"), box.channel("cards")
        answer = await you.command(channel, "table open", players=4)
        assert answer.status == "message"
        await box.until(lambda: len(you.sees(channel)) >= 2)
        print([m.text for m in you.sees(channel)])
        card = next(m for m in you.sees(channel) if not m.ephemeral)
        for _ in range(4):
            await you.press(card, "Add computer")
        await you.press(card, "Start")
        await box.until(
            lambda: box.threads and any("won" in m.text or "wins" in m.text for m in you.sees(box.threads[0])), 30
        )
        await box.until(lambda: any("Rematch" in m.text for m in you.sees(box.threads[0])), 60)
        for m in you.sees(box.threads[0]):
            print("-----")
            print(m.text)
