"""Whatever happens at a table, what is drawn of it stays within Discord's limits, and nothing of it is disabled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from discord import ui

from bot import custom_ids
from bot.facts import News, Refused, fact
from bot.layouts import draw
from bot.reader import Reader
from bot.scenes import (
    AskScene,
    CallScene,
    HandScene,
    Holder,
    LobbyScene,
    MoreScene,
    MyTablesScene,
    NoticeScene,
    OptionsScene,
    RanksScene,
    RulesScene,
    Scene,
    SeatScene,
    Sitter,
    TrickScene,
    Waiting,
    WhyScene,
    WordScene,
)
from bot.texts import Words, rules_page
from rules.cards import cards
from tests.layouts.given import LONG, head, payload, person, view
from tests.layouts.rubbers import KINDS, VOORMSI, first_trick, private, public, rubber, table

WORDS = Words()
READER = Reader(WORDS)
LONG_NAMES = tuple(person(LONG[:31] + str(seat)) for seat in range(4))
VERBS = {
    "join", "leave", "seat", "removal", "computer", "options", "start", "close", "sit", "remove", "option", "seats",
    "hand", "why", "ladder", "ranks", "more", "record", "resign", "resign-yes", "close-yes", "rematch", "verify",
    "play", "set", "rules", "replay", "may", "beats",
    "wish", "server-wish", "settings", "export", "reset", "reset-yes",
}  # fmt: skip


def faults(layout: ui.LayoutView) -> list[str]:
    """What Discord would refuse of a layout, and what this project does not want in one."""
    parts = payload(layout)
    texts = [part["content"] for part in parts if part["type"] == 10]
    pressed = [part["custom_id"] for part in parts if "custom_id" in part]
    found = [fault for part in parts for fault in _faults_of(part)]
    found += ["more than 40 components"] * (len(parts) > 40)
    found += [f"{sum(map(len, texts))} characters"] * (sum(map(len, texts)) > 4000)
    found += ["an empty text"] * (not all(texts))
    found += ["a custom_id twice"] * (len(pressed) != len(set(pressed)))
    return found


def _faults_of(part: dict[str, Any]) -> Iterator[str]:
    if part.get("disabled"):
        yield "something disabled"
    if "custom_id" in part:
        press = custom_ids.read(part["custom_id"])
        if press is None or press.verb not in VERBS or len(part["custom_id"]) > custom_ids.LONGEST:
            yield f"custom_id {part['custom_id']}"
    if part["type"] == 1 and not 1 <= len(part["components"]) <= 5:
        yield "a row of no or many components"
    if part["type"] == 2 and not 1 <= len(part["label"]) <= 80:
        yield f"label {part['label']}"
    if part["type"] == 3:
        yield from _faults_of_menu(part)


def _faults_of_menu(part: dict[str, Any]) -> Iterator[str]:
    options = part["options"]
    if not 1 <= len(options) <= 25 or not 1 <= part["min_values"] <= part["max_values"] <= len(options):
        yield f"a menu of {len(options)}, {part['min_values']} to {part['max_values']} of them"
    if len({option["value"] for option in options}) != len(options) or len(part["placeholder"]) > 150:
        yield "a menu with one value twice or a long hint"
    if sum(option.get("default", False) for option in options) > part["max_values"]:
        yield "more chosen than may be"
    for option in options:
        if not (1 <= len(option["label"]) <= 100 and 1 <= len(option["value"]) <= 100):
            yield f"option {option}"
        if len(option.get("description") or "") > 100:
            yield f"description {option}"


@pytest.mark.parametrize(("seats", "changes"), KINDS)
def test_every_public_post_of_a_rubber_is_within_the_limits_and_can_be_found_again(
    seats: int, changes: dict[str, str]
) -> None:
    of = table(seats, changes, LONG_NAMES)
    for moment in rubber(seats, changes, seed=seats):
        for key, scene in public(moment, of):
            layout = draw(scene, READER, key)
            assert faults(layout) == []
            posts = {custom_ids.post_of(part["custom_id"]) for part in payload(layout) if "custom_id" in part}
            assert posts == {(of.table, key)}


@pytest.mark.parametrize(("seats", "changes"), KINDS)
def test_every_hand_of_a_rubber_is_within_the_limits(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, LONG_NAMES)
    for moment in rubber(seats, changes, seed=seats):
        for _, scene in private(moment, of):
            assert faults(draw(scene, READER)) == []


def test_a_trick_of_sets_of_four_is_within_the_limits() -> None:
    account = first_trick("9C,9S,9H,9D JC,KH,8S,3D 7C,7S,7H,7D AC,AS,AH,AD")
    of = head(LONG_NAMES)
    assert faults(draw(TrickScene(of, 1, 1, None, account), READER, "trick:1.1")) == []
    assert faults(draw(WhyScene(of, account), READER)) == []


def test_all_ways_to_follow_a_set_of_four_with_twelve_cards_are_within_the_limits() -> None:
    hand = "JC KH 8S AC AS AH AD JS JH JD 6C 6S"
    legal = tuple(combinations(cards(hand), 4))
    follows = view(3, hand=hand, trick="2:9C,9S,9H,9D", legal=legal)
    assert faults(draw(HandScene(head(LONG_NAMES[:3]), follows, False), READER)) == []


def lone_scenes() -> Iterator[Scene]:
    """Every kind of scene that is not of a hand in play, with names as long as they can be."""
    computers = (*LONG_NAMES[:2], Sitter(Holder.COMPUTER), Sitter(Holder.COMPUTER, "", None, LONG))
    empty = (LONG_NAMES[0], *[Sitter(Holder.EMPTY)] * 3)
    for sitters in (LONG_NAMES, computers, empty):
        of = head(sitters)
        for stage in ("lobby", "playing", "over", "closed"):
            for link in ("", of.link):
                closed = fact(News.CLOSED, table=of.name, name=LONG) if stage == "closed" else None
                yield LobbyScene(head(sitters, link=link), LONG_NAMES[0], stage, closed, (2, 3, 4), 1763000000)
        yield OptionsScene(of, (2, 3, 4), {option.name: option.choices for option in VOORMSI.options})
        yield SeatScene(of)
        yield SeatScene(of, remove=True)
        yield MoreScene(of, seated=True, may_close=True)
        yield MoreScene(of, seated=False, may_close=False)
        yield CallScene(of, 0)
        yield WhyScene(of, None)
        yield NoticeScene(of, fact(News.EXPIRED, table=of.name, hours=24))
        yield AskScene(of, fact(News.ASK_RESIGN, table=of.name), "resign-yes")
        yield AskScene(of, fact(News.ASK_CLOSE, table=of.name), "close-yes")
        yield WordScene(fact(Refused.TABLE_FULL, table=of.name), of)
    yield SeatScene(head((Sitter(Holder.EMPTY),) * 4), remove=True)
    yield WordScene(fact(Refused.NOT_HERE))
    yield RanksScene()
    yield RanksScene(cards("JC KH 3D 7C"), table=7)
    yield from (RulesScene(topic) for topic in ("", "nonsense"))
    for topic in rules_page().topics.values():
        yield from (RulesScene(topic.name, number, page.shown) for number, page in enumerate(topic.pages))
    yield MyTablesScene(())
    yield MyTablesScene(tuple(waiting(number) for number in range(30)))
    yield MyTablesScene((waiting(1, my_turn=False), waiting(2, stage="lobby", due_at=None)))
    yield MyTablesScene((waiting(1, my_turn=False, turn=None), waiting(2, my_turn=False, turn=computers[2])))


def waiting(table: int, **changes: Any) -> Waiting:
    of = head(LONG_NAMES, table=table, name=LONG)
    return Waiting(of, "playing", True, LONG_NAMES[1], 1763000000, "G" * 100)._replace(**changes)


def test_every_other_scene_is_within_the_limits() -> None:
    for scene in lone_scenes():
        assert (scene, faults(draw(scene, READER, "notice:123456"))) == (scene, [])


async def test_a_layout_is_stopped_so_that_discord_py_keeps_nothing_of_it() -> None:
    assert all(draw(scene, READER).is_finished() for scene in lone_scenes())
