"""`python -m scripts.shots [FOLDER [LANGUAGE]]`: screenshots of the real bot in the sandbox's page, by Chromium.

With FOLDER, all of them are written there: every subject, dark and light, for a desktop (1280 wide) and a phone (390).
Without it, only those that the documents show are written, to docs/images. Decks are stacked or from a known seed, so
that the screenshots are the same every time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from PIL import Image
from playwright.async_api import Browser, Locator, Page, async_playwright

from bot import app
from bot.discord_api import custom_ids, emoji_sync
from bot.messages.kit.emojis import emoji_pictures
from bot.runtime.settings import read_settings
from bot.tables import deals, table_names
from bot.tables.table_terms import Pace
from bot.texts import SOURCE_LANGUAGE, Translator, in_language, languages
from rules.core.cards import Card, cards
from sandbox import Channel, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import GOOD, Player, sets_first

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
SIZES: Final = {"": (1280, 800), "-phone": (390, 844)}
SCHEMES: Final = {"": "dark", "-light": "light"}
BEST: Final = frozenset(
    "lobby lobby-phone guide-phone hand-phone table end-phone ladder-phone lesson-phone "
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
SEATED: Final = (PEOPLE[0], PEOPLE[2], PEOPLE[1], PEOPLE[3])
"""The same people in the order in which they join to sit in this order: the first two become partners."""
DEAL: Final = ("9C 9S 3D 9H", "KH JC 9C QD 8D 6S 9S 5S AC 6D QC 8S AH 7H 5H 8H")
"""The packs for a cut and a deal after which the first trick may be an execution."""
PLAYS: Final = (("Ivalu", "KH"), ("Nivi", "JC"), ("Aja", "5H"), ("Malik", "QD"))
"""The plays of that trick."""
EXERCISE: Final = ("sevens", "3")
"""A lesson, and the exercise of it to show."""
SEEDED: Final = 5
"""The seed for the rubber of the computers: points bounce in its fourth hand."""
NOUGHT: Final = (
    "computer_delay hand_pause commands_per_minute joins_per_minute openings_per_hour contacts_per_hour "
    "tables_per_person".split()
)
"""The settings of the bot that are 0, if not given otherwise: no pauses, no limits."""


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
    """The bot in a sandbox, and four windows of the first person, for screenshots. `words`: of everybody's language."""

    box: Sandbox
    pages: dict[str, Page]
    folder: Path
    wanted: Callable[[str], bool]
    deck: Deck
    words: Translator

    @property
    def you(self) -> Person:
        return self.box.person(PEOPLE[0])

    async def take(self, subject: str, seen: Message) -> None:
        """Take a screenshot of every window, with a message in view."""
        await self.box.until(lambda: not seen.loading)
        for window, page in self.pages.items():
            if self.wanted(subject + window):
                await page.goto(f"{self.box.url}?as={PEOPLE[0]}#{seen.channel.id}")
                await self.shoot(subject + window, page, page.locator(f'[data-message="{seen.id}"]'))

    async def shoot(self, name: str, page: Page, seen: Locator) -> None:
        """Take a screenshot of a window, with a part of the page in view."""
        await seen.wait_for()
        await _settle(page, seen)
        if missing := await missing_signs(page):
            raise MissingSigns(f"{name}: no typeface here has {' '.join(missing)}; install fonts-noto-color-emoji")
        (self.folder / f"{name}.png").write_bytes(with_palette(await page.screenshot()))

    async def open(self, name: str, seats: int, people: Sequence[str]) -> Message:
        """Open a lobby and seat these people in it."""
        table_names.ANIMALS = (name,)  # type: ignore[misc]
        channel, (opener, *others) = self.box.channel("cards"), people
        await self.box.person(opener).command(channel, "table open", players=seats)
        title = self.words("lobby.title", table=name, game=self.words("voormsi.name"))
        card: Message = await self.seen(channel, title)
        await self.box.until(lambda: not card.loading)
        await self.join(card, others)
        return card

    async def join(self, card: Message, people: Sequence[str]) -> None:
        """Seat these people in a lobby, one after the other."""
        for name in people:
            await press(self.box.person(name), card, "join")
        await self.box.until(lambda: all(f". **{name}**" in card.text for name in people))

    async def start(self, card: Message, by: str) -> Channel:
        await press(self.box.person(by), card, "fill")
        return await self.thread_of(card)

    async def thread_of(self, card: Message) -> Channel:
        thread: Channel = await self.box.until(
            lambda: next((one for one in self.box.threads if one.id == card.id), None)
        )
        return thread

    async def play(self, table: str, *plays: tuple[str, str]) -> None:
        """Make plays (person, cards), each from the person's direct messages."""
        for name, codes in plays:
            person = self.box.person(name)
            await press(person, await self.turn(table, name), "play", codes.replace(" ", "-"))

    async def play_out(self, table: str, over: Callable[[], Message | None]) -> Message:
        """Let everybody play at the table until there is a message. Return it."""
        while True:
            await self.box.until(lambda: over() or any(self.called(one, table) for one in self.box.people), 120)
            if found := over():
                return found
            for person in self.box.people:
                if hand := self.called(person, table):
                    await Player(self.box, person, table, sets_first).play_from(hand)

    def called(self, person: Person, table: str) -> Message | None:
        """The newest hand at the table, if it is this person's turn there and its picture is loaded."""
        hands = [one for one in person.dms if f"### {table}, " in one.text]
        may = self.words("alt.playable", cards="").rstrip(" :.")
        return hands[-1] if hands and may in hands[-1].text else None

    async def turn(self, table: str, name: str = PEOPLE[0]) -> Message:
        """A person's hand at a table, as soon as it is their turn."""
        hand: Message = await self.box.until(partial(self.called, self.box.person(name), table), 60)
        return hand

    async def seen(self, channel: Channel, text: str, within: float = 60) -> Message:
        """The last message in a channel that contains a text, as soon as there is one."""
        found: Message = await self.box.until(lambda: last(self.you, channel, text), within)
        return found

    async def ask(self, channel: Channel, command: str, **options: Any) -> Message:
        """Run a command. Return the private response."""
        answer = await self.you.command(channel, command, **options)
        assert answer.message, answer.text
        return answer.message

    async def press_at(self, thread: Channel, *verbs: str) -> Message:
        """Press a button of the thread's newest message that has it, then the other ones, each in the answer before."""
        first, *others = verbs
        found = await self.box.until(lambda: next(
            (one for one in reversed(self.you.sees(thread)) if not one.ephemeral and button_id(one, first)), None
        ))  # fmt: skip
        answer = await press(self.you, found, first)
        for verb in others:
            answer = await press(self.you, answer, verb)
        return answer


