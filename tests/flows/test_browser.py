"""Four people, each in their own browser, play a rubber by clicking; what their browsers were sent is searched."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Response, WebSocket, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from bot.discord_api import custom_ids
from bot.messages.hand.hand import has_set_menu
from bot.tables import actions, deals
from bot.tables.fold import unfold
from bot.tables.table import Table
from rules.core.cards import Card
from rules.core.contract import Phase
from sandbox import Sandbox
from simulation.scripted_people import posts, record, shuffling, table_now
from simulation.seen_cards import TOLD_TO_ALL, cards_in, held_so_far, messages_in, played, strings
from tests.flows.conftest import SLOW
from tests.flows.eventful import eventful
from tests.sandbox.page_browser import DESK, PHONE, BrowserSeat, chromium

pytestmark = pytest.mark.browser

LONGEST = 90
"""Plays of the rubber; most take twice as many."""
PRESSABLE = re.compile(r"v1:play:\d+:(\d+)\.\d+:([2-9AKQJ][CSHD](?:-[2-9AKQJ][CSHD])*)")
HEAP_EVERY = 30


class WatchedBrowser(BrowserSeat):
    """A seat at the table, and every text that its browser received."""

    received: list[str]
    looked: int

    async def sit_down(self, person: str) -> None:
        self.person = person
        self.received, self.looked = [], 0
        self.page.on("websocket", self._listen)
        self.page.on("response", self._keep)
        await self.arrive(person, "cards")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    async def _keep(self, response: Response) -> None:
        if response.url.startswith(f"{self.box.url}people"):
            self.received.append(await response.text())

    def news(self) -> list[str]:
        """Everything received since the last call."""
        new, self.looked = self.received[self.looked :], len(self.received)
        return new

    async def play(self, table: Table, cards: Sequence[Card]) -> None:
        """Play these cards from the hand that is open, by its button or by its menu."""
        view = table.view(table.turn)
        turn = f"{view.hand_number}.{view.plays_made}"
        codes = "-".join(card.code for card in cards)
        called = self.message("Your turn").last
        way = called.locator(f'[data-custom-id="v1:play:{table.id}:{turn}:{codes}"]')
        menu = called.locator(f'[data-custom-id="v1:set:{table.id}:{turn}"]')
        if len(cards) > 1 and has_set_menu(view):
            await self._choose(menu, cards)
        else:
            await way.click()

    async def _choose(self, menu: Locator, cards: Sequence[Card]) -> None:
        """Choose cards in the menu; once more if the picture, which comes later, closed it."""
        choices = self.page.get_by_role("dialog")
        try:
            await self._choose_open(menu, choices, cards, 5_000)
        except PlaywrightTimeoutError:
            await expect(choices).to_have_count(0)
            await self._choose_open(menu, choices, cards, 30_000)

    async def _choose_open(self, menu: Locator, choices: Locator, cards: Sequence[Card], milliseconds: float) -> None:
        await menu.click()
        for card in cards:
            await choices.get_by_role("option", name=card.symbol).click(timeout=milliseconds)
        await choices.get_by_role("button", name="Done").click(timeout=milliseconds)

    async def open_messages(self) -> None:
        """Go to the direct messages."""
        channels = self.page.get_by_role("button", name="Channels", exact=True)
        if await channels.is_visible():
            await channels.click()
        await self.page.get_by_role("navigation").get_by_role("link", name="Voormsi").click()
        await expect(self.page.locator(".channel-heading h2")).to_have_text("Voormsi")

    async def press_my_hand(self) -> None:
        """Ask for the hand, under whatever stands last in the thread."""
        await self.page.locator('main [data-custom-id^="v1:hand:"]').last.click()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox(bot="Voormsi", answer_within=SLOW) as box:
        yield box
        assert box.violations == []
        assert box.unsupported == []


async def sit(browser: Browser, box: Sandbox, person: str, size: tuple[int, int]) -> WatchedBrowser:
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    seat = WatchedBrowser(await context.new_page(), box)
    await seat.sit_down(person)
    return seat


@pytest.mark.usefixtures("bot")
async def test_four_people_play_a_rubber_and_no_browser_holds_a_card_that_is_not_theirs(
    browser: Browser, box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = eventful(LONGEST)
    monkeypatch.setattr(deals, "shuffle", shuffling(*script.decks))
    seats = [await sit(browser, box, person.name, PHONE if person.name == "Aja" else DESK) for person in box.people]
    table_id = await start(seats, box)
    you, aja, malik, ivalu = seats
    await you.open_messages()
    await aja.open_messages()
    await ivalu.open_messages()
    await malik.page.get_by_role("link", name="Go to the table").last.click()

    own: set[str] = set()
    for number, (seat, cards) in enumerate(script.plays):
        table = await box.until(partial(at_play, database, table_id, number))
        own |= await search(seats, table)
        if number % HEAP_EVERY == HEAP_EVERY - 1:
            await search_memory(seats, table)
        assert table.turn == seat
        if seats[seat] is malik:
            await malik.press_my_hand()
        await seats[seat].play(table, cards)
    for one in seats:
        if one is not malik:
            await one.page.get_by_role("link", name="Go to the table").last.click()
        await expect(one.message("game over").last).to_be_visible()

    assert own == {"You", "Aja", "Malik", "Ivalu"}, "this looks for cards where they are shown"
    told = "\n".join(one.text for one in posts(box.threads[0], box.people[0], ""))
    assert "back to" in told
    assert "Toqutsit" in told
    assert table_now(database, table_id).last_trick == script.accounts[-1]
    for one in seats:
        assert one.problems == []
        assert [url for url in one.asked if not url.startswith(box.url)] == []


async def start(seats: Sequence[WatchedBrowser], box: Sandbox) -> int:
    """A table that the first has opened, with everybody in their seat; its number."""
    await seats[0].command("/table open players:4")
    for seat in (seats[0], seats[2], seats[1], seats[3]):  # who joins first is the partner of who opened it
        if seat is not seats[0]:
            await seat.button("Join").click()
        await expect(seats[0].message("Voormsi at table").get_by_text(seat.person, exact=True)).to_be_visible()
    await seats[0].button("Play now").click()
    await box.until(lambda: all(person.dms for person in box.people))
    found = await seats[0].page.locator('[data-custom-id^="v1:hand:"]').first.get_attribute("data-custom-id")
    press = custom_ids.read(str(found))
    assert press
    assert press.table
    return press.table


def at_play(database: Path, table_id: int, number: int) -> Table | None:
    """The table, once so many plays of the rubber have been made and the next can be."""
    entries = record(database, table_id)
    made = sum(isinstance(entry.action, actions.TakeTurn) for entry in entries)
    *_, table = unfold(table_id, entries)
    return table if table.phase is Phase.PLAY and made == number else None


async def search(seats: Sequence[WatchedBrowser], table: Table) -> set[str]:
    """Look through all that each browser received since the last time, and shows; who was shown cards of their own."""
    shown: set[str] = set()
    for number, seat in enumerate(seats):
        own = held_so_far(table, number)
        told = cards_of_this_hand([*received(seat), *await on_the_page(seat)], table)
        assert not told - played(table) - own, f"{seat.person}'s browser holds {told - played(table) - own}"
        shown |= {seat.person} if told & own else set()
    return shown


def received(seat: WatchedBrowser) -> list[str]:
    """Each message that the browser received since this was asked last, as one text; and every other frame."""
    frames = [json.loads(text) for text in seat.news()]
    return ["\n".join(strings(part)) for frame in frames for part in (*messages_in(frame),) or (frame,)]


async def on_the_page(seat: WatchedBrowser) -> list[str]:
    """Each message and notification on the page, with everything that is hidden in its elements."""
    shown = seat.page.locator("article.message, .toast")
    found: list[str] = await shown.evaluate_all("elements => elements.map(element => element.outerHTML)")
    return found


def cards_of_this_hand(texts: Sequence[str], table: Table) -> set[str]:
    """The cards that these messages name, but for those of hands that are over and of the cut."""
    assert table.hand
    this_hand = re.compile(rf"hand {table.hand.number}\b")
    fresh = [text for text in texts if not re.search(r"hand \d", text) or this_hand.search(text)]
    return {card for text in fresh if not TOLD_TO_ALL.search(text) for card in cards_in(text)}


async def search_memory(seats: Sequence[WatchedBrowser], table: Table) -> None:
    """Whatever could be pressed in this hand, as it lies in the memory of each browser, plays cards of its owner."""
    assert table.hand
    for number, seat in enumerate(seats):
        pressable = PRESSABLE.findall(await seat.heap())
        held = {code for hand, codes in pressable if int(hand) == table.hand.number for code in codes.split("-")}
        assert held, "this looks for cards where they are"
        assert held <= held_so_far(table, number), f"{seat.person}'s browser remembers {held}"
