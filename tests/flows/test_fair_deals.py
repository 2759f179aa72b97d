"""The code that binds a game's deals: in the thread before the first card, and checked there and outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from sandbox import Person, Sandbox, Thread
from simulation.scripted_people import LONG, play_on, players, posts, press_at, result, seated
from tests.flows.attachments import file_of

pytestmark = pytest.mark.usefixtures("two_hands", "bot", "fair_decks")
CODE = re.compile(r"`([0-9a-f]{64})`")


async def compared(thread: Thread, person: Person, kept: str) -> str:
    """The answer to a code that somebody has kept."""
    checked = (await press_at(thread, person, "Replay", "Deal", "Check the deal")).message
    assert checked
    return (await person.submit(await person.press(checked, "Compare the code…"), {"code": kept})).text


async def test_a_player_checks_the_deals_of_a_game_by_the_post_and_with_another_program(
    box: Sandbox, tmp_path: Path
) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "hand 1, trick 1"), LONG)
    [post] = posts(thread, you, "Every deck from here on")
    found = CODE.search(post.text)
    assert found is not None
    code, link = found[1], f"/{thread.id}/{post.id}"
    assert "No hand is over yet" in (await you.press(post, "Check the deal")).text
    company = players(box, lobby, [you])
    await play_on(box, company, lambda: result(thread, you))

    told = (await press_at(thread, box.person("Aja"), "Replay", "Deal", "Check the deal")).text
    assert link in told
    assert code in told
    assert "Now compare that with the post" in told
    assert "hand 2 follows" in (await you.press(post, "Check the deal")).text
    assert "checks out" in await compared(thread, you, f" `{code.upper()}` ")
    assert "does not check out" in await compared(thread, you, "0" * 64)
    assert "isn't a code of mine" in await compared(thread, you, "hello")

    answer = (await you.command(thread, "record")).message
    assert answer is not None
    path = tmp_path / "record.txt"
    path.write_text(await file_of(answer, ".txt"), encoding="utf-8")
    assert main(["verify", str(path), code, f"https://discord.com/channels/1{link}"]) == 0
    assert main(["verify", str(path), "0" * 64]) == 1
    assert not post.edited
    assert not box.violations
