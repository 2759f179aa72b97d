"""The coverage of the golden rubbers of Treikort."""

from __future__ import annotations

from rules.core.contract import Move
from rules.treikort import game as treikort
from rules.treikort.facts import TreikortFact
from tests.rules.golden import golden, kinds


def test_the_golden_rubbers_cover_every_option_every_move_and_nearly_every_fact() -> None:
    records = golden(__file__)
    for option in treikort.options[:2]:
        assert {one.options[option.name] for one in records} == set(option.choices)
    moves = {one.kind for whole in records for hand in whole.hands for one in hand.plays if isinstance(one, Move)}
    assert moves == {"ask", "decline", "return"}
    facts = [*TreikortFact]
    of_questions = {TreikortFact.BEATEN_BY_RANK, TreikortFact.HIGHEST, TreikortFact.BEATEN_BY_NONE}
    told = {*facts[: facts.index(TreikortFact.SEATS)]} - of_questions
    assert {*map(str, told)} <= set().union(*map(kinds, records))
