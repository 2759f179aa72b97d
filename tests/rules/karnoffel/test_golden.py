"""Whole rubbers of Karnöffel as text, kept: they replay by the rules of today to what they were."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from rules.core.contract import Play, TrickAccount
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.game import GAME as KARNOFFEL
from rules.notation import Record, fold, from_json, read, replay, to_json, write

GOLDEN: Final = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_rubber_reads_replays_and_is_written_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text)
    assert write(record) == text
    assert from_json(to_json(record)) == record


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_rubber_shows_what_its_tag_says(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    assert {*record.tags["shows"].split()} <= _kinds(record)


def test_the_golden_rubbers_show_every_reason_of_a_trick_a_hand_and_a_rubber() -> None:
    kinds = [*KarnoffelFact]
    told = kinds[: kinds.index(KarnoffelFact.BEATEN_BY_NONE)]
    told += kinds[kinds.index(KarnoffelFact.THREE_TRICKS) : kinds.index(KarnoffelFact.SEATS)]
    seen = {kind for path in GOLDEN for kind in _kinds(read(path.read_text(encoding="utf-8")))}
    assert {*map(str, told)} <= seen


def _kinds(record: Record) -> set[str]:
    """The kinds of all facts of the rubber."""
    state = KARNOFFEL.start(len(record.players), record.options)
    kinds = set[str]()
    for action, after in replay(record):
        if isinstance(action, Play) and (account := KARNOFFEL.account(state, action, after)):
            kinds |= _of_account(account)
        state = after
    assert state == fold(record)
    return kinds


def _of_account(account: TrickAccount) -> set[str]:
    facts = [play.why for play in account.plays] + [booking.why for booking in account.bookings]
    facts += [end.why for end in (account.hand_end, account.outcome) if end and end.why]
    return {str(why.kind) for why in facts}
