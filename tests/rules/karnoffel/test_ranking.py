"""The card that heads the trick (KARNOFFEL §3, and the worked tricks of §12)."""

from __future__ import annotations

import itertools

import pytest

from rules.core.cards import Card, card, cards
from rules.karnoffel import game as karnoffel
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.ranking import ABOVE, BITS, LADDER_OF, PACK, PLACES, SUITS
from tests.rules.karnoffel.tables import drawn, put, told, trick, won

FREE = {"devil": "free"}


@pytest.mark.parametrize(
    ("example", "played", "winner", "options"),
    [
        ("K1", "QS 3H KS 6H", "6H", {}),
        ("K2", "QS 3H KD 9S", "3H", {}),
        ("K3", "7H JH 6H 2H", "JH", FREE),
        ("K4", "7H 6H 2H KS", "7H", FREE),
        ("K5", "2S 7H 3S 4C", "3S", {}),
        ("K6", "8H 7H 9S KC", "8H", {}),
        ("K7", "KS 2H 6H 3H", "6H", {}),
        ("K8", "KS 2H 3H 4H", "2H", {}),
        ("K9", "KS 3H QS 9S", "KS", {}),
        ("K10", "JS 4H QS 5H", "QS", {}),
        ("K11", "TS 5H JS 9S", "JS", {}),
        ("K12", "2S KH TH 3C", "2S", {}),
        ("K13", "2S KD QC JD", "2S", {}),
        ("K14", "3H KH QH 4H", "KH", {}),
        ("K15", "5H TH QH 4H", "QH", {}),
        ("K16", "JS QS JC TS", "QS", {}),
        ("K17", "6S 5H 3H QS", "3H", {}),
        ("K18", "9S 5H 4H JS", "4H", {}),
    ],
)
def test_12_the_worked_tricks(example: str, played: str, winner: str, options: dict[str, str]) -> None:
    assert won(trick(played, **options)) == winner


def test_k1_before_the_pope_the_king_heads_and_before_it_the_3() -> None:
    assert [play.headed for play in trick("QS 3H KS 6H").plays] == [True] * 4


@pytest.mark.parametrize(
    ("played", "kinds"),
    [
        ("QS 3H KS 6H", "led over_stabber stabber_taken pope"),
        ("QS 3H KD 9S", "led over_stabber other_suit beater_stands"),
        ("KS 2H 6H JH", "led kaiser higher_beater karnoffel"),
        ("KS JH 6H 9S", "led karnoffel karnoffel_stands karnoffel_stands"),
        ("JH QS KH 7H", "karnoffel_led karnoffel_stands karnoffel_stands karnoffel_stands"),
        ("7H 6H KH JH", "devil_led devil_stands devil_stands karnoffel"),
        ("8S 7H 9S TH", "led devil_not_led higher_rank other_suit"),
        ("KS 3H 6H 4H", "led stabber_fails pope lower_beater"),
        ("QS 4H 5H 2S", "led stabber_fails stabber_fails lower_rank"),
        ("TS 4H 5H JS", "led under_stabber lower_beater beater_stands"),
        ("TS 5H 3H JS", "led suit_stabber higher_beater beater_stands"),
        ("6H KH KS 2H", "led beater_stands beater_stands lower_beater"),
    ],
)
def test_3_the_reason_of_each_play(played: str, kinds: str) -> None:
    account = trick(played, devil="free")
    assert [play.why.kind for play in account.plays] == kinds.split()
    for play in account.plays:
        assert play.why.about["card"] == play.cards[0]
        if play.over is not None:
            assert play.why.about["on"] == account.plays[play.over].cards[0]


def test_3_6_a_card_of_another_suit_is_told_the_suit_that_was_led() -> None:
    assert trick("QS 3H KD 9S").plays[2].why.about["led"] == card("QS")


