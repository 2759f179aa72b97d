"""`python -m scripts.shots`: the pictures of docs/images, taken of the real bot in headless Chromium.

The decks are laid by hand, so that the same pictures come out every time.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright, expect

from bot.app import serve
from bot.settings import read_settings
from bot.tables import deals, names
from rules.cards import Card, cards
from sandbox import Sandbox
from sandbox.people import Person
from scripts.palette import png

IMAGES = Path(__file__).parents[1] / "docs" / "images"
DESK, PHONE = (1280, 800), (390, 844)
PEOPLE = ("Nivi", "Aja", "Malik", "Ivalu")
CUT = cards("9C 9S 3D 9H")
"""What the seats cut: the third deals, so the fourth leads."""
DEALT = cards("KH JC 9C QD 8D 6S 9S 5S AC 6D QC 8S AH 7H 5H 8H")
"""One card at a time from the fourth seat on: each fourth is of one hand."""
TRICKS = ((("Ivalu", "KH"), ("Nivi", "JC"), ("Aja", "5H"), ("Malik", "QD")), (("Nivi", "6S 6D"), ("Aja", "9C 9S")))

PIXELS = """async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + picture)).blob());
    const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    paper.drawImage(bitmap, 0, 0);
    const bytes = paper.getImageData(0, 0, bitmap.width, bitmap.height).data;
    const parts = [];
    for (let at = 0; at < bytes.length; at += 32768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32768)));
    return btoa(parts.join(""));
}"""


async def take() -> None:
    """Play the first tricks of a table of four, and take the pictures on the way."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    names.NAMES = ("Otter",)  # type: ignore[misc]
    decks = [CUT, DEALT]
    deals.shuffled = lambda pack: _filled_up(decks.pop(0), pack)
    async with _club() as box, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        await _pictures(box, browser)
        await browser.close()


async def _pictures(box: Sandbox, browser: Browser) -> None:
    you = box.person(PEOPLE[0])
    desk = await _look(browser, box, "cards", DESK, "dark")
    await _open_table(box, desk)
    await _keep(desk, "lobby")
    await desk.get_by_role("button", name="Start").click()
    await box.until(lambda: all(person.dms for person in box.people))
    await _play(box, *TRICKS[0])
    await box.until(partial(_is_called, you))
    for scheme in ("dark", "light"):
        phone = await _look(browser, box, str(you.dms[-1].channel.id), PHONE, scheme)
        await expect(phone.get_by_text("Your turn")).to_be_visible()
        await _keep(phone, f"hand-{scheme}")
    await _play(box, *TRICKS[1])
    thread = box.threads[0]
    for name, scheme, size in (("table", "dark", DESK), ("table-light", "light", DESK), ("table-phone", "dark", PHONE)):
        page = await _look(browser, box, str(thread.id), size, scheme)
        await expect(page.get_by_text("Malik to play 2 cards")).to_be_visible()
        await _keep(page, name)


@asynccontextmanager
async def _club() -> AsyncIterator[Sandbox]:
    """A sandbox with the bot in it."""
    topics = {"cards": "Voormsi for two, three or four: /table open"}
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(people=PEOPLE, bot="Voormsi", topics=topics) as box:
            settings = read_settings(
                None,
                discord_token=box.token,
                discord_api_base=box.api_base,
                discord_gateway=box.gateway,
                database=Path(folder) / "voormsi.db",
            )
            bot = asyncio.create_task(serve(settings))
            await box.until(lambda: box.bot_online)
            yield box
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)


def _filled_up(first: Sequence[Card], pack: Sequence[Card]) -> tuple[Card, ...]:
    """The pack with these cards on top."""
    return (*first, *(card for card in pack if card not in first))


async def _look(browser: Browser, box: Sandbox, channel: str, size: tuple[int, int], scheme: str) -> Page:
    """A page of the first person, at a channel (its name or id)."""
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size == PHONE,
    )
    page = await context.new_page()
    place = channel if channel.isdigit() else str(box.channel(channel).id)
    await page.goto(f"{box.url}?as={PEOPLE[0]}#{place}")
    await page.locator(".channel-heading h2").wait_for()
    if scheme == "light":
        await page.get_by_role("button", name="Change to light colours").click()
    return page


async def _open_table(box: Sandbox, desk: Page) -> None:
    await desk.locator("#box").fill("/table open players:4 ")
    await desk.get_by_role("button", name="Send the command").click()
    seen = partial(box.person(PEOPLE[0]).sees, box.channel("cards"))
    await box.until(lambda: any("Join" in one.labels for one in seen()))
    card = next(one for one in seen() if "Join" in one.labels)
    for person in box.people:
        await person.press(card, "Join")
    await expect(desk.get_by_text("Ivalu", exact=True).nth(1)).to_be_visible()


async def _play(box: Sandbox, *plays: tuple[str, str]) -> None:
    """Each plays from the direct message."""
    for name, codes in plays:
        person, wanted = box.person(name), f":{codes.replace(' ', '-')}"
        await box.until(partial(_is_called, person))
        hand = person.dms[-1]
        await person.press(hand, custom_id=next(one for one in _custom_ids(hand.components) if one.endswith(wanted)))


def _is_called(person: Person) -> bool:
    return "Your turn" in person.dms[-1].text


def _custom_ids(parts: Sequence[dict[str, object]]) -> list[str]:
    found = [str(part["custom_id"]) for part in parts if "custom_id" in part]
    inner = [part["components"] for part in parts if isinstance(part.get("components"), list)]
    return found + [one for each in inner for one in _custom_ids(each)]  # type: ignore[arg-type]


async def _keep(page: Page, name: str) -> None:
    """Write a picture of the window, with nothing unread and nothing under the pointer."""
    await page.mouse.move(0, 0)
    for toast in await page.locator(".toast").all():
        await toast.evaluate("toast => toast.remove()")
    await page.wait_for_timeout(400)
    picture = base64.b64encode(await page.screenshot()).decode()
    size = page.viewport_size
    assert size is not None
    blank = await page.context.new_page()  # the page itself fetches nothing from elsewhere
    pixels = base64.b64decode(await blank.evaluate(PIXELS, picture))
    (IMAGES / f"{name}.png").write_bytes(png(pixels, size["width"], size["height"]))


if __name__ == "__main__":
    asyncio.run(take())
