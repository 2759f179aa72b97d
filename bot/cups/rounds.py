"""The rounds of a running cup: their matches, results and deadlines; and its pauses and its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.cups import cup_actions, scoring
from bot.cups.cup import Cup, CupStage, Match, MatchResult, Round, handles
from bot.cups.cup_actions import COMPUTER
from bot.cups.notices import CupRefusal
from bot.texts.notices import fact
from rules.core.contract import Fact

RUNNING = CupStage.RUNNING


@handles(cup_actions.PairRound, RUNNING)
def _pair(cup: Cup, action: cup_actions.PairRound) -> Cup | Fact:
    if cup.paused:
        return fact(CupRefusal.PAUSED)
    if cup.open_matches:
        return fact(CupRefusal.UNDECIDED, count=len(cup.open_matches))
    if len(cup.rounds) >= cup.total_rounds:
        return fact(CupRefusal.ALL_PLAYED)
    if not _is_whole(cup, action.matches):
        return fact(CupRefusal.BAD_PAIRING)
    first = sum(len(cup_round.matches) for cup_round in cup.rounds) + 1
    matches = tuple(
        Match(number, entrants, action.deadline, since=cup.seq + 1)
        for number, entrants in enumerate(action.matches, first)
    )
    return replace(cup, rounds=(*cup.rounds, Round(matches, action.seed, action.by)))


def _is_whole(cup: Cup, matches: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether everybody who has to play does so once, at tables that the cup has."""
    listed = [number for entrants in matches for number in entrants if number != COMPUTER]
    number, size = len(cup.rounds), cup.rules.entrants.table_size
    if len(set(listed)) != len(listed) or not set(listed) <= {entrant.number for entrant in cup.seeded_entrants}:
        return False
    if any(len(entrants) not in _sizes(cup, number) for entrants in matches):
        return False
    if any(COMPUTER in entrants for entrants in matches) and size != 3:
        return False
    if cup.is_knock_out_round(number):
        return bool(listed)
    return {entrant.number for entrant in cup.active} <= set(listed)


def leads_nowhere(cup: Cup, matches: tuple[tuple[int, ...], ...]) -> Fact | None:
    """Return why a cup would not come to its end after this pairing; old records may have such pairings, new ones not.

    A bracket halves itself each round, and at every table of three are two people at least.
    """
    if is_played(cup):
        return fact(CupRefusal.ALL_PLAYED)
    people = [sum(entrant != COMPUTER for entrant in entrants) for entrants in matches]
    has_lonely_table = cup.rules.entrants.table_size == 3 and min(people, default=0) < 2
    if has_lonely_table or not sum(people):
        return fact(CupRefusal.BAD_PAIRING)
    if cup.is_knock_out_round(len(cup.rounds)) and len(matches) not in _bracket_widths(cup):
        return fact(CupRefusal.BAD_BRACKET, choices=_bracket_widths(cup))
    return None


