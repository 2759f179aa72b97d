"""The seats of a match in a cup: nobody else may take one, so nobody else is offered one."""

from __future__ import annotations

import pytest

from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.table.notice import AskScene, NoticeScene
from bot.messages.table.trick import TrickScene
from bot.texts import in_language
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.core.contract import Fact
from tests.messages.given import PEOPLE, at_table, buttons, head, said, view

ENGLISH, DANISH = Reader(in_language("en")), Reader(in_language("da"))


def told(scene: Scene, reader: Reader = ENGLISH) -> str:
    return said(draw(scene, reader))


def labels(scene: Scene) -> list[str]:
    return [button["label"] for button in buttons(draw(scene, ENGLISH))]


def trick(of: TableContext) -> Scene:
    return at_table(TrickScene(of, 2, 3, view(trick="3:9H"), None))


NOT_FOR_ALL = [
    fact(Notice.SEAT_OPENED, table="Otter", seat=1, name="Bo"),
    fact(Notice.DEPARTED, table="Otter", seat=1, name="Bo"),
    fact(Notice.LEFT_ALONE, table="Otter", seat=1, name="Bo"),
    fact(Notice.RESTS, table="Otter"),
]
ANYBODY = {"en": ("anybody", "somebody takes"), "da": ("alle kan", "nogen tager")}


@pytest.mark.parametrize("reader", [ENGLISH, DANISH], ids=["en", "da"])
@pytest.mark.parametrize("what", NOT_FOR_ALL, ids=lambda what: what.kind.value)
def test_a_seat_at_the_table_of_a_match_is_offered_to_nobody_else(what: Fact, reader: Reader) -> None:
    assert offers_seat(NoticeScene(head(), what), reader)
    assert not offers_seat(NoticeScene(head(of_cup=True), what), reader)


def offers_seat(scene: Scene, reader: Reader) -> bool:
    """Return whether a sentence says that anybody can take a seat."""
    return any(one in told(scene, reader).casefold() for one in ANYBODY[reader.words.language])


@pytest.mark.parametrize("reader", [ENGLISH, DANISH], ids=["en", "da"])
def test_whoever_asks_to_resign_a_match_is_not_told_that_others_may_take_the_seat(reader: Reader) -> None:
    for kind in (Notice.ASK_RESIGN, Notice.ASK_RESIGN_ALONE):
        scene = AskScene(head(of_cup=True), fact(kind, table="Otter"), "resign-yes")
        assert not offers_seat(scene, reader)


def test_an_open_seat_of_a_match_is_kept_for_whoever_left_it() -> None:
    free = (PEOPLE[0], PEOPLE[1]._replace(open=True), *PEOPLE[2:])
    assert "Whoever left it can take it back" in told(trick(head(free, of_cup=True)))
    assert "Take seat 2" not in labels(trick(head(free, of_cup=True)))
    assert "Take seat 2" in labels(trick(head(free)))
