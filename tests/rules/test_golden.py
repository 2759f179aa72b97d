"""Whole rubbers as text, kept: they replay by the rules of today to what they were."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from rules.core.contract import Play, TrickAccount
from rules.notation import Record, fold, from_json, read, replay, to_json, write
from rules.voormsi.facts import BookingFact, DenialFact, GainFact, OutcomeFact, PlayFact
from rules.voormsi.game import GAME as VOORMSI

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


def test_the_golden_rubbers_cover_all_seats_and_every_option() -> None:
    records = [read(path.read_text(encoding="utf-8")) for path in GOLDEN]
    assert len(records) >= 12
    assert {len(record.players) for record in records} == {2, 3, 4}
    for option in VOORMSI.options[:-1]:
        assert {record.options[option.name] for record in records} == set(option.choices)
    assert any(record.options["length"].startswith("hands:") for record in records)


def test_the_golden_rubbers_show_nearly_every_kind_of_fact() -> None:
    seen = set().union(*(_kinds(read(path.read_text(encoding="utf-8"))) for path in GOLDEN))
    kinds = {str(kind) for kinds in (PlayFact, GainFact, DenialFact, BookingFact, OutcomeFact) for kind in kinds}
    tested_by_drawn_tricks = {PlayFact.SPADE_KING_LATE, DenialFact.THREE_BESIDE, DenialFact.MERCY_ENDS_THREE}
    assert kinds - seen == tested_by_drawn_tricks


def _kinds(record: Record) -> set[str]:
    """The kinds of all facts of the rubber, and `bounce` and `running` where they are true."""
    state = VOORMSI.start(len(record.players), record.options)
    kinds = set() if record.result else {"running"}
    for action, after in replay(record):
        if isinstance(action, Play) and (account := VOORMSI.account(state, action, after)):
            kinds |= _of_account(account)
        state = after
    assert state == fold(record)
    return kinds


def _of_account(account: TrickAccount) -> set[str]:
    facts = [play.why for play in account.plays]
    facts += [reason for why in facts for reason in why.about.get("reasons", ())]
    facts += [gain.why for gain in (*account.gains, *account.denied)]
    facts += [booking.why for booking in account.bookings]
    facts += [account.outcome.why] if account.outcome else []
    bounced = any(booking.bounced is not None for booking in account.bookings)
    return {str(why.kind) for why in facts} | ({"bounce"} if bounced else set())
