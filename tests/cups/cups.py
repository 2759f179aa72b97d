"""Cups for tests: made, filled and played without a table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from hypothesis import strategies as st

from bot.cups import cup_actions, round_pairing
from bot.cups.cup import Cup, CupStage, Match
from bot.cups.cup_actions import CreateCup, CupAction, JoinCup, PairRound, StartCup
from bot.cups.cup_rules import CupRules, EntrantKind, Format
from bot.cups.fold import create, do
from bot.cups.match_decisions import decider, hindrances
from bot.cups.messages.hall_of_fame import PastCup, past_cup
from bot.cups.rounds import is_played
from bot.cups.winners import end_of
from bot.store import EndedCupRow
from rules.core.contract import Fact

CHANCE = st.integers(0, 2**32).map(random.Random)
ORGANISER = "organiser"


def rules(chosen: Format = Format.SWISS, kind: EntrantKind = EntrantKind.SINGLES, **others: object) -> CupRules:
    base = CupRules("Friday", chosen, kind, qualifiers=2 if chosen is Format.SWISS_KNOCK_OUT else 0)
    most = {Format.ROUND_ROBIN: 24, Format.DOUBLE_ROUND_ROBIN: 12, Format.KNOCK_OUT: 256}.get(chosen, 400)
    return base._replace(least=4 if chosen is Format.SWISS_KNOCK_OUT else 2, most=most)._replace(**others)  # type: ignore[arg-type]


def new(of: CupRules) -> Cup:
    cup = create(1, CreateCup(ORGANISER, of))
    assert isinstance(cup, Cup), cup
    return cup


def after(cup: Cup, *actions: CupAction) -> Cup:
    for action in actions:
        found = do(cup, action)
        assert isinstance(found, Cup), (found, action)
        cup = found
    return cup


def refusal(cup: Cup, action: CupAction) -> str:
    found = do(cup, action)
    assert isinstance(found, Fact), "it was not refused"
    return found.kind.name


def joined(of: CupRules, size: int) -> Cup:
    cup = new(of)
    for number in range(size):
        if of.entrants is EntrantKind.PAIRS:
            first, second = f"p{number}", f"q{number}"
            cup = after(cup, JoinCup(first, second), cup_actions.AgreePartner(second, first))
        else:
            cup = after(cup, JoinCup(f"p{number}"))
    return cup


def started(of: CupRules, size: int) -> Cup:
    return after(joined(of, size), StartCup(None, "seed", tuple(range(size))))


def paired(cup: Cup) -> Cup:
    matches = tuple(pairing.entrants for pairing in round_pairing.pair_round(cup))
    return after(cup, PairRound(matches, 1000, "round"))


def decided(cup: Cup, match: Match, *score: int) -> Cup:
    return after(cup, decider(cup, 2000).finish(match, score))


def with_results(cup: Cup, chance: random.Random) -> Cup:
    """All matches of the round played, or lost by those who are gone."""
    for hindrance in hindrances(cup):
        score = (0,) * len(hindrance.match.entrants)
        cup = after(cup, cup_actions.DecideMatch(hindrance.match.number, score, hindrance.missing, ("forfeit",)))
    for match in cup.open_matches:
        cup = decided(cup, match, *(chance.choice((3, 5, 9)) for _ in match.entrants))
    return cup


def played(cup: Cup, chance: random.Random, withdrawals: float = 0) -> Iterator[Cup]:
    """Yield a cup after each pairing and after each round, until it ends by itself."""
    while not is_played(cup):
        cup = paired(cup)
        yield cup
        for entrant in cup.active:
            if chance.random() < withdrawals and len(cup.active) > 2:
                cup = after(cup, cup_actions.WithdrawEntrant(None, entrant.number, ""))
        cup = with_results(cup, chance)
        yield cup
    cup = after(cup, cup_actions.EndCup())
    assert cup.stage is CupStage.ENDED
    yield cup


def past(cup: Cup, names: Mapping[str, str]) -> PastCup:
    """An ended cup as a line of the hall of fame."""
    end = end_of(cup)
    assert end is not None
    return past_cup(EndedCupRow(cup.id, cup.rules.name, 1, False, end), end, names)
