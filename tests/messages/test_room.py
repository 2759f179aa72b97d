"""At one's turn a hand says what must be told, and of the rest what there is room for within 45 words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.messages.hand.hand import has_room
from bot.messages.hand.hand_scene import HandScene, QueuedPlay
from bot.messages.hand.room import AT_TURN, WeighedLine, Worth, count_words, fitting
from bot.messages.kit.rendering import draw
from bot.tables.automatic_plays import ANY
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import cards
from rules.core.contract import fact
from rules.voormsi.facts import RefusalFact
from tests.messages.given import head, said, view, words_on_screen
from tests.messages.rubbers import first_trick

READER = Reader(Translator())
BEATEN = first_trick("7H KC 5C 5S")
REASON = "K♣ beats any strong Seven, here 7♥"
TOQUTSIT, VOORMSI = cards("JC KH")
DUTY = fact(RefusalFact.TOQUTSIT_MUST_BE_PLAYED, card=TOQUTSIT, on=VOORMSI, of=1)
SETS = tuple(cards(pair) for pair in ("JC 9C", "JC 6S", "JC QD", "9C 6S", "9C QD", "6S QD"))


def hand(**given: Any) -> HandScene:
    """A hand whose turn it is to follow with two cards, after a trick with a reason."""
    own = view(hand="JC 9C 6S QD", trick="1:9H,9S", legal=SETS, duty=DUTY)
    return replace(HandScene(head(), own, True, results=(BEATEN,)), **given)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**Your turn: 2 cards.**", 4),
        ("<:card_9C:1400000000000000001> 9♣ · <a:card_KH:14> K♥ Voormsi", 3),
        ("Due <t:1800000000:R>.", 4),
        ("-# ✕ · ✓ 🔵", 0),
    ],
)
def test_words_are_counted_as_they_are_shown(text: str, words: int) -> None:
    assert count_words(text) == words


def test_what_is_worth_most_stays_in_its_place_and_what_must_be_told_always_does() -> None:
    lines = [
        WeighedLine("three words more", Worth.REASON),
        WeighedLine("what must be told"),
        WeighedLine("two words", Worth.POINTS),
        WeighedLine("one", Worth.REASON),
    ]
    assert fitting(lines, 3 + 4) == [lines[1], lines[2], lines[3]]
    assert fitting(lines, 0) == [lines[1]]
    assert fitting(lines, 99) == lines


def test_at_ones_turn_a_reason_gives_way_to_a_deadline_a_duty_and_many_buttons() -> None:
    told = said(draw(hand(deadline=1_800_000_000), READER, picture="hand.png"))
    assert REASON not in told
    must = (
        "**Bo took it with K♣ · tricks: you 0, they 1**",
        "**Your turn: 2 cards.**",
        "Due <t:",
        "**You must play J♣ Toqutsit",
    )
    assert all(line in told for line in must)
    assert words_on_screen(hand(deadline=1_800_000_000), READER) <= AT_TURN


def test_what_is_left_in_reserve_stands_behind_the_deadline_of_the_turn_where_there_is_room() -> None:
    def told(**given: Any) -> str:
        return said(draw(hand(deadline=1_800_000_000, reserve=60_000, **given), READER, picture="hand.png"))

    assert "**Your turn: 2 cards.**\nDue <t:1799999940:R>. Reserve: 60 seconds.\n**You must" in told(results=())
    crowded = told(failed=(QueuedPlay(ANY, cards("9C 9S 9H")),))
    assert "**Your turn: 2 cards.**\nDue <t:1799999940:R>.\n**You must" in crowded


def test_while_others_are_to_play_nothing_gives_way() -> None:
    waiting = replace(hand(), view=view(hand="JC 9C 6S QD", trick="0:9H,9S", turn=1, legal=()), may_nudge=True)
    assert REASON in said(draw(waiting, READER))


def test_a_hint_waits_until_there_is_room_for_it() -> None:
    assert not has_room(hand(hints=("set",)), READER)
    assert has_room(hand(results=(), hints=("set",)), READER)
