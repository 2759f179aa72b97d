"""Whole rubbers of Bräus as text, kept: they replay by the rules of today to what they were."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from rules.braus.facts import BrausDenial, BrausGain, BrausHandEnd, BrausOutcome, BrausPlay
from rules.braus.game import GAME as BRAUS
from rules.core.contract import Play
from rules.notation import Record, fold, from_json, read, replay, to_json, write
from tests.rules.braus.test_properties import facts_of

GOLDEN: Final = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_rubber_reads_replays_and_is_written_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    whole = read(text)
    assert write(whole) == text
    assert from_json(to_json(whole)) == whole


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_rubber_shows_what_its_tag_says(path: Path) -> None:
    whole = read(path.read_text(encoding="utf-8"))
    assert set(whole.tags["shows"].split()) <= kinds(whole)


def test_the_golden_rubbers_show_every_kind_of_fact_and_event() -> None:
    seen = set().union(*(kinds(read(path.read_text(encoding="utf-8"))) for path in GOLDEN))
    facts = {str(kind) for found in (BrausPlay, BrausGain, BrausDenial, BrausHandEnd, BrausOutcome) for kind in found}
    assert facts | {"passed_over", "shown", "running"} <= seen


def kinds(whole: Record) -> set[str]:
    """The kinds of all facts and events of the rubber, and `running` if it is not over."""
    state = BRAUS.start(len(whole.players), whole.options)
    found = set() if whole.result else {"running"}
    for action, after in replay(whole):
        account = BRAUS.account(state, action, after) if isinstance(action, Play) else None
        found |= {str(why.kind) for why in facts_of(account)} if account else set()
        found |= {event.kind for event in BRAUS.view(after, None).events}
        state = after
    assert state == fold(whole)
    return found
