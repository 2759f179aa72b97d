"""Whoever played a card is named for it, also after somebody else has taken their seat."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest

from bot.members.seat_names import computer_name
from bot.messages.hand.hand_scene import hand_scene
from bot.messages.kit import rendering
from bot.messages.kit.rendering import alt
from bot.messages.kit.scene import PastHolder, Scene
from bot.messages.kit.table_text import TableText
from bot.messages.replay.replays import Replay
from bot.messages.result.result import ResultScene, story_of, turning
from bot.messages.table.why import WhyScene
from bot.publishing import posts
from bot.runtime.times import DAY
from bot.tables import LoadedTable, actions, table_terms
from bot.tables.seat_holders import PlayPlace
from bot.tables.table import Feat, Table
from bot.texts import in_language
from bot.texts.reader import Reader
from rules import registry
from rules.core.contract import Booking, Outcome, Phase
from rules.treikort import game as treikort
from rules.treikort.options import terms
from rules.treikort.state import TreikortState
from tests.bot.running_bot import WHERE, RunningBot
from tests.messages.given import head, person
from tests.messages.test_story import EXECUTED

READER = Reader(in_language("en"))
PEOPLE = (11, 12, 13, 14)
NEW = 15


class HandedOver:
    """A table at which somebody who has played a card leaves, and another person takes the seat."""

    def __init__(self, bot: RunningBot, table: Table, keys: list[str]) -> None:
        self.bot, self.id, self.keys = bot, table.id, keys

    @classmethod
    async def begun(cls, bot: RunningBot, people: Iterable[int] = PEOPLE) -> HandedOver:
        table = await bot.started(*people, seats=len(tuple(people)), pace="day", forced="off")
        here = cls(bot, table, await bot.meet(*people, NEW))
        await bot.tables.tick(table.id)
        return here

    async def loaded(self) -> LoadedTable:
        return await self.bot.tables.existing(self.id)

    async def play(self) -> int:
        """Let whoever is on turn play; return their seat."""
        seat = (await self.loaded()).table.turn
        assert seat is not None
        await self.bot.play_on(self.id)
        return seat

    async def hand_over(self, seat: int) -> None:
        table = (await self.loaded()).table
        await self.bot.do(self.id, actions.Resign(table.seats[seat].person or ""))
        await self.bot.do(self.id, actions.Take(self.keys[-1], seat))
        if (pending := (await self.loaded()).table.pending) is not None:
            for person in self.keys[:-1]:
                await self.bot.tables.submit(self.id, actions.Agree(person, pending.seq))
        assert (await self.loaded()).table.seats[seat].person == self.keys[-1]

    async def end_trick(self) -> None:
        number = (await self.loaded()).table.view(None).trick_number
        while (await self.loaded()).table.view(None).trick_number == number:
            await self.play()

    async def end_hand(self) -> None:
        while (await self.loaded()).table.phase is not Phase.DEAL:
            await self.play()

    async def table_scene(self) -> Scene:
        loaded = await self.loaded()
        found = dict(posts.renewed_posts(loaded.table))
        (key,) = (key for key in found if key.startswith(posts.HAND))
        return found[key](await self.bot.table_contexts.context(loaded))

    async def why(self) -> Scene:
        loaded = await self.loaded()
        head = (await self.bot.table_contexts.context(loaded)).head
        return WhyScene(head, loaded.table.last_trick)

    async def hand(self, seat: int) -> Scene:
        loaded = await self.loaded()
        return hand_scene(loaded, await self.bot.table_contexts.context(loaded), seat, dm=True)

    async def replayed(self, step: int) -> Scene:
        loaded = await self.loaded()
        found = await self.bot.services.replays.find(loaded.table, 1)
        assert isinstance(found, Replay)
        return found.scene((await self.bot.table_contexts.context(loaded)).head, step)


def lines(scene: Scene) -> list[str]:
    """The lines of a scene's texts, and of what its picture is said to show."""
    found: list[str] = []
    for item in rendering.draw(scene, READER).walk_children():
        found += str(getattr(item, "content", "")).split("\n")
    return [*found, *alt(scene, READER).split("\n")]


