"""The end of a hand of Treikort in the message of each player: who is Pope now (law §5.1 to §5.4)."""

from __future__ import annotations

import pytest

from bot.messages.hand.hand_end import told_end
from bot.messages.kit.table_text import TableText
from bot.tables.deals import SaltedProof
from bot.tables.table import HandResult
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.treikort import game as treikort
from rules.treikort import pope
from rules.treikort.options import SIDES
from tests.messages.given import PEOPLE, head
from tests.rules.treikort.positions import drawn

TEXTS = TableText(Reader(Translator()), head(PEOPLE[:3], game="treikort"), "", SIDES)
NOBODY = pope.NOBODY
BECOMES = [(5, 2, 2), (4, 3, 2), (4, 4, 1)]
STAYS = [*BECOMES, (5, 3, 1)]
FALLS = [*STAYS, (0, 5, 4)]
SUCCEEDS = [(5, 4, 0), (5, 3, 1), (3, 5, 1), (0, 6, 3)]
OF_TWO = [(5, 4, 0), (5, 4, 0), (3, 6, 0)]


def told(before: int, hands: list[tuple[int, ...]], seat: int) -> str:
    """The last line of what this seat is told at the end of the last of these hands; `before`: the Pope before."""
    why = pope.succession(before, hands)
    result = HandResult(len(hands), 0, (), 9, hands[-1], False, (0, 0, 0), hands[-1], (), SaltedProof("", ""), why)
    return told_end(treikort.view(drawn(""), seat), result, TEXTS)[-1]


@pytest.mark.parametrize(
    ("before", "hands", "own", "others"),
    [
        (NOBODY, BECOMES, {0: "**You become Pope**: 13 tricks"}, "**Ann becomes Pope**: 13 tricks"),
        (0, STAYS, {0: "**You stay Pope**: 13 tricks"}, "**Ann stays Pope**: 13 tricks"),
        (0, FALLS, {0: "**You are Pope no longer**: 9 tricks"}, "**Ann is Pope no longer**: 9 tricks"),
        (
            0,
            SUCCEEDS,
            {0: "**Bo becomes Pope** in your place: 14", 1: "**You become Pope** in place of Ann: 14"},
            "**Bo becomes Pope** in place of Ann: 14",
        ),
        (
            NOBODY,
            OF_TWO,
            {0: "**Bo becomes Pope**, ahead of you: 14 and 13", 1: "**You become Pope**, ahead of Ann: 14 and 13"},
            "**Bo becomes Pope**, ahead of Ann: 14 and 13",
        ),
    ],
)
def test_everybody_is_told_at_the_end_of_a_hand_who_is_pope(
    before: int, hands: list[tuple[int, ...]], own: dict[int, str], others: str
) -> None:
    for seat in range(3):
        assert told(before, hands, seat).startswith(own.get(seat, others))


def test_nothing_is_told_of_the_pope_while_there_is_none() -> None:
    assert told(NOBODY, [(3, 3, 3)], 0) == ""
