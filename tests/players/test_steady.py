"""The plays of `steady` in positions that call for one of its rules of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from players.registry import CAREFUL, chooser
from rules.core.cards import cards
from tests.players.positions import position, ranked


class SteadyPlay(NamedTuple):
    why: str
    hand: str
    trick: str
    plays: str
    """The plays that are right, by `|`."""
    rest: Mapping[str, Any] = MappingProxyType({})


LATE = "8S AC AS AH AD JS JH JD JC 6C 6S 6D KH 3D 9S 9H"
LATE_WITH_FOUR = "8S AC AS AH AD JS JH JD JC 6C 6S 6D KH 5H 5D 5C 8C 8H QC QS"
ALL_BUT_FOUR = "9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D 5C 5S 5H 5D 8C 8H 8D QC QS QH QD KC KS 3D 8S 7C 7S"

CASES = [
    # the partner
    SteadyPlay("last, the partner heads: the lowest card, not the nine", "9C QD 5D AH", "6H / AS / 8D", "QD|5D"),
    SteadyPlay("last, the partner heads: not even with the 3♦", "3D AC 9H 6S", "5H / 9S / 8D", "6S"),
    SteadyPlay("last, the partner heads with K♣ on a Seven: K♠ is free to go", "KS 9C AC 9H", "7H / KC / 9S", "KS"),
    SteadyPlay(
        "third, nothing can beat the partner's 7♣ now: 3♦ stays",
        "3D 9C QD AH",
        "7C / 5S",
        "QD",
        {"gone": "KC"},
    ),
    SteadyPlay("last, the partner's Voormsi heads: Toqutsit stays", "JC QD 9C 9S", "5H / KH / 8D", "QD"),
    SteadyPlay(
        "last, the partner's Voormsi heads: anything before Toqutsit", "JC 3D", "5H / KH / 8D", "3D", {"others": 2}
    ),
    SteadyPlay(
        "third, Voormsi is gone: Toqutsit takes over the weak card that the partner heads with",
        "JC 6D",
        "5C / 8D",
        "JC",
        {"others": 2, "gone": "AH AC QH 7C 9S QD KC 6S KH 8S 9C KS JS 3D 5S 9H 5D 7S QC 9D"},
    ),
    SteadyPlay(
        "third, the partner's pair with Voormsi: Toqutsit is thrown off where the other card does not beat",
        "JC 7S 8S",
        "KH KC / 5D 6H",
        "JC 7S",
    ),
    SteadyPlay(
        "last, the partner's Voormsi earns nothing without Toqutsit: 3♦ on it does",
        "3D 5D",
        "8D / KH / AD",
        "3D",
        {"others": 2, "gone": "KC 5S JC JD 9H 5H 7D 9C QH 9D 7C AH 9S 7H 8H 6H AS JS 8S 7S"},
    ),
    SteadyPlay(
        "second, two cards each: Voormsi goes now, lest the partner's Toqutsit has to fall on it in the last trick",
        "KH 9C",
        "QS",
        "KH",
        {
            "others": 2,
            "gone": "JD 5H 7S 9H 5C 9D 7C 8S 5D 8C 7H AC AS KS 8D 8H JS 7D 6C JH 6H QD 9S 6S AH KC 6D 5S",
        },
    ),
    SteadyPlay(
        "last, the partner's Voormsi has its point: 3♦ would not add to it", "JC QS QD 3D", "5H / KH / 8D", "QS|QD"
    ),
    SteadyPlay("last, a pair: the partner's pair of nines stays", "9C 9S QD KS", "5H 5S / 9H 9D / 8D QH", "QD KS"),
    SteadyPlay("last, the partner loses: the cheapest card that wins", "9C 6S QD KS", "5H / 8D / QH", "6S"),
    SteadyPlay("last, nobody can win: the lowest card goes", "9C AC QD 5S", "8S / QH / 5D", "QD"),
    # matadors
    SteadyPlay("last: 3♦ on an opponent's Voormsi", "3D 5C QD 9S", "5H / 8D / KH", "3D"),
    SteadyPlay("last: 3♦ on a Toqutsit that has executed the partner's Voormsi", "3D 5C QD 9S", "5H / KH / JC", "3D"),
    SteadyPlay(
        "last: two points wait where one is missing, and two more for the executioner would bounce farther",
        "3D 5C QD 9S",
        "5H / KH / JC",
        "QD",
        {"waiting": (0, 2), "scores": (3, 8)},
    ),
    SteadyPlay("second on a Toqutsit that has executed nobody: 3♦ stays", "3D 5S QD 9H JS", "JC", "QD"),
    SteadyPlay(
        "second on an opponent's Voormsi: 3♦ takes the sure point, though the partner may hold Toqutsit",
        "3D 6H",
        "KH",
        "3D",
        {
            "gone": "7D QH 9D QC 5D JS 7S 8H JD QD JH 6C AD 8C 7H AS 5S KC 8D 8S AH QS 6D 7C 6S 9H 5H 9C",
        },
    ),
    SteadyPlay(
        "last, a pair: Toqutsit executes with the cheapest other card, not with 3♦",
        "JC 3D QD 9S",
        "8D 8H / 5S 5C / KH AD",
        "JC 9S",
    ),
    SteadyPlay("Voormsi stays in the hand when it would be led into Toqutsit", "KH 9C QD 8D", "", "9C|QD|8D"),
    SteadyPlay("third: Voormsi is safest with one opponent left, and earns its point", "KH 5D QD 8D", "5S / 6C", "KH"),
    SteadyPlay(
        "third: late in the hand one opponent is dangerous, and Voormsi stays",
        "KH 5D",
        "5S / 6C",
        "5D",
        {"others": 2, "gone": "9C 9S 9H 9D AC AS AH AD JS JH JD 6S 6H 6D 5C 5H 8C 8H 8D QC QS QH 7S 7H 7D"},
    ),
    SteadyPlay("third: Voormsi wins the trick once Toqutsit is gone", "KH 5D QD 8D", "9S / 9C", "KH", {"gone": "JC"}),
    SteadyPlay("last: Voormsi would earn nothing, a nine wins as well", "KH 9C QD 8D", "AS / 6C / 5H", "9C"),
    SteadyPlay("3♦ is not led", "3D QD 8D 5H", "", "QD|8D|5H"),
    SteadyPlay(
        "three cards: a pair of kings is led, for nobody forces Toqutsit onto one's own Voormsi with four players",
        "JC KH KC",
        "",
        "KH KC",
        {"gone": "6C 5D 5C 8C JH 9D 7S 6H AS QH 5H KS 6D QS 3D AC 7D JS AH 7C AD 5S QC 9H"},
    ),
    # Sevens and black kings
    SteadyPlay("last: 3♦ wins the lead for a Seven", "3D QC 7C JS", "KC / AC / 9H", "3D"),
    SteadyPlay("last: K♣ takes a strong Seven that heads", "KC 8S QD 9D", "7C / QS / 5H", "KC"),
    SteadyPlay(
        "third, the partner's Seven heads: K♣ stays, for K♠ may be next",
        "9C 9D JD KC",
        "7H / JS",
        "JD",
        {"gone": "QD 5S 3D 9S 6C 6H 6S QS 7C 7D 5C AS AH 8H 8C 6D 5D JC JH AD"},
    ),
    SteadyPlay("last: K♠ takes the K♣ just before it", "KS 8S QD 9D", "7C / QS / KC", "KS"),
    SteadyPlay("last: K♠ is too late after another card", "KS 8S AD 9D", "7C / KC / QS", "KS", {"units": (0, 0)}),
    SteadyPlay("a higher Seven takes a strong one", "7S 8S QD 9D", "7H / QS / 5H", "7S"),
    SteadyPlay("a matador is not wasted on a strong Seven", "JC 9C QD 8D", "7H / QS / 5H", "QD|8D"),
    SteadyPlay("a Seven that nothing can beat is led", "7C QD 8D 5H", "", "7C", {"gone": "KC 3D 9C 9S"}),
    SteadyPlay("a Seven is not thrown on another card's trick", "7C QD 8D 5H", "9S / 9H / 5D", "QD"),
    SteadyPlay("two nines are a strong lead", "9H 9D QD 8H", "", "9H 9D", {"gone": "JC KH 3D QC"}),
    # the ladder
    SteadyPlay(
        "losing books the point that is missing",
        "9C QD",
        "5S / 8D / 6H",
        "QD",
        {
            "others": 2,
            "gone": LATE,
            "units": (2, 5),
            "waiting": (0, 1),
            "scores": (3, 8),
        },
    ),
    SteadyPlay(
        "two wait where one is wanted: three would bounce farther",
        "9C QD",
        "5S / 8D / 6H",
        "QD",
        {
            "others": 2,
            "gone": LATE,
            "units": (1, 6),
            "waiting": (0, 2),
            "scores": (3, 8),
        },
    ),
    SteadyPlay(
        "at 0 to 0 the same trick is won",
        "9C QD",
        "5S / 8D / 6H",
        "9C",
        {"others": 2, "gone": LATE, "units": (2, 5), "waiting": (0, 1)},
    ),
    SteadyPlay(
        "a sweep would be void: one trick is let go",
        "9C QD",
        "5S / 8D / 6H",
        "QD",
        {"others": 2, "gone": LATE, "units": (0, 7), "waiting": (0, 4)},
    ),
    SteadyPlay(
        "what waits is what is missing: the lead that loses",
        "3D 9C 9S 9H",
        "",
        "3D",
        {"gone": LATE_WITH_FOUR, "units": (5, 0), "waiting": (1, 0), "scores": (8, 3)},
    ),
    SteadyPlay(
        "an opponent who needs to lose a trick is left to win it",
        "9C QD",
        "5S / 8D / 6H",
        "QD",
        {"others": 2, "gone": LATE, "units": (5, 2), "waiting": (1, 0), "scores": (8, 3)},
    ),
    SteadyPlay(
        "three players: losing books the point that is missing",
        "9C QD",
        "5S / 8D",
        "QD",
        {
            "seats": 3,
            "others": 2,
            "gone": LATE_WITH_FOUR + " KC KS",
            "units": (2, 3, 5),
            "waiting": (0, 0, 1),
            "scores": (3, 4, 11),
        },
    ),
    # two players
    SteadyPlay(
        "two players, third: no Toqutsit on one's own Voormsi", "JC 9C 5D QD", "KH / 5S", "9C|5D|QD", {"seats": 2}
    ),
    SteadyPlay(
        "two players, third: what heads for sure is not beaten", "9C 5D QD 8D", "5S / 3D", "5D|QD|8D", {"seats": 2}
    ),
    SteadyPlay(
        "two players, last four cards: no pair with Voormsi on which Toqutsit would have to fall",
        "JC KH KS QC",
        "",
        "JC|KS|QC",
        {
            "seats": 2,
            "gone": "6S 9D QD 7H KC 9C 5D 7S AH AS 7C 5S QH QS JS 5C 8S 6H 3D JD 9H 6D 5H 7D AC AD 8C JH",
        },
    ),
    SteadyPlay(
        "two players, four cards in the stock: no three kings that leave Toqutsit and two cards for the third play",
        "JC KH KC KS",
        "",
        "KH KC|KH KS",
        {"seats": 2, "gone": "6S 9D QD 7H QC 9C 5D 7S AH AS 7C 5S QH QS JS 5C 8S 6H 3D JD 9H 6D 5H 7D"},
    ),
    SteadyPlay(
        "two players, second, a pair each: Toqutsit goes first, lest it has to fall on Voormsi in the third play",
        "JC KH 6H JD",
        "5C 5H",
        "JC JD",
        {
            "seats": 2,
            "others": 4,
            "gone": "3D JH AH 9S JS KC 8D QC 7S 6D 8S 6C 6S 8C QH QS 8H 9D AD QD AC 5D KS 9H 7H 7C",
        },
    ),
    SteadyPlay(
        "two players, third: 3♦ is likely to take one's own Voormsi, and Toqutsit still stays off it",
        "JC 6C JH 6H",
        "KH / 7S",
        "6C|JH|6H",
        {
            "seats": 2,
            "gone": "8C 7C JS 8H 9D 8S AH QS QC 6S QD 9H 8D AC 7H 9S AS KS 7D 5H JD QH 9C 6D",
        },
    ),
    SteadyPlay(
        "two players: the other surely has 3♦ for an executioner, so Toqutsit falls beside a card that beats nothing",
        "JC 9H 7D 5C",
        "KH KS",
        "JC 7D",
        {
            "seats": 2,
            "others": 4,
            "gone": "6D 8C AC 9C AD QS KC QD 7S JS 5S AS AH 7C 5D QC 7H QH 9D 6C 8D 8S 9S 6S 6H 5H",
        },
    ),
    SteadyPlay(
        "two players, last two cards: Toqutsit before Voormsi",
        "JC KH",
        "",
        "JC",
        {
            "seats": 2,
            "gone": ALL_BUT_FOUR,
        },
    ),
    SteadyPlay(
        "two players, second, two cards left: a Seven takes the lower one that heads",
        "7C JS",
        "7H",
        "7C",
        {
            "seats": 2,
            "others": 2,
            "gone": "8S JH 5D QC 8H 8C QH AH JC AS 7D 7S JD KS 6C 8D 9S QD AC 9D 9C 5S 6S 9H AD KH 3D 5H 6H QS 6D",
        },
    ),
    SteadyPlay("two players, fourth: the cheapest card that wins", "9C 6S QD KS", "5H / QS / 8H", "6S", {"seats": 2}),
    # three players
    SteadyPlay("three players, last: the cheapest card that wins", "9C 6S QD KS", "5H / 8D", "6S", {"seats": 3}),
    SteadyPlay("three players, last: 3♦ on a Voormsi", "3D 6S QD KS", "KH / 8D", "3D", {"seats": 3}),
]


@pytest.mark.parametrize("case", CASES, ids=[case.why for case in CASES])
def test_steady_plays_by_its_rules_of_thumb(case: SteadyPlay) -> None:
    view, memory = position(case.hand, case.trick, **case.rest)
    right = {ranked(cards(play)) for play in case.plays.split("|")}
    assert right <= set(view.legal), "the position does not allow what the case wants"
    assert chooser("voormsi", "steady")(view, memory).cards in right


def test_who_plays_for_a_person_spends_voormsi_where_it_wins_the_trick_for_sure() -> None:
    view, memory = position("KH 5D QD 8D", "9S / 9C", "JC")
    assert chooser("voormsi", CAREFUL)(view, memory).cards == cards("KH")


@pytest.mark.parametrize(("forced_execution", "plays"), [("loses", "JC"), ("mercy", "8D")])
def test_11_5_toqutsit_is_not_kept_for_the_last_trick_unless_a_forced_execution_is_forgiven(
    forced_execution: str, plays: str
) -> None:
    gone = "7S QS 5D 9C 9S KC 6H 5C AS KS QD 5H 6D 9H QC 9D AC 3D 8S 6S AD QH JD JH 7C 8C AH JS"
    view, memory = position("JC 8D", gone=gone)
    memory = memory._replace(options={"forced_execution": forced_execution})
    assert chooser("voormsi", "steady")(view, memory).cards == cards(plays)


@pytest.mark.parametrize("trick", ["5H / KH / 8D", "KH / 8D", "KH KC / 8D 8S"])
def test_11_5_where_a_forced_execution_is_forgiven_toqutsit_still_stays_off_the_partners_voormsi(trick: str) -> None:
    view, memory = position("JC JH 9C 9S", trick)
    memory = memory._replace(options={"forced_execution": "mercy"})
    play = chooser("voormsi", "steady")(view, memory)
    assert not {*play.cards} & {*cards("JC")}
