"""The results that an organiser may set: those that the game, the hands and the format of a cup allow."""

from __future__ import annotations

import pytest

from bot.cups.cup import Cup, CupEntry
from bot.cups.cup_actions import AdjustMatch, CupAction
from bot.cups.cup_rules import CupRules, EntrantKind, Format
from bot.cups.fold import do, fold_record
from bot.texts import in_language
from rules.core.contract import Fact
from tests.cups.cups import ORGANISER, paired, refusal, rules, started

ALKORT = {"kind": EntrantKind.PAIRS, "game": "alkort"}
KARNOFFEL = {"kind": EntrantKind.PAIRS, "game": "karnoffel"}
TREIKORT = {"kind": EntrantKind.THREES, "game": "treikort", "hands": 3}


def first_round(of: CupRules) -> Cup:
    return paired(started(of, of.entrants.table_size))


def adjust(*score: int, winner: int | None = None, absent: tuple[int, ...] = ()) -> CupAction:
    return AdjustMatch(ORGANISER, 1, score, "played at the club", absent, winner)


@pytest.mark.parametrize(
    ("of", "score"),
    [
        (rules(hands=2), (99, 1)),
        (rules(hands=2), (9, 6)),
        (rules(hands=0), (10, 0)),
        (rules(hands=2, **ALKORT), (99, 1)),  # type: ignore[arg-type]
        (rules(hands=1, **KARNOFFEL), (1, 1)),  # type: ignore[arg-type]
        (rules(**TREIKORT), (9, 9, 10)),  # type: ignore[arg-type]
        (rules(Format.KNOCK_OUT, hands=0), (10, 0)),
        (rules(Format.KNOCK_OUT, hands=2, **KARNOFFEL), (4, 0)),  # type: ignore[arg-type]
        (rules(Format.KNOCK_OUT, hands=2, **KARNOFFEL), (3, 1)),  # type: ignore[arg-type]
    ],
)
def test_a_score_that_no_match_has_is_refused(of: CupRules, score: tuple[int, ...]) -> None:
    assert refusal(first_round(of), adjust(*score)).startswith("IMPOSSIBLE_SCORE")


@pytest.mark.parametrize(
    ("of", "score"),
    [
        (rules(hands=6), (9, 3)),
        (rules(hands=6), (3, 1)),
        (rules(hands=6), (0, 0)),
        (rules(hands=2, **ALKORT), (5, 1)),  # type: ignore[arg-type]
        (rules(**TREIKORT), (9, 9, 9)),  # type: ignore[arg-type]
        (rules(**TREIKORT), (9, 0, 0)),  # type: ignore[arg-type]
        (rules(Format.KNOCK_OUT, hands=2, **KARNOFFEL), (2, 1)),  # type: ignore[arg-type]
        (rules(Format.KNOCK_OUT, hands=0), (16, 9)),
    ],
)
def test_a_score_that_a_match_may_have_is_taken_also_where_it_was_cut_short(
    of: CupRules, score: tuple[int, ...]
) -> None:
    assert isinstance(do(first_round(of), adjust(*score)), Cup)


def test_hands_beyond_those_of_a_match_follow_a_tie_in_a_knock_out_alone() -> None:
    assert refusal(first_round(rules(hands=2, **KARNOFFEL)), adjust(2, 1)) == "IMPOSSIBLE_SCORE"  # type: ignore[arg-type]


def test_a_walkover_has_a_possible_score_too() -> None:
    cup = first_round(rules(hands=2))
    assert refusal(cup, adjust(99, 1, absent=(1,))) == "IMPOSSIBLE_SCORE"
    assert isinstance(do(cup, adjust(3, 1, absent=(1,))), Cup)


def test_an_old_record_keeps_a_score_that_is_refused_now() -> None:
    cup = first_round(rules(hands=2))
    entry = CupEntry(cup.seq + 1, adjust(99, 1), 0)
    match = fold_record(1, (*cup.record, entry)).match(1)
    assert match is not None
    assert match.result is not None
    assert match.result.score == (99, 1)


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(
    ("of", "possible"),
    [(rules(hands=2), "7"), (rules(hands=0), "9"), (rules(hands=2, **ALKORT), "5"), (rules(**TREIKORT), "9")],  # type: ignore[arg-type]
)
def test_the_refusal_tells_what_is_possible_in_the_game_of_the_cup(of: CupRules, possible: str, language: str) -> None:
    found = do(first_round(of), adjust(*(99,) * of.entrants.table_size))
    assert isinstance(found, Fact)
    words = in_language(language)
    told, why = words.fact("voormsi", found), words.fact(of.game, found.about["why"])
    assert told.endswith(why)
    assert possible in why
