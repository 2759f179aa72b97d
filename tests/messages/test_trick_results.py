"""The result of a trick is told in bold in one's own hand, until one has chosen a play, and for three seconds."""

from __future__ import annotations

import re
import statistics
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.hand.hand_picture import HandDrawing
from bot.messages.hand.hand_scene import HandScene, StoodInPlay, recent_results, stood_in_play
from bot.messages.hand.room import AT_TURN
from bot.messages.kit.drawing import drawing_of
from bot.messages.kit.rendering import alt, draw
from bot.messages.table.deal import SummaryScene
from bot.tables.automatic_plays import ABSENT, AWAY, FORCED, QUEUED
from bot.tables.deals import SaltedProof
from bot.tables.seat_holders import NO_STAND_INS, Holder, PlayPlace, StandIn, Tenure, Tenures
from bot.tables.table import HandDeal, HandResult, Seat, Table
from bot.texts import Translator, in_language
from bot.texts.reader import Reader
from rules.core.cards import cards
from rules.core.contract import Play, TrickAccount
from tests.messages.given import PEOPLE, STRENGTH, head, payload, said, view, words_on_screen
from tests.messages.languages import EMOJIS
from tests.messages.rubbers import EVERY_KIND, first_trick, results, rubber, table

READER = Reader(Translator())
WITH_EMOJIS = Reader(Translator(), emojis=EMOJIS)
POINT = first_trick("9C KH 5C 5S")
"""Seat 1 takes the trick with Voormsi, for a point."""


def told(*ended: TrickAccount, picture: str = "", **given: Any) -> str:
    """The text of the hand of seat 0."""
    own = view(**{"hand": "JS 6C", "turn": 1, "legal": (), **given})
    return said(draw(HandScene(head(), own, True, results=ended), READER, picture=picture))


def test_one_bold_line_says_who_took_it_with_what_what_it_brought_and_how_it_stands() -> None:
    assert "**Bo took it with 9♥ · tricks: you 0, they 1**" in told(first_trick("5C 9H 6C 5S"))
    assert "**You took it with 9♣ · tricks: you 1, they 0**" in told(first_trick("9C 5H 5C 5S"))
    assert "**Your partner took it with 9♣ · tricks: you 1, they 0**" in told(first_trick("5C 5H 9C 5S"))


def test_a_trick_of_sets_brings_as_many_tricks_as_cards() -> None:
    assert "**You took it with 9♣, 9♠: 2 tricks · tricks: you 2, they 0**" in told(
        first_trick("9C,9S 5H,5C QC,QS 8H,8D")
    )


def test_the_result_stands_while_a_new_trick_begins_and_its_cards_are_in_the_picture() -> None:
    own = view(hand="JS 6C", trick="1:5H 2:AC")
    last = first_trick("5C 9C 6C 5S")
    scene = HandScene(head(), own, True, results=(last,))
    drawing = drawing_of(scene, READER)
    assert isinstance(drawing, HandDrawing)
    assert [play.cards for play in drawing.last] == [play.cards for play in last.plays]
    assert [play.heads for play in drawing.last] == [False, True, False, False]
    assert drawing.high() > replace(drawing, last=()).high()
    assert "Last trick:\nAnn: 5♣\nBo: 9♣, wins the trick" in alt(scene, READER)


def test_until_somebody_leads_the_last_trick_lies_on_the_table() -> None:
    drawing = drawing_of(HandScene(head(), view(hand="JS 6C"), True, results=(first_trick("9C 5H 5C 5S"),)), READER)
    assert isinstance(drawing, HandDrawing)
    assert drawing.plays == ()
    lying, empty = drawing, replace(drawing, last=())
    assert lying.high() > empty.high()


def test_what_ended_before_that_is_told_small() -> None:
    lines = told(first_trick("9C 5H 5C 5S"), POINT).splitlines()
    assert lines.index("-# Before: you with 9♣.") + 1 == next(
        n for n, line in enumerate(lines) if "Bo brought home" in line
    )


