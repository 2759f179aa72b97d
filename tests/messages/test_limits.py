"""The largest that there can be, laid by hand, is within Discord's limits; `test_walk` goes through everything else."""

from __future__ import annotations

import ast
from itertools import combinations, islice

import pytest

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.messages.kit.ui import links
from bot.messages.replay.replay import ReplayScene
from bot.messages.replay.replays import Moment, Replay
from bot.messages.table.trick import TrickScene
from bot.messages.table.why import WhyScene
from bot.tables.table import FREE
from bot.texts.reader import Reader
from rules.core.cards import cards
from tests.messages.faults import faults
from tests.messages.given import at_table, payload, view
from tests.messages.languages import READERS
from tests.messages.rubbers import VOORMSI, first_trick, rubber
from tests.messages.test_no_rules import FILES
from tests.messages.walk import GAME, LONG_NAMES, beside, table

EVERY_LANGUAGE = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
FOUR = table(4, {}, LONG_NAMES)


@EVERY_LANGUAGE
def test_a_trick_of_sets_of_four_is_within_the_limits(reader: Reader) -> None:
    account = first_trick("9C,9S,9H,9D JC,KH,8S,3D 7C,7S,7H,7D AC,AS,AH,AD")
    assert faults(draw(at_table(TrickScene(FOUR, 1, 1, None, account)), reader, "table:1")) == []
    assert faults(draw(WhyScene(FOUR, account), reader)) == []


@EVERY_LANGUAGE
def test_all_ways_to_follow_a_set_of_four_with_twelve_cards_are_within_the_limits(reader: Reader) -> None:
    hand = "JC KH 8S AC AS AH AD JS JH JD 6C 6S"
    legal = tuple(combinations(cards(hand), 4))
    follows = view(3, hand=hand, trick="2:9C,9S,9H,9D", legal=legal)
    layout = draw(HandScene(table(3, {"deal": "all"}, LONG_NAMES), follows, False), reader)
    assert faults(layout) == []


@EVERY_LANGUAGE
def test_a_replay_of_twelve_cards_each_and_many_hands_is_within_the_limits(reader: Reader) -> None:
    changes = {"deal": "all", "proof": "shown"}
    moments = list(rubber(3, changes, 5))
    dealt = next(number for number, moment in enumerate(moments) if moment.view(None).trick_number)
    hand = tuple(Moment(one.state, one.account, (FREE,) * 3) for one in moments[dealt : dealt + 20])
    replay = Replay(GAME, 500, True, 999, hand)
    scene: ReplayScene = replay.scene(table(3, changes, LONG_NAMES), 0)
    assert sum(map(len, scene.hands)) == len(VOORMSI.pack)
    layout = draw(scene, reader)
    assert faults(layout) == []
    values = [option["value"] for part in payload(layout) for option in part.get("options", ())]
    assert "500.0" in values


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
async def test_a_layout_is_stopped_so_that_discord_py_keeps_nothing_of_it(every: int) -> None:
    reader = READERS["English"]
    assert all(draw(scene, reader).is_finished() for scene in islice(beside(reader), 0, None, every))


def test_no_button_is_made_for_an_address_that_is_not_there_yet() -> None:
    assert links("Go", "") == []
    assert [button.url for button in links("Go", "https://discord.com")] == ["https://discord.com"]


def test_only_the_layout_kit_makes_buttons_with_an_address() -> None:
    made = {
        name
        for name, file in FILES.items()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and any(one.arg == "url" for one in node.keywords)
    }
    assert made == {"bot/messages/kit/ui.py"}
