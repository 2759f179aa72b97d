"""The coverage of the golden rubbers of Karnöffel."""

from __future__ import annotations

from rules.karnoffel.facts import KarnoffelFact
from tests.rules.golden import golden, kinds


def test_the_golden_rubbers_show_every_reason_of_a_trick_a_hand_and_a_rubber() -> None:
    facts = [*KarnoffelFact]
    told = facts[: facts.index(KarnoffelFact.BEATEN_BY_NONE)]
    told += facts[facts.index(KarnoffelFact.THREE_TRICKS) : facts.index(KarnoffelFact.SEATS)]
    assert {*map(str, told)} <= set().union(*map(kinds, golden(__file__)))
