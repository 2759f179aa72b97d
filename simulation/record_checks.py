"""Checks that the bot's file, its messages in Discord and the responses to people agree."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path
from typing import Any, Protocol

import discord

from bot.app import now
from bot.discord_api.delivery import DiscordDelivery
from bot.discord_api.invalid_requests import InvalidRequestGuard
from bot.messages.hand.hand_scene import HandScene, hand_scene
from bot.messages.hand.room import AT_TURN
from bot.messages.kit import rendering
from bot.messages.kit.rendering import picture_of
from bot.messages.kit.scene import NEW_HERE, Scene
from bot.messages.table.notice import WordScene
from bot.publishing.message_state import PUBLIC, MessageState
from bot.publishing.posts import LOBBY, Post, posts_of_actions
from bot.publishing.seat_messages import audience, post_of
from bot.runtime.settings import read_settings
from bot.runtime.steady_clock import SteadyClock
from bot.services import Services
from bot.store import Store
from bot.store.engine import open_store
from bot.tables import LoadedTable, actions
from bot.tables.deadlines import Delays, row_of
from bot.tables.fold import unfold
from bot.tables.table import RecordedAction, Stage, Table, present_play
from bot.texts import in_language, languages
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from sandbox import Message
from sandbox.world import components
from simulation.action_log import PlayAttempt
from simulation.buttons import is_elsewhere, posts_of, words_of
from simulation.remote_sandbox import RemoteChannel
from simulation.scripted_people import MOMENT

EMOJI = re.compile(r"<:\w+:\d+> ?")
"""An emoji of the bot before a card; emojis may have been loaded after the message was drawn."""
NUDGES = frozenset(in_language(language)("button.nudge") for language, _ in languages())
"""The button that a table's post has once somebody has waited for long enough."""


class MessageSource(Protocol):
    """A way to read messages of Discord."""

    async def messages(self, channel: RemoteChannel) -> list[Message]:
        """Everything in a channel."""
        ...


