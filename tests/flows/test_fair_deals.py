"""The code that binds a game's deals: in the thread before the first card, and checked there and outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from sandbox import Sandbox
from simulation.scripted_people import LONG, play_on, players, posts, result, seated
from tests.flows.attachments import file_of

pytestmark = pytest.mark.usefixtures("two_hands", "bot", "fair_decks")
CODE = re.compile(r"`([0-9a-f]{64})`")


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
    assert "still in play" in (await you.command(thread, "verify", hand=1)).text
    company = players(box, lobby, [you])
    await play_on(box, company, lambda: result(thread, you))

    told = (await you.command(thread, "verify", hand=2)).text
    assert link in told
    assert code in told
    assert "Now compare that with the post" in told
    assert "hand 2 follows" in (await you.press(post, "Check the deal")).text
    assert "checks out" in (await you.command(thread, "verify", hand=2, code=code.upper())).text
    assert "does not check out" in (await you.command(thread, "verify", hand=2, code="0" * 64)).text
    assert "isn't a code of mine" in (await you.command(thread, "verify", hand=2, code="hello")).text

    answer = (await you.command(thread, "record")).message
    assert answer is not None
    path = tmp_path / "record.txt"
    path.write_text(await file_of(answer, ".txt"), encoding="utf-8")
    assert main(["verify", str(path), code, f"https://discord.com/channels/1{link}"]) == 0
    assert main(["verify", str(path), "0" * 64]) == 1
    assert not post.edited
    assert not box.violations
