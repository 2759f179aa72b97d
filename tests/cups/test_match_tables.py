"""The table of a match: who sits where, and what it says of the match."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from bot.cups.cup import Match
from bot.cups.cup_actions import COMPUTER
from bot.cups.cup_rules import EntrantKind, table_options
from bot.cups.match_tables import MatchState, agreed_terms, entrant_in, seat_order, state_of
from bot.tables import table_terms
from bot.tables.seat_holders import Holder
from bot.tables.table import Seat, Table
from rules.core.contract import Outcome
from tests.cups.cups import rules, started
from tests.cups.running_cups import quick

AJA, MALIK = Seat(Holder.PERSON, "p0"), Seat(Holder.PERSON, "p1")
MATCH = Match(1, (4, 7), 0)


@dataclass
class TableAtEnd:
    """The record from which a match is read."""

    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()
    seats: tuple[Seat, ...] = (AJA, MALIK)
    way: tuple[tuple[int, ...], ...] = ((0, 0),)
    turn: int | None = None
    pace: str = "live"
    state: object = "begun"

    @property
    def agreed(self) -> table_terms.TableTerms:
        return table_terms.read({table_terms.PACE: self.pace})

    def view(self, _: int | None) -> Any:
        sides = ((0, 2), (1, 3)) if len(self.seats) == 4 else tuple((seat,) for seat in range(len(self.seats)))
        outcome = Outcome(self.winners, cast(Any, None)) if self.winners else None
        return SimpleNamespace(scores=self.scores, sides=sides, outcome=outcome)


def read(table: TableAtEnd, match: Match = MATCH) -> MatchState:
    return state_of(match, cast(Table, table))


def test_partners_sit_apart() -> None:
    cup = started(rules(kind=EntrantKind.PAIRS), 2)
    assert seat_order(cup, Match(1, (1, 0), 0)) == ("p1", "p0", "q1", "q0")
    assert [entrant_in(Match(1, (1, 0), 0), seat) for seat in range(4)] == [1, 0, 1, 0]


def test_computers_fill_a_table_of_three() -> None:
    cup = started(rules(kind=EntrantKind.THREES), 2)
    assert seat_order(cup, Match(1, (0, 1, COMPUTER), 0)) == ("p0", "p1", "computer")


def test_a_match_has_so_many_hands_or_a_whole_rubber_at_the_pace_of_the_cup() -> None:
    assert table_options(quick().game, 6)["length"] == "hands:6"
    assert table_options(quick().game, 0)["length"] == "rubber"
    assert table_terms.read(agreed_terms(quick(pace="evening"))).pace == table_terms.NAMED["evening"]


def test_the_score_is_that_of_the_sides_of_the_entrants() -> None:
    table = TableAtEnd((3, 5), seats=(AJA, MALIK, AJA, MALIK))
    assert read(table)[:2] == (1, (3, 5))


def test_what_was_played_before_an_extra_hand_is_added() -> None:
    found = read(TableAtEnd((1, 0)), MATCH._replace(hands=6, score=(5, 5)))
    assert found[:2] == (7, (6, 5))


def test_level_scores_may_have_a_winner_by_the_rules_of_the_game() -> None:
    assert read(TableAtEnd((0, 0), winners=(1,))).winner == 7
    assert read(TableAtEnd((0, 0), winners=(0, 1))).winner is None
    assert read(TableAtEnd((3, 5), winners=(1,))).winner is None


def test_who_has_left_their_seat_or_missed_two_deadlines_is_not_there() -> None:
    vacant = Seat(Holder.COMPUTER, was="p0", open=True)
    assert read(TableAtEnd((0, 0), seats=(vacant, MALIK))).missing == (4,)
    assert read(TableAtEnd((0, 0), seats=(AJA, MALIK._replace(silent=2)))).missing == (7,)
    assert read(TableAtEnd((0, 0), seats=(AJA, MALIK._replace(silent=1)))).missing == ()
    assert read(TableAtEnd((0, 0), seats=(AJA, MALIK._replace(away=5)), turn=0, pace="day")).missing == (7,)


def test_who_is_on_turn_is_late_only_where_a_play_may_take_days() -> None:
    assert read(TableAtEnd((0, 0), turn=1)).missing == ()
    assert read(TableAtEnd((0, 0), turn=1, pace="day")).missing == (7,)


def test_a_computer_is_never_missing() -> None:
    table = TableAtEnd((0, 0, 0), seats=(AJA, MALIK, Seat(Holder.COMPUTER)))
    assert read(table, Match(1, (4, 7, COMPUTER), 0)).missing == ()


def test_of_a_match_without_a_table_nothing_was_played_and_nobody_is_to_blame() -> None:
    assert state_of(MATCH, None) == MatchState(0, (0, 0))