def _bracket_widths(cup: Cup) -> tuple[int, ...]:
    """Return how many matches the next round of a knock-out may have."""
    number = len(cup.rounds)
    if number > cup.rules.swiss_rounds:
        return (-(-len(cup.rounds[-1].matches) // 2),)
    return tuple(1 << later for later in range(cup.total_rounds - number))


def _sizes(cup: Cup, number: int) -> tuple[int, ...]:
    if cup.rules.entrants.table_size == 3:
        return (3,)
    return (0, 1, 2) if cup.is_knock_out_round(number) else (1, 2)


def with_match(cup: Cup, number: int, change: Callable[[Match], Match | Fact]) -> Cup | Fact:
    """Return the cup with a match of its last round changed."""
    if (at := cup.round_of(number)) is not None and at < len(cup.rounds) - 1:
        return fact(CupRefusal.ROUND_OVER, match=number)
    return _with_match(cup, number, change)


def _with_match(cup: Cup, number: int, change: Callable[[Match], Match | Fact]) -> Cup | Fact:
    """Return the cup with a match of any round changed."""
    if (at := cup.round_of(number)) is None:
        return fact(CupRefusal.NO_MATCH, match=number)
    played = cup.rounds[at]
    place = number - played.matches[0].number
    match = played.matches[place]
    if len(match.entrants) < 2:
        return fact(CupRefusal.BYE if match.is_bye else CupRefusal.NO_MATCH, match=number)
    after = change(match)
    if isinstance(after, Fact):
        return after
    matches = (*played.matches[:place], after, *played.matches[place + 1 :])
    return replace(cup, rounds=(*cup.rounds[:at], played._replace(matches=matches), *cup.rounds[at + 1 :]))


@handles(cup_actions.OpenMatch, RUNNING)
def _open(cup: Cup, action: cup_actions.OpenMatch) -> Cup | Fact:
    def change(match: Match) -> Match | Fact:
        if match.is_decided or match.table is not None:
            return fact(CupRefusal.DECIDED if match.is_decided else CupRefusal.HAS_TABLE, match=match.number)
        return match._replace(table=action.table)

    return with_match(cup, action.match, change)


@handles(cup_actions.DecideMatch, RUNNING)
def _decide(cup: Cup, action: cup_actions.DecideMatch) -> Cup | Fact:
    def change(match: Match) -> Match | Fact:
        if match.is_decided:
            return fact(CupRefusal.DECIDED, match=match.number)
        result = MatchResult(action.score, action.absent, action.why, action.winner)
        return _bad_result(cup, match, result) or match._replace(result=result)

    return with_match(cup, action.match, change)


def _bad_result(cup: Cup, match: Match, result: MatchResult) -> Fact | None:
    entrants = set(match.people)
    named = {*result.absent, *(() if result.winner is None else (result.winner,))}
    if len(result.score) != len(match.entrants) or min(result.score) < 0 or not named <= entrants:
        return fact(CupRefusal.BAD_SCORE, match=match.number)
    if result.winner in result.absent:
        return fact(CupRefusal.BAD_SCORE, match=match.number)
    is_level = len(set(result.score)) == 1 and not result.absent
    if is_level and result.winner is None and cup.is_knock_out_round(len(cup.rounds) - 1):
        return fact(CupRefusal.NEEDS_WINNER, match=match.number)
    if result.winner is not None and not is_level:
        return fact(CupRefusal.BAD_SCORE, match=match.number)
    return None


@handles(cup_actions.ReplayMatch, RUNNING)
def _replay(cup: Cup, action: cup_actions.ReplayMatch) -> Cup | Fact:
    def change(match: Match) -> Match | Fact:
        if match.is_decided:
            return fact(CupRefusal.DECIDED, match=match.number)
        return Match(match.number, match.entrants, action.deadline, replays=match.replays + 1, since=cup.seq + 1)

    return with_match(cup, action.match, change)


@handles(cup_actions.ExtendMatch, RUNNING)
def _extend(cup: Cup, action: cup_actions.ExtendMatch) -> Cup | Fact:
    def change(match: Match) -> Match | Fact:
        if match.is_decided:
            return fact(CupRefusal.DECIDED, match=match.number)
        if len(action.score) != len(match.entrants):
            return fact(CupRefusal.BAD_SCORE, match=match.number)
        return match._replace(
            table=None,
            deadline=action.deadline,
            since=cup.seq + 1,
            extras=match.extras + 1,
            hands=action.hands,
            score=action.score,
        )

    return with_match(cup, action.match, change)


@handles(cup_actions.AdjustMatch, RUNNING, CupStage.ENDED)
def _adjust(cup: Cup, action: cup_actions.AdjustMatch) -> Cup | Fact:
    def change(match: Match) -> Match | Fact:
        result = MatchResult(action.score, action.absent, (), action.winner, action.reason)
        return _bad_result(cup, match, result) or match._replace(result=result)

    # The pairings of a round robin do not depend on results.
    return (_with_match if cup.rules.is_round_robin else with_match)(cup, action.match, change)


@handles(cup_actions.PauseCup, CupStage.SIGN_UP, RUNNING)
def _pause(cup: Cup, _: cup_actions.PauseCup) -> Cup | Fact:
    return fact(CupRefusal.PAUSED) if cup.paused else replace(cup, paused=True, pause=cup.seq + 1)


@handles(cup_actions.ResumeCup, CupStage.SIGN_UP, RUNNING)
def _resume(cup: Cup, action: cup_actions.ResumeCup) -> Cup | Fact:
    if not cup.paused:
        return fact(CupRefusal.NOT_PAUSED)
    return _with_deadlines(replace(cup, paused=False), lambda match: match.deadline + action.credit)


def _with_deadlines(cup: Cup, deadline: Callable[[Match], int]) -> Cup:
    if not cup.open_matches:
        return cup
    last = cup.rounds[-1]
    matches = (match if match.is_decided else match.move_deadline(deadline(match)) for match in last.matches)
    return replace(cup, rounds=(*cup.rounds[:-1], last._replace(matches=tuple(matches))))


@handles(cup_actions.MoveDeadline, RUNNING)
def _deadline(cup: Cup, action: cup_actions.MoveDeadline) -> Cup | Fact:
    if action.match is None:
        return _with_deadlines(cup, lambda _: action.to)

    def change(match: Match) -> Match | Fact:
        if match.is_decided:
            return fact(CupRefusal.DECIDED, match=match.number)
        return match.move_deadline(action.to)

    return with_match(cup, action.match, change)


@handles(cup_actions.CreditTime, RUNNING)
def _credit(cup: Cup, action: cup_actions.CreditTime) -> Cup | Fact:
    if action.match is None:
        return _with_deadlines(cup, lambda match: match.deadline + action.credit)

    def change(match: Match) -> Match | Fact:
        if match.is_decided:
            return fact(CupRefusal.DECIDED, match=match.number)
        field = "rested" if action.quiet else "credited"
        owed = {field: getattr(match, field) + action.credit}
        return match.move_deadline(match.deadline + action.credit)._replace(**owed)

    return with_match(cup, action.match, change)


@handles(cup_actions.CancelCup, CupStage.SIGN_UP, RUNNING)
def _cancel(cup: Cup, _: cup_actions.CancelCup) -> Cup:
    return replace(cup, stage=CupStage.CANCELLED)


@handles(cup_actions.EndCup, RUNNING)
def _end(cup: Cup, _: cup_actions.EndCup) -> Cup | Fact:
    return replace(cup, stage=CupStage.ENDED) if is_played(cup) else fact(CupRefusal.NOT_ALL_PLAYED)


@handles(cup_actions.AwardRole, CupStage.ENDED, RUNNING, CupStage.CANCELLED)
def _award(cup: Cup, _: cup_actions.AwardRole) -> Cup:
    return cup


def is_played(cup: Cup) -> bool:
    """Return whether nothing is left to play: all rounds are over, or nobody is left to play against."""
    if cup.open_matches:
        return False
    last = len(cup.rounds) - 1
    is_knocked_out = last >= 0 and cup.is_knock_out_round(last) and _is_bracket_over(cup, cup.rounds[last])
    return is_knocked_out or len(cup.rounds) >= cup.total_rounds or len(cup.active) < 2


def _is_bracket_over(cup: Cup, last: Round) -> bool:
    """Return whether a knock-out has had its final, or nobody goes on: all were absent, or have left."""
    winners = [scoring.winner(match) for match in last.matches if match.entrants]
    return len(last.matches) == 1 or not any(number is not None and cup.entrants[number].is_in for number in winners)
