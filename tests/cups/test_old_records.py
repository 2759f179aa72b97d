"""Records of cups and leagues from before the entrants were indexed: they fold to what they folded to then.

`old_records.json` has records of people and organisers who did whatever they could think of, each with a digest of
the cup or league that the plain fold made of it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup, Match
from bot.cups.fold import fold_actions
from bot.cups.leagues import fold, league_actions
from bot.cups.leagues.league import League, Season

OLD: dict[str, list[dict[str, Any]]] = json.loads(Path(__file__).with_name("old_records.json").read_text("utf-8"))


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def state_of_cup(cup: Cup) -> dict[str, Any]:
    return {
        "stage": cup.stage,
        "paused": cup.paused,
        "pause": [cup.paused_by, cup.pause_reason, cup.paused_at],
        "seed": cup.seed,
        "banned": sorted(cup.banned),
        "undone": sorted(cup.undone),
        "entrants": [list(one) for one in cup.entrants],
        "rounds": [[one.seed, one.by, list(map(state_of_match, one.matches))] for one in cup.rounds],
    }


def state_of_match(one: Match) -> list[Any]:
    begun = [one.number, one.entrants, one.deadline, one.table, one.result, one.replays, one.since, one.extras]
    return [*begun, one.hands, one.score, one.credited, one.rested, one.appointment]


def state_of_league(league: League) -> dict[str, Any]:
    return {"stage": league.stage, "seasons": list(map(state_of_season, league.seasons))}


def state_of_season(one: Season) -> list[Any]:
    begun = [one.number, one.since, one.stage, one.until, list(one.entrants), one.divisions, one.cups, one.tables]
    return [*begun, one.first_round, one.early, one.closed, list(map(list, one.partner_requests)), one.winners]


@pytest.mark.parametrize("number", range(len(OLD["cups"])))
def test_an_old_record_of_a_cup_folds_as_before(number: int) -> None:
    old = OLD["cups"][number]
    cup = fold_actions(1, [cup_actions.read(*one) for one in old["record"]])
    assert digest(state_of_cup(cup)) == old["state"]


@pytest.mark.parametrize("number", range(len(OLD["leagues"])))
def test_an_old_record_of_a_league_folds_as_before(number: int) -> None:
    old = OLD["leagues"][number]
    league = fold.fold_actions(1, [league_actions.read(*one) for one in old["record"]])
    assert digest(state_of_league(league)) == old["state"]
