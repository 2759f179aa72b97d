"""`python -m scripts.shots [FOLDER]`: screenshots of the real bot in the sandbox's page, by headless Chromium.

With FOLDER, all of them are written there: every subject, dark and light, for a desktop (1280 wide) and a phone (390).
Without it, only those that the documents show are written, to docs/images. Decks are stacked or from a known seed, so
that the screenshots are the same every time.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from bot import app
from bot.discord_api import custom_ids, emoji_sync
from bot.messages.kit.emojis import emoji_pictures
from bot.runtime.settings import read_settings
from bot.tables import deals, table_names
from rules.core.cards import Card, cards
from sandbox import Channel, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Lobby, press_at

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
SIZES: Final = {"": (1280, 800), "-phone": (390, 844)}
SCHEMES: Final = {"": "dark", "-light": "light"}
BEST: Final = frozenset(
    "lobby lobby-phone hand-phone waiting-phone table result-phone ladder-phone lesson-phone "
    "welcome setup-phone organiser-log cup-winners-phone league-phone".split()
)
"""The screenshots that the documents show."""
COLOURS: Final = 256
NOTHING_OVER: Final = """() => {
    for (const one of document.querySelectorAll(".toast, .jump")) one.style.visibility = "hidden";
}"""
INTO_VIEW: Final = """message => message.scrollIntoView({
    block: message.offsetHeight > innerHeight - 200 ? "start" : "end"
})"""
"""Scroll to the top of a message that is higher than the window, else to its bottom."""
MISSING: Final = """() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    pen.font = `32px ${getComputedStyle(document.body).fontFamily}`;
    const drawn = (text) => {
        pen.clearRect(0, 0, 99, 99);
        pen.fillText(text, 20, 60);
        return pen.getImageData(0, 0, 99, 99).data.join();
    };
    const box = drawn("\\u{10FFFD}");
    return [...new Set(document.body.innerText)].filter((sign) => drawn(sign) === box);
}"""
"""The signs on the page that no typeface of this machine has: they look like one that nothing is assigned."""
PEOPLE: Final = ("Nivi", "Aja", "Malik", "Ivalu")
EXERCISE: Final = ("sevens", "3")
"""A lesson, and the exercise of it to show."""
SEEDED: Final = 5
"""The seed for the rubber of the computers: points bounce in its fourth hand."""


class MissingSigns(Exception):
    """A screenshot would show boxes in place of signs."""


@dataclass
class Deck:
    """A shuffle with known results: first the stacked packs, then packs from a known seed."""

    laid: list[tuple[Card, ...]] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(SEEDED))

    def lay(self, *packs: str) -> None:
        self.laid += map(cards, packs)

    def __call__(self, pack: Sequence[Card], below: object) -> tuple[Card, ...]:
        if not self.laid:
            return tuple(self.chance.sample(pack, len(pack)))
        first = self.laid.pop(0)
        return (*first, *(card for card in pack if card not in first))


@dataclass
class Studio:
    """The bot in a sandbox, and four windows of the first person, for screenshots."""

    box: Sandbox
    pages: dict[str, Page]
    folder: Path
    wanted: Callable[[str], bool]
    deck: Deck

    @property
    def you(self) -> Person:
        return self.box.person(PEOPLE[0])

    async def take(self, subject: str, place: Channel, shows: str) -> None:
        """Take a screenshot of every window, with the message that contains `shows` in view."""
        for window, page in self.pages.items():
            if self.wanted(subject + window):
                await page.goto(f"{self.box.url}?as={PEOPLE[0]}#{place.id}")
                await self.shoot(subject + window, page, shows)

    async def shoot(self, name: str, page: Page, shows: str, part: str = ".message") -> None:
        """Take a screenshot of a window, with the last matching `part` in view."""
        seen = page.locator(part, has_text=shows).last
        await seen.wait_for()
        await _settle(page, seen)
        if missing := await missing_signs(page):
            raise MissingSigns(f"{name}: no typeface here has {' '.join(missing)}; install fonts-noto-color-emoji")
        (self.folder / f"{name}.png").write_bytes(with_palette(await page.screenshot()))

    async def open(self, name: str, seats: int, people: Sequence[str]) -> Message:
        """Open a lobby and seat these people in it."""
        table_names.ANIMALS = (name,)  # type: ignore[misc]
        channel = self.box.channel("cards")
        await self.box.person(people[0]).command(channel, "table open", players=seats)
        card: Message = await self.box.until(lambda: last(self.you, channel, f"at table {name}"))
        await Lobby(self.box, card).join(*map(self.box.person, people))
        await self.box.until(lambda: not card.loading)
        return card

    async def start(self, card: Message, by: str) -> Channel:
        await self.box.person(by).press(card, "Play now")
        thread: Channel = await self.box.until(
            lambda: next((one for one in self.box.threads if one.id == card.id), None)
        )
        return thread

    async def play(self, table: str, *plays: tuple[str, str]) -> None:
        """Make plays (person, cards), each from the person's direct messages."""
        for name, codes in plays:
            person, wanted = self.box.person(name), f":{codes.replace(' ', '-')}"
            hand = await self.box.until(partial(called, person, table), 30)
            await person.press(hand, custom_id=next(one for one in custom_ids_of(hand) if one.endswith(wanted)))

    async def ask(self, channel: Channel, command: str, **options: Any) -> Message:
        """Run a command. Return the private response."""
        answer = await self.you.command(channel, command, **options)
        assert answer.message, answer.text
        return answer.message


