"""Notices, calls, questions and lists: what they say, what they offer, and whom they mention."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_api import custom_ids
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene
from bot.messages.learn.rules import RanksScene, RulesScene
from bot.messages.overview.tables import MoreScene, MyTablesScene, Waiting, sort_lines
from bot.messages.table.notice import AskScene, CallScene, NoticeScene, WordScene
from bot.messages.table.trick import TrickScene
from bot.texts import Translator, game_and_name, in_language, languages, offered_games, rules_page
from bot.texts.notices import Notice, Refusal, fact
from bot.texts.reader import Reader
from rules.core.cards import cards
from rules.core.contract import fact as game_fact
from rules.voormsi.facts import RefusalFact
from tests.messages.given import GROUPS, PEOPLE, at_table, buttons, head, menus, person, said, view

WORDS = Translator()
READER = Reader(WORDS)
OTTER = head()
DANGER = 4


def verbs(scene: Scene) -> list[str]:
    written = [part["custom_id"] for part in buttons(draw(scene, READER, "notice:9")) if "custom_id" in part]
    return [press.verb for press in map(custom_ids.read, written) if press]


@pytest.mark.parametrize(
    ("what", "link", "verb"),
    [
        (fact(Notice.CLOSED, table="Otter", name="Bo"), OTTER.link, "record"),
        (fact(Notice.ALL_LEFT, table="Otter"), OTTER.link, "record"),
        (fact(Notice.EXPIRED, table="Otter"), "", "rules"),
    ],
)
def test_a_notice_offers_what_is_left_to_do(what: Any, link: str, verb: str) -> None:
    assert verbs(NoticeScene(head(link=link), what)) == [verb]


def test_a_call_mentions_the_person_whose_turn_it_is_and_nobody_else() -> None:
    of = head((person("Ann", 11), person("Bo", 22), *PEOPLE[2:]))
    assert re.findall(r"<@\d+>", said(draw(CallScene(of, 1), READER))) == ["<@22>"]


def test_nothing_else_mentions_even_those_who_are_called_like_a_mention() -> None:
    of = head((person("<@80351110224678912>"), person("@everyone"), *PEOPLE[2:]))
    told = said(draw(at_table(TrickScene(of, 2, 3, view(trick="0:9H 1:KH"), None)), READER))
    assert not re.search(r"(?<!\\)<@|@everyone|@\d", told)


def test_a_refusal_of_the_game_names_who_is_to_play_and_leads_back_to_the_hand() -> None:
    scene = WordScene(game_fact(RefusalFact.NOT_YOUR_TURN, seat=0, turn=2), OTTER)
    assert "not your turn: Cleo is to play" in said(draw(scene, READER))
    assert verbs(scene) == ["hand"]


def test_a_refusal_without_a_table_is_said_all_the_same() -> None:
    assert said(draw(WordScene(fact(Refusal.NOT_HERE)), READER)).startswith("Tables need a text channel")
    scene = WordScene(game_fact(RefusalFact.ALL_DEALT_TO_TWO, seats=2))
    assert "there must be a stock" in said(draw(scene, READER))


def test_a_question_has_one_grave_answer() -> None:
    scene = AskScene(OTTER, fact(Notice.ASK_RESIGN, table="Otter"), "resign-yes")
    assert verbs(scene) == ["resign-yes"]
    assert [button["style"] for button in buttons(draw(scene, READER))] == [DANGER]


@pytest.mark.parametrize(
    ("seated", "may_pause", "may_close", "offered"),
    [
        (False, False, False, []),
        (False, False, True, ["close"]),
        (False, True, True, ["pause", "close"]),
        (True, True, False, ["pause", "resign"]),
        (True, True, True, ["pause", "resign", "close"]),
    ],
    ids=["spectator", "opener", "organiser", "player", "player-and-opener"],
)
def test_more_offers_what_one_may_do(seated: bool, may_pause: bool, may_close: bool, offered: list[str]) -> None:
    assert verbs(MoreScene(OTTER, seated, may_pause, may_close)) == ["rules", "replay", "record", "deal", *offered]


def test_my_tables_say_what_waits_where_and_lead_there() -> None:
    mine = Waiting(OTTER, "playing", True, PEOPLE[0], 1763000000, "Ilulissat ferry")
    others = Waiting(head(name="Raven", table=8), "playing", False, PEOPLE[1], None, "Ilulissat ferry")
    layout = draw(MyTablesScene((mine, others)), READER)
    told = said(layout)
    assert "**Otter** on Ilulissat ferry · Voormsi: **your turn** · due <t:1763000000:R>" in told
    assert "**Raven** on Ilulissat ferry · Voormsi: waiting for Bo" in told
    assert [button["label"] for button in buttons(layout)] == [
        "My hand at Otter", "Go to Otter", "My hand at Raven", "Go to Raven",
    ]  # fmt: skip


def test_of_my_tables_my_turns_come_first_each_part_soonest_first_and_paused_ones_last() -> None:
    def line(name: str, due: int | None, my_turn: bool, paused: bool = False) -> Waiting:
        return Waiting(head(name=name), "playing", my_turn, PEOPLE[0], due, "Nuuk", paused)

    told = [
        line("paused", None, True, paused=True), line("theirs, without end", None, False), line("theirs", 5, False),
        line("mine, without end", None, True), line("mine, later", 30, True), line("mine, soon", 20, True),
    ]  # fmt: skip
    assert [one.head.name for one in sort_lines(told)] == [
        "mine, soon", "mine, later", "mine, without end", "theirs", "theirs, without end", "paused",
    ]  # fmt: skip
    assert "**paused** on Nuuk · Voormsi: paused" in said(draw(MyTablesScene(sort_lines(told)), READER))


def test_a_call_tells_until_when_where_there_is_a_deadline() -> None:
    assert said(draw(CallScene(OTTER, 1, 1763000000), READER)).endswith("Due <t:1763000000:R>.")
    assert "<t:" not in said(draw(CallScene(OTTER, 1), READER))


def test_a_deadline_is_that_of_the_turn_and_tells_what_is_left_in_reserve() -> None:
    def told(reserve: int) -> str:
        return said(draw(CallScene(OTTER, 1, 1763000180, reserve), READER))

    assert told(180_000).endswith("Due <t:1763000000:R>. Reserve: 3 minutes.")
    assert told(97_500).endswith("Due <t:1763000083:R>. Reserve: 98 seconds.")
    assert told(0).endswith("Due <t:1763000180:R>. No reserve left.")


def test_no_tables_say_how_to_open_one() -> None:
    assert "/table open" in said(draw(MyTablesScene(()), READER))


def test_ranks_tell_every_card_and_mark_ones_own() -> None:
    told = said(draw(RanksScene(cards("JC 7H")), READER))
    every = cards(" ".join(GROUPS.values()))
    assert [card for card in every if card.symbol not in told] == []
    assert "**J♣ Toqutsit**" in told
    assert "**7♥**" in told
    assert "**7♣**" not in told


def test_ones_own_card_is_marked_in_the_order_alone_and_not_in_what_it_can_do() -> None:
    told = said(draw(RanksScene(cards("3D KS")), READER))
    assert "**3♦**" in told
    assert "****" not in told


def test_every_topic_is_offered_and_the_one_that_is_read_is_chosen() -> None:
    layout = draw(RulesScene("sevens"), READER)
    (menu,) = menus(layout)
    assert [option["value"] for option in menu["options"]] == list(rules_page("voormsi").topics)
    assert [option["value"] for option in menu["options"] if option.get("default")] == ["sevens"]
    assert rules_page("voormsi").topics["sevens"].pages[0].above in said(layout)


@pytest.mark.parametrize("topic", ["", "sevens", "castling"])
def test_the_order_of_the_cards_is_a_button_of_every_page_of_the_rules(topic: str) -> None:
    for game in offered_games():
        (order,) = (one for one in buttons(draw(RulesScene(topic, game=game), READER)) if one["label"] == "Ranks")
        press = custom_ids.read(order["custom_id"])
        assert press
        assert (press.verb, game_and_name(press.args[0])[0]) == ("ranks", game)


def test_the_pages_of_the_rules_are_a_ring_that_passes_each_once() -> None:
    pages = [
        (topic.name, number) for topic in rules_page("voormsi").topics.values() for number in range(len(topic.pages))
    ]
    at, seen = pages[0], list[tuple[str, int]]()
    while at not in seen:
        seen.append(at)
        turning = (custom_ids.read(button["custom_id"]) for button in buttons(draw(RulesScene(*at), READER)))
        back, on = (press for press in turning if press and press.verb == "rules")
        before = (back.args[0], int(back.args[1]))
        assert before == (seen[-2] if len(seen) > 1 else pages[-1])
        at = (on.args[0], int(on.args[1]))
    assert seen == pages


@pytest.mark.parametrize("language", [code for code, _ in languages()])
def test_a_page_of_the_rules_says_everything_on_it(language: str) -> None:
    for topic in rules_page("voormsi", language).topics.values():
        for number, page in enumerate(topic.pages):
            told = said(draw(RulesScene(topic.name, number, page.shown), Reader(in_language(language))))
            assert page.above in told
            assert page.below in told


def test_of_very_many_tables_all_are_told_page_by_page() -> None:
    told = tuple(Waiting(head(name=f"T{number}"), "playing", True, PEOPLE[0], None, "Nuuk") for number in range(30))
    pages = [draw(MyTablesScene(told, page), READER) for page in range(4)]
    named = [re.findall(r"\*\*(T\d+)\*\*", said(page)) for page in pages]
    assert named[0] + named[1] + named[2] == [line.head.name for line in told]
    assert named[3] == named[2]
    assert [[button["label"] for button in buttons(page)][20:] for page in pages[:3]] == [
        ["More tables"], ["Back", "More tables"], ["Back"],
    ]  # fmt: skip


def test_the_message_of_a_hand_says_who_came_and_went_and_offers_free_seats_and_to_go_on() -> None:
    free = (PEOPLE[0], PEOPLE[1]._replace(open=True), *PEOPLE[2:])
    left = fact(Notice.RESIGNED, table="Otter", seat=1, name="Bo")
    scene = replace(at_table(TrickScene(head(free), 2, 3, view(), None, paused=True)), notes=(left,))
    shown = draw(scene, READER, "table:2")
    assert "-# Bo has resigned. A computer plays on in that seat." in said(shown)
    assert "-# Seat 2 is free." in said(shown)
    assert [button["label"] for button in buttons(shown)][5:] == ["Resume", "Take seat 2"]


def test_whoever_a_note_says_is_away_is_said_to_be_so_once() -> None:
    away = (PEOPLE[0], PEOPLE[1]._replace(away=1763000000), *PEOPLE[2:])
    what = fact(Notice.AWAY_PAUSED, table="Otter", name="Bo", until=1763000000)
    trick = TrickScene(head(away), 2, 3, view(), None)
    halted = replace(trick, paused=True, absence=what)
    for shown in (trick, replace(trick, paused=True), halted):
        assert said(draw(at_table(shown), READER)).count("Bo is away") == 1
    assert said(draw(replace(at_table(halted), notes=(what,)), READER)).count("Bo is away") == 1
