"""Whole rubbers of every game as text, kept: they replay by the rules of today to what they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from rules.notation import NotationError, NotationFact, from_json, public, read, to_json, write
from rules.registry import GAMES
from rules.voormsi import game as voormsi
from rules.voormsi.facts import BookingFact, DenialFact, GainFact, OutcomeFact, PlayFact
from tests.rules.golden import golden, kinds

GOLDEN: Final = sorted(Path(__file__).parent.glob("**/golden/*.txt"))


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
    assert set(record.tags["shows"].split()) <= kinds(record)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_is_over_cannot_be_hidden(game: str) -> None:
    records = (read(path.read_text(encoding="utf-8")) for path in GOLDEN)
    whole = next(one for one in records if one.game == game and len(one.hands) > 1)
    over = replace(whole.hands[0], scores=None)
    with pytest.raises(NotationError) as fault:
        write(public(replace(whole, hands=(over,), result=None)))
    last = f"hands[0].plays[{len(over.plays) - 1}]"
    assert (fault.value.why.kind, fault.value.path) == (NotationFact.ILLEGAL, last)
    assert fault.value.why.about["refusal"].kind == "hand_over"


def test_every_game_has_golden_rubbers() -> None:
    assert {read(path.read_text(encoding="utf-8")).game for path in GOLDEN} == set(GAMES)


def test_the_golden_rubbers_of_voormsi_cover_all_seats_and_every_option() -> None:
    records = golden(__file__)
    assert len(records) >= 12
    assert {len(record.players) for record in records} == {2, 3, 4}
    for option in voormsi.options[:-1]:
        assert {record.options[option.name] for record in records} == set(option.choices)
    assert any(record.options["length"].startswith("hands:") for record in records)


def test_the_golden_rubbers_of_voormsi_show_nearly_every_kind_of_fact() -> None:
    seen = set().union(*map(kinds, golden(__file__)))
    told = {str(kind) for kinds in (PlayFact, GainFact, DenialFact, BookingFact, OutcomeFact) for kind in kinds}
    tested_by_drawn_tricks = {
        PlayFact.SPADE_KING_LATE,
        DenialFact.THREE_BESIDE,
        DenialFact.MERCY_ENDS_THREE,
        DenialFact.TOO_LATE,
        DenialFact.WON_UNBOOKED,
    }
    assert told - seen == tested_by_drawn_tricks
