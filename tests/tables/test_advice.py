"""Advice: what a computer would do in a newcomer's place, and reasons that are true by the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, islice

import pytest

from bot.tables import table_terms
from bot.tables.actions import CupMatch
from bot.tables.advice import Advice, advise, awaits_advice, may_be_advised
from bot.tables.seat_holders import Tenures
from bot.tables.table import Table
from bot.texts.notices import AdviceReason
from rules.core.contract import Move, SeatAction, TrickAccount
from tests.bot.other_deals import PlayedHand, hands, other_deal

EVERY_GAME = pytest.mark.parametrize(
    ("game", "seats"),
    [*(("voormsi", n) for n in (2, 3, 4)), ("alkort", 4), ("treikort", 3), ("braus", 4), ("karnoffel", 4)],
)
SEED = 3
LETTING_GO = {AdviceReason.YOU_HEAD, AdviceReason.PARTNER_HEADS, AdviceReason.NONE_TAKES, AdviceReason.SPARES}
"""The reasons for a play that does not head the trick."""


def some(game: str, seats: int, number: int = 2) -> Iterator[PlayedHand]:
    return islice(hands(game, seats, {}, SEED), number)


@cache
def advised(game: str, seats: int) -> list[tuple[Table, Advice]]:
    """Tables at which the seat on turn has a choice, and the advice that it gets."""
    tables = (table for hand in some(game, seats) for table in hand.after)
    return [(table, advise(table)) for table in tables if awaits_advice(table, table.view(table.turn))]


def kinds(advice: Advice) -> set[object]:
    return {reason.kind for reason in advice.reasons}


@EVERY_GAME
def test_advice_is_an_action_that_the_seat_may_do(game: str, seats: int) -> None:
    for table, advice in advised(game, seats):
        assert advice.action in table.view(table.turn).actions


@EVERY_GAME
def test_a_play_comes_with_its_effect_and_another_move_without(game: str, seats: int) -> None:
    for _, advice in advised(game, seats):
        assert isinstance(advice.action, Move) == (advice.considered is None)
        assert advice.considered is None or advice.considered.refused is None


@EVERY_GAME
def test_reasons_to_let_a_trick_go_are_true_and_there_is_one_for_each_such_play(game: str, seats: int) -> None:
    met = Counter[object]()
    for table, advice in advised(game, seats):
        view = table.view(table.turn)
        play = advice.considered and advice.considered.play
        if play is None or play.headed or view.heading is None:
            assert not kinds(advice) & LETTING_GO
            continue
        heading = view.trick[view.heading].seat
        (side,) = (side for side in view.sides if heading in side)
        takers = table.rules.takers(table.state)  # type: ignore[attr-defined]
        (kind,) = kinds(advice) & LETTING_GO
        met[kind] += 1
        assert (kind is AdviceReason.YOU_HEAD) == (heading == view.seat)
        assert (kind is AdviceReason.PARTNER_HEADS) == (heading != view.seat and view.seat in side)
        assert kind is not AdviceReason.NONE_TAKES or not takers
        assert kind is not AdviceReason.SPARES or (takers and view.seat not in side)
    assert met or game == "braus"  # there, whoever can take the trick must, and whoever cannot has no choice


@EVERY_GAME
def test_a_play_that_is_said_to_win_or_not_to_be_beaten_by_others_is_not_beaten_by_them(game: str, seats: int) -> None:
    chance, met = random.Random(SEED), 0
    for table, advice in advised(game, seats):
        if told := kinds(advice) & {AdviceReason.WINS, AdviceReason.UNBEATEN}:
            met += 1
            trick, further = finished(table, advice.action, chance)
            assert trick.winner is None or trick.plays[trick.winner].seat == advice.action.seat
            assert AdviceReason.WINS not in told or not further
    assert met


def finished(table: Table, action: SeatAction, chance: random.Random) -> tuple[TrickAccount, int]:
    """The trick to which `action` was played, and how many plays came after it, all made by chance.

    It has no winner if a seat beat its own Voormsi.
    """
    rules, before = table.rules, table.state
    for further in count():
        after = rules.apply(before, action)
        if (account := rules.account(before, action, after)) is not None:
            return account, further
        before, action = after, chance.choice(rules.legal(after))
    raise AssertionError


@pytest.mark.slow
@EVERY_GAME
def test_advice_depends_on_nothing_that_the_seat_cannot_see(game: str, seats: int) -> None:
    chance, differ = random.Random(SEED), 0
    for hand in some(game, seats, 2):
        for length in range(1, len(hand.done), 5):
            ours = hand.until(length)
            table = ours.after[-1]
            if awaits_advice(table, table.view(table.turn)):
                other = other_deal(ours, table.turn, chance).after[-1]
                differ += other.state != table.state
                assert advise(other) == advise(table)
    assert differ


@pytest.fixture
def table() -> Table:
    """A table at which people hold all seats, and one of them has a choice."""
    return replace(advised("voormsi", 4)[0][0], terms=table_terms.usual())


def test_no_advice_is_given_where_a_game_counts_for_the_ratings_of_several_people(table: Table) -> None:
    assert not may_be_advised(table)


def test_advice_is_given_among_people_where_nothing_counts(table: Table) -> None:
    assert may_be_advised(replace(table, rated=False))


def test_advice_is_given_to_one_person_with_computers(table: Table) -> None:
    assert may_be_advised(replace(table, tenures=Tenures(table.tenures[:1])))


def test_no_advice_is_given_in_a_cup_even_where_nothing_counts_for_ratings(table: Table) -> None:
    assert not may_be_advised(replace(table, rated=False, match=CupMatch(1, 1, 1)))


def test_no_advice_is_awaited_while_a_table_is_paused_or_others_are_to_play(table: Table) -> None:
    assert not awaits_advice(replace(table, paused=True), table.view(table.turn))
    assert not awaits_advice(table, table.view(((table.turn or 0) + 1) % 4))
