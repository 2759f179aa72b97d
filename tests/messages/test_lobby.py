"""The lobby's card and the menus that change it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from bot.discord_api import custom_ids
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.lobby.lobby import LobbyMoreScene, LobbyScene, OptionsScene, SeatScene
from bot.tables import table_terms
from bot.tables.seat_holders import EMPTY, Holder, SeatHolder
from bot.tables.table_terms import AT_DEADLINE, BEFORE_TERMS, FORFEIT, PACE
from bot.texts import Translator, in_language
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.registry import GAMES
from tests.messages.given import OPTIONS, PEOPLE, buttons, head, menus, payload, person, said
from tests.messages.rubbers import VOORMSI

WORDS = Translator()
READER = Reader(WORDS)


def lobby(of: TableContext, stage: str = "lobby", closed: str = "") -> LobbyScene:
    why = fact(Notice.CLOSED, table=of.name, name=closed) if closed else None
    return LobbyScene(of, PEOPLE[0], stage, why, 1763000000 if stage == "lobby" else None)


def verbs(scene: Scene) -> list[str]:
    written = [part["custom_id"] for part in buttons(draw(scene, READER, "lobby")) if "custom_id" in part]
    return [press.verb for press in map(custom_ids.read, written) if press]


def test_every_seat_is_told_in_words_and_of_the_rules_only_that_they_are_usual() -> None:
    told = said(draw(lobby(head((PEOPLE[0], EMPTY, SeatHolder(Holder.COMPUTER, "Nivi"), EMPTY))), READER))
    assert "1. **Ann**" in told
    assert "2. *free*" in told
    assert "3. Nivi \N{ROBOT FACE}" in told
    assert "1 and 3, 2 and 4" in told
    assert "usual rules" in told
    assert not [option.name for option in VOORMSI.options if WORDS(f"voormsi.option.{option.name}") in told]


def test_only_what_is_not_as_usual_is_told() -> None:
    told = said(
        draw(
            lobby(head(options={**OPTIONS, "length": "hands:3"}, terms={**table_terms.usual(), AT_DEADLINE: FORFEIT})),
            READER,
        )
    )
    assert "3 hands at most" in told
    assert WORDS("voormsi.option.deal") not in told
    assert WORDS("terms.deadline.forfeit.line") in told
    assert "usual rules" not in told


def test_a_lobby_says_whether_it_counts_for_ratings_and_why_not() -> None:
    assert " · rated" in said(draw(lobby(head(terms=table_terms.usual())), READER))
    short = said(draw(lobby(head(options={**OPTIONS, "length": "hands:1"}, terms=table_terms.usual())), READER))
    assert " · rated" not in short
    assert "Too short to count for ratings." in short


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_open_lobby_says_what_the_game_is_in_at_most_fifty_words(language: str, seats: int) -> None:
    of = head((PEOPLE[0], *[EMPTY] * (seats - 1)), terms=table_terms.usual())
    reader = Reader(in_language(language))
    page = draw(lobby(of), reader)
    written = [said(page), *(part["label"] for part in buttons(page))]
    words = [word for text in written for word in re.findall(r"[^\W\d_][\w'’-]*", re.sub("<[^>]*>", "", text))]
    assert reader.words("voormsi.in-short") in said(page)
    assert len(words) <= 50, (len(words), words)


def test_an_open_lobby_has_five_buttons_and_the_rest_behind_one_of_them() -> None:
    assert verbs(lobby(head((PEOPLE[0], EMPTY, EMPTY, EMPTY)))) == ["length", "join", "fill", "new-here", "more"]


@pytest.mark.parametrize(
    ("seat", "opener", "closes", "offered"),
    [
        (0, True, True, ["leave", "seat", "invite", "computer", "options", "terms", "removal", "close"]),
        (0, False, False, ["leave", "seat", "computer"]),
        (None, False, True, ["seat", "close"]),
        (None, False, False, ["seat"]),
    ],
)
def test_more_offers_what_this_person_may_do(seat: int | None, opener: bool, closes: bool, offered: list[str]) -> None:
    of = head((PEOPLE[0], EMPTY, EMPTY, EMPTY))
    assert verbs(LobbyMoreScene(of, seat, opener, closes)) == offered


def test_no_computer_is_offered_where_no_seat_is_empty() -> None:
    assert "computer" not in verbs(LobbyMoreScene(head(), seat=0, opener=True, may_close=True))


def test_partners_are_told_with_four_players_only() -> None:
    assert "Partners" not in said(draw(lobby(head(PEOPLE[:3])), READER))


def test_it_says_how_long_a_rubber_takes_and_that_few_hands_take_less() -> None:
    live = table_terms.usual()
    rubber = said(draw(lobby(head(terms=live)), READER))
    short = said(draw(lobby(head(options={**OPTIONS, "length": "hands:1"}, terms=live)), READER))
    assert "about 38 minutes" in rubber
    assert "about 6 minutes" in short


def test_with_computers_only_it_is_quick_and_there_is_no_pace() -> None:
    of = head((PEOPLE[0], *[SeatHolder(Holder.COMPUTER)] * 3), terms={**table_terms.usual(), PACE: "day"})
    told = said(draw(lobby(of), READER))
    assert "about 12 minutes" in told
    assert WORDS("terms.pace.day.short") not in told


def test_where_seats_are_free_the_pace_is_said_to_be_the_one_with_people() -> None:
    def told(*others: SeatHolder, pace: str = "live") -> str:
        return said(draw(lobby(head((PEOPLE[0], *others), terms={**table_terms.usual(), PACE: pace})), READER))

    assert "3 minutes in reserve (with friends) · 12–38 minutes" in told(EMPTY, EMPTY, EMPTY)
    assert "A day for each turn (with friends) · 12 minutes to " in told(EMPTY, EMPTY, EMPTY, pace="day")
    assert "with friends" not in told(EMPTY, EMPTY, EMPTY, pace="none")
    assert "with friends" not in told(person("Bo", 2), EMPTY, EMPTY)
    assert "with friends" not in told(EMPTY._replace(kept_for="Bo"), EMPTY, EMPTY)


def test_who_opened_it_is_told_if_they_do_not_sit_there() -> None:
    assert "Opened by" not in said(draw(lobby(head()), READER))
    assert "Opened by Ann" in said(draw(lobby(head((EMPTY, person("Bo", 2), EMPTY, EMPTY))), READER))


@pytest.mark.parametrize(
    ("length", "takes", "advice"),
    [
        ("rubber", "10 weeks", "it takes about 12 days"),
        ("hands:2", "3 weeks", "it takes about 12 days"),
        ("hands:1", "12 days", ""),
    ],
)
def test_a_long_rubber_is_advised_against_where_a_shorter_one_can_be_chosen(
    length: str, takes: str, advice: str
) -> None:
    slow = head(options={**OPTIONS, "length": length}, terms={**BEFORE_TERMS, PACE: "three-days"})
    told = said(draw(lobby(slow), READER))
    assert f"about {takes}" in told
    assert advice in told
    assert ("That's a long game" in told) == bool(advice)


def test_it_says_when_it_closes_by_itself() -> None:
    assert "<t:1763000000:R>" in said(draw(lobby(head()), READER))


def test_what_starts_the_table_stands_out() -> None:
    def main(of: TableContext) -> list[str]:
        return [part["label"] for part in buttons(draw(lobby(of), READER)) if part["style"] == 1]

    assert main(head((PEOPLE[0], EMPTY, EMPTY, EMPTY))) == main(head()) == ["Play now"]


def test_once_started_the_card_leads_to_the_table() -> None:
    layout = draw(lobby(head(), "playing"), READER, "lobby")
    assert head().link in [part.get("url") for part in buttons(layout)]
    assert verbs(lobby(head(), "playing")) == ["hand", "more"]


def test_once_started_only_what_is_not_as_usual_is_told() -> None:
    told = said(draw(lobby(head(options={**OPTIONS, "length": "hands:3"}), "playing"), READER))
    assert "3 hands at most" in told
    assert WORDS.option("voormsi", "deal", "four") not in told


def test_a_closed_card_says_by_whom() -> None:
    assert "closed by Bo" in said(draw(lobby(head(link=""), "closed", "Bo"), READER))
    assert verbs(lobby(head(link=""), "closed", "Bo")) == ["rules"]


def options(of: TableContext, *, rare: bool) -> Any:
    """The layout of a page of the options."""
    choices = {option.name: option.choices for option in VOORMSI.options if option.rare == rare}
    return draw(OptionsScene(of, (2, 3, 4), choices, rare), READER)


def test_each_option_is_a_menu_with_the_present_choice_chosen() -> None:
    layout = options(head(options={**OPTIONS, "length": "hands:3"}), rare=False)
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
    parts = [part for rare in (False, True) for part in payload(options(head(), rare=rare))]
    above = [one["content"] for one, row in pairwise(parts) if row["type"] == 1 and "content" in one]
    assert len(above) == len(VOORMSI.options) + 1
    assert all(told.count("\n-# ") == 1 for told in above)


def test_options_for_rare_cases_are_on_a_page_of_their_own() -> None:
    pages = [options(head(), rare=rare) for rare in (False, True)]
    named = [[press.args for menu in menus(page) if (press := custom_ids.read(menu["custom_id"]))] for page in pages]
    assert named[0] == [(), ("deal",), ("length",)]
    assert named[1] == [("spade_king",), ("both_out",), ("proof",), ("forced_execution",)]
    assert [[part["label"] for part in buttons(page)] for page in pages] == [["Rare cases…"], ["Back"]]


@pytest.mark.parametrize(
    ("game", "rare"),
    [
        ("alkort", ["proof"]),
        ("braus", ["outcome_card", "stray_sevens"]),
        ("karnoffel", ["devil"]),
        ("treikort", []),
        ("voormsi", ["spade_king", "both_out", "proof", "forced_execution"]),
    ],
)
def test_options_that_seldom_matter_are_called_rare_cases(game: str, rare: list[str]) -> None:
    assert [option.name for option in GAMES[game].options if option.rare] == rare


@pytest.mark.parametrize(("remove", "values"), [(False, ["0", "1", "2", "3"]), (True, ["0", "2"])])
def test_seats_are_chosen_from_all_and_removed_from_those_taken(remove: bool, values: list[str]) -> None:
    of = head((PEOPLE[0], EMPTY, SeatHolder(Holder.COMPUTER, "Nivi"), EMPTY))
    (menu,) = menus(draw(SeatScene(of, remove), READER))
    assert [option["value"] for option in menu["options"]] == values


def test_a_menu_of_seats_says_the_number_of_an_empty_seat_once() -> None:
    (menu,) = menus(draw(SeatScene(head((PEOPLE[0], EMPTY, EMPTY, EMPTY)), remove=False), READER))
    assert [option["label"] for option in menu["options"]][1:] == [f"Seat {n}: free seat" for n in (2, 3, 4)]


def test_two_people_of_one_name_are_told_apart() -> None:
    told = said(draw(lobby(head((person("Ann"), person("Ann"), EMPTY, EMPTY))), READER))
    assert "**Ann (seat 1)**" in told
    assert "**Ann (seat 2)**" in told


def test_without_a_choice_of_seats_there_is_no_menu_of_them() -> None:
    layout = draw(OptionsScene(head(), (4,), {}), READER)
    assert menus(layout) == []
    assert "How many seats" not in said(layout)