async def take(folder: Path, wanted: Callable[[str], bool], language: str = SOURCE_LANGUAGE) -> None:
    """Take all wanted screenshots. A new server has a bot that has not met it yet."""
    evening = four_players, three_players, two_players, a_rubber, beside_the_table, a_newcomer, a_cup, a_league
    for scenes, pause in ((evening, 0), ((alone,), 20), ((a_game_of_people,), 0), ((a_new_server,), 0)):
        deck = Deck()
        deals.shuffle = deck
        with tempfile.TemporaryDirectory() as home:
            async with (
                club(Path(home), language, hand_pause=pause) as box,
                studio_in(box, folder, wanted, deck, language) as studio,
            ):
                for scene in scenes:
                    await scene(studio)


@asynccontextmanager
async def studio_in(
    box: Sandbox, folder: Path, wanted: Callable[[str], bool], deck: Deck, language: str = SOURCE_LANGUAGE
) -> AsyncIterator[Studio]:
    """A studio with windows in a headless Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield Studio(box, await _windows(browser, box), folder, wanted, deck, in_language(language))
        await browser.close()


async def four_players(studio: Studio) -> None:
    """The lobby, a great moment, the table in the middle of a trick of sets, and what beats it."""
    card = await studio.open("Otter", 4, SEATED[:2])
    await studio.take("lobby", card)
    await studio.join(card, SEATED[2:])
    await press(studio.you, card, "length", "quick")
    await studio.box.until(lambda: button_id(card, "length", "whole"))
    await studio.take("lobby-short", card)
    await press(studio.you, card, "length", "whole")
    studio.deck.lay(*DEAL)
    thread = await studio.start(card, PEOPLE[0])
    await studio.play("Otter", *PLAYS)
    hand = await studio.turn("Otter")
    await studio.take("hand", hand)
    lead = studio.words("trick.lead", name=PEOPLE[0])
    await studio.take("moment", await studio.seen(thread, lead))
    await studio.take("help", await press(studio.you, hand, "help"))
    await studio.play("Otter", ("Nivi", "6S 6D"))
    await press(studio.you, hand, "play", "9H")
    await studio.box.until(lambda: button_id(hand, "take-back"))
    await studio.take("waiting", hand)
    await studio.play("Otter", ("Aja", "9C 9S"))
    table = await studio.seen(thread, studio.words.count("trick.follow", 2, name="Malik"))
    await studio.take("table", table)
    await studio.take("beats", await studio.press_at(thread, "ranks", "beats"))
    await press(studio.you, hand, "take-back")
    for name in ("Malik", "Ivalu"):
        person = studio.box.person(name)
        await Player(studio.box, person, "Otter", sets_first).play_from(await studio.turn("Otter", name))
    result = studio.words("hand.result", result="|", standing="|").split("|")[1]
    await studio.box.until(lambda: result in hand.text)
    await studio.take("hand-result", hand)


async def three_players(studio: Studio) -> None:
    """Three ladders around one table, in the middle of a led Seven."""
    card = await studio.open("Raven", 3, PEOPLE[:3])
    studio.deck.lay("9C 9S 3D", "7H AC QD KC KS 5S 6D JH 9D 8H QS 6C")
    thread = await studio.start(card, PEOPLE[0])
    await studio.play("Raven", ("Nivi", "7H"), ("Aja", "KS"), ("Malik", "9D"))
    await studio.play("Raven", ("Nivi", "KC"), ("Aja", "AC"))
    await studio.take("three", await studio.seen(thread, studio.words.count("trick.follow", 1, name="Malik")))


async def two_players(studio: Studio) -> None:
    """The second round of a trick; then the others wait for the first person, and say so."""
    card = await studio.open("Seal", 2, PEOPLE[:2])
    studio.deck.lay("9C 3D", "6C AS 5D KH QH 8S 9H 7D")
    thread = await studio.start(card, PEOPLE[0])
    await studio.play("Seal", ("Nivi", "6C"), ("Aja", "AS"), ("Aja", "7D"))
    hand = await studio.turn("Seal")
    second = studio.words("trick.second-half", third=PEOPLE[1], fourth=PEOPLE[0])
    await studio.take("two", await studio.seen(thread, second))
    aja = studio.box.person(PEOPLE[1])
    with patch.object(Pace, "nudge_after", 0):
        await _write(aja, last(aja, hand.channel, "Seal") or aja.dms[-1], "nudge", table_of(card))
        nudged = studio.words("hand.nudged", name=PEOPLE[1])
        await studio.take("nudged", await studio.seen(hand.channel, nudged))
    await studio.take("my-tables", await studio.ask(studio.box.channel("general"), "mytables"))


async def a_rubber(studio: Studio) -> None:
    """A rubber of computers to its end: a hand, the result, the ladders, a replay."""
    card, aja = await studio.open("Tern", 4, PEOPLE[1:2]), studio.box.person(PEOPLE[1])
    more = await press(aja, card, "more")
    await press(aja, more, "leave")
    await studio.box.until(lambda: f". **{aja.name}**" not in card.text)
    await press(aja, await press(aja, card, "fill"), "start-yes")
    thread, words = await studio.thread_of(card), studio.words
    result = await studio.seen(thread, words("result.way"), 120)
    await studio.take("summary", await studio.seen(thread, words("summary.title", table="Tern", hand=4)))
    await studio.take("result", result)
    await studio.take("result-channel", await studio.seen(card.channel, words("result.title", table="Tern")))
    general = studio.box.channel("general")
    replay = await studio.ask(general, "replay", table="Tern", hand=4)
    await studio.take("ladder", await press(studio.you, await press(studio.you, replay, "deal"), "ladder"))
    for _ in range(10):
        await press(studio.you, replay, "replay", "forward")
    await studio.take("replay", replay)


async def beside_the_table(studio: Studio) -> None:
    """Private responses: ranks, lessons, the trick of the day, settings."""
    general = studio.box.channel("general")
    await studio.take("ranks", await press(studio.you, await studio.ask(general, "rules"), "ranks"))
    lesson = await studio.ask(general, "learn")
    await studio.take("lessons", lesson)
    await _write(studio.you, lesson, "learn", None, *EXERCISE)
    await studio.take("lesson", lesson)
    daily = await studio.ask(general, "daily")
    await studio.take("daily", daily)
    await press(studio.you, daily, "daily")
    await studio.take("daily-answered", daily)
    await studio.take("settings", await studio.ask(general, "settings me"))


async def a_newcomer(studio: Studio) -> None:
    """The guided hand, the introduction, and the options of a lobby on both pages."""
    card = await studio.open("Plover", 4, PEOPLE[:1])
    guide = await press(studio.you, card, "new-here")
    await studio.take("guide", guide)
    may_play = next(one["custom_id"] for one in components.pressable(guide.components) if one.get("style") == GOOD)
    await studio.you.press(guide, custom_id=may_play)
    await studio.take("guide-after", guide)
    await _write(studio.you, guide, "guide", table_of(card), "0")
    await studio.take("guide-end", guide)
    await press(studio.you, guide, "in-short")
    await studio.take("new-here", guide)
    more = await press(studio.you, card, "more")
    options = await press(studio.you, more, "options")
    await studio.take("options", options)
    await press(studio.you, options, "options", "rare")
    await studio.take("options-rare", options)


async def alone(studio: Studio) -> None:
    """One person among computers: the hand before and after its question, and the end of the hand."""
    card = await studio.open("Auk", 4, PEOPLE[:1])
    await press(studio.you, card, "length", "quick")
    studio.deck.lay("9C 9S 9H 3D", "KC QH 9C JD 8D 6S 9S AH 5S QC 6D AC 8S 7H 5H 8H")
    await studio.start(card, PEOPLE[0])
    hand = await studio.turn("Auk")
    await studio.take("hint", hand)
    await press(studio.you, hand, "advise")
    await studio.take("advised", hand)
    end = await studio.play_out("Auk", lambda: with_button(studio.you.dms, "ready"))
    await studio.take("hand-end", end)


async def a_game_of_people(studio: Studio) -> None:
    """The end of a game for one of its players, the picture to share, and what is kept of it."""
    card = await studio.open("Owl", 4, SEATED)
    await press(studio.you, card, "length", "quick")
    studio.deck.lay(*DEAL)
    await studio.start(card, PEOPLE[0])
    await studio.play("Owl", *PLAYS)
    end = await studio.play_out("Owl", lambda: with_button(studio.you.dms, "share"))
    await studio.take("end", end)
    await studio.take("share", await press(studio.you, end, "share"))
    general = studio.box.channel("general")
    await studio.take("profile", await studio.ask(general, "profile"))
    await studio.take("standings", await studio.ask(general, "standings", hands=1))


async def a_cup(studio: Studio) -> None:
    """A cup from its panel to its winners, with results that its organiser sets."""
    box, channel, you, words = studio.box, studio.box.channel("general"), studio.you, studio.words
    you.allow("manage_guild")
    given = {"name": "Friday cup", "rounds": 2, "hands": 1, "round-time": "1 h"}
    made = (await you.start_command(channel, "organise create", given).first()).message
    assert made
    await studio.take("cup-made", made)
    await press(you, made, "cup-draft-create")
    panel = await box.until(lambda: next((one for one in you.sees(channel) if _is_public(one, "Friday cup")), None))
    for person in map(box.person, PEOPLE):
        await press(person, panel, "cup-join")
    await box.until(lambda: "**4 " in panel.text)
    await studio.take("cup", panel)
    await studio.ask(channel, "organise start")
    await studio.seen(channel, words("cup.round", n=1, of=2))
    await studio.take("cup-mine", await studio.ask(channel, "cup mine"))
    for number, (first, second) in enumerate(((1, 2), (3, 4)), 1):
        await studio.seen(channel, words("cup.round", n=number, of=2))
        sheet = await box.until(lambda: with_button(you.sees(channel), "cup-why"))
        for match, score in ((first, "5-2"), (second, "1-4")):
            await you.command(channel, "organise adjust", match=match, score=score, reason="Played at the club")
    await studio.take("cup-round", sheet)
    over = await studio.seen(channel, words.count("cup.end", 4))
    await studio.take("cup-standings", await studio.seen(channel, words("cup.standings.after", n=2, of=2)))
    await studio.take("cup-winners", over)
    for verb, subject in (("cup-rules", "cup-rules"), ("cup-hall", "hall-of-fame")):
        await studio.take(subject, await press(you, await press(you, panel, "cup-more"), verb))


async def a_league(studio: Studio) -> None:
    """The standings of a league of two divisions, with results that its organiser sets."""
    box, channel, you, words = studio.box, studio.box.channel("cards"), studio.you, studio.words
    made = {"name": "Winter", "divisions": "2 2", "hands": 1}
    await you.start_command(channel, "organise league", made).first()
    season = await box.until(lambda: next((one for one in you.sees(channel) if _is_public(one, "Winter")), None))
    for person in map(box.person, PEOPLE):
        await press(person, season, "league-enter")
    await studio.ask(channel, "organise season", act="start")
    for number, score in enumerate(("5-2", "1-4"), 1):
        cup = words("league.division-name", league="Winter", season=1, n=number)
        await studio.seen(channel, f"### {cup}\n**{words('cup.round', n=1, of=1).partition('1')[0]}1")
        given = {"cup": cup, "match": 1, "score": score, "reason": "Played at the club"}
        await you.command(channel, "organise adjust", **given)
    _, won = words("league.winner-of", name="|", n=1).split("|")
    await studio.take("league-end", await studio.seen(channel, won))
    await studio.take("league", await studio.ask(channel, "cup league", season=1))


def _is_public(message: Message, text: str) -> bool:
    return text in message.text and not message.ephemeral


async def a_new_server(studio: Studio) -> None:
    """The welcome, a server's settings on both pages, a ban, and the log of organisers."""
    box, general, you = studio.box, studio.box.channel("general"), studio.you
    you.allow("manage_guild")
    box.remove_bot()
    box.invite_bot()
    hello: Message = await box.until(lambda: with_button(you.sees(general), "setup"), 120)
    await studio.take("welcome", hello)
    page = await press(you, hello, "setup")
    roles = [box.world.add_role(box.guild, name) for name in ("Hosts", "Players")]
    box.world.observer.show_guild(box.guild)
    await you.select(page, [roles[0].id], custom_id="v1:server-wish::organisers")
    await you.select(page, [roles[1].id], custom_id="v1:server-wish::mention")
    await studio.take("setup", page)
    await press(you, page, "setup")
    await studio.take("setup-tables", page)
    card = await studio.open("Gull", 2, PEOPLE[1:3])
    await studio.start(card, PEOPLE[1])
    await you.command(box.channel("cards"), "table kick", table="Gull", seat=2)
    await you.command(general, "organise ban", person=box.person("Ivalu"), reason="Left five games")
    bans = await studio.ask(general, "organise ban")
    await studio.take("bans", bans)
    await press(you, bans, "acts")
    await studio.take("organiser-log", bans)