def test_why_it_was_taken_is_told_as_long_as_who_took_it() -> None:
    ranks, powers = first_trick("5H 9C 5C 5S"), first_trick("7H KC 5C 5S")
    assert "9♣ ranks above 5♥" in told(ranks)
    assert "9♣ ranks above 5♥" in told(ranks, trick="1:5D", turn=2)
    assert "K♣ beats any strong Seven, here 7♥" in told(powers, trick="1:5D", turn=2)


def test_what_a_computer_played_in_ones_place_is_told_until_one_plays_oneself() -> None:
    plays = tuple(Play(seat, cards("5C")) for seat in (0, 1, 2, 3, 0))
    hand = HandDeal(1, (), SaltedProof("", ""), (0, 0), 4, plays)
    seats = tuple(Seat(Holder.PERSON, name) for name in "abcd")
    tenures = Tenures(Tenure(seat, name, 1, 0) for seat, name in enumerate("abcd"))
    absent = Table(1, "Otter", "a", "voormsi", seats, {}, tenures=tenures, hand=replace(hand, marked=((4, ABSENT),)))
    absent = replace(absent, stand_ins=NO_STAND_INS.with_entry(StandIn(0, PlayPlace(1, 2, 0))))
    assert stood_in_play(absent, 0) == StoodInPlay(ABSENT, cards("5C"))
    assert stood_in_play(absent, 1) is None
    queued = replace(hand, plays=(*plays, Play(0, cards("6C"))), marked=((4, ABSENT), (5, QUEUED)))
    assert stood_in_play(replace(absent, hand=queued), 0) is None
    newcomer = replace(absent, tenures=tenures.with_tenure(Tenure(0, "e", 9, 1, PlayPlace(1, 2, 3))))
    assert stood_in_play(newcomer, 0) is None


@pytest.mark.parametrize(("how", "line"), [
    (ABSENT, "-# Your time was up, so a computer played for you: 6♠."),
    (AWAY, "-# While you were away, a computer played for you: 6♠."),
])  # fmt: skip
def test_why_a_computer_played_in_ones_place_is_told(how: str, line: str) -> None:
    scene = HandScene(head(), view(hand="JS 6C", turn=1, legal=()), True, stood_in=StoodInPlay(how, cards("6S")))
    assert line in said(draw(scene, READER))


@pytest.mark.parametrize("after", [0, 1])
def test_a_play_that_was_not_chosen_leaves_the_results_of_the_tricks_before(after: int) -> None:
    plays = tuple(Play(seat, cards("5C")) for seat in (0, 1, 2, 3) * 2)
    seats = tuple(Seat(Holder.PERSON, name) for name in "abcd")
    accounts = (POINT, first_trick("5H 9C 5C 5S"))
    hand = HandDeal(1, (), SaltedProof("", ""), (0, 0), 4, plays, (), accounts)
    of = Table(1, "Otter", "a", "voormsi", seats, {}, hand=hand)

    def recent(*marked: tuple[int, str]) -> tuple[TrickAccount, ...]:
        led = (*plays, Play(0, cards("6C"))) if after else plays
        return recent_results(replace(of, hand=replace(hand, plays=led, marked=marked)), 0)

    last = (8, QUEUED) if after else (4, QUEUED)
    assert recent() == (() if after else accounts[1:])
    assert recent(last) == (accounts[1:] if after else accounts)
    assert recent((0, FORCED), (4, QUEUED), last) == accounts


@pytest.mark.parametrize(("pressed", "others", "stands"), [(1, 1, True), (1, 3, False), (3, 3, False)])
def test_a_result_stands_for_three_seconds_though_one_presses_again(pressed: int, others: int, stands: bool) -> None:
    plays = (*(Play(seat, cards("5C")) for seat in (1, 2, 3, 0)), Play(0, cards("6C")), Play(1, cards("6S")))
    times = (1_000, 2_500, 4_000, 5_000, 5_000 + 1_000 * pressed, 5_000 + 1_000 * others)
    hand = HandDeal(1, (), SaltedProof("", ""), (0, 0), 4, plays, tricks=(POINT,), times=times)
    of = Table(1, "Otter", "a", "voormsi", tuple(Seat(Holder.PERSON, name) for name in "abcd"), {}, hand=hand)
    assert recent_results(of, 0) == ((POINT,) if stands else ())


