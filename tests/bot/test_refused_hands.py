"""Hands that are refused, in whatever way: each holder has one message in the end, and no former one keeps cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.publishing import delivery_queues
from bot.publishing.delivery.circuit_breaker import LONGEST_PAUSE
from bot.tables import actions
from bot.tables.table import Table
from tests.bot.club import Club, Time
from tests.bot.fake_discord import FakeDiscord
from tests.bot.odd import PASSING, Odd, answering, coded

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
    """What is put off is left to the sweep."""
    monkeypatch.setattr(delivery_queues, "TRIES", ())


def in_dms(club: Club, odd: Odd, *verbs: str) -> Callable[[str], None]:
    """Whatever is sent to people in private is refused, or edited there."""
    refuse = answering(odd)

    def before(what: str) -> None:
        verb, at = what.split()[:2]
        place = club.discord.messages[int(at)].channel if verb == "edit" else int(at) if verb == "send" else None
        if verb in verbs and place in (AJA, MALIK, IVALU):
            refuse(what)

    return before


async def goes_by(club: Club) -> None:
    """Every pause is over, and everybody has just been here."""
    for _ in range(3):
        club.time.now += LONGEST_PAUSE
        for person in (AJA, MALIK, IVALU):
            await club.people.meet(person, f"Person {person}", club.time.now)
            club.publisher.heard_from(person, person)
        await club.publisher.sweep()
        await club.shown()


async def plays(club: Club, table: Table, times: int) -> None:
    """Plays, each of somebody who has been away: their hand is sent anew, if it is not edited."""
    for _ in range(times):
        club.time.now += club.notice_after + 1
        await club.play_on(table.id)
        await club.shown()


async def refused_and_well_again(path: Path, odd: Odd, *verbs: str, hands_over: bool = False) -> Club:
    """A table at which hands were refused while it was played, and perhaps a seat changed hands; then they were not."""
    club = await Club.born(path, FakeDiscord(), Time())
    table = await club.started(AJA, MALIK, seats=2)
    await club.shown()
    await plays(club, table, 2)
    club.discord.before = in_dms(club, odd, *verbs)
    await plays(club, table, 2)
    if hands_over:
        aja, ivalu = await club.meet(AJA, IVALU)
        await club.do(table.id, actions.Resign(aja))
        await club.do(table.id, actions.Take(ivalu, 0))
        await club.shown()
    await plays(club, table, 2)
    club.discord.before = lambda _: None
    await goes_by(club)
    await plays(club, table, 4)
    await goes_by(club)
    return club


def cards_in(club: Club, person: int) -> list[str]:
    """Of the messages that somebody has in private: which of them offers plays."""
    theirs = [one for one in club.discord.messages.values() if one.channel == person]
    return ["cards" if "play:" in str(one.components) else "words" for one in theirs]


async def one_hand_each(path: Path, odd: Odd, *verbs: str) -> None:
    club = await refused_and_well_again(path, odd, *verbs)
    assert {person: club.discord.posts(person) for person in (AJA, MALIK)} == {AJA: ["hand.0"], MALIK: ["hand.1"]}
    await club.die()


async def no_cards_left(path: Path, odd: Odd, *verbs: str) -> None:
    club = await refused_and_well_again(path, odd, *verbs, hands_over=True)
    assert [len(club.discord.posts(person)) for person in (AJA, MALIK, IVALU)] == [1, 1, 1]
    assert cards_in(club, AJA) == ["words"]
    await club.die()


@pytest.mark.parametrize("odd", EVERYDAY, ids=str)
async def test_after_refusals_each_holder_has_one_hand(tmp_path: Path, odd: Odd) -> None:
    await one_hand_each(tmp_path / "a.db", odd, "send", "edit")


@pytest.mark.slow
@pytest.mark.parametrize(("odd", "verbs"), ONE_WAY_EACH, ids=str)
async def test_after_any_refusal_of_a_hand_each_holder_has_one(
    tmp_path: Path, odd: Odd, verbs: tuple[str, ...]
) -> None:
    await one_hand_each(tmp_path / "a.db", odd, *verbs)


@pytest.mark.parametrize("odd", [Odd(403), coded(403, 50001), coded(403, 50007)], ids=str)
async def test_whose_seat_another_took_while_hands_were_refused_keeps_no_cards(tmp_path: Path, odd: Odd) -> None:
    await no_cards_left(tmp_path / "a.db", odd, "send", "edit")


@pytest.mark.slow
@pytest.mark.parametrize(("odd", "verbs"), ONE_WAY_EACH, ids=str)
async def test_whose_seat_another_took_during_any_refusal_keeps_no_cards(
    tmp_path: Path, odd: Odd, verbs: tuple[str, ...]
) -> None:
    await no_cards_left(tmp_path / "a.db", odd, *verbs)