async def take(folder: Path, wanted: Callable[[str], bool]) -> None:
    """Take all wanted screenshots. A new server has a bot that has not met it yet."""
    evening = four_players, three_players, two_players, a_rubber, beside_the_table, a_newcomer, a_cup, a_league
    for scenes in (evening, (a_new_server,)):
        deck = Deck()
        deals.shuffle = deck
        with tempfile.TemporaryDirectory() as home:
            async with club(Path(home)) as box, studio_in(box, folder, wanted, deck) as studio:
                for scene in scenes:
                    await scene(studio)


@asynccontextmanager
async def studio_in(box: Sandbox, folder: Path, wanted: Callable[[str], bool], deck: Deck) -> AsyncIterator[Studio]:
    """A studio with windows in a headless Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield Studio(box, await _windows(browser, box), folder, wanted, deck)
        await browser.close()


async def four_players(studio: Studio) -> None:
    """The lobby, a hand, the table in the middle of a trick of sets, and what beats it."""
    card = await studio.open("Otter", 4, (PEOPLE[0], PEOPLE[2], PEOPLE[1], PEOPLE[3]))  # the first two are partners
    await studio.take("lobby", studio.box.channel("cards"), "at table Otter")
    studio.deck.lay("9C 9S 3D 9H", "KH JC 9C QD 8D 6S 9S 5S AC 6D QC 8S AH 7H 5H 8H")
    thread = await studio.start(card, PEOPLE[0])
    await studio.play("Otter", ("Ivalu", "KH"), ("Nivi", "JC"), ("Aja", "5H"), ("Malik", "QD"))
    hand = await studio.box.until(lambda: called(studio.you, "Otter"))
    await studio.take("hand", hand.channel, "Your turn")
    await studio.play("Otter", ("Nivi", "6S 6D"))
    await studio.you.press(hand, "9♥")
    await studio.take("waiting", hand.channel, "At your turn you play 9♥")
    await studio.play("Otter", ("Aja", "9C 9S"))
    await studio.box.until(lambda: last(studio.you, thread, "Malik to play 2 cards"))
    await studio.take("table", thread, "Malik to play 2 cards")
    await press_at(thread, studio.you, "Ranks", "What beats this?")
    await studio.take("beats", thread, "beat")


async def three_players(studio: Studio) -> None:
    """Three ladders around one table, in the middle of a led Seven."""
    card = await studio.open("Raven", 3, PEOPLE[:3])
    studio.deck.lay("9C 9S 3D", "7H AC QD KC KS 5S 6D JH 9D 8H QS 6C")
    thread = await studio.start(card, PEOPLE[0])
    await studio.play("Raven", ("Nivi", "7H"), ("Aja", "KS"), ("Malik", "9D"))
    await studio.play("Raven", ("Nivi", "KC"), ("Aja", "AC"))
    await studio.take("three", thread, "Malik to play")


async def two_players(studio: Studio) -> None:
    """The second round of a trick."""
    card = await studio.open("Seal", 2, PEOPLE[:2])
    studio.deck.lay("9C 3D", "6C AS 5D KH QH 8S 9H 7D")
    thread = await studio.start(card, PEOPLE[0])
    await studio.play("Seal", ("Nivi", "6C"), ("Aja", "AS"), ("Aja", "7D"))
    await studio.take("two", thread, "Second round")


async def a_rubber(studio: Studio) -> None:
    """A rubber of computers to its end: a hand, the result, the ladders, a replay."""
    card = await studio.open("Tern", 4, PEOPLE[1:2])
    thread = await Lobby(studio.box, card).start_computers(studio.box.person(PEOPLE[1]))
    await studio.box.until(lambda: last(studio.you, thread, "The way there"), 120)
    await studio.take("summary", thread, "hand 4 is over")
    await studio.take("result", thread, "The way there")
    await studio.take("result-channel", card.channel, "Tern: game over")
    general = studio.box.channel("general")
    replay = await studio.ask(general, "replay", table="Tern", hand=4)
    deal = (await studio.you.press(replay, "Deal")).message
    assert deal
    await studio.you.press(deal, "Ladder")
    await studio.take("ladder", general, "Ladders of Tern")
    for _ in range(10):
        await studio.you.press(replay, "Next")
    await studio.take("replay", general, "Replay: card 10")


async def beside_the_table(studio: Studio) -> None:
    """Private responses: ranks, lessons, settings."""
    general = studio.box.channel("general")
    await studio.you.press(await studio.ask(general, "rules"), "Ranks")
    await studio.take("ranks", general, "Matadors")
    lesson = await studio.ask(general, "learn")
    await studio.take("lessons", general, "Learn Voormsi")
    await _go_to(studio, lesson, *EXERCISE)
    await studio.take("lesson", general, "3 of")
    await studio.ask(general, "settings me")
    await studio.take("settings", general, "settings")


async def a_newcomer(studio: Studio) -> None:
    """The introduction, and the options of a lobby on both pages."""
    card = await studio.open("Plover", 4, PEOPLE[:1])
    await studio.you.press(card, "New here?")
    await studio.take("new-here", card.channel, "Voormsi in a minute")
    more = (await studio.you.press(card, "More…")).message
    assert more
    options = (await studio.you.press(more, "Options…")).message
    assert options
    await studio.take("options", card.channel, "Options of table Plover")
    await studio.you.press(options, "Rare cases…")
    await studio.take("options-rare", card.channel, "Rare cases at table Plover")


async def a_cup(studio: Studio) -> None:
    """A cup from its panel to its winners, with results that its organiser sets."""
    box, channel, you = studio.box, studio.box.channel("general"), studio.you
    you.allow("manage_guild")
    given = {"name": "Friday cup", "rounds": 2, "hands": 1, "round-time": "1 h"}
    made = (await you.start_command(channel, "organise create", given).first()).message
    assert made
    await studio.take("cup-made", channel, "New cup: Friday cup")
    await you.press(made, "Create the cup")
    panel = await box.until(lambda: next((one for one in you.sees(channel) if _is_public(one, "Friday cup")), None))
    for person in map(box.person, PEOPLE):
        await person.press(panel, "Join")
    await box.until(lambda: "4 in" in panel.text)
    await studio.take("cup", channel, "4 in")
    await studio.ask(channel, "organise start")
    await box.until(lambda: last(you, channel, "Round 1 of 2"), 60)
    await studio.ask(channel, "cup mine")
    await studio.take("cup-mine", channel, "you play")
    for number, (first, second) in enumerate(((1, 2), (3, 4)), 1):
        await box.until(partial(last, you, channel, f"Round {number} of 2"), 60)
        for match, score in ((first, "5-2"), (second, "1-4")):
            await you.command(channel, "organise adjust", match=match, score=score, reason="Played at the club")
    await studio.take("cup-round", channel, "Why do these two meet?")
    await box.until(lambda: last(you, channel, "The cup is over. 4"), 60)
    await studio.take("cup-standings", channel, "After 2 of 2 rounds")
    await studio.take("cup-winners", channel, "The cup is over. 4")
    for page, subject, text in (("Rules", "cup-rules", "How it's played"), ("Hall", "hall-of-fame", "Hall of fame")):
        more = (await you.press(panel, "More…")).message
        assert more
        await you.press(more, page)
        await studio.take(subject, channel, text)


async def a_league(studio: Studio) -> None:
    """The standings of a league of two divisions, with results that its organiser sets."""
    box, channel, you = studio.box, studio.box.channel("cards"), studio.you
    made = {"name": "Winter", "divisions": "2 2", "hands": 1}
    await you.start_command(channel, "organise league", made).first()
    season = await box.until(lambda: next((one for one in you.sees(channel) if _is_public(one, "Winter")), None))
    for person in map(box.person, PEOPLE):
        await person.press(season, "Join")
    await studio.ask(channel, "organise season", act="start")
    for number, score in enumerate(("5-2", "1-4"), 1):
        cup = f"Winter, season 1, division {number}"
        await box.until(partial(last, you, channel, f"### {cup}\n**Round 1"), 60)
        given = {"cup": cup, "match": 1, "score": score, "reason": "Played at the club"}
        await you.command(channel, "organise adjust", **given)
    await box.until(lambda: last(you, channel, "has won division 1"), 60)
    await studio.take("league-end", channel, "has won division 1")
    await studio.ask(channel, "cup league", season=1)
    await studio.take("league", channel, "the final standings")


def _is_public(message: Message, text: str) -> bool:
    return text in message.text and not message.ephemeral


async def a_new_server(studio: Studio) -> None:
    """The welcome, a server's settings on both pages, a ban, and the log of organisers."""
    box, general, you = studio.box, studio.box.channel("general"), studio.you
    you.allow("manage_guild")
    box.remove_bot()
    box.invite_bot()
    hello = await box.until(lambda: last(you, general, "I run tables of"), 120)
    await studio.take("welcome", general, "I run tables of")
    page = (await you.press(hello, "Set up")).message
    assert page
    roles = [box.world.add_role(box.guild, name) for name in ("Hosts", "Players")]
    box.world.observer.show_guild(box.guild)
    await you.select(page, [roles[0].id], custom_id="v1:server-wish::organisers")
    await you.select(page, [roles[1].id], custom_id="v1:server-wish::mention")
    await studio.take("setup", general, "Settings of")
    await you.press(page, "Next: how tables run")
    await studio.take("setup-tables", general, "Settings of")
    card = await studio.open("Gull", 2, PEOPLE[1:3])
    await studio.start(card, PEOPLE[1])
    await you.command(box.channel("cards"), "table kick", table="Gull", seat=2)
    await you.command(general, "organise ban", person=box.person("Ivalu"), reason="Left five games")
    bans = (await you.command(general, "organise ban")).message
    assert bans
    await studio.take("bans", general, "Banned from")
    await you.press(bans, "Organisers' log")
    await studio.take("organiser-log", general, "What organisers did")