def test_a_result_that_one_has_pressed_away_stands_small_beside_the_new_one_and_at_the_end_of_the_hand() -> None:
    mine = first_trick("9C 5H 5C 5S")
    scene = HandScene(head(), view(hand="JS 6C"), True, results=(mine, POINT))
    ended = replace(scene, ended=summary_of_hand())
    for lines in (said(draw(one, READER)).splitlines() for one in (scene, ended)):
        assert "-# Before: you with 9♣." in lines
        assert any("**Bo brought home K♥ Voormsi: 1 point" in line for line in lines)


@EVERY_KIND
def test_every_trick_has_its_result_with_the_tricks_of_each_side(seats: int, changes: dict[str, str]) -> None:
    of, looked = table(seats, changes, PEOPLE), 0
    for moment in rubber(seats, changes, 1):
        for seat in range(seats) if moment.view(None).is_in_hand and moment.tricks else ():
            own, recent = moment.view(seat), results(moment, seat)
            bold = re.findall(
                r"\*\*.* · tricks: (you \d+.*)\*\*", said(draw(HandScene(of, own, False, results=recent), READER))
            )
            assert len(bold) == len(recent)
            for standing in bold:
                assert sorted(map(int, re.findall(r" (\d+)", standing))) == sorted(own.units)
                looked += 1
    assert looked


def summary_of_hand() -> SummaryScene:
    result = HandResult(2, 1, (), 4, (5, 4), False, (3, 5), (4, 5), (), SaltedProof("", ""))
    return SummaryScene(head(), view().sides, 9, result, True)


@pytest.mark.parametrize("reader", [READER, Reader(in_language("da"))], ids=["en", "da"])
@EVERY_KIND
def test_at_ones_turn_at_most_45_words_are_on_the_screen(seats: int, changes: dict[str, str], reader: Reader) -> None:
    of, counts = table(seats, changes, PEOPLE), list[int]()
    for moment in rubber(seats, changes, 1):
        turn = moment.view(None).turn
        if moment.view(None).is_in_hand and turn is not None:
            scene = HandScene(of, moment.view(turn), True, results=results(moment, turn), deadline=1_800_000_000)
            counts.append(words_on_screen(scene, reader))
    assert statistics.median(counts) <= 38
    assert max(counts) <= AT_TURN


@pytest.mark.parametrize(
    ("held", "rows"), [(4, [2, 2]), (5, [3, 2]), (8, [3, 3, 2]), (9, [3, 3, 3]), (12, [3, 3, 3, 3])]
)
def test_cards_stand_in_even_rows_that_stay_between_waiting_and_turn(held: int, rows: list[int]) -> None:
    hand = " ".join(card.code for card in STRENGTH[-held:])
    waiting = draw(HandScene(head(), view(hand=hand, turn=1, legal=()), True), WITH_EMOJIS)
    turn = draw(HandScene(head(), view(hand=hand), True), WITH_EMOJIS)
    for layout in (waiting, turn):
        found = [part["components"] for part in payload(layout) if part["type"] == 1]
        assert [len(row) for row in found][: len(rows)] == rows


def test_whether_or_not_one_may_ask_the_rows_from_the_cards_on_are_the_same() -> None:
    own = HandScene(head(), view(hand="9C 9S 9H 9D"), True)
    asks, alone = (
        [part for part in payload(draw(one, READER)) if part["type"] == 1] for one in (replace(own, may_ask=True), own)
    )
    assert [button["label"] for button in asks[0]["components"]] == ["What would you play?"]
    assert [row["components"] for row in asks[1:]] == [row["components"] for row in alone]


def test_beside_a_card_with_a_name_stands_one_other_as_a_phone_has_no_room_for_two() -> None:
    layout = draw(HandScene(head(), view(hand="KH 8S 9C 9S 9H"), True), WITH_EMOJIS)
    found = [part["components"] for part in payload(layout) if part["type"] == 1]
    assert [[button["label"] for button in row] for row in found][:2] == [["K♥ Voormsi", "8♠"], ["9♣", "9♠", "9♥"]]
