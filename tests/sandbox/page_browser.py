"""The page of the sandbox in a headless Chromium."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from sandbox import Sandbox

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = (1280, 800)
PHONE = (390, 844)
SHOTS = Path(__file__).parents[2] / "shots"
PATIENCE = 30_000
"""The timeout of every wait, in ms, for a machine under load."""
expect.set_options(timeout=PATIENCE)


@asynccontextmanager
async def chromium(*arguments: str) -> AsyncIterator[Browser]:
    """The system's Chromium, without a window."""
    async with async_playwright() as playwright:
        path = shutil.which("chromium")
        browser = await playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *arguments])
        yield browser
        await browser.close()


class BrowserSeat:
    """One browser profile that shows the sandbox to one person."""

    def __init__(self, page: Page, box: Sandbox) -> None:
        self.page = page
        self.box = box
        self.problems: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))

    async def arrive(self, person: str, channel: str = "general") -> None:
        place = self.box.channel(channel)
        await self.page.goto(f"{self.box.url}?as={person}#{place.id}")
        await expect(self.page.locator(".channel-heading h2")).to_have_text(channel)

    @property
    def messages(self) -> Locator:
        """The messages that have arrived; messages still being sent are excluded."""
        return self.page.locator("article.message:not(.under-way)")

    def message(self, text: str) -> Locator:
        return self.messages.filter(has_text=text)

    @property
    def box_line(self) -> Locator:
        return self.page.locator("#box")

    def button(self, name: str) -> Locator:
        return self.page.locator("main").get_by_role("button", name=name, exact=True)

    async def say(self, text: str) -> None:
        await self.box_line.fill(text)
        await self.box_line.press("Enter")

    async def type(self, text: str) -> None:
        """Type at the current focus."""
        await self.page.keyboard.type(text)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def command(self, text: str) -> None:
        """Write a whole command ("/show kind:old") and send it."""
        await self.box_line.fill(f"{text} ")
        await self.page.locator(".command-form").wait_for()
        await self.page.get_by_role("button", name="Send the command").click()

    async def module(self, name: str, function: str, *arguments: Any) -> Any:
        """Call a function of one of the page's modules. Return its result."""
        script = "async ([url, call, values]) => (await import(url))[call](...values)"
        return await self.page.evaluate(script, [f"{self.box.url}page/{name}.js", function, list(arguments)])

    async def heap(self) -> str:
        """The heap of the page, after garbage collection."""
        chunks: list[str] = []
        devtools = await self.page.context.new_cdp_session(self.page)
        devtools.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
        await devtools.send("HeapProfiler.enable")
        await devtools.send("HeapProfiler.collectGarbage")
        await devtools.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        await devtools.detach()
        return "".join(chunks)

    async def shoot(self, name: str) -> None:
        """Save a screenshot of the window, for inspection."""
        SHOTS.mkdir(exist_ok=True)
        await self.page.screenshot(path=SHOTS / f"{name}.png")
