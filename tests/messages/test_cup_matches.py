"""The match of a cup in the messages of its table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.discord_api import custom_ids
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import MatchHead, RoundTitle, Scene, TableContext
from bot.messages.result.own_end import OwnEnd
from bot.messages.result.result import ResultScene
from bot.messages.table.deal import SummaryScene
from bot.tables.deals import SaltedProof
from bot.tables.table import HandResult
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.core.contract import Outcome, fact
from rules.voormsi.facts import OutcomeFact
from tests.messages.given import buttons, head, said, sides, view

READER = Reader(in_language("en"))
SECOND, FINAL = RoundTitle(2, 4), RoundTitle(3, 3, 1)


def of_match(title: RoundTitle) -> TableContext:
    return head(of_cup=True, match=MatchHead(5, "Friday*", title))


def hand(of: TableContext) -> HandScene:
    return HandScene(of, view(hand="JS 6C", turn=1, legal=()), True)


def hand_end(of: TableContext) -> HandScene:
    ended = SummaryScene(
        of, sides(4), 9, HandResult(2, 0, (), 4, (5, 4), False, (0, 0), (1, 0), (), SaltedProof("", "")), True
    )
    return HandScene(of, view(hand="JS 6C"), True, ended=ended)


def own_end(of: TableContext) -> ResultScene:
    outcome = Outcome((0,), fact(OutcomeFact.ON_TARGET, side=0, target=9))
    return ResultScene(of, sides(4), 9, outcome, (9, 3), ((9, 3),), seat=0, own=OwnEnd())


@pytest.mark.parametrize("scene_at", [hand, hand_end, own_end])
def test_the_hand_its_end_and_the_end_of_the_game_say_of_which_round_they_are(
    scene_at: Callable[[TableContext], Scene],
) -> None:
    assert r"-# Friday\* · Round 2 of 4" in said(draw(scene_at(of_match(SECOND)), READER))
    assert r"-# Friday\* · Final" in said(draw(scene_at(of_match(FINAL)), READER))
    assert "Friday" not in said(draw(scene_at(head()), READER))


def verbs(scene: Scene) -> list[str]:
    presses = (custom_ids.read(one["custom_id"]) for one in buttons(draw(scene, READER)) if "custom_id" in one)
    return [press.verb for press in presses if press]


def test_the_end_of_a_match_leads_to_one_s_own_page_of_the_cup_and_to_no_rematch() -> None:
    assert "cup-mine" in verbs(own_end(of_match(SECOND)))
    assert "rematch" not in verbs(own_end(of_match(SECOND)))
    assert "cup-mine" not in verbs(own_end(head()))
