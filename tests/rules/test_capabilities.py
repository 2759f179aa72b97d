"""The games that offer each capability; the types of their functions are checked where they are listed."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rules.alkort import game as alkort
from rules.braus import game as braus
from rules.core.capabilities import CanConsider, DealsFaceUp, HasFeats, HasLadder, HasLessons, HasQuestions, offers
from rules.core.contract import Game
from rules.karnoffel import game as karnoffel
from rules.registry import GAMES
from rules.treikort import game as treikort
from rules.voormsi import game as voormsi

EVERY: Final[tuple[Game[Any], ...]] = (alkort, braus, karnoffel, treikort, voormsi)
CONSIDERED: Final[tuple[CanConsider, ...]] = (alkort, braus, karnoffel, treikort, voormsi)
TAUGHT: Final[tuple[HasLessons, ...]] = (alkort, braus, karnoffel, treikort, voormsi)
WITH_FEATS: Final[tuple[HasFeats, ...]] = (alkort, braus, karnoffel, treikort, voormsi)
ASKED: Final[tuple[HasQuestions, ...]] = (alkort, braus, karnoffel, treikort)
CLIMBED: Final[tuple[HasLadder, ...]] = (voormsi,)
FACE_UP: Final[tuple[DealsFaceUp, ...]] = (karnoffel,)


def test_every_game_meets_the_contract() -> None:
    assert tuple(GAMES.values()) == EVERY


@pytest.mark.parametrize(
    ("capability", "games"),
    [
        (CanConsider, CONSIDERED),
        (HasLessons, TAUGHT),
        (HasFeats, WITH_FEATS),
        (HasQuestions, ASKED),
        (HasLadder, CLIMBED),
        (DealsFaceUp, FACE_UP),
    ],
)
def test_a_game_offers_what_it_has_the_functions_for(capability: type, games: tuple[object, ...]) -> None:
    assert tuple(game for game in GAMES.values() if offers(game, capability)) == games
