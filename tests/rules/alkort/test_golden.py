"""Whole rubbers of Alkort as text, kept: they replay by the rules of today to what they were."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from rules.alkort.game import GAME as ALKORT
from rules.core.contract import Move, Play, TrickAccount
from rules.notation import Record, from_json, read, replay, to_json, write

GOLDEN: Final = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_rubber_reads_replays_and_is_written_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text)
    assert write(record) == text
    assert from_json(to_json(record)) == record
    assert all(len(line) < 78 for line in text.splitlines())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_rubber_shows_what_its_tag_says(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    assert set(record.tags["shows"].split()) <= _kinds(record)


def test_the_golden_rubbers_cover_what_only_this_game_has() -> None:
    records = [read(path.read_text(encoding="utf-8")) for path in GOLDEN]
    for option in ALKORT.options[:4]:
        assert {record.options[option.name] for record in records} == set(option.choices)
    assert any(record.options["length"].startswith("hands:") for record in records)
    assert any(record.hands[-1].deck is None for record in records)


def _kinds(record: Record) -> set[str]:
    """The kinds of all moves and facts of the rubber."""
    state, kinds = ALKORT.start(4, record.options), set[str]()
    for action, after in replay(record):
        if isinstance(action, Move):
            kinds.add(action.kind)
        if isinstance(action, Play) and (account := ALKORT.account(state, action, after)):
            kinds |= _of_account(account)
        state = after
    return kinds


def _of_account(account: TrickAccount) -> set[str]:
    facts = [play.why for play in account.plays]
    facts += [gain.why for gain in (*account.gains, *account.denied)]
    facts += [account.outcome.why] if account.outcome else []
    facts += [account.hand_end.why] if account.hand_end and account.hand_end.why else []
    return {str(why.kind) for why in facts}
