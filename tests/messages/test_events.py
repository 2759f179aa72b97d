"""The events of a hand in words: by name to everybody, and as "you" to whom they concern."""

from __future__ import annotations

import re

import pytest

from bot.messages.kit.table_text import TableText
from bot.texts import Translator, languages
from bot.texts.catalogue import catalogue
from bot.texts.reader import Reader
from rules.core.cards import cards
from rules.core.contract import Event
from tests.messages.given import PEOPLE, head

TEXTS = TableText(Reader(Translator()), head(PEOPLE[:3], game="treikort"))
HIGH = Event("high", 2, cards("QC"), 0)
EVENT = re.compile(r"([a-z]+\.event\.[a-z_]+(?:-each)?)(-hidden)?")
NEVER_OWN = {"voormsi.event.shown", "voormsi.event.proved"}
"""Events that their own seat is not told of: its opponents are shown its hand (RULES §11.4)."""


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (None, "-# Cleo's highest card went to Ann: Q♣"),
        (0, "-# Cleo gave you Q♣."),
        (1, "-# Cleo's highest card went to Ann: Q♣"),
        (2, "-# You gave Ann Q♣."),
    ],
)
def test_an_event_is_told_as_you_to_whom_it_concerns_and_by_name_to_all_others(seat: int | None, told: str) -> None:
    assert TEXTS.events([HIGH], 1, seat) == [told]


def test_an_event_with_hidden_cards_is_told_without_them() -> None:
    assert TEXTS.events([HIGH._replace(cards=(), hidden=True)], 1, 1) == ["-# Cleo's highest card went to Ann."]


@pytest.mark.parametrize(("seat", "told"), [(None, "Bo 9♥"), (1, "you 9♥"), (2, "Bo 9♥")])
def test_events_of_a_kind_stand_in_one_line_if_the_game_tells_them_together(seat: int | None, told: str) -> None:
    turned = [Event("turned", at, cards(code)) for at, code in ((0, "QC"), (1, "9H"))]
    texts = TableText(Reader(Translator()), head(PEOPLE, game="karnoffel"))
    first = "Ann Q♣" if seat != 0 else "you Q♣"
    assert texts.events(turned, 1, seat) == [f"-# Face up: {first} · {told}"]


def test_11_3_it_is_told_in_one_line_who_had_no_right_to_the_stock_of_alkort() -> None:
    texts = TableText(Reader(Translator()), head(PEOPLE, game="alkort"))
    passed = [Event("passed_over", 0), Event("passed_over", 1)]
    assert texts.events([*passed, Event("decline", 2)], 1) == [
        "-# No right to the stock: Ann · Bo (§5.2)",
        "-# Cleo left the stock (§5.3)",
    ]
    assert texts.events(passed, 1, 1) == ["-# No right to the stock: Ann · you (§5.2)"]


def test_an_event_without_words_is_not_told() -> None:
    assert TEXTS.events([Event("sneeze", 1)], 1, 1) == []


@pytest.mark.parametrize("language", [code for code, _ in languages()])
def test_every_event_has_words_for_its_own_seat_and_for_the_seat_that_it_names(language: str) -> None:
    forms = catalogue(language).forms
    told = {match[1]: forms[key][0] for key in forms if (match := EVENT.fullmatch(key))}
    assert len(told) > 10
    wanted = {f"{key}-you" for key in told} | {f"{key}-to-you" for key, text in told.items() if "{to}" in text}
    assert wanted - set(forms) == {f"{key}-you" for key in NEVER_OWN}