def naming(scene: Scene, card: str) -> list[str]:
    """The lines with a card that begin with somebody's name."""
    return [line for line in lines(scene) if card in line and "Person" in line]


@pytest.fixture
async def seats(bot: RunningBot) -> HandedOver:
    return await HandedOver.begun(bot)


async def test_a_play_keeps_its_name_in_the_running_trick_and_in_its_result(seats: HandedOver) -> None:
    first = await seats.play()
    card = (await seats.loaded()).table.view(None).trick[0].cards[0].symbol
    await seats.hand_over(first)
    old, other = f"Person {PEOPLE[first]}", (first + 2) % 4
    for scene in (await seats.table_scene(), await seats.hand(other), await seats.hand(first)):
        assert naming(scene, card), scene
        assert all(old in line and f"Person {NEW}" not in line for line in naming(scene, card)), scene
    await seats.end_trick()
    for scene in (await seats.table_scene(), await seats.why(), await seats.replayed(1), await seats.replayed(4)):
        assert any(old in line for line in naming(scene, card)), scene
        assert not any(f"Person {NEW}: {card}" in line for line in lines(scene)), scene


async def test_what_the_new_holder_plays_is_theirs_and_who_is_to_play_is_the_present_holder(seats: HandedOver) -> None:
    seat = (await seats.loaded()).table.turn
    assert seat is not None
    await seats.hand_over(seat)
    assert any(f"Person {NEW}" in line for line in lines(await seats.table_scene()))
    await seats.play()
    card = (await seats.loaded()).table.view(None).trick[0].cards[0].symbol
    assert all(f"Person {NEW}" in line for line in naming(await seats.table_scene(), card))


async def test_a_card_is_named_for_the_person_whose_seat_a_computer_has_taken_over(seats: HandedOver) -> None:
    first = await seats.play()
    card = (await seats.loaded()).table.view(None).trick[0].cards[0].symbol
    await seats.bot.do(seats.id, actions.Resign(seats.keys[first]))
    assert naming(await seats.table_scene(), card)
    assert all(f"Person {PEOPLE[first]}" in line for line in naming(await seats.table_scene(), card))


@pytest.mark.parametrize("then", ["stays", "leaves", "is followed"])
async def test_what_a_computer_played_for_somebody_is_the_computers_for_ever(seats: HandedOver, then: str) -> None:
    late = (await seats.loaded()).table.turn
    assert late is not None
    seats.bot.time.now += DAY
    for _ in range(2):  # the deadline, then the computer's play
        await seats.bot.tables.tick(seats.id)
    card = (await seats.loaded()).table.view(None).trick[0].cards[0].symbol
    computer = computer_name(seats.id, late, [f"Person {one}" for one in PEOPLE])
    if then == "leaves":
        await seats.bot.do(seats.id, actions.Resign(seats.keys[late]))
    elif then == "is followed":
        await seats.hand_over(late)
    other = (late + 2) % 4
    own = [] if then == "leaves" else [await seats.hand(late)]
    for scene in (await seats.table_scene(), await seats.hand(other), *own):
        played = [line for line in lines(scene) if card in line and ":" in line and "Person" not in line]
        assert any(computer in line for line in played), (then, lines(scene))
    assert f"-# A computer played for Person {PEOPLE[late]}, who ran out of time." in lines(await seats.table_scene())
    await seats.end_trick()
    for scene in (await seats.why(), await seats.replayed(1), await seats.replayed(4)):
        assert any(computer in line and card in line for line in lines(scene)), lines(scene)