class Recipient(Protocol):
    """A person with direct messages."""

    @property
    def id(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def dms(self) -> list[Message]: ...


def offline_services(database: Path, store: Store) -> Services:
    """The bot's services on a store, not connected to anything."""
    client = discord.Client(intents=discord.Intents.none())
    settings = read_settings(None, database=database)
    return Services(settings, store, DiscordDelivery(client), InvalidRequestGuard(now), SteadyClock())


@asynccontextmanager
async def read_again(database: Path) -> AsyncIterator[Services]:
    """The services on the file that the bot has left."""
    async with await open_store(database, now=now) as store:
        yield offline_services(database, store)


@dataclass
class TableHistory:
    """One table by its record."""

    kept: LoadedTable
    record: list[RecordedAction]
    tables: list[Table]

    @property
    def plays(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The words of each play and move, by the person's key and the turn (hand and number of the play in it)."""
        found = {}
        for before, entry in zip(self.tables, self.record[1:], strict=False):
            if isinstance(entry.action, actions.TakeTurn) and entry.action.by is not None:
                turn = "{}.{}".format(*present_play(before, entry.action.seat))
                found[entry.action.by, turn] = words_of_turn(entry.action)
        return found

    @property
    def hands(self) -> int:
        """The number of people with a hand."""
        return sum(seat.person is not None for seat in self.kept.table.seats) if self.kept.table.hand else 0

    @property
    def posts(self) -> dict[str, Post]:
        """Every public post as last touched, in order."""
        found: dict[str, Post] = {}
        for changed in posts_of_actions(zip((entry.action for entry in self.record), self.tables, strict=True)):
            found.update((post.key, post) for post in changed if post.person is None)
        return found


def words_of_turn(action: actions.TakeTurn) -> tuple[str, ...]:
    """The play or move of a seat, in the words of a `PlayChoice`."""
    return words_of([card.code for card in action.cards], action.kind, action.to)


async def table_history(services: Services, table_id: int) -> TableHistory:
    kept = await services.tables.get(table_id)
    assert kept
    record = await services.tables.record(table_id)
    return TableHistory(kept, record, list(unfold(table_id, record)))


def differences_of_row(one: TableHistory, delays: Delays) -> list[str]:
    """Differences between a table's row and its record.

    The row may be due before the end of a credited silence; a look at the table then corrects it.
    """
    row = one.kept.row
    derived = row_of(one.tables[-1], None, row, delays, row.changed_at)
    if row.due_at is not None and derived.due_at == row.silent_until and row.due_at < (derived.due_at or 0):
        derived = derived._replace(due_at=row.due_at)
    return [
        f"table {row.id}: {name} is {is_!r}, the record says {should!r}"
        for name, is_, should in zip(row._fields, row, derived, strict=True)
        if is_ != should
    ]


def lost_plays(one: TableHistory, keys: dict[int, str], tries: Iterable[PlayAttempt]) -> list[str]:
    """Presses that redrew the hand, but whose play is not in the record.

    Another play may be there in its place, if the same person pressed it before, answered or not: the hand then says
    that the table has moved on.
    """
    found, before = [], set()
    for told in tries:
        there = tuple(sorted(one.plays.get((keys[told.person], told.turn), ())))
        if told.status == "update" and told.pressed != there and (told.person, told.turn, there) not in before:
            found.append(f"{told}, but the record has {there}")
        before.add((told.person, told.turn, told.pressed))
    return found


def unasked_plays(one: TableHistory, keys: dict[int, str], tries: Iterable[PlayAttempt]) -> list[str]:
    """Plays of people in the record that nobody pressed."""
    pressed = {(keys[told.person], told.turn, told.pressed) for told in tries}
    return [
        f"table {one.kept.table.id}: {key} played {words} as {turn} without pressing it"
        for (key, turn), words in one.plays.items()
        if (key, turn, tuple(sorted(words))) not in pressed
    ]


async def differences_of_thread(services: Services, box: MessageSource, one: TableHistory) -> list[str]:
    """Differences between a table's posts in Discord and its record: each once, in order, with the same text."""
    table = one.kept.table
    place = await services.table_contexts.place(one.kept)
    expected = one.posts
    lobby = expected.pop(LOBBY)
    in_channel = await _shown_in(box, one.kept.row.channel_id, table.id)
    in_thread = await _shown_in(box, place.thread_id, table.id) if place.thread_id else []
    wrong = []
    if [key for key, _ in in_channel] != [LOBBY]:
        wrong.append(f"table {table.id}: in the channel stand {[key for key, _ in in_channel]}")
    if [key for key, _ in in_thread] != list(expected):
        wrong.append(f"table {table.id}: {_compared([key for key, _ in in_thread], list(expected))}")
    messages, back = dict([*in_channel, *in_thread]), await services.table_contexts.context(one.kept)
    for key, post in {LOBBY: lobby, **expected}.items():
        expected_lines = drawn(services, one.kept, post.scene(back), key)
        if key in messages and (shown := lines(messages[key].components)) != expected_lines:
            wrong += [f"table {table.id}: {key}", *unified_diff(expected_lines, shown, "record", "shown", lineterm="")]
    return wrong


def _compared(there: Sequence[str], expected: Sequence[str]) -> str:
    doubled = [key for key, count in Counter(there).items() if count > 1]
    missing = [key for key in expected if key not in there]
    return f"doubled {doubled}, missing {missing}, in the thread {there[-12:]}, expected {expected[-12:]}"


async def _shown_in(box: MessageSource, channel_id: int, table: int) -> list[tuple[str, Message]]:
    """The posts of a table in a channel, oldest first."""
    channel = RemoteChannel({"id": channel_id, "name": "", "type": 0, "archived": False})
    messages = sorted(await box.messages(channel), key=lambda one: one.id)
    return [(key, one) for one in messages if not one.ephemeral for number, key in posts_of(one) if number == table]


def drawn(services: Services, kept: LoadedTable, scene: Scene, post: str, *, pictured: bool = True) -> list[str]:
    """The text of a scene as the bot draws it in public; without `pictured`, without its picture."""
    reader = Reader(in_language(kept.row.language))
    picture = picture_of(scene, reader) if pictured else None
    view = rendering.draw(scene, reader, post, picture.name if picture else "")
    return lines(view.to_components())  # type: ignore[no-untyped-call]


def lines(shown: Iterable[dict[str, Any]]) -> list[str]:
    """The text of components line by line, without emojis, lines about a future time, and what comes with time."""
    said = [EMOJI.sub("", line) for words in components.words(shown) for line in words.splitlines()]
    return [line for line in said if not MOMENT.search(line) and line not in NUDGES]


async def differences_of_hands(services: Services, one: TableHistory, people: Sequence[Recipient]) -> list[str]:
    """People whose direct messages do not show their current hand at a table exactly once."""
    table, wrong = one.kept.table, []
    seated = await services.people.rows(table.people)
    by_id = {person.id: person for person in people}
    for number, seat in enumerate(table.seats):
        person = by_id.get(seated[seat.person].discord_id or 0) if seat.person in seated else None
        if person is not None and table.hand is not None:
            wrong += [
                f"table {table.id}: {person.name} {what}" for what in await _hand(services, one.kept, number, person)
            ]
    return wrong


async def _hand(services: Services, kept: LoadedTable, seat: int, person: Recipient) -> list[str]:
    """The faults of a seat's hand in its person's direct messages. After the rubber none is required."""
    table = kept.table
    post = MessageState(table.id, audience(seat), post_of(table, seat, table.seats[seat].person)).name
    shown = [message for message in person.dms if (table.id, post) in posts_of(message)]
    if len(shown) > 1 or (not shown and table.stage is Stage.PLAYING):
        return [f"has {len(shown)} messages of the hand"]
    if table.turn is None or is_elsewhere(shown[0]):
        return []
    if await points_elsewhere(services, kept, post, shown[0]):
        return []
    scene = hand_scene(kept, await services.table_contexts.context(kept), seat, dm=True)
    missing = lasting(scene, lambda one: drawn(services, kept, one, post)) - set(lines(shown[0].components))
    return [f"has a hand that does not say {sorted(missing)}"] if missing else []


async def points_elsewhere(services: Services, kept: LoadedTable, post: str, message: Message) -> bool:
    """Return whether a direct message says that its person plays from a private hand."""
    context = await services.table_contexts.context(kept)
    scene = WordScene(fact(Notice.HAND_ELSEWHERE, table=kept.table.name), context.head)
    return set(drawn(services, kept, scene, post)) == set(lines(message.components))


def lasting(scene: HandScene, draw: Callable[[HandScene], list[str]]) -> set[str]:
    """The lines that a hand must have: without those that only others' plays change, which it may follow later.

    To a newcomer the rules have another name, a picture that follows the trick says more than one that does not, and
    what there is no room for beside notes and hints is left out.
    """
    crowded = replace(scene, notes=(fact(Notice.DONE),) * AT_TURN)
    ways = (scene, scene.own(), replace(scene, hints=(NEW_HERE,)), replace(scene, follows=True), crowded)
    return set.intersection(*(set(draw(way)) for way in ways))


async def unresolved(services: Services, one: TableHistory) -> list[str]:
    """Public posts whose message state is behind the record."""
    shown = {row.post: row for row in await services.store.message_states(one.kept.table.id) if row.audience == PUBLIC}
    return [
        f"table {one.kept.table.id}: {key} is marked as not shown"
        for key, post in one.posts.items()
        if key not in shown or shown[key].message_id is None
    ]


def complaints(log: Path) -> list[str]:
    """Lines of the bot's log that are errors, or not log lines at all."""
    return [line for line in log.read_text().splitlines() if _is_complaint(line)]


def _is_complaint(line: str) -> bool:
    try:
        return bool(json.loads(line)["level"] in ("error", "critical"))
    except (ValueError, KeyError, TypeError):
        return True


def warnings(log: Path) -> Counter[str]:
    """The bot's warnings without numbers, with their counts."""
    found: Counter[str] = Counter()
    for line in log.read_text().splitlines():
        if not _is_complaint(line) and json.loads(line)["level"] == "warning":
            found[re.sub(r"\d+", "#", json.loads(line)["event"])] += 1
    return found