def literally_beats(new: Card, on: Card, led: Card, chosen: str) -> bool:
    """§3.2 to §3.6 word by word."""
    beaters = [card(rank + chosen) for rank in "J62345"]
    devil = card("7" + chosen)
    if new == beaters[0]:
        return True
    if on == beaters[0] or (on == devil == led) or new == devil:
        return False
    if new in beaters and on in beaters:
        return beaters.index(new) < beaters.index(on)
    if new in beaters:
        return on.rank not in {"3": "K", "4": "KQ", "5": "KQJ"}.get(new.rank, "")
    if new.suit != led.suit:
        return False
    if on in beaters:
        return new.rank in {"3": "K", "4": "KQ", "5": "KQJ"}.get(on.rank, "")
    ranks = "KQJT98765432"
    return on == devil or ranks.index(new.rank) < ranks.index(on.rank)


@pytest.mark.parametrize("chosen", range(4))
def test_3_7_the_ladders_say_what_the_paragraphs_before_say(chosen: int) -> None:
    for led, second, third in itertools.permutations(PACK[chosen::4] + PACK[(chosen + 1) % 4 :: 4], 3):
        above = ABOVE[LADDER_OF[PLACES[chosen][led]]]
        head = led
        for new in (second, third):
            beats = bool(BITS[PLACES[chosen][new]] & above[PLACES[chosen][head]])
            assert beats == literally_beats(new, head, led, SUITS[chosen]), (led, head, new)
            head = new if beats else head


@pytest.mark.parametrize("played", ["KS 2H 6H 3H", "JS 4H QS 5H", "3H KH QH 4H", "9S 5H 4H JS"])
def test_3_7_the_same_card_wins_in_whatever_order_the_others_follow(played: str) -> None:
    led, *others = played.split()
    assert len({won(trick(" ".join([led, *order]))) for order in itertools.permutations(others)}) == 1


@pytest.mark.parametrize(
    ("played", "by", "kind"),
    [
        ("JH", "", KarnoffelFact.BEATEN_BY_NONE),
        ("7H", "JH", KarnoffelFact.BEATEN_BY_KARNOFFEL),
        ("2H", "JH 6H", KarnoffelFact.BEATEN_BY_HIGHER),
        ("TS 4H", "JH 6H 2H KS 3H QS", KarnoffelFact.STABBER_HEADS),
        ("QS KD", "JH 6H 2H KS 3H", KarnoffelFact.ORDINARY_HEADS),
        ("8H", "JH 6H 2H KH 3H QH 4H 5H TH 9H", KarnoffelFact.ORDINARY_HEADS),
    ],
)
def test_3_what_beats_the_heading_card(played: str, by: str, kind: KarnoffelFact) -> None:
    plays = played.split()
    state = put(drawn("\n".join([*plays, "9C", "9D", "9S"][:4]), options=FREE), *plays)
    (beaten,) = karnoffel.beaters(state)
    assert (beaten.by, beaten.why.kind) == (cards(by), kind)
    assert beaten.on == card(plays[-1] if kind is not KarnoffelFact.ORDINARY_HEADS else plays[0])


def test_before_a_lead_there_is_nothing_to_beat() -> None:
    state = drawn("9C\nKH\nJC\n3D")
    assert karnoffel.beaters(state) == ()
    assert karnoffel.takers(state) == ()


def test_11_5_the_order_of_a_hand_begins_with_the_cards_of_its_chosen_suit() -> None:
    before = karnoffel.start(4, {})
    assert karnoffel.view(before, None).order == ()
    order = karnoffel.view(drawn("9C\nKH\nJC\n3D", chosen="S"), None).order
    assert [each for group in order[:4] for each in group.cards] == [*cards("JS 7S 6S 2S")]
    assert sorted(each for group in order for each in group.cards) == sorted(PACK)
    assert [group.name for group in order if not group.ranked] == ["devil"]
    assert [each for group in karnoffel.order for each in group.cards] == [*PACK]


def test_11_5_a_finished_trick_keeps_the_order_of_its_hand() -> None:
    state = drawn("9C\nKH\nJC\n3D")
    assert told(state, "9C", "KH", "JC", "3D").order == karnoffel.view(state, None).order