async def test_with_two_players_each_play_of_a_trick_has_the_name_of_who_made_it(bot: RunningBot) -> None:
    seats = await HandedOver.begun(bot, (11, 12))
    first = await seats.play()
    await seats.play()
    await seats.hand_over(first)
    while (await seats.loaded()).table.turn != first:
        await seats.play()
    assert len((await seats.loaded()).table.view(None).trick) > 1
    await seats.play()
    table = (await seats.loaded()).table
    trick = table.view(None).trick or table.hand.tricks[-1].plays  # type: ignore[union-attr]
    by = {index: one.cards[0].symbol for index, one in enumerate(trick) if one.seat == first}
    told = lines(await seats.table_scene())
    assert any(by[0] in line and f"Person {(11, 12)[first]}" in line for line in told)
    assert any(by[max(by)] in line and f"Person {NEW}" in line for line in told)


async def test_who_takes_a_seat_between_hands_is_not_told_that_they_won_the_hand_before(seats: HandedOver) -> None:
    await seats.end_hand()
    assert any("You and Person" in line for line in lines(await seats.hand(0)))
    await seats.hand_over(0)
    told = lines(await seats.hand(0))
    assert not any("You" in line.split() for line in told)
    assert any("Person 11" in line for line in told)
    assert not any(f"Person {NEW}" in line for line in told)
    await seats.bot.tables.tick(seats.id)
    assert (await seats.loaded()).table.view(None).hand_number == 2
    told = [line for line in lines(await seats.hand(0)) if "hand 1" in line]
    assert not any("You" in line.split() for line in told)


def test_a_feat_in_the_story_is_that_of_who_played_the_card() -> None:
    left = PastHolder(2, PlayPlace(1), PlayPlace(1, 4, 1), person("Ann"))
    place = head((person("Bo"), person("Cleo"), person("Dan"), person("Eve")), past=(left,))
    for trick, name in ((3, "Ann"), (5, "Dan")):
        feats = (Feat(1, EXECUTED, PlayPlace(1, trick)),)
        scene = ResultScene(place, ((0, 2), (1, 3)), 9, Outcome((0,), EXECUTED.why), (9, 0), ((9, 0),), feats=feats)
        assert f"Hand 1: {name} executed Cleo's Voormsi" in story_of(scene, TableText(READER, place, sides=scene.sides))


def test_who_sat_down_since_is_not_told_that_they_turned_the_game() -> None:
    left = PastHolder(2, PlayPlace(1), PlayPlace(2), person("Ann"))
    place = head((person("Bo"), person("Cleo"), person("Dan"), person("Eve")), past=(left,))
    for way, names in ((((5, 0), (9, 3)), "Bo & Ann"), (((0, 3), (9, 3)), "Bo & Dan")):
        scene = ResultScene(place, ((0, 2), (1, 3)), 9, Outcome((0,), EXECUTED.why), way[-1], way, seat=2)
        assert f": {names} gained" in turning(scene, TableText(READER, place, sides=scene.sides))


def test_a_bounce_in_the_story_is_that_of_the_side_as_it_was() -> None:
    left = PastHolder(2, PlayPlace(1), PlayPlace(3), person("Ann"))
    place = head((person("Bo"), person("Cleo"), person("Dan"), person("Eve")), past=(left,))
    for hand, names in ((2, "Bo & Ann"), (3, "Bo & Dan")):
        feats = (Feat(hand, Booking(0, 3, 8, 8, 10, EXECUTED.why)),)
        scene = ResultScene(place, ((0, 2), (1, 3)), 9, Outcome((0,), EXECUTED.why), (9, 0), ((9, 0),), feats=feats)
        told = story_of(scene, TableText(READER, place, sides=scene.sides))
        assert any(line.startswith(f"Hand {hand}: {names} bounced") for line in told), told


async def test_a_table_that_nobody_has_left_has_no_past_holders(seats: HandedOver) -> None:
    await seats.play()
    loaded = await seats.loaded()
    assert (await seats.bot.table_contexts.context(loaded)).head.past == ()


