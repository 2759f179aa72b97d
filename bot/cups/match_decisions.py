"""Decisions of matches without anybody's help, by the rules chosen when the cup was created."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bot.cups.cup import Cup, Match
from bot.cups.cup_actions import DecideMatch, ReplayMatch
from bot.cups.cup_rules import EXTRA_HANDS, Case, CupRules, Remedy
from bot.cups.notices import DecisionReason
from bot.cups.standings import knock_out_seeds

MOST_REPLAYS: Final = 1
CAUSES: Final[Mapping[Case, DecisionReason]] = {
    Case.TIME_OVER: DecisionReason.TIME_OVER,
    Case.ONE_ABSENT: DecisionReason.ONE_ABSENT,
    Case.BOTH_ABSENT: DecisionReason.BOTH_ABSENT,
    Case.LEFT: DecisionReason.LEFT,
    Case.BANNED: DecisionReason.BANNED,
    Case.ERASED: DecisionReason.ERASED,
    Case.WITHDRAWN: DecisionReason.WITHDRAWN,
    Case.BOT_OUT: DecisionReason.BOT_OUT,
}


class MatchSituation(NamedTuple):
    """A match that cannot come to its end. `missing`: who is the cause; `hands` and `score`: played so far."""

    case: Case
    match: Match
    missing: tuple[int, ...]
    hands: int
    score: tuple[int, ...]


class Decider(NamedTuple):
    """`seeds`: of each entrant, 1 is the best. `replay_until`: the deadline of a replay, ms since the epoch."""

    rules: CupRules
    seeds: Mapping[int, int]
    is_knock_out: bool
    replay_until: int

    def decide(self, situation: MatchSituation) -> DecideMatch | ReplayMatch:
        """Return what the rules of the cup say."""
        match self.rules.remedy(situation.case):
            case Remedy.STANDS:
                return self._stands(situation, (_cause(situation.case),))
            case Remedy.REPLAY:
                return self._replay(situation)
            case remedy:
                return self._forfeit(situation, (_cause(situation.case),), everybody=remedy is Remedy.BOTH_LOSE)

    def finish(self, match: Match, score: tuple[int, ...], winner: int | None = None) -> DecideMatch:
        """Return the end of a match that was played. `winner`: of level scores, by the rules of the game."""
        if winner is not None:
            return DecideMatch(match.number, score, winner=winner)
        return self._end_with_score(match, score, ())

    def finish_without(self, hindrance: Hindrance, score: tuple[int, ...]) -> DecideMatch:
        """Return the end of a match that was played without an entrant who had gone."""
        why = (_cause(hindrance.case), DecisionReason.FORFEIT)
        return DecideMatch(hindrance.match.number, score, hindrance.missing, why)

    def _stands(self, situation: MatchSituation, why: tuple[str, ...]) -> DecideMatch | ReplayMatch:
        if situation.hands >= self._enough:
            return self._end_with_score(situation.match, situation.score, (*why, DecisionReason.ENOUGH_HANDS))
        why = (*why, DecisionReason.TOO_FEW_HANDS)
        if situation.missing:
            return self._forfeit(situation, why)
        return self._replay_or_score(situation, why)

    @property
    def _enough(self) -> int:
        return max(1, min(self.rules.enough_hands, self.rules.hands or self.rules.enough_hands))

    def _replay(self, situation: MatchSituation) -> DecideMatch | ReplayMatch:
        why = (_cause(situation.case),)
        if situation.match.replays < MOST_REPLAYS:
            return ReplayMatch(situation.match.number, (*why, DecisionReason.REPLAY), self.replay_until)
        return self._stands(situation, (*why, DecisionReason.REPLAYED_ONCE))

    def _replay_or_score(self, situation: MatchSituation, why: tuple[str, ...]) -> DecideMatch | ReplayMatch:
        """Nobody is the cause, so nobody loses by it."""
        if situation.match.replays < MOST_REPLAYS:
            return ReplayMatch(situation.match.number, (*why, DecisionReason.REPLAY), self.replay_until)
        return self._end_with_score(situation.match, situation.score, why)

    def _forfeit(self, situation: MatchSituation, why: tuple[str, ...], everybody: bool = False) -> DecideMatch:
        people = situation.match.people
        absent = tuple(number for number in people if everybody or number in situation.missing)
        all_lose = len(absent) == len(people)
        said = DecisionReason.BOTH_LOSE if all_lose else DecisionReason.FORFEIT
        return DecideMatch(situation.match.number, situation.score, absent, (*why, said))

    def _end_with_score(self, match: Match, score: tuple[int, ...], why: tuple[str, ...]) -> DecideMatch:
        winner = self._winner(match, score)
        said = why if winner is None else (*why, DecisionReason.BETTER_SEED)
        return DecideMatch(match.number, score, (), said, winner)

    def _winner(self, match: Match, score: tuple[int, ...]) -> int | None:
        """Return who goes on from a level match of a knock-out; None: the score decides."""
        if not self.is_knock_out or len(set(score)) > 1:
            return None
        return min(match.people, key=lambda number: self.seeds.get(number, len(self.seeds) + 1))


def _cause(case: Case) -> str:
    return CAUSES[case]


def decider(cup: Cup, replay_until: int) -> Decider:
    """Return the decider of the round being played. In a knock-out after a Swiss its standings are the seeds."""
    is_knock_out = cup.is_knock_out_round(len(cup.rounds) - 1)
    after_swiss = is_knock_out and cup.rules.swiss_rounds
    order = knock_out_seeds(cup) if after_swiss else [entrant.number for entrant in cup.seeded_entrants]
    return Decider(cup.rules, {number: seed for seed, number in enumerate(order, 1)}, is_knock_out, replay_until)


def needs_extra_hand(is_knock_out: bool, extras: int, score: tuple[int, ...]) -> bool:
    """Return whether a played match goes on for another hand; `extras`: how many it had."""
    return is_knock_out and len(set(score)) == 1 and extras < EXTRA_HANDS


class Hindrance(NamedTuple):
    match: Match
    case: Case
    missing: tuple[int, ...]


def hindrances(cup: Cup) -> Iterator[Hindrance]:
    """Yield the open matches that somebody has left, so that fewer than two entrants are there."""
    for match in cup.open_matches:
        gone = gone_entrants(cup, match)
        if gone and len(match.people) - len(gone) < 2:
            yield Hindrance(match, cup.entrants[gone[0]].gone or Case.WITHDRAWN, gone)


def gone_entrants(cup: Cup, match: Match) -> tuple[int, ...]:
    """Return the entrants of a match who play no more. Where two others are left, they finish it without them."""
    return tuple(number for number in match.people if not cup.entrants[number].is_in)


def absence(missing: tuple[int, ...], match: Match) -> Case:
    """Return the case of a match that has reached its deadline, by who is not there."""
    if not missing:
        return Case.TIME_OVER
    return Case.BOTH_ABSENT if len(missing) == len(match.people) else Case.ONE_ABSENT
