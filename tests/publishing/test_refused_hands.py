"""Hands that are refused, in whatever way: each holder has one message in the end, and no former one keeps cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.discord_api.circuit_breaker import LONGEST_PAUSE
from bot.publishing import delivery_queues
from bot.tables import actions
from bot.tables.table import Table
from tests.bot.odd_responses import PASSING, Odd, answering, coded
from tests.bot.running_bot import RunningBot, StartBot

AJA, MALIK, IVALU = 11, 12, 13
REFUSED = (
    coded(400, 50035), coded(403, 50001), coded(403, 50007), coded(403, 50013), coded(403, 50278), coded(403, 59999),
    coded(404, 10013), coded(404, 10014), coded(400, 50083), coded(403, 160005), coded(400, 40003), coded(429, 30046),
)  # fmt: skip
"""Of none of these is a message gone."""
VERBS = (("send",), ("edit",), ("send", "edit"))
ONE_WAY_EACH = [(odd, VERBS[number % len(VERBS)]) for number, odd in enumerate([*REFUSED, *PASSING])]
EVERYDAY = (Odd(401), Odd(403), Odd(404), coded(404, 0), coded(400, 50035), coded(403, 50001), coded(403, 59999))


@pytest.fixture(autouse=True)
def nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn retries off, so that only the sweep sends what was postponed."""
    monkeypatch.setattr(delivery_queues, "TRIES", ())


def in_dms(bot: RunningBot, odd: Odd, *verbs: str) -> Callable[[str], None]:
    """Whatever is sent to people in private is refused, or edited there."""
    refuse = answering(odd)

    def before(what: str) -> None:
        verb, at = what.split()[:2]
        place = bot.discord.messages[int(at)].channel if verb == "edit" else int(at) if verb == "send" else None
        if verb in verbs and place in (AJA, MALIK, IVALU):
            refuse(what)

    return before


async def goes_by(bot: RunningBot) -> None:
    """Every pause is over, and everybody has just been here."""
    for _ in range(3):
        bot.time.now += LONGEST_PAUSE
        for person in (AJA, MALIK, IVALU):
            await bot.people.meet(person, f"Person {person}", bot.time.now)
            bot.publisher.note_activity(person, person)
        await bot.publisher.sweep()
        await bot.shown()


async def plays(bot: RunningBot, table: Table, times: int) -> None:
    """Plays, each of somebody who has been away: their hand is sent anew, if it is not edited."""
    for _ in range(times):
        bot.time.now += bot.notice_after + 1
        await bot.play_on(table.id)
        await bot.shown()


async def refused_and_well_again(start_bot: StartBot, odd: Odd, *verbs: str, hands_over: bool = False) -> RunningBot:
    """A table at which hands were refused while it was played, and perhaps a seat changed hands; then they were not."""
    bot = await start_bot()
    table = await bot.started(AJA, MALIK, seats=2)
    await bot.shown()
    await plays(bot, table, 2)
    bot.discord.before = in_dms(bot, odd, *verbs)
    await plays(bot, table, 2)
    if hands_over:
        aja, ivalu = await bot.meet(AJA, IVALU)
        await bot.do(table.id, actions.Resign(aja))
        await bot.do(table.id, actions.Take(ivalu, 0))
        await bot.shown()
    await plays(bot, table, 2)
    bot.discord.before = lambda _: None
    await goes_by(bot)
    await plays(bot, table, 4)
    await goes_by(bot)
    return bot


def cards_in(bot: RunningBot, person: int) -> list[str]:
    """The one of somebody's private messages that offers plays."""
    theirs = [one for one in bot.discord.messages.values() if one.channel == person]
    return ["cards" if "play:" in str(one.components) else "words" for one in theirs]


async def one_hand_each(start_bot: StartBot, odd: Odd, *verbs: str) -> None:
    bot = await refused_and_well_again(start_bot, odd, *verbs)
    assert {person: bot.discord.posts(person) for person in (AJA, MALIK)} == {AJA: ["hand.0"], MALIK: ["hand.1"]}
    await bot.kill()


async def no_cards_left(start_bot: StartBot, odd: Odd, *verbs: str) -> None:
    bot = await refused_and_well_again(start_bot, odd, *verbs, hands_over=True)
    assert [len(bot.discord.posts(person)) for person in (AJA, MALIK, IVALU)] == [1, 1, 1]
    assert cards_in(bot, AJA) == ["words"]
    await bot.kill()


@pytest.mark.slow
@pytest.mark.parametrize("odd", EVERYDAY, ids=str)
async def test_after_refusals_each_holder_has_one_hand(start_bot: StartBot, odd: Odd) -> None:
    await one_hand_each(start_bot, odd, "send", "edit")


@pytest.mark.slow
@pytest.mark.parametrize(("odd", "verbs"), ONE_WAY_EACH, ids=str)
async def test_after_any_refusal_of_a_hand_each_holder_has_one(
    start_bot: StartBot, odd: Odd, verbs: tuple[str, ...]
) -> None:
    await one_hand_each(start_bot, odd, *verbs)


@pytest.mark.parametrize("odd", [Odd(403), coded(403, 50001), coded(403, 50007)], ids=str)
async def test_whose_seat_another_took_while_hands_were_refused_keeps_no_cards(start_bot: StartBot, odd: Odd) -> None:
    await no_cards_left(start_bot, odd, "send", "edit")


@pytest.mark.slow
@pytest.mark.parametrize(("odd", "verbs"), ONE_WAY_EACH, ids=str)
async def test_whose_seat_another_took_during_any_refusal_keeps_no_cards(
    start_bot: StartBot, odd: Odd, verbs: tuple[str, ...]
) -> None:
    await no_cards_left(start_bot, odd, *verbs)
