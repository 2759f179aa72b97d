"""The coverage of the golden rubbers of Bräus."""

from __future__ import annotations

from rules.braus.facts import BrausDenial, BrausGain, BrausHandEnd, BrausOutcome, BrausPlay
from tests.rules.golden import golden, kinds


def test_the_golden_rubbers_show_every_kind_of_fact_and_event() -> None:
    seen = set().union(*map(kinds, golden(__file__)))
    facts = {str(kind) for found in (BrausPlay, BrausGain, BrausDenial, BrausHandEnd, BrausOutcome) for kind in found}
    assert facts | {"passed_over", "shown", "running"} <= seen
