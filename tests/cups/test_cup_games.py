"""The games of cups: what suits each of them, and whole cups in each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cups import cup_rules, drafts
from bot.cups.cup import CupStage
from bot.cups.cup_actions import CreateCup
from bot.cups.cup_rules import CupRules, EntrantKind, Format, read, table_options, write
from bot.cups.fold import create
from bot.cups.match_tables import unplayable
from bot.cups.notices import CupRefusal
from bot.texts import offered_games
from rules import registry
from tests.cups.running_cups import CupProcess, process, quick

FITTING = [(game, kind) for game in offered_games() for kind in cup_rules.kinds_in(game)]


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[CupProcess]:
    async with process(tmp_path / "voormsi.db") as found:
        yield found


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("voormsi", ["singles", "pairs", "threes"]),
        ("alkort", ["pairs"]),
        ("braus", ["pairs"]),
        ("karnoffel", ["pairs"]),
        ("treikort", ["threes"]),
    ],
)
def test_entrants_are_those_whose_tables_have_the_seats_of_the_game(game: str, kinds: list[str]) -> None:
    assert cup_rules.kinds_in(game) == tuple(map(EntrantKind, kinds))


def test_treikort_has_its_own_numbers_of_hands_and_no_other_end() -> None:
    assert cup_rules.match_hands("treikort") == (3, 6, 9, 12, 15, 18)
    assert cup_rules.match_hands("alkort") == tuple(range(21))


@pytest.mark.parametrize(("game", "kind"), FITTING)
def test_whatever_a_game_offers_its_tables_can_be_opened_with(game: str, kind: EntrantKind) -> None:
    for hands in (*cup_rules.match_hands(game), 0):
        rules = CupRules("Friday", entrants=kind, game=game, hands=hands)
        assert unplayable(rules) is None
        assert registry.game(game).check_options(rules.seats, table_options(rules.game, hands)) is None


@pytest.mark.parametrize(
    ("game", "kind", "hands", "refusal"),
    [
        ("alkort", EntrantKind.SINGLES, 6, CupRefusal.SEATS_OF_GAME),
        ("treikort", EntrantKind.PAIRS, 6, CupRefusal.SEATS_OF_GAME),
        ("treikort", EntrantKind.THREES, 4, CupRefusal.HANDS_OF_GAME),
    ],
)
def test_what_does_not_suit_the_game_is_refused_with_the_reason(
    game: str, kind: EntrantKind, hands: int, refusal: CupRefusal
) -> None:
    rules = CupRules("Friday", entrants=kind, game=game, hands=hands)
    why = unplayable(rules)
    assert why is not None
    assert why.kind is refusal
    assert drafts.refusal(rules) == why
    assert unplayable(cup_rules.fit_to_game(rules)) is None


@pytest.mark.parametrize("game", offered_games())
def test_a_choice_of_the_game_takes_entrants_format_and_hands_with_it(game: str) -> None:
    knock_out = drafts.usual("Friday", Format.KNOCK_OUT, EntrantKind.SINGLES, {"hands": 4})
    rules = drafts.change(knock_out, "game", game, offered_games())
    assert rules.game == game
    assert unplayable(rules) is None
    assert drafts.refusal(rules) is None
    assert (rules.format is Format.SWISS) == (rules.entrants is EntrantKind.THREES)


def test_rules_of_voormsi_are_stored_as_before_there_were_other_games() -> None:
    assert "game" not in write(CupRules("Friday"))
    assert read({"name": "Friday"}).game == "voormsi"
    alkort = CupRules("Friday", entrants=EntrantKind.PAIRS, game="alkort")
    assert read(write(alkort)) == alkort
    assert create(1, CreateCup("p", alkort), 0)


@pytest.mark.parametrize("game", [game for game in offered_games() if game != registry.USUAL])
async def test_a_cup_in_each_game_ends_by_itself_with_scores_of_that_game(here: CupProcess, game: str) -> None:
    (kind,) = cup_rules.kinds_in(game)
    hands = min(hands for hands in cup_rules.match_hands(game) if hands)
    cup = await here.started(
        quick(Format.SWISS, kind, game=game, hands=hands, rounds=1), 3 if kind is EntrantKind.THREES else 2
    )
    cup = await here.whole(cup)
    assert cup.stage is CupStage.ENDED
    (match,) = cup.matches
    assert match.table is not None
    assert match.result is not None
    table = (await here.tables.existing(match.table)).table
    assert table.game == game
    assert match.result.score == table.view(None).scores
    assert any(match.result.score)
