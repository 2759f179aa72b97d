"""Advice in a hand: what I would play and why, and its button stands out; nothing else changes its place."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from discord import ButtonStyle

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.tables.advice import Advice, advise, awaits_advice
from bot.texts import in_language
from bot.texts.notices import AdviceReason, fact
from bot.texts.reader import Reader
from rules.core.cards import cards
from rules.core.contract import Move, Play
from tests.bot.other_deals import hands
from tests.messages.faults import faults
from tests.messages.given import buttons, head, said, view
from tests.messages.languages import READERS
from tests.messages.test_hidden_cards import context_of

READER = Reader(in_language("en"))
NINES = view(4, "9C 9S 7H", legal=tuple(map(cards, ("9C", "9S", "7H", "9C 9S"))))
HAND = HandScene(head(), NINES, True, may_ask=True)


def styles(scene: HandScene) -> dict[str, int]:
    return {button["label"]: button["style"] for button in buttons(draw(scene, READER))}


def advised(action: Play | Move, *reasons: AdviceReason) -> HandScene:
    return replace(HAND, advice=Advice(action, None, tuple(map(fact, reasons))))


def test_only_a_hand_whose_person_may_ask_has_the_question_and_it_is_the_first_button() -> None:
    assert next(iter(styles(HAND))) == "What would you play?"
    assert "What would you play?" not in styles(replace(HAND, may_ask=False))


@pytest.mark.parametrize("codes", ["9S", "9C 9S"])
def test_only_the_button_of_what_i_would_play_has_the_main_colour(codes: str) -> None:
    found = styles(advised(Play(0, cards(codes))))
    chosen = [label for label, style in found.items() if style == ButtonStyle.primary.value]
    assert chosen == ["9♠" if codes == "9S" else "9♣ · 9♠"]
    assert found["7♥"] == ButtonStyle.success.value


def test_advice_moves_no_button() -> None:
    assert [*styles(advised(Play(0, cards("9S"))))] == [*styles(HAND)]


def test_what_i_would_play_is_told_with_its_reasons() -> None:
    told = said(draw(advised(Play(0, cards("9S")), AdviceReason.UNBEATEN), READER))
    assert "**I'd play 9♠.**\nThe others can't hold anything that beats it." in told


def test_a_pass_and_a_move_are_told_in_words_of_their_own() -> None:
    assert "**I'd pass.**" in said(draw(advised(Play(0, ())), READER))
    game = replace(HAND, head=head(game="alkort"), advice=Advice(Move(0, "decline")))
    assert "**I'd choose “Leave the stock”.**" in said(draw(game, READER))


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize(("game", "seats"), [("alkort", 4), ("braus", 6), ("karnoffel", 4), ("treikort", 3)])
def test_advice_in_every_game_is_told_within_the_limits(game: str, seats: int, reader: Reader) -> None:
    for table in [table for hand in islice(hands(game, seats, {}, 3), 2) for table in hand.after][::5]:
        if table.turn is not None and awaits_advice(table, table.view(table.turn)):
            of = context_of(table).head
            scene = HandScene(of, table.view(table.turn), False, may_ask=True, advice=advise(table))
            layout = draw(scene, reader)
            assert faults(layout) == []
            assert "advice." not in said(layout)
