"""Asking before a play: what it would do, and buttons that say which play was meant."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord_api import custom_ids
from bot.messages.hand.consider import ConfirmScene
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import TableContext
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import Card, cards
from tests.messages.given import buttons, head, said
from tests.messages.rubbers import VOORMSI
from tests.rules.positions import drawn, put

READER = Reader(Translator())


def asked(state: Any, wanted: tuple[Card, ...], of: TableContext, post: str = "hand") -> ui.LayoutView:
    seat = state.turn
    considered = VOORMSI.consider(state, seat, wanted)
    return draw(ConfirmScene(of, VOORMSI.view(state, seat), wanted, considered), READER, post)


def test_the_question_tells_what_the_play_would_do() -> None:
    told = said(asked(put(drawn("9C\nKH\n5C\n3D"), "9C"), cards("KH"), head()))
    assert "Play K♥ Voormsi at Otter?" in told
    assert "It would beat Ann's play and head the trick" in told


def test_play_says_which_play_was_meant_and_back_by_which_post_it_is_found() -> None:
    layout = asked(put(drawn("9C 9S\nKH KC\nJC 6C\n3D QD"), "9C 9S"), cards("KH KC"), head())
    play, back = [part["custom_id"] for part in buttons(layout)]
    assert custom_ids.read(play) == custom_ids.Press("sure", 7, ("1.0", "KH-KC"))
    assert custom_ids.read(back) == custom_ids.Press("hand", 7, ())
    assert custom_ids.post_of(back) == (7, "hand")