async def _go_to(studio: Studio, lesson: Message, *args: str) -> None:
    """Open an exercise, as its button does."""
    pressed = {"type": components.BUTTON, "id": 99, "custom_id": custom_ids.write("learn", None, *args)}
    await studio.you.start_press(lesson, pressed).first()


def with_palette(picture: bytes) -> bytes:
    """A PNG reduced to its most frequent colours, which needs one byte a pixel instead of three."""
    paper = BytesIO()
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(paper, "PNG", optimize=True)
    return paper.getvalue()


@asynccontextmanager
async def club(folder: Path) -> AsyncIterator[Sandbox]:
    """A sandbox with the bot in it, whose database is in the folder."""
    async with server() as box, bot_in(box, folder):
        yield box


def server() -> Sandbox:
    """A sandbox without the bot."""
    return Sandbox(people=PEOPLE, bot="Voormsi", topics={"cards": "Voormsi for two, three or four: /table open"})


@asynccontextmanager
async def bot_in(box: Sandbox, folder: Path, **given: Any) -> AsyncIterator[None]:
    """Run the bot for the duration of the block."""
    app.EMOJIS_AFTER = emoji_sync.PAUSE = 0.0  # type: ignore[misc]
    emojis = len(await asyncio.to_thread(emoji_pictures))
    settings = read_settings(
        None,
        discord_token=box.token,
        discord_api_base=box.api_base,
        discord_gateway=box.gateway,
        database=folder / "voormsi.db",
        computer_delay=0,
        hand_pause=0,
        commands_per_minute=0,
        joins_per_minute=0,
        openings_per_hour=0,
        contacts_per_hour=0,
        tables_per_person=0,
        **given,
    )
    bot = asyncio.create_task(app.serve(settings))
    await box.until(lambda: box.bot_online)
    await box.until(lambda: len(box.world.emojis.values()) == emojis, 60)
    yield
    bot.cancel()
    await asyncio.gather(bot, return_exceptions=True)


