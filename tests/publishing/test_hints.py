"""Hints: a newcomer is told once, in the message of their hand, what the words there mean."""

from __future__ import annotations

import pytest

from bot.messages.hand import hand_scene as hand_scene_module
from bot.messages.hand.hand_scene import HandScene, hand_scene
from bot.messages.kit.scene import NEW_HERE
from bot.publishing.hints import HALVES, HEADS, HINTS, LADDER, OCCASIONS, SET, SWEEP, WAITING, Hints
from bot.store import Closed, ResultRow
from bot.tables import deals
from bot.tables.table import Table
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import cards
from simulation.scripted_people import PACK, cut_for, shuffling
from tests.bot.running_bot import RunningBot, StartBot
from tests.messages.given import PEOPLE, head, view
from tests.messages.rubbers import first_trick, rubber

AJA, MALIK, IVALU, NUKA = 11, 12, 13, 14
READER = Reader(Translator())


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal cards with which hands are played to the end."""
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), PACK))


async def hinted(bot: RunningBot, table_id: int, seat: int, hints: Hints | None = None) -> tuple[str, ...]:
    """The hints in the direct message with the hand of a seat, as it would be shown now."""
    loaded = await bot.tables.get(table_id)
    assert loaded is not None
    scene = hand_scene(loaded, await bot.table_contexts.context(loaded), seat, dm=True)
    person = loaded.table.seats[seat].person
    assert person is not None
    return (await (hints or bot.services.hints).add_hints(loaded.table, scene, person, READER)).hints


def occasions(scene: HandScene) -> list[str]:
    """The hints for which a hand gives occasion."""
    return [hint for hint in HINTS if OCCASIONS[hint](scene)]


async def now(bot: RunningBot, table: Table) -> Table:
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    return loaded.table


async def play(bot: RunningBot, table: Table, plays: int) -> int:
    """Deal and make so many plays; return the seat on turn."""
    while (after := await now(bot, table)).hand is None or len(after.hand.plays) < plays:
        await bot.play_on(table.id)
    assert after.turn is not None
    return after.turn


async def test_a_hand_shows_the_trick_before_and_not_an_earlier_one_once_that_was_readable(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_scene_module, "READABLE", 0)
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    seat = await play(bot, table, 8)
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    assert loaded.table.hand is not None
    assert len(loaded.table.hand.tricks) > 1
    scene = hand_scene(loaded, await bot.table_contexts.context(loaded), seat, dm=True)
    assert scene.results == loaded.table.hand.tricks[-1:]


async def test_a_newcomer_is_told_what_heads_means_until_the_trick_is_over_and_never_again(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    assert await hinted(bot, table.id, await play(bot, table, 0)) == (NEW_HERE,)
    seat = await play(bot, table, 1)
    for _ in range(2):
        assert await hinted(bot, table.id, seat) == (NEW_HERE, HEADS)
    await play(bot, table, 3)
    assert await hinted(bot, table.id, seat) == (NEW_HERE, HEADS)
    while HEADS in await hinted(bot, table.id, await play(bot, table, 5)):
        await bot.play_on(table.id)
    assert HEADS not in await hinted(bot, table.id, seat)


async def test_one_word_is_told_at_a_moment_and_the_next_one_after_the_trick(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    person, *_ = await bot.meet(AJA)
    own = view(4, "9C 9S 7H", "1:5C,5S", legal=(cards("9C 9S"), cards("9C 7H")))
    scene = HandScene(head(), own, True, results=(first_trick("9C KH 5C 5S"),))
    for plays, word in ((0, SET), (1, SET), (4, HEADS), (8, WAITING)):
        await play(bot, table, plays)
        told = await bot.services.hints.add_hints(await now(bot, table), scene, person, READER)
        assert told.hints == (NEW_HERE, word)


async def test_hints_outlast_the_process(start_bot: StartBot) -> None:
    bot = await start_bot()
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    seat = await play(bot, table, 1)
    await bot.shown()
    told = await hinted(bot, table.id, seat)
    assert await hinted(bot, table.id, seat, Hints(bot.store)) == told == (NEW_HERE, HEADS)
    await play(bot, table, 4)
    assert HEADS not in await hinted(bot, table.id, seat, Hints(bot.store))


async def test_the_introduction_is_offered_for_the_first_hand_alone(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await play(bot, table, 35)
    assert NEW_HERE in await hinted(bot, table.id, 0)
    await bot.play_on(table.id)
    assert (await now(bot, table)).last_hand
    assert NEW_HERE not in await hinted(bot, table.id, 0)
    while (await now(bot, table)).hand is None or (await now(bot, table)).view(None).hand_number < 2:
        await bot.play_on(table.id)
    await play(bot, table, 0)
    assert NEW_HERE not in await hinted(bot, table.id, 0)
    other = await bot.started(AJA, MALIK, IVALU, NUKA)
    await play(bot, other, 0)
    assert NEW_HERE not in await hinted(bot, other.id, 0)


async def test_who_has_read_the_introduction_is_not_offered_it(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await play(bot, table, 0)
    aja, malik, *_ = await bot.meet(AJA, MALIK)
    assert NEW_HERE in await hinted(bot, table.id, 1)
    for person in (aja, malik):
        await bot.services.hints.read(table.game, person)
    assert NEW_HERE not in await hinted(bot, table.id, 0)
    assert NEW_HERE not in await hinted(bot, table.id, 1)
    assert NEW_HERE in await hinted(bot, table.id, 2)


async def test_a_hand_is_shown_without_hints_if_the_store_does_not_work(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await play(bot, table, 0)
    await bot.shown()

    class Broken:
        """A store that was closed."""

        def __getattr__(self, name: str) -> object:
            raise Closed(bot.services.settings.database)

    hints = Hints(Broken())  # type: ignore[arg-type]
    assert await hinted(bot, table.id, 0, hints) == ()
    await hints.read(table.game, "somebody")


async def may_ask(bot: RunningBot, table_id: int, seat: int, hints: Hints | None = None) -> bool:
    """Return whether the hand of a seat has the button to ask what I would play."""
    loaded = await bot.tables.get(table_id)
    assert loaded is not None
    scene = hand_scene(loaded, await bot.table_contexts.context(loaded), seat, dm=True)
    person = loaded.table.seats[seat].person
    assert person is not None
    return (await (hints or bot.services.hints).add_hints(loaded.table, scene, person, READER)).may_ask


async def has_played(bot: RunningBot, person: str, *games: str) -> None:
    """Let a person have played these games to the end."""
    for number, game in enumerate(games, 900):
        row = ResultRow(number, person, 7, game, 4, 2, 0, 1_000, "won", 3, 10, 0, {})
        await bot.store.replace_results(number, [row])


async def own_turn(bot: RunningBot, table: Table) -> tuple[int, str]:
    """Play on until a person is on turn; return their seat and their key."""
    while (at := await now(bot, table)).asked is None:
        await bot.play_on(table.id)
    assert at.turn is not None
    assert at.asked.person is not None
    return at.turn, at.asked.person


async def test_who_plays_a_game_for_the_third_time_may_ask_what_i_would_play_and_later_not(bot: RunningBot) -> None:
    table = await bot.started(AJA)
    seat, person = await own_turn(bot, table)
    await has_played(bot, person, "voormsi", "voormsi", "alkort", "alkort")
    assert await may_ask(bot, table.id, seat)
    await has_played(bot, person, "voormsi", "voormsi", "voormsi")
    assert await may_ask(bot, table.id, seat)
    assert not await may_ask(bot, table.id, seat, Hints(bot.store))


async def test_nobody_is_offered_advice_while_others_are_to_play(bot: RunningBot) -> None:
    table = await bot.started(AJA)
    seat, _ = await own_turn(bot, table)
    while (await now(bot, table)).turn == seat:
        await bot.play_on(table.id)
    assert not await may_ask(bot, table.id, seat)


@pytest.mark.parametrize(("pace", "is_offered"), [("day", False), ("none", True)])
async def test_among_several_people_advice_is_offered_only_where_nobody_is_rated(
    bot: RunningBot, pace: str, is_offered: bool
) -> None:
    table = await bot.started(AJA, MALIK, pace=pace)
    seat, _ = await own_turn(bot, table)
    assert await may_ask(bot, table.id, seat) == is_offered


def test_with_two_players_the_rounds_are_explained_when_the_first_is_over() -> None:
    def told(trick: str) -> list[str]:
        return occasions(HandScene(head(PEOPLE[:2]), view(2, "9C 7H", trick), False))

    assert told("0:9S") == [NEW_HERE, HEADS]
    assert told("0:9S 1:KH") == [NEW_HERE, HEADS, HALVES]
    four = HandScene(head(), view(4, "9C 7H", "0:9S 1:KH 2:5C 3:5D"), False)
    assert HALVES not in occasions(four)


def test_a_set_is_explained_to_whoever_can_lead_one_or_must_follow_one() -> None:
    def told(trick: str, *legal: str, turn: int = 2) -> bool:
        own = view(4, "9C 9S 7H", trick, legal=tuple(map(cards, legal)), turn=turn)
        return SET in occasions(HandScene(head(), own, True))

    assert told("", "9C", "9S", "7H", "9C 9S")
    assert told("1:5C,5S", "9C 9S", "9C 7H", "9S 7H")
    assert not told("", "9C", "7H")
    assert not told("1:5C", "9C", "9S", "7H")
    assert not told("0:5C,5S", turn=1)


def test_waiting_points_are_explained_after_the_first_trick_that_brings_some() -> None:
    nothing, point = first_trick("9C 5C 5S 5H"), first_trick("9C KH 5C 5S")
    seen = HandScene(head(), view(4, "9C 7H"), False)
    assert [any(account.waiting) for account in (nothing, point)] == [False, True]
    for account, words in ((nothing, []), (point, [WAITING])):
        told = HandScene(head(), seen.view, False, results=(account,))
        assert occasions(told) == [NEW_HERE, *words]


@pytest.mark.parametrize(("units", "warned"), [((6, 0), True), ((0, 7), True), ((5, 0), False), ((6, 1), False)])
def test_9_3_a_side_that_has_had_every_trick_up_to_the_sixth_is_told_that_all_bring_nothing(
    units: tuple[int, int], warned: bool
) -> None:
    seen = HandScene(head(), view(4, "9C 7H", units=units), False)
    assert (SWEEP in occasions(seen)) == warned


def test_the_ladder_is_explained_after_the_first_booking_also_at_the_end_of_a_hand() -> None:
    for step in rubber(4, {}, seed=1):
        account = step.account
        if account is None or not account.bookings:
            continue
        told = occasions(HandScene(head(), step.view(0), True, results=(account,)))
        assert (LADDER in told) == any(booking.points for booking in account.bookings)
        assert (NEW_HERE in told) == (account.hand_end is None and account.outcome is None)