class NamedActs:
    """The plays and moves of a table with the names that everybody reads, while people come, go, and are late."""

    DEEDS = ("act", "act", "act", "late", "away", "back", "leave", "come")

    def __init__(self, bot: RunningBot, table: int, keys: Sequence[str], seed: int) -> None:
        self.bot, self.id, self.keys, self.chance = bot, table, keys, random.Random(seed)

    @classmethod
    async def begun(cls, bot: RunningBot, game: str, seed: int, **options: str) -> NamedActs:
        rules = registry.game(game)
        keys = await bot.meet(*range(11, 11 + rules.seats[-1] + 2))
        chosen = {option.name: option.default for option in rules.options} | options
        seated, terms = tuple(keys[: rules.seats[-1]]), {**table_terms.usual(), "pace": "day", "forced": "off"}
        opening = actions.Open(
            keys[0], "", game, rules.version, len(seated), chosen, seated=seated, terms=terms, pairs=True
        )
        table = await bot.tables.open(opening, WHERE, None)
        await bot.do(table.id, actions.Start(keys[0]))
        return cls(bot, table.id, keys, seed)

    async def table(self) -> Table:
        return (await self.bot.tables.existing(self.id)).table

    async def do_something(self) -> None:
        table, person = await self.table(), self.chance.choice(self.keys)
        deed = self.chance.choice(self.DEEDS) if table.turn is not None else "wait"
        wanted: actions.TableAction | None = {
            "act": self._act(table),
            "away": actions.Away(person, self.bot.time.now + 30 * DAY),
            "back": actions.Back(person, table.seat_of(person) or 0),
            "leave": actions.Resign(person) if len(table.humans) > 1 else None,
            "come": actions.Take(person),
        }.get(deed)
        if wanted is not None:
            await self.bot.tables.submit(self.id, wanted)
        if deed == "late":
            self.bot.time.now += DAY
        await self.bot.tables.tick(self.id)
        await self.bot.bound(self.id)

    def _act(self, table: Table) -> actions.TableAction | None:
        if table.asked is None:
            return None
        return actions.take_turn(self.chance.choice(table.view(table.turn).actions), table.asked.person)

    async def told(self) -> dict[object, str]:
        """The sentence of each play, and of each event as everybody may know it, but none about the present."""
        loaded = await self.bot.tables.existing(self.id)
        table, head = loaded.table, (await self.bot.table_contexts.context(loaded)).head
        if table.hand is None:
            return {}
        hand, view, texts = table.hand.number, table.view(None), TableText(READER, head)
        done: dict[object, str] = {
            event: "".join(texts.events([event], hand)) for event in view.events if event.move is not None
        }
        tricks = [(trick.number, [play.seat for play in trick.plays]) for trick in table.hand.tricks]
        for number, seats in [*tricks, (view.trick_number, [play.seat for play in view.trick])]:
            places = [PlayPlace(hand, number, nth) for nth in range(len(seats))]
            done |= {place: texts.player(seat, place) for place, seat in zip(places, seats, strict=True)}
        return {(hand, key): sentence for key, sentence in done.items()}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12))])
@pytest.mark.parametrize(
    ("game", "options"), [("alkort", {}), ("treikort", {}), ("voormsi", {"proof": "asked"}), ("braus", {})]
)
async def test_nobodys_plays_and_moves_ever_change_their_name(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, str], seed: int
) -> None:
    pope = seed % 3
    monkeypatch.setattr(treikort, "start", lambda seats, options: TreikortState(terms(seats, options), pope=pope))
    here = await NamedActs.begun(bot, game, seed, **options)
    before: dict[object, str] = {}
    for _ in range(60):
        await here.do_something()
        told = await here.told()
        assert {key: before[key] for key in before.keys() & told.keys()}.items() <= told.items()
        before = told
    head = (await bot.table_contexts.context(await bot.tables.existing(here.id))).head
    assert head.past or seed, "with the first seed somebody has played for another"
