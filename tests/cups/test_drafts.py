"""Cups being made: what is offered can be played, and a choice leaves nothing behind that no longer fits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cups import drafts
from bot.cups.cup_rules import ALLOWED_REMEDIES, Case, CupRules, EntrantKind, Format, invalid
from bot.runtime.times import DAY, HOUR, MINUTE
from bot.texts import offered_games

USUAL = CupRules("Friday")


@pytest.mark.slow
@given(st.data())
def test_whatever_is_chosen_one_after_the_other_the_rules_stay_possible(data: st.DataObject) -> None:
    rules = USUAL
    for _ in range(12):
        offered = drafts.choices(rules, offered_games())
        field = data.draw(st.sampled_from(sorted(offered)))
        rules = drafts.change(rules, field, data.draw(st.sampled_from(offered[field])), offered_games())
        assert invalid(rules) is None
        assert all(drafts.chosen_value(rules, name) in values for name, values in drafts.choices(rules).items())
        assert all(len(values) <= 25 for values in drafts.choices(rules).values())


def test_formats_that_a_size_does_not_allow_are_not_offered() -> None:
    assert Format.ROUND_ROBIN not in drafts.offered_formats(USUAL)
    assert Format.ROUND_ROBIN in drafts.offered_formats(USUAL._replace(most=24))
    assert Format.DOUBLE_ROUND_ROBIN not in drafts.offered_formats(USUAL._replace(most=24))
    assert Format.SWISS_KNOCK_OUT not in drafts.offered_formats(USUAL)
    assert drafts.offered_formats(USUAL._replace(entrants=EntrantKind.THREES)) == [Format.SWISS]


def test_a_format_that_no_longer_fits_gives_way() -> None:
    small = USUAL._replace(most=12, format=Format.DOUBLE_ROUND_ROBIN)
    assert drafts.change(small, "most", "48").format is Format.SWISS
    assert drafts.change(small, "entrants", "threes").format is Format.SWISS


def test_a_knock_out_after_a_swiss_never_takes_more_than_the_least_number() -> None:
    rules = drafts.change(USUAL._replace(least=8), "format", "swiss-knock-out")
    assert rules.qualifiers == 8
    assert drafts.change(rules, "least", "4").qualifiers == 4
    assert drafts.choices(rules)["qualifiers"] == ("2", "4", "8")


def test_what_is_done_about_those_who_are_gone_is_chosen_together() -> None:
    rules = drafts.change(USUAL, "gone", "stands")
    assert {rules.remedy(case) for case in drafts.GONE_CASES} == {"stands"}
    assert rules.remedy(Case.ONE_ABSENT) == "forfeit"
    assert {case for cases in drafts.REMEDIES.values() for case in cases} == set(ALLOWED_REMEDIES)


@pytest.mark.parametrize(("field", "value"), [("name", "Other"), ("most", "1"), ("gone", "replay"), ("least", "x")])
def test_what_is_not_offered_cannot_be_chosen(field: str, value: str) -> None:
    with pytest.raises(ValueError):
        drafts.change(USUAL, field, value)


def test_the_least_size_may_be_as_great_as_the_most_and_no_greater() -> None:
    offered = drafts.choices(USUAL._replace(least=4, most=8))
    assert offered["least"] == ("2", "3", "4", "5", "6", "8")
    assert offered["most"][:3] == ("4", "5", "6")


@pytest.mark.parametrize(
    ("pace", "round_time", "offered", "usual"),
    [
        ("live", 12 * HOUR - 1, False, False),
        ("live", 12 * HOUR, True, False),
        ("live", DAY, True, False),
        ("live", DAY + 1, True, True),
        ("day", 7 * DAY, False, False),
    ],
)
def test_appointments_are_offered_from_rounds_of_half_a_day_and_usual_above_a_day_of_live_play(
    pace: str, round_time: int, offered: bool, usual: bool
) -> None:
    rules = USUAL._replace(pace=pace, round_time=round_time)
    assert ("appointments" in drafts.choices(rules)) is offered
    made = drafts.usual("Friday", Format.SWISS, EntrantKind.SINGLES, {"pace": pace, "round_time": round_time})
    assert made.appointments is usual


def test_rounds_that_are_too_short_are_not_offered_and_the_present_one_is_refused_with_the_sum() -> None:
    rules = drafts.change(USUAL._replace(round_time=20 * MINUTE), "hands", "12")
    refused = drafts.refusal(rules)
    assert refused is not None
    assert refused.about["given"] == 20
    offered = [int(time) for time in drafts.choices(rules)["round_time"]]
    assert offered[0] == 20 * MINUTE
    assert offered[1] >= refused.about["needed"] * MINUTE
    assert drafts.refusal(rules._replace(round_time=HOUR)) is None


@pytest.mark.parametrize("kind", EntrantKind)
@pytest.mark.parametrize("chosen", Format)
@pytest.mark.parametrize("pace", ["live", "evening", "day", "three-days"])
def test_what_is_usual_can_be_played(chosen: Format, kind: EntrantKind, pace: str) -> None:
    rules = drafts.usual("Friday", chosen, kind, {"pace": pace, "rounds": None})
    if kind is not EntrantKind.THREES or chosen is Format.SWISS:
        assert drafts.refusal(rules) is None
        assert rules.round_time > drafts.usual_time(rules)
    assert rules.hands == (3 if "day" in pace else 6)


def test_what_was_chosen_is_not_changed_by_what_is_usual() -> None:
    given = {"least": 30, "most": 10, "hands": 0, "round_time": 1, "sign_up_until": 5}
    rules = drafts.usual("Friday", Format.SWISS, EntrantKind.SINGLES, given)
    assert [getattr(rules, name) for name in given] == list(given.values())
    assert drafts.refusal(rules) is not None
