"""The lobby's card and the menus that change it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.discord_api import custom_ids
from bot.presentation.layouts import draw
from bot.presentation.scenes import LobbyScene, OptionsScene, SeatScene, TableContext
from bot.tables.seat_holders import EMPTY, Holder, SeatHolder
from bot.tables.terms import BEFORE_TERMS, PACE
from bot.texts import Translator
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from tests.layouts.given import OPTIONS, PEOPLE, buttons, head, menus, payload, person, said
from tests.layouts.rubbers import VOORMSI

WORDS = Translator()
READER = Reader(WORDS)


def lobby(of: TableContext, stage: str = "lobby", closed: str = "") -> LobbyScene:
    why = fact(Notice.CLOSED, table=of.name, name=closed) if closed else None
    return LobbyScene(of, PEOPLE[0], stage, why, 1763000000 if stage == "lobby" else None)


def verbs(scene: LobbyScene | OptionsScene | SeatScene) -> list[str]:
    written = [part["custom_id"] for part in buttons(draw(scene, READER, "lobby")) if "custom_id" in part]
    return [press.verb for press in map(custom_ids.read, written) if press]


def test_every_seat_and_every_option_is_told_in_words() -> None:
    told = said(draw(lobby(head((PEOPLE[0], EMPTY, SeatHolder(Holder.COMPUTER, "Nivi"), EMPTY))), READER))
    assert "1. **Ann**" in told
    assert "2. *empty*" in told
    assert "3. Nivi \N{ROBOT FACE}" in told
    assert "seats 1 and 3, seats 2 and 4" in told
    for option in VOORMSI.options:
        assert WORDS(f"voormsi.option.{option.name}") in told
        assert WORDS.option("voormsi", option.name, option.default) in told


def test_an_open_lobby_has_all_its_buttons() -> None:
    assert verbs(lobby(head())) == ["join", "leave", "seat", "computer", "options", "terms", "start", "close"]


def test_partners_are_told_with_four_players_only() -> None:
    assert "opposite" not in said(draw(lobby(head(PEOPLE[:3])), READER))


def test_it_says_how_long_a_rubber_takes_and_that_few_hands_take_less() -> None:
    rubber = said(draw(lobby(head()), READER))
    short = said(draw(lobby(head(options={**OPTIONS, "length": "hands:1"})), READER))
    assert "about 190 plays" in rubber
    assert "about 36 plays" in short


@pytest.mark.parametrize(
    ("length", "takes", "advice"),
    [
        ("rubber", "10 weeks", "The shortest table takes 14 days or so"),
        ("hands:2", "4 weeks", "The shortest table takes 14 days or so"),
        ("hands:1", "14 days", ""),
    ],
)
def test_a_long_rubber_is_advised_against_where_a_shorter_one_can_be_chosen(
    length: str, takes: str, advice: str
) -> None:
    slow = head(options={**OPTIONS, "length": length}, terms={**BEFORE_TERMS, PACE: "three-days"})
    told = said(draw(lobby(slow), READER))
    assert f": {takes} or so at this pace" in told
    assert advice in told
    assert ("That is long" in told) == bool(advice)


def test_it_says_when_it_closes_by_itself() -> None:
    assert "<t:1763000000:R>" in said(draw(lobby(head()), READER))


def test_once_started_the_card_leads_to_the_table() -> None:
    layout = draw(lobby(head(), "playing"), READER, "lobby")
    assert head().link in [part.get("url") for part in buttons(layout)]
    assert verbs(lobby(head(), "playing")) == ["hand"]


def test_once_started_only_what_is_not_as_usual_is_told() -> None:
    told = said(draw(lobby(head(options={**OPTIONS, "length": "hands:3"}), "playing"), READER))
    assert "3 hands at most" in told
    assert WORDS.option("voormsi", "deal", "four") not in told


def test_a_closed_card_says_by_whom() -> None:
    assert "closed by Bo" in said(draw(lobby(head(link=""), "closed", "Bo"), READER))
    assert verbs(lobby(head(link=""), "closed", "Bo")) == ["rules"]


def test_each_option_is_a_menu_with_the_present_choice_chosen() -> None:
    choices = {option.name: option.choices for option in VOORMSI.options}
    layout = draw(OptionsScene(head(options={**OPTIONS, "length": "hands:3"}), (2, 3, 4), choices), READER)
    chosen = {
        press.args: [option["value"] for option in menu["options"] if option.get("default")]
        for menu in menus(layout)
        if (press := custom_ids.read(menu["custom_id"]))
    }
    assert chosen[("length",)] == ["hands:3"]
    assert chosen[("deal",)] == ["four"]
    assert chosen[()] == ["4"]
    assert "3 hands at most" in [option["label"] for menu in menus(layout) for option in menu["options"]]


def test_each_option_is_explained_to_who_meets_it_for_the_first_time() -> None:
    choices = {option.name: option.choices for option in VOORMSI.options}
    parts = payload(draw(OptionsScene(head(), (2, 3, 4), choices), READER))
    above = [one["content"] for one, row in pairwise(parts) if row["type"] == 1 and "content" in one]
    assert len(above) == len(VOORMSI.options) + 1
    assert all(told.count("\n-# ") == 1 for told in above)


@pytest.mark.parametrize(("remove", "values"), [(False, ["0", "1", "2", "3"]), (True, ["0", "2"])])
def test_seats_are_chosen_from_all_and_removed_from_those_taken(remove: bool, values: list[str]) -> None:
    of = head((PEOPLE[0], EMPTY, SeatHolder(Holder.COMPUTER, "Nivi"), EMPTY))
    (menu,) = menus(draw(SeatScene(of, remove), READER))
    assert [option["value"] for option in menu["options"]] == values


def test_two_people_of_one_name_are_told_apart() -> None:
    told = said(draw(lobby(head((person("Ann"), person("Ann"), EMPTY, EMPTY))), READER))
    assert "**Ann (seat 1)**" in told
    assert "**Ann (seat 2)**" in told
