"""Admission to a cup, and the beginning of its sign-up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cups import cup_actions
from bot.cups.admission import reliability_refusal, role_refusal
from bot.cups.cup_rules import read, write
from bot.ratings.service import PRIOR, Deadlines, reliability_of
from tests.cups.cups import rules
from tests.cups.running_cups import GUILD, HOUR, process, quick


def test_a_cup_for_roles_takes_who_has_one_of_them() -> None:
    of = rules(roles=(5, 6))
    assert role_refusal(of, (1, 6)) is None
    assert role_refusal(rules(), ()) is None
    refused = role_refusal(of, (1,))
    assert refused is not None
    assert refused.about["roles"] == ("<@&5>", "<@&6>")


@pytest.mark.parametrize(("least", "new_ones_enter"), [(0, True), (80, True), (90, False), (95, False)])
def test_who_is_new_enters_where_little_is_asked_and_is_told_what_is_missing_elsewhere(
    least: int, new_ones_enter: bool
) -> None:
    of = rules(reliability=least)
    refused = reliability_refusal(of, reliability_of([]))
    assert (refused is None) is new_ones_enter
    if refused is not None:
        assert refused.about == {"least": least, "count": PRIOR, "games": (of.game,)}
        known = [Deadlines(PRIOR - 1), Deadlines(PRIOR)]
        assert reliability_refusal(of, reliability_of(known[:1])) is not None
        assert reliability_refusal(of, reliability_of(known)) is None


def test_playing_in_time_opens_a_cup_again() -> None:
    of = rules(reliability=90)
    spoiled = [Deadlines(10, 10)]
    refused = reliability_refusal(of, reliability_of(spoiled))
    assert refused is not None
    assert refused.about == {"least": 90, "percent": 70}
    assert reliability_refusal(of, reliability_of([*spoiled, *[Deadlines(40)] * 5])) is None


def test_rules_of_admission_are_kept_and_read_again() -> None:
    of = rules(roles=(5, 6), reliability=90, rated=False, opens_before=HOUR, private=True, role=7, role_moves=False)
    assert read(write(of)) == of


async def test_nobody_enters_before_sign_up_begins_and_everybody_may_then(tmp_path: Path) -> None:
    async with process(tmp_path / "voormsi.db") as here:
        (person,) = await here.meet(1)
        cup = await here.created(quick(sign_up_until=here.time.now + 3 * HOUR, opens_before=HOUR))
        result = await here.cups.submit(cup.id, cup_actions.JoinCup(person))
        assert result is not None
        assert result.refused is not None
        assert result.refused.kind == "not-yet"
        assert result.refused.about["at"] == (here.time.now + 2 * HOUR) // 1000
        here.time.now += 2 * HOUR
        assert (await here.do(cup, cup_actions.JoinCup(person))).people == {person}


async def test_tables_of_an_unrated_cup_leave_nothing_for_ratings(tmp_path: Path) -> None:
    async with process(tmp_path / "voormsi.db") as here:
        for rated in (True, False):
            cup = await here.started(quick(rounds=1, hands=0, rated=rated)._replace(name=str(rated)), 2)
            await here.whole(cup)
            assert await here.store.count_rubbers(GUILD, "voormsi") == 1
