"""Screens as `scripts.shots` takes them: no box stands for a sign, and a turn needs no scrolling on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.tables import deals
from scripts.shots import (
    DEAL,
    INTO_VIEW,
    PEOPLE,
    PLAYS,
    SEATED,
    Deck,
    a_newcomer,
    alone,
    club,
    missing_signs,
    studio_in,
)
from tests.sandbox.page_browser import chromium

pytestmark = [pytest.mark.browser, pytest.mark.asyncio]

FOLD: Final = """message => {
    const bottom = document.querySelector(".composer").getBoundingClientRect().top;
    const picture = [...message.querySelectorAll("img")].find((one) => one.getBoundingClientRect().width > 200);
    const row = message.querySelector(".button:not(.media)");
    return [picture.getBoundingClientRect().top, row.getBoundingClientRect().bottom, bottom];
}"""
"""The top of the picture, the lower edge of the first row of buttons, and where the screen ends."""


async def test_a_sign_that_no_typeface_has_is_found_and_a_computer_s_is_none() -> None:
    async with chromium() as browser:
        page = await browser.new_page()
        await page.set_content("<body>Nivi 🤖 ♣ \U000f1234</body>")
        assert await missing_signs(page) == ["\U000f1234"]


async def test_at_the_turn_the_picture_and_the_first_buttons_are_above_the_fold_of_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a trick of three plays, and after a great moment."""
    deck = Deck()
    monkeypatch.setattr(deals, "shuffle", deck)
    deck.lay(*DEAL)
    async with club(tmp_path) as box, studio_in(box, tmp_path, lambda _: True, deck) as studio:
        card = await studio.open("Otter", 4, SEATED)
        await studio.start(card, PEOPLE[0])
        for plays in (PLAYS[:1], PLAYS[1:]):
            await studio.play("Otter", *plays)
            hand = await studio.turn("Otter")
            page = studio.pages["-phone"]
            await page.goto(f"{box.url}?as={PEOPLE[0]}#{hand.channel.id}")
            shown = page.locator(".message", has_text="Your turn").last
            await shown.wait_for()
            await shown.evaluate(INTO_VIEW)
            for image in await shown.locator("img").all():
                await image.evaluate("image => image.decode()")
            top, low, end = await shown.evaluate(FOLD)
            assert 0 < top < low <= end


async def test_the_guided_hand_and_the_end_of_a_hand_are_taken_in_another_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck, wanted = Deck(), {"guide-after-phone", "advised-phone", "hand-end-phone"}
    monkeypatch.setattr(deals, "shuffle", deck)
    async with (
        club(tmp_path, "da", hand_pause=20) as box,
        studio_in(box, tmp_path, wanted.__contains__, deck, "da") as studio,
    ):
        for scene in (a_newcomer, alone):
            await scene(studio)
    assert _screenshots(tmp_path) == wanted


def _screenshots(folder: Path) -> set[str]:
    return {one.stem for one in folder.glob("*.png")}
