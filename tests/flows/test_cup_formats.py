"""Each format and entrant kind of cups, played by people while the bot is killed: it ends by itself, and is right."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.cups import cup_actions, cup_rules
from bot.cups.cup import Match
from bot.cups.cup_rules import EntrantKind, Format, formats
from bot.cups.fold import log
from bot.texts import offered_games
from rules import registry
from sandbox import Person
from tests.cups.running_cups import quick
from tests.flows.cup_evenings import CupEvening, acts, is_decided, played

KILLS = int(os.environ.get("KILLS", "3"))
SIZE = {Format.ROUND_ROBIN: 4, Format.DOUBLE_ROUND_ROBIN: 4, Format.KNOCK_OUT: 8}
USUAL_SIZE = 6
KINDS = [(one, kind) for kind in EntrantKind for one in formats(kind, USUAL_SIZE)]

PAIRS = int(os.environ.get("PAIRS", "32"))
"""Those of the large Swiss. `PAIRS=64` takes five minutes on a busy machine."""
LARGE_KILLS = int(os.environ.get("LARGE_KILLS", "10"))
ROUNDS = 6
RESERVES = 3


class SmallEvening(CupEvening):
    """Of one match a side is absent, of another everybody is; somebody withdraws, a result is adjusted and undone."""

    async def happens(self) -> None:
        cup = await self.round(1)
        await self.pause()
        *others, last = [match for match in cup.open_matches if len(match.people) > 1]
        await self.resign(last, last.people[-1])
        self.crowd.let_play(at(self, others))
        await self.adjust(others[0])
        await self.until(lambda cup: all(is_decided(cup, match) for match in others))
        self.crowd.let_wait(self.box.people)
        await self.come(last, *last.people[:-1])
        await self.time_over(last, "one-absent")
        first, *_, nobody = [match for match in (await self.round(2)).open_matches if len(match.people) > 1]
        await self.resign(nobody, *nobody.people)
        await self.time_over(nobody, "both-absent")
        await self.withdraw(first.people[0])
        self.crowd.let_play(self.box.people)
        await self.until(lambda cup: cup.is_over)


def at(evening: CupEvening, matches: Iterable[Match]) -> list[Person]:
    """The people of matches."""
    return evening.people(*(one for match in matches for one in match.people))


@pytest.mark.slow
@pytest.mark.parametrize(("chosen", "kind"), KINDS)
async def test_a_cup_ends_by_itself_whatever_happens(tmp_path: Path, chosen: Format, kind: EntrantKind) -> None:
    size = SIZE.get(chosen, USUAL_SIZE)
    cup = await played(tmp_path, SmallEvening, quick(chosen, kind, least=size), size, (KILLS, 30))
    assert acts(cup, cup_actions.UndoAct)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in offered_games() if game != registry.USUAL])
async def test_a_cup_in_another_game_ends_by_itself_whatever_happens(tmp_path: Path, game: str) -> None:
    (kind,) = cup_rules.kinds_in(game)
    hands = min(hands for hands in cup_rules.match_hands(game) if hands)
    rules = quick(Format.SWISS, kind, least=USUAL_SIZE, game=game, hands=hands)
    assert acts(await played(tmp_path, SmallEvening, rules, USUAL_SIZE, (KILLS, 30)), cup_actions.UndoAct)


class LargeEvening(CupEvening):
    """In every round somebody is absent; there are late entries, a replaced half, a withdrawal, a pause and an undo."""

    async def happens(self) -> None:
        for number in range(1, ROUNDS + 1):
            cup = await self.round(number)
            *others, alone, nobody = cup.open_matches
            self.crowd.let_wait(self.box.people)
            await self.resign(alone, alone.people[-1])
            if number == 4:
                await self.resign(nobody, *nobody.people)
            await self._happens_in(number, others)
            self.crowd.let_play(at(self, others))
            if number == 1:
                await self.adjust(others[-1])
            await self.until(lambda cup: all(is_decided(cup, match) for match in others))  # noqa: B023
            await self.come(alone, *alone.people[:-1])
            await self.time_over(alone, "one-absent")
            if number == 4:
                await self.time_over(nobody, "both-absent")
            self.crowd.let_play(at(self, [nobody]))
        await self.until(lambda cup: cup.is_over)

    async def _happens_in(self, number: int, others: list[Match]) -> None:
        first, second, third = (self.box.person(f"R{one}") for one in range(RESERVES))
        if number == 1:
            await self._seat(cup_actions.EnterLate, person=first, partner=second)
        if number == 2:
            await self._seat(cup_actions.ReplacePartner, **{"person": third, "instead-of": at(self, others)[0]})
        if number == 3:
            await self.pause()
            await self.withdraw(others[0].people[0])

    async def _seat(self, kind: type, **given: Person) -> None:
        await self.organise("seat", lambda cup: acts(cup, kind), reason="They were held up", **given)


@pytest.mark.longest
@pytest.mark.slow
async def test_a_large_swiss_of_pairs_ends_by_itself_whatever_happens(tmp_path: Path) -> None:
    rules = quick(kind=EntrantKind.PAIRS, rounds=ROUNDS, least=PAIRS, most=PAIRS + 2)
    between = max(30, PAIRS * ROUNDS * 15 // max(LARGE_KILLS, 1))
    cup = await played(tmp_path, LargeEvening, rules, PAIRS, (LARGE_KILLS, between), RESERVES)
    assert len(cup.rounds) == ROUNDS
    told = {type(entry.action).__name__ for entry in log(cup)}
    assert told >= {"EnterLate", "WithdrawEntrant", "ReplacePartner", "PauseCup", "AdjustMatch", "UndoAct"}
