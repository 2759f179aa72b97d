"""The table of a match in a paused cup: it says that the organisers have paused it, and why, and offers no *Resume*."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.overview.tables import MoreScene, MyTablesScene, Waiting
from bot.messages.table.trick import TrickScene
from bot.texts import in_language
from bot.texts.reader import Reader
from tests.messages.faults import faults
from tests.messages.given import PEOPLE, at_table, buttons, head, said, view

ENGLISH, DANISH = Reader(in_language("en")), Reader(in_language("da"))
HOSTILE = "**Now** <@80351110224678912> @everyone [x](https://a.b)\n# Big"
RESUMING = {"en": "Resume", "da": "Fortsæt"}


SceneOfHead = Callable[[TableContext], Scene]


def paused(reason: str = "Power cut") -> TableContext:
    return head(of_cup=True, cup_pause=reason)


def trick(of: TableContext, *, closes_at: int | None = None) -> Scene:
    return at_table(TrickScene(of, 2, 3, view(trick="3:9H"), None, paused=True, closes_at=closes_at))


def hand(of: TableContext) -> Scene:
    return HandScene(of, view(hand="KH 9C", trick="3:9H"), dm=True, paused=True)


def told(scene: Scene, reader: Reader = ENGLISH) -> str:
    return said(draw(scene, reader))


@pytest.mark.parametrize("shown", [trick, hand])
@pytest.mark.parametrize(
    ("reader", "why", "then"),
    [
        (ENGLISH, "**The organisers have paused the cup:** Power cut", "Nobody needs to do anything"),
        (DANISH, "**Arrangørerne har sat turneringen på pause:** Power cut", "Ingen behøver at gøre noget"),
    ],
    ids=["en", "da"],
)
def test_a_table_of_a_paused_cup_says_who_paused_it_and_why_and_what_is_next(
    shown: SceneOfHead, reader: Reader, why: str, then: str
) -> None:
    text = told(shown(paused()), reader)
    assert why in text
    assert then in text
    assert RESUMING[reader.words.language] not in text


@pytest.mark.parametrize("shown", [trick, hand])
def test_without_a_reason_the_organisers_have_paused_it_all_the_same(shown: SceneOfHead) -> None:
    assert "**The organisers have paused the cup.**" in told(shown(paused("")))


@pytest.mark.parametrize("shown", [trick, hand])
def test_a_match_that_only_its_own_table_has_paused_can_be_resumed_there(shown: SceneOfHead) -> None:
    scene = shown(head(of_cup=True))
    labels = {one.get("label") for one in buttons(draw(scene, ENGLISH))}
    assert "Resume" in told(scene) or "Resume" in labels


@pytest.mark.parametrize("shown", [trick, hand])
@pytest.mark.parametrize("reason", [HOSTILE, "*_`~|<@>" * 50])
def test_a_reason_is_shown_as_it_was_typed_and_calls_nobody(shown: SceneOfHead, reason: str) -> None:
    scene = shown(paused(reason))
    text = told(scene)
    assert "<@8" not in text.replace("\\<@", "")
    assert "@everyone" not in text
    assert "https://a.b" not in text
    assert "\n# " not in text
    assert faults(draw(scene, ENGLISH)) == []


def test_where_nobody_is_left_the_end_of_the_table_is_told_in_a_pause_too() -> None:
    assert "<t:1763000000:R>" in told(trick(paused(), closes_at=1763000000))


@pytest.mark.parametrize(("of", "offered"), [(paused(), set()), (head(of_cup=True), {"Resume"})])
def test_more_offers_to_resume_only_what_its_people_have_paused(of: TableContext, offered: set[str]) -> None:
    scene = MoreScene(of, seated=True, may_pause=True, may_close=False, paused=True)
    labels = {one.get("label") for one in buttons(draw(scene, ENGLISH))}
    assert labels & {"Pause", "Resume"} == offered


@pytest.mark.parametrize(
    ("reader", "line"),
    [(ENGLISH, "paused by the organisers of the cup"), (DANISH, "sat på pause af turneringens arrangører")],
    ids=["en", "da"],
)
def test_the_list_of_ones_tables_says_whose_pause_it_is(reader: Reader, line: str) -> None:
    waiting = Waiting(paused(), "playing", True, PEOPLE[0], None, "Nuuk", paused=True)
    assert line in told(MyTablesScene((waiting,)), reader)
    assert line not in told(MyTablesScene((waiting._replace(head=head(of_cup=True)),)), reader)
