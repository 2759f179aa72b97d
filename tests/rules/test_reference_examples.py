"""The references, by the worked examples of the laws."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.reference import alkort, braus, karnoffel, treikort
from tests.rules.reference.form import read_options

ALKORT_TRICKS = """
9D 9H KD 2H = KD | AC AD JS AH = AC | 7C KD 2H 4C = 7C | AH 7S 6D 8S = 8S | QS 9S 4D 3C = 3C |
QS 3C 2C KC = 3C | KC 3D 2S QH = 2S | KC QD 3S 3H = KC | 3S 2D KS QC = 3S | KC 2C 8D 2D = 8D |
QD 2D 6C 6H = 6C | 8C 8D 8H 7H = 8C | 8C 6D 8S JD = 8S | 4C 2H 4D 2D = 2H | 9S 7D 7H 4H = 9S |
7D 7C 7S 7H = 7D | KD 2C 2S 2D = KD | QC KH 3C AS = AS | QC QD 2S 3C = 2S | 3C QS QH 2D = 3C
"""
TREIKORT_TRICKS = """
2S QC KD = QC | KD 2S 2H = 2S | 9D 9H 8S = 8S | 4C 2H 8S = 2H | JC JS JH = JC | AD 7C AC = AD | 6C JD AH = AH |
8C 6D 8H = 6D | 7H QC 2S = 7H | 7H 7C 7S = 7H | 8D 7C 7S = 8D | AC 9D JS = 9D | 8H 8C 8S = 8S | 6S 6H 8D = 6S |
QC 7D 2S = QC
"""
KARNOFFEL_TRICKS = """
QS 3H KS 6H = 6H | QS 3H KS = KS | QS 3H = 3H | QS 3H KD 9S = 3H | 7H JH 6H 2H = JH | 7H 6H 2H KS = 7H |
2S 7H 3S 4C = 3S | 8H 7H 9S KC = 8H | KS 2H 6H 3H = 6H | KS 2H 3H 4H = 2H | KS 3H QS 9S = KS |
JS 4H QS 5H = QS | TS 5H JS 9S = JS | 2S KH TH 3C = 2S | 2S KD QC JD = 2S | 3H KH QH 4H = KH |
5H TH QH 4H = QH | JS QS JC TS = QS | 6S 5H 3H QS = 3H | 9S 5H 4H JS = 4H
"""


def tricks(text: str) -> list[Any]:
    """The cards of each trick, and the card that wins it."""
    parts = [trick.split(" = ") for trick in text.replace("\n", " ").split(" | ")]
    return [(cards.split(), winner.strip()) for cards, winner in parts]


@pytest.mark.parametrize(("cards", "winner"), tricks(ALKORT_TRICKS))
def test_alkort_13_gives_the_trick(cards: list[str], winner: str) -> None:
    defaults = read_options({}, alkort.OPTIONS)
    assert cards[alkort.heading(cards, False, defaults)] == winner


@pytest.mark.parametrize(
    ("options", "cards", "winner"),
    [
        ({"opening_seven": "worthless"}, "7C 9S 2C 8H", "8H"),
        ({"opening_seven": "worthless"}, "7C 3C 2C QC", "7C"),
        ({"opening_seven": "strong"}, "7C KD 2H 4C", "7C"),
        ({"low_eights": "rubbish"}, "8C 2C 3C 6D", "6D"),
        ({"low_eights": "rubbish"}, "8C 9S 2D 7S", "8C"),
        ({"low_eights": "rubbish"}, "QS 8C 3S KH", "3S"),
    ],
)
def test_alkort_13_gives_the_trick_by_options(options: dict[str, str], cards: str, winner: str) -> None:
    chosen = read_options({"options": options}, alkort.OPTIONS)
    assert cards.split()[alkort.heading(cards.split(), True, chosen)] == winner


@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("8C 8H 7S 7D QC KS 9C 4D 3H", True),
        ("8C 8H 7S 7D QC KS 9C 4D 6H", False),
        ("7C 7S 7H 7D QC QS QH QD KC", True),
        ("KC KS KH QC QH QS QD 4S 4H", True),
    ],
)
def test_alkort_5_1_gives_the_right_to_the_stock(hand: str, right: bool) -> None:
    assert alkort.has_right(hand.split()) == right


@pytest.mark.parametrize(
    ("sides", "points"),
    [
        ("000001", [5, 0]),
        ("0000001", [6, 0]),
        ("11111110", [0, 7]),
        ("000000001", [8, 0]),
        ("111111111", [0, 9]),
        ("100000", [1, 0]),
        ("000010", [1, 0]),
        ("010101011", [0, 1]),
        ("00000", [0, 0]),
        ("00001111", [0, 0]),
    ],
)
def test_alkort_8_4_gives_the_points(sides: str, points: list[int]) -> None:
    won = [int(side) for side in sides]
    assert alkort.points(won) == points
    assert alkort.is_over(won) == (points != [0, 0])


@pytest.mark.parametrize(("cards", "winner"), tricks(TREIKORT_TRICKS))
def test_treikort_12_gives_the_trick(cards: list[str], winner: str) -> None:
    assert cards[treikort.heading(cards, "ranked")] == winner


@pytest.mark.parametrize(("cards", "winner"), tricks("8C JD AH = 8C | 6C AD 9D = 9D | AH JC 6D = AH"))
def test_treikort_9_2_gives_the_trick_among_equal_ranks(cards: list[str], winner: str) -> None:
    assert cards[treikort.heading(cards, "equal")] == winner


@pytest.mark.parametrize(
    ("hands", "popes"),
    [
        ("522 432 441", "--0"),
        ("432 432 432", "---"),
        ("522 432 441 531 333 333", "--00--"),
        ("900 900 054", "--0"),
        ("540 450 441", "--1"),
        ("540 540 360", "--1"),
        ("630 450 360 630", "--11"),
        ("540 531 351 063", "--01"),
        ("531 540 450 360 342", "--011"),
        ("810 522 045 045", "--0-"),
        ("810 540 054 045", "--01"),
    ],
)
def test_treikort_5_gives_the_pope(hands: str, popes: str) -> None:
    tricks_by_seat = [[int(seat) for seat in hand] for hand in hands.split()]
    pope: int | None = None
    for number in range(3, len(tricks_by_seat) + 1):
        pope = treikort.next_pope(pope, tricks_by_seat[number - 3 : number])
        assert popes[number - 1] == ("-" if pope is None else str(pope))


@pytest.mark.parametrize(
    ("hand", "high", "seven"),
    [
        ("QC 7C 7S 8D 8C 6H 6D JC JD", "QC", "7C"),
        ("7D 7H 8D 8C 6H 6D JC JD JS", "JC", "7H"),
        ("9D AC AS AH JC JD 6C 6S 8H", "9D", None),
        ("7C 7S 7H 7D 8H 8D 6D 6H 6S", "6S", "7C"),
    ],
)
def test_treikort_5_6_gives_the_gifts(hand: str, high: str, seven: str | None) -> None:
    table = treikort.TreikortReplay(treikort.ROLL, 0, 0, read_options({}, treikort.OPTIONS))
    for asked, given in (("2", high), ("1", seven)):
        table.hands = [["4C"], hand.split(), hand.split()]
        table.given = []
        table.ask(int(asked))
        assert [card for giver, _, card in table.given if giver == 1] == ([given] if given else [])


def braus_hand(hands: list[str], plays: str, **changes: Any) -> dict[str, Any]:
    """The answer after the plays, from the live cards and Sevens of the hands, filled up with duds; seat 0 leads.

    A play is cards without blanks, or `-` for a pass.
    """
    held = [hand.split() for hand in hands]
    duds = [card for card in braus.DUDS if not any(card in hand for hand in held)]
    full = [hand + [duds.pop() for _ in range(9 - len(hand))] for hand in held]
    deck = [full[place % 4][place // 4] for place in range(36)]
    cards = [[] if play == "-" else [play[at : at + 2] for at in range(0, len(play), 2)] for play in plays.split()]
    request = {"game": "braus", "players": 4, "dealer": 3, "scores": [0, 0], "deck": deck, "plays": cards}
    return braus.judge({**request, **changes})


DEAL_A = ["JC 8S KH 9C 7C 7S 7H 7D QC", "9S 9H AC AS JS 6C 8C TC KC", "9D AH AD JH JD 6S 8H TS QS", "6H 6D"]
DEAL_B = ["JC 8S 9S AS JH 6D", "KH 9H AD JS 6C 6H KC", "9C 9D AH 6S 7C 7D", "AC JD 7H 7S"]
PLAYS_B = "9S KH - - JS AH AC JC AS 9H 9C - 7C7D 6S JD JH AD 6C 9D - 8S 6D 6H - -"


def test_braus_deal_a_is_a_jan_from_sevens_on() -> None:
    assert braus_hand(DEAL_A, "")["legal"] == [["7C", "7D", "7H", "7S"]]
    laid = braus_hand(DEAL_A, "7C7S7H7D")
    assert (laid["units"], laid["turn"], laid["legal"]) == ([4, 0], 0, [["8S"], ["9C"], ["JC"], ["KH"]])
    assert braus_hand(DEAL_A, "7C7S7H7D 9C")["legal"] == [[]]
    assert braus_hand(DEAL_A, "7C7S7H7D 9C - - -")["units"] == [5, 0]
    ended = braus_hand(DEAL_A, "7C7S7H7D 9C - - - JC - - -", scores=[5, 0])
    assert (ended["end"], ended["scores"], ended["winners"]) == ("jan", [7, 0], [0])


@pytest.mark.parametrize(("plays", "at"), [("JC", 0), ("7C7S", 0), ("7C7S7H7D QC", 1), ("7C7S7H7D 9C 9S", 2), ("-", 0)])
def test_braus_deal_a_refuses(plays: str, at: int) -> None:
    assert braus_hand(DEAL_A, plays)["at"] == at


def test_braus_deal_b_goes_to_the_outcome_card() -> None:
    over_partner = PLAYS_B[: PLAYS_B.index("8S")]
    assert braus_hand(DEAL_B, over_partner)["legal"] == [["8S"]]
    assert braus_hand(DEAL_B, over_partner + "-")["at"] == 20
    passed = braus_hand(DEAL_B, PLAYS_B)
    assert (passed["units"], passed["turn"], passed["legal"]) == ([5, 3], 3, [["7H", "7S"]])
    for outcome_card in ("five", "five_all"):
        ended = braus_hand(DEAL_B, PLAYS_B + " 7H7S", options={"outcome_card": outcome_card})
        assert (ended["end"], ended["units"], ended["scores"]) == ("king", [5, 5], [0, 1])
    assert braus_hand(DEAL_B, PLAYS_B, options={"stray_sevens": "dead"})["end"] == "none"
    assert braus_hand(DEAL_B, PLAYS_B + " 7H7S -")["at"] == 26


@pytest.mark.parametrize(("cards", "winner"), tricks(KARNOFFEL_TRICKS))
def test_karnoffel_12_gives_the_trick(cards: list[str], winner: str) -> None:
    assert cards[karnoffel.heading(cards, "H")] == winner


@pytest.mark.parametrize(("turned", "suit"), [("5C 9H 5D KS", "C"), ("5D KS 5C 9H", "D"), ("TC JS QH KD", "C")])
def test_karnoffel_4_3_names_the_suit(turned: str, suit: str) -> None:
    assert karnoffel.chosen_suit(turned.split()) == suit