async def press(person: Person, message: Message, verb: str, *args: str) -> Message:
    """Press the first button of a message that does this. Return the response, or the message if it has none."""
    wanted = button_id(message, verb, *args)
    assert wanted, (verb, args, custom_ids_of(message))
    return (await person.press(message, custom_id=wanted)).message or message


async def _write(person: Person, message: Message, verb: str, table: int | None, *args: str) -> None:
    """Press a button that does this, even if the message has none."""
    pressed = {"type": components.BUTTON, "id": 99, "custom_id": custom_ids.write(verb, table, *args)}
    await person.start_press(message, pressed).first()


def button_id(message: Message, verb: str, *args: str) -> str:
    """The first custom_id in a message with this verb and these last arguments; "" without one."""
    for one in custom_ids_of(message):
        found = custom_ids.read(one)
        if found and found.verb == verb and found.args[len(found.args) - len(args) :] == args:
            return one
    return ""


def with_button(messages: Sequence[Message], verb: str) -> Message | None:
    """The last message that has a button with this verb."""
    return next((one for one in reversed(messages) if button_id(one, verb)), None)


def table_of(message: Message) -> int:
    """The table to which the buttons of a message belong."""
    return next(found.table for one in custom_ids_of(message) if (found := custom_ids.read(one)) and found.table)


def with_palette(picture: bytes) -> bytes:
    """A PNG reduced to its most frequent colours, which needs one byte a pixel instead of three."""
    paper = BytesIO()
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(paper, "PNG", optimize=True)
    return paper.getvalue()


@asynccontextmanager
async def club(folder: Path, language: str = SOURCE_LANGUAGE, **given: Any) -> AsyncIterator[Sandbox]:
    """A sandbox of people who read a language, with the bot in it, whose database is in the folder."""
    async with server() as box:
        box.guild.locale = language
        for person in box.people:
            person.locale = language
        async with bot_in(box, folder, **given):
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
        **dict.fromkeys(NOUGHT, 0) | given,
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


def custom_ids_of(message: Message) -> list[str]:
    return [part["custom_id"] for part in components.pressable(message.components)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m scripts.shots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="for every subject; without it, docs/images")
    parser.add_argument("language", nargs="?", choices=[code for code, _ in languages()], default=SOURCE_LANGUAGE)
    asked = parser.parse_args()
    to = asked.folder or IMAGES
    to.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(to, (lambda _: True) if asked.folder else BEST.__contains__, asked.language))