async def _windows(browser: Browser, box: Sandbox) -> dict[str, Page]:
    """The windows by the suffix of their screenshots' names."""
    return {
        size + scheme: await _window(browser, box, *SIZES[size], scheme=SCHEMES[scheme])
        for size in SIZES
        for scheme in SCHEMES
    }


async def _window(browser: Browser, box: Sandbox, width: int, height: int, *, scheme: str) -> Page:
    context = await browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 600)
    page = await context.new_page()
    await page.goto(f"{box.url}?as={PEOPLE[0]}")
    await page.locator(".channel-heading h2").wait_for()
    if scheme == "light":
        await page.get_by_role("button", name="Change to light colours").click()
    return page


async def missing_signs(page: Page) -> list[str]:
    """The signs on a page that would be boxes in its screenshot."""
    found: list[str] = await page.evaluate(MISSING)
    return found


async def _settle(page: Page, seen: Any) -> None:
    """Wait until all pictures are loaded and the message is in view, with nothing over it."""
    await page.mouse.move(0, 0)
    await page.evaluate(NOTHING_OVER)
    await seen.evaluate(INTO_VIEW)
    for image in await seen.locator("img").all():
        await image.evaluate("image => image.decode()")
    await page.wait_for_timeout(400)


def last(person: Person, channel: Channel, text: str) -> Message | None:
    return next((one for one in reversed(person.sees(channel)) if text in one.text), None)


def called(person: Person, table: str) -> Message | None:
    """The newest hand at the table, if it is this person's turn there and its picture is loaded."""
    hands = [one for one in person.dms if f"### {table}, hand " in one.text]
    return hands[-1] if hands and "Your turn" in hands[-1].text and "You may play" in hands[-1].text else None


def custom_ids_of(message: Message) -> list[str]:
    return [part["custom_id"] for part in components.pressable(message.components)]


if __name__ == "__main__":
    everything = len(sys.argv) > 1
    to = Path(sys.argv[1]) if everything else IMAGES
    to.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(to, (lambda _: True) if everything else BEST.__contains__))
