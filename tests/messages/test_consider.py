"""Before one plays: may I, what would it do, what beats this now."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.discord_api import custom_ids
from bot.messages.hand.consider import BeatsScene, MayScene
from bot.messages.kit.rendering import draw
from bot.texts import Translator
from bot.texts.catalogue import catalogue
from bot.texts.reader import Reader
from rules.alkort.facts import AlkortPlayFact
from rules.core.capabilities import Considered
from rules.core.cards import cards
from rules.karnoffel.facts import KarnoffelFact
from rules.treikort.facts import TreikortFact
from rules.voormsi.facts import PlayFact
from tests.messages.given import PEOPLE, buttons, head, menus, payload, said
from tests.messages.rubbers import KINDS, VOORMSI, beats_scene, may_scene, rubber, table
from tests.rules.positions import drawn, put

READER = Reader(Translator())


def asked(state: Any, codes: str, seat: int | None = None) -> Any:
    seat = state.turn if seat is None else seat
    wanted = cards(codes)
    considered = VOORMSI.consider(state, seat, wanted) if wanted else None
    return draw(MayScene(head(), VOORMSI.view(state, seat), wanted, considered), READER)


def beats(state: Any, seat: int | None = None) -> Any:
    view = VOORMSI.view(state, seat)
    heading = None if view.heading is None else view.trick[view.heading]
    return draw(BeatsScene(head(), heading, VOORMSI.beaters(state), view.turn, seat, view.hand), READER)


# May I


def test_yes_and_what_it_would_do_with_the_paragraph() -> None:
    told = said(asked(put(drawn("9C\nKH\n5C\n3D"), "9C"), "KH"))
    assert "**Yes**, you may play K♥ Voormsi now." in told
    assert "It would beat Ann's play and head the trick**: K♥ Voormsi ranks above 9♣ (§2.3)." in told


def test_7_1_the_second_play_of_whoever_heads_is_compared_with_their_own_first_one() -> None:
    told = said(asked(put(drawn("9C 5C\n9S 5S"), "9C", "9S"), "5C"))
    assert "It would not beat your own first play**, which keeps the lead" in told
    assert "Ann" not in told.partition("**Yes**")[2]


def test_no_and_why() -> None:
    told = said(asked(put(drawn("9C\nKH\nJC 5C\n3D"), "9C", "KH"), "5C"))
    assert "**No**, not 5♣. You must play J♣ Toqutsit: K♥ Voormsi, played by Bo, heads the trick (§5.5)." in told
    assert "would" not in told


def test_out_of_turn_it_is_said_and_what_it_would_do_if_it_were() -> None:
    told = said(asked(put(drawn("9C\nKH\nJC 5C\n3D"), "9C"), "3D", seat=3))
    assert "**Not yet.** It is not your turn: Bo is to play. If it were your turn now, you could play 3♦" in told
    assert "It would beat Ann's play and head the trick**" in told
    assert "**Yes**" not in told


def test_a_play_that_would_lose_the_rubber_is_warned_of() -> None:
    told = said(asked(put(drawn("KH\n5C\nJC\n3D"), "KH", "5C"), "JC"))
    assert "Careful: it would end the game at once" in told
    assert "(§9.6)" in told


def later(state: Any, codes: str, seat: int) -> str:
    """The answer to a seat whose next play is to a trick that has not begun."""
    return said(draw(MayScene(head(), VOORMSI.view(state, seat), cards(codes), Considered(None, None)), READER))


def test_who_has_played_to_the_trick_is_told_that_the_answer_depends_on_the_next_one() -> None:
    told = later(put(drawn("9C JC\nKH\n5C\n3D"), "9C", "KH"), "JC", 0)
    assert "**You have already played to this trick.** Ask again in the next one" in told
    assert "No" not in told


def test_before_a_lead_the_others_are_told_who_leads() -> None:
    told = later(drawn("9C\nKH\n5C\n3D"), "KH", 1)
    assert "**Not yet.** Ann leads, and what you may play depends on that." in told
    assert "You would lead" not in told


def test_7_1_who_plays_twice_to_a_trick_may_still_be_told_of_the_second_play() -> None:
    assert not VOORMSI.view(put(drawn("9C 5C\n9S 5S"), "9C"), 0).waits_for_trick
    assert VOORMSI.view(put(drawn("9C 5C\n9S 5S"), "9C", "9S", "5C"), 0).waits_for_trick


UNPLAYED = re.compile(r"\{card\}[^{]*\b(was|were|had)\b")
"""Sentences about the card of a play as if that were over."""
FOLLOWING: dict[str, Any] = {
    "voormsi": [kind for kind in PlayFact if not kind.endswith("led")],
    "alkort": [kind for kind in AlkortPlayFact if not kind.endswith("led") or kind is AlkortPlayFact.SEVEN_NOT_LED],
    "karnoffel": [KarnoffelFact.DEVIL_NOT_LED, KarnoffelFact.OTHER_SUIT, KarnoffelFact.DEVIL_STANDS],
    "treikort": [TreikortFact.SEVEN_THROWN, TreikortFact.SEVEN_STANDS, TreikortFact.EQUAL_RANK, TreikortFact.RANK],
}


@pytest.mark.parametrize("game", FOLLOWING)
def test_what_a_play_would_do_is_not_told_as_done(game: str) -> None:
    forms = catalogue("en").forms
    told = [forms[f"{game}.fact.{kind}"][0] for kind in FOLLOWING[game]]
    assert [sentence for sentence in told if UNPLAYED.search(sentence)] == []


def test_the_menu_has_ones_own_cards_and_keeps_those_asked_about() -> None:
    layout = asked(put(drawn("9C 9S\nKH KC 5C 5D\nJC 6C\n3D QD"), "9C 9S"), "KH 5D")
    (menu,) = menus(layout)
    assert [(option["value"], option.get("default", False)) for option in menu["options"]] == [
        ("KH", True), ("5C", False), ("5D", True), ("KC", False),
    ]  # fmt: skip
    assert (menu["min_values"], menu["max_values"]) == (1, 4)
    assert custom_ids.read(menu["custom_id"]) == custom_ids.Press("may", 7, ())


def test_without_a_question_one_is_asked_for() -> None:
    layout = asked(drawn("9C\nKH\nJC\n3D"), "")
    assert "Asking plays nothing." in said(layout)
    assert not any("v1:play" in part.get("custom_id", "") for part in payload(layout))


def test_who_has_played_all_cards_has_nothing_to_ask_about() -> None:
    views = (
        moment.view(seat) for moment in rubber(4, {"deal": "all"}, 3) for seat in range(4) if moment.view(seat).turn
    )
    done = next(view for view in views if not view.hand)
    layout = draw(MayScene(head(), done), READER)
    assert "You have played all your cards." in said(layout)
    assert menus(layout) == []


# What beats this now


def test_groups_are_named_and_ones_own_cards_told_apart() -> None:
    told = said(beats(put(drawn("JS\n9C AC 5C QD\nJC\n3D"), "JS"), seat=1))
    assert "Heading the trick: **J♠** from Ann.\nIt is your turn." in told
    assert "Beaten by: J♣ Toqutsit · K♥ Voormsi · 8♠ · Nines · Aces · 3♦\nIn your hand: **9♣ · A♣**" in told
    assert "(§2.3)" in told


def test_who_only_watches_is_told_of_no_hand() -> None:
    told = said(beats(put(drawn("JS\n9C AC 5C QD\nJC\n3D"), "JS")))
    assert "Next to play: Bo." in told
    assert "your" not in told


def test_each_card_of_a_set_is_told_of() -> None:
    told = said(beats(put(drawn("7D 7H\nKC 7S\n5H 5S\n6C 6D"), "7D 7H", "KC 7S"), seat=0))
    assert "2 cards are played to this trick." in told
    assert "Beaten by: K♠ · 3♦" in told
    assert "Beaten by: 7♣ · 3♦" in told


def test_before_a_lead_there_is_nothing_to_beat() -> None:
    layout = beats(drawn("9C\nKH\nJC\n3D"))
    assert "Nobody has led yet" in said(layout)
    assert buttons(layout)


def test_what_one_asks_tells_nothing_that_one_cannot_see() -> None:
    for seats, changes in KINDS:
        of = table(seats, changes, PEOPLE)
        for moment in rubber(seats, changes, seed=60 + seats):
            watcher = beats_scene(moment, of, None)
            assert watcher.hand == ()
            for seat in range(seats):
                own = moment.view(seat)
                scene = may_scene(moment, of, seat, own.hand[:2])
                assert scene.view == own
                assert scene.view.seat == seat
                assert beats_scene(moment, of, seat).hand == own.hand
