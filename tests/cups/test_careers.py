"""Cups in which people and organisers do whatever they can think of: after each act the cup can still go on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cups import cup_actions, round_pairing
from bot.cups.appointments import due_act, is_missed
from bot.cups.cup import Cup, CupEntry, CupStage
from bot.cups.cup_actions import COMPUTER, CupAction, PairRound
from bot.cups.cup_rules import Case, EntrantKind, Format, formats
from bot.cups.fold import do, fold_record, undoable
from bot.cups.match_decisions import Hindrance, MatchSituation, decider, hindrances
from bot.cups.messages import cross_table, cup_log, own_page, round_sheet
from bot.cups.messages.bracket import bracket_scene
from bot.cups.messages.export import cup_files
from bot.cups.next_due import due_at
from bot.cups.publishing.competition_context import CupContext
from bot.cups.publishing.cup_posts import posts_of, scene_of
from bot.cups.rounds import is_played
from bot.texts import Translator
from rules.core.contract import Fact
from tests.cups.cups import ORGANISER, after, joined, past, refusal, rules, started
from tests.cups.cups import decided as by_score
from tests.cups.hostile_acts import drawn_act

NOW = 10**13
WORDS = Translator("en")
ACTS_OF_A_CAREER = 60
MOST_STEPS = 2000


def decided(cup: Cup, of: Hindrance) -> Cup | Fact:
    score = of.match.score or (0,) * len(of.match.entrants)
    return do(cup, decider(cup, NOW).decide(MatchSituation(of.case, of.match, of.missing, of.match.hands, score)))


def next_step(cup: Cup) -> Cup | Fact | None:
    """Do what the cup does by itself once all its times have come; None: it waits for an organiser."""
    if cup.is_over or cup.paused:
        return None
    if cup.stage is CupStage.SIGN_UP:
        started = do(cup, cup_actions.StartCup(None, "seed"))
        return do(cup, cup_actions.CancelCup(None, str(started.kind))) if isinstance(started, Fact) else started
    assert isinstance(due_at(cup, NOW), int)
    if (hindrance := next(hindrances(cup), None)) is not None:
        return decided(cup, hindrance)
    if cup.open_matches:
        match = cup.open_matches[0]
        if not is_missed(cup, match, NOW) and (act := due_act(cup, match, NOW)) is not None:
            return do(cup, act)
        return decided(cup, Hindrance(match, Case.TIME_OVER, ()))
    if is_played(cup):
        return do(cup, cup_actions.EndCup())
    return do(cup, PairRound(tuple(one.entrants for one in round_pairing.pair_round(cup)), NOW, "round"))


def check_goes_on(cup: Cup, act: CupAction | None = None) -> None:
    after = next_step(cup)
    assert not isinstance(after, Fact), (act, after)


def check_shows(cup: Cup) -> None:
    """Draw everything that people can ask of a cup."""
    names = {person: person for one in cup.entrants for person in one.people}
    context = CupContext(names, {}, {})
    for post in posts_of(cup):
        scene_of(cup, post, context)
    cross_table.cross_table_scene(cup, names)
    for page in range(3):
        bracket_scene(cup, names, {}, page)
    for match in cup.matches:
        round_sheet.why_scene(cup, match.number, names)
    for person in (*names, "stranger"):
        own_page.mine_scene(cup, names, {}, person)
        own_page.schedule_scene(cup, names, None, person)
        bracket_scene(cup, names, {}, None, person)
    cup_log.log_scene(cup, names)
    if cup.stage is CupStage.ENDED:
        past(cup, names)
    cup_files(cup, names, WORDS)
    undoable(cup, 25)


def to_its_end(cup: Cup) -> Cup:
    """The cup after all that it does by itself, and after what an organiser has to do for that."""
    for _ in range(MOST_STEPS):
        if cup.is_over:
            return cup
        after = do(cup, cup_actions.ResumeCup("organiser", "go on")) if cup.paused else next_step(cup)
        assert isinstance(after, Cup), after
        cup = after
    raise AssertionError("it never ends")


def done_long_ago(cup: Cup, act: CupAction) -> Cup | None:
    """The cup after an act that its record already has, though it may be refused now; None: it was refused then too."""
    try:
        return fold_record(cup.id, [*cup.record, CupEntry(cup.seq + 1, act)])
    except ValueError:
        return None


def career(cup: Cup, chance: random.Random, is_old: bool) -> Cup:
    """The cup after many acts, some of them its own. `is_old`: they stand in a record of before."""
    doing: Callable[[Cup, CupAction], Cup | Fact | None] = done_long_ago if is_old else do
    for _ in range(ACTS_OF_A_CAREER):
        act = None if chance.random() < 0.3 else drawn_act(cup, chance)
        after = next_step(cup) if act is None else doing(cup, act)
        if isinstance(after, Cup):
            cup = after
            check_goes_on(cup, act)
    return cup


KINDS = [(kind, one) for kind in EntrantKind for one in formats(kind, 6)]


@given(st.sampled_from(KINDS), st.integers(4, 9), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_cup_can_go_on_after_every_act_and_comes_to_its_end(
    kind_and_format: tuple[EntrantKind, Format], size: int, appointed: bool, is_old: bool, chance: random.Random
) -> None:
    kind, chosen = kind_and_format
    cup = career(joined(rules(chosen, kind, appointments=appointed), size), chance, is_old)
    check_shows(cup)
    cup = to_its_end(cup)
    check_shows(cup)
    assert fold_record(cup.id, cup.record).seq == cup.seq


def pairing(*matches: tuple[int, ...]) -> PairRound:
    return PairRound(matches, NOW, "round", ORGANISER, "by hand")


@pytest.mark.parametrize(
    ("matches", "why"),
    [
        (((0, 1), (2, 3), (4, 5)), "BAD_BRACKET"),
        (((0, 1), (2, 3), (4, 5), (6,), (7,)), "BAD_BRACKET"),
        (((), ()), "BAD_PAIRING"),
    ],
)
def test_a_bracket_paired_by_hand_has_to_lead_to_a_final(matches: tuple[tuple[int, ...], ...], why: str) -> None:
    assert refusal(started(rules(Format.KNOCK_OUT), 8), pairing(*matches)) == why


def test_a_bracket_may_be_paired_by_hand_with_byes_and_empty_places() -> None:
    cup = after(started(rules(Format.KNOCK_OUT), 8), pairing((0, 1), (2,), (3, 4), (5, 6)))
    assert to_its_end(cup).stage is CupStage.ENDED


def test_a_later_round_of_a_bracket_has_half_as_many_matches() -> None:
    cup = after(started(rules(Format.KNOCK_OUT), 4), pairing((0, 1), (2, 3)))
    for match in cup.open_matches:
        cup = by_score(cup, match, 9, 3)
    assert refusal(cup, pairing((0,), (2,))) == "BAD_BRACKET"
    assert len(after(cup, pairing((2, 0))).rounds) == 2


@pytest.mark.parametrize("matches", [((0, COMPUTER, COMPUTER), (1, 2, COMPUTER)), ((COMPUTER,) * 3, (0, 1, 2))])
def test_nobody_plays_with_computers_alone(matches: tuple[tuple[int, ...], ...]) -> None:
    assert refusal(started(rules(kind=EntrantKind.THREES), 3), pairing(*matches)) == "BAD_PAIRING"


def test_no_round_is_paired_for_nobody() -> None:
    withdrawals = (cup_actions.WithdrawEntrant(None, number, "") for number in range(2))
    cup = after(started(rules(), 2), *withdrawals)
    assert refusal(cup, pairing()) == "ALL_PLAYED"


OLD = [
    (Format.KNOCK_OUT, EntrantKind.SINGLES, ((0, 1), (2, 3), (4, 5))),
    (Format.KNOCK_OUT, EntrantKind.SINGLES, ((0, 1), (2, 3), (4,), (5,), ())),
    (Format.SWISS, EntrantKind.THREES, ((0, 1, 2), (3, COMPUTER, COMPUTER), (4, 5, COMPUTER))),
    (Format.SWISS, EntrantKind.THREES, ((COMPUTER,) * 3, (0, 1, 2), (3, 4, 5))),
]


@pytest.mark.parametrize(("chosen", "kind", "matches"), OLD)
def test_a_cup_with_such_a_pairing_in_its_record_goes_on_to_its_end(
    chosen: Format, kind: EntrantKind, matches: tuple[tuple[int, ...], ...]
) -> None:
    cup = done_long_ago(started(rules(chosen, kind), 6), pairing(*matches))
    assert cup is not None
    check_shows(cup)
    cup = to_its_end(cup)
    check_shows(cup)
    assert cup.stage is CupStage.ENDED


def test_a_match_is_found_though_a_round_of_the_record_has_none() -> None:
    cup = after(started(rules(), 2), *(cup_actions.WithdrawEntrant(None, number, "") for number in range(2)))
    cup = done_long_ago(cup, pairing()) or cup
    assert (len(cup.rounds), cup.round_of(1)) == (1, None)
    assert refusal(cup, cup_actions.MoveDeadline(ORGANISER, NOW, "later", 1)) == "NO_MATCH"
    assert to_its_end(cup).stage is CupStage.ENDED
