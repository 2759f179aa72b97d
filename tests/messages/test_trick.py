"""The trick: who played what, who heads and wins in words and bold, whose turn it is, and why it went so."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.kit.rendering import draw
from bot.messages.kit.table_text import TableText
from bot.messages.score.ladders import told_bookings
from bot.messages.table.trick import TrickScene
from bot.messages.table.why import WhyScene, reason, told_plays, told_points
from bot.tables.automatic_plays import FORCED, LAST
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.contract import Play, TrickAccount
from rules.voormsi import game as voormsi
from tests.messages.given import PEOPLE, at_table, buttons, head, said, view
from tests.messages.rubbers import EVERY_KIND, first_trick, rubber, table
from tests.rules.positions import drawn
from tests.rules.positions import told as told_of

WORDS = Translator()
READER = Reader(WORDS)


def growing(seats: int = 4, trick: str = "", **changes: Any) -> str:
    return said(
        draw(at_table(TrickScene(head(PEOPLE[:seats]), 2, 3, view(seats, trick=trick, **changes), None)), READER)
    )


def finished(account: TrickAccount) -> str:
    return said(draw(at_table(TrickScene(head(), account.hand_number, account.number, None, account)), READER))


def test_the_heading_play_is_in_bold_and_said_to_head() -> None:
    told = growing(trick="1:9H 2:KH 3:5D", heading=1)
    assert "**Cleo: K♥ Voormsi**, heads the trick" in told
    assert told.count("heads the trick") == 1


def test_whose_turn_it_is_stands_in_bold() -> None:
    assert "**Ann to play.**" in growing(trick="3:9H")
    assert "**Ann to play 3 cards.**" in growing(trick="3:9H,9D,9C")
    assert "**Ann to lead.**" in growing()


def test_a_last_card_is_said_to_play_itself_and_then_not_again() -> None:
    waits = TrickScene(head(), 2, 3, view(trick="3:9H"), None, deadline=1763000000, last_card=True)
    told = said(draw(at_table(waits), READER))
    assert "**Ann to play the last card**: it plays itself in a moment." in told
    assert "Due" not in told
    played = TrickScene(head(), 2, 3, view(trick="3:9H", turn=1), None, marked=((0, LAST),))
    by_hand = TrickScene(head(), 2, 3, view(trick="3:9H", turn=1), None)
    assert said(draw(at_table(played), READER)) == said(draw(at_table(by_hand), READER))


def test_a_pass_that_was_the_only_play_is_not_said_to_be() -> None:
    led = view(trick="3:9H", turn=1)
    seen = replace(led, trick=(*led.trick, Play(0, ())))
    scene = TrickScene(head(game="braus"), 2, 3, seen, None, marked=((0, FORCED), (1, FORCED)))
    told = said(draw(at_table(scene), READER))
    assert "Dan had only this to play." in told
    assert told.count("had only this to play") == 1


def test_the_table_is_told_with_tricks_points_ladders_hands_stock_and_dealer() -> None:
    told = growing(units=(3, 1), waiting=(0, 2), scores=(4, 7), hand_sizes=(4, 3, 3, 4), stock=8, dealer=2)
    assert "Ann & Cleo: tricks 3 · ladder 4 of 9" in told
    assert "Bo & Dan: tricks 1 · **points waiting 2** · ladder 7 of 9" in told
    assert "Ann (4) · Bo (3) · Cleo (3) · Dan (4) · stock 8 · dealer Cleo" in told


def test_a_stock_that_has_run_out_is_said_to_be_empty_and_a_hand_without_one_says_nothing() -> None:
    assert "Dan (4) · stock empty · dealer Bo" in growing(stock=0, is_refilled=True)
    assert "stock" not in growing(stock=0)


@pytest.mark.parametrize(("deal", "says"), [("four", True), ("all", False)])
def test_5_4_hands_are_filled_up_from_a_stock_only_if_there_is_one(deal: str, says: bool) -> None:
    dealt = drawn("9C\nKH\n5C\n3D", options={"deal": deal})
    assert voormsi.view(dealt, None).is_refilled is says


@pytest.mark.parametrize(("seats", "target"), [(2, 9), (3, 12), (4, 9)])
def test_the_first_hand_says_what_wins_where_the_scores_stand(seats: int, target: int) -> None:
    first, second = (
        said(draw(at_table(TrickScene(head(PEOPLE[:seats]), hand, 3, view(seats), None)), READER)) for hand in (1, 2)
    )
    assert f"first side with exactly {target} points wins" in first
    assert "exactly" not in second


def test_three_players_have_three_ladders() -> None:
    assert growing(3).count("of 12") == 3


def test_the_second_half_with_two_players_follows_the_first() -> None:
    told = growing(2, "0:9H 1:8D 0:9C", heading=2, turn=1)
    lines = told.splitlines()
    half = next(index for index, line in enumerate(lines) if "Second round" in line)
    assert lines[half - 1] == "Bo: 8♦"
    assert lines[half] == "*Second round:* Ann heads, so Ann plays third and Bo fourth."
    assert lines[half + 1] == "**Ann: 9♣**, heads the trick"


def test_a_finished_trick_of_two_says_who_played_third() -> None:
    of = table(2, {}, PEOPLE)
    told = [
        said(draw(at_table(TrickScene(of, account.hand_number, account.number, None, account)), READER)).splitlines()
        for moment in rubber(2, {}, seed=5)
        if (account := moment.account) and len(account.plays) > 2
    ]
    assert told
    for lines in told:
        half = next(index for index, line in enumerate(lines) if line.startswith("*Second round:*"))
        third = lines[half + 1].strip("*").partition(":")[0]
        assert lines[half] == f"*Second round:* {third} headed, so {third} played third."


def test_a_running_table_offers_its_five_buttons() -> None:
    layout = draw(at_table(TrickScene(head(), 2, 3, view(), None)), READER, "table:2")
    assert [button["label"] for button in buttons(layout)] == ["My hand", "Why?", "Ladder", "Ranks", "More…"]


@EVERY_KIND
def test_the_winner_of_every_trick_and_nobody_else_is_marked(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    for moment in rubber(seats, changes, seed=20 + seats):
        if account := moment.account:
            told = said(draw(at_table(TrickScene(of, account.hand_number, account.number, None, account)), READER))
            won = re.findall(r"^\*\*(\w+): (.+)\*\*, wins the trick$", told, re.MULTILINE)
            winner = None if account.winner is None else account.plays[account.winner]
            expected = [(of.holders[winner.seat].name, WORDS.cards("voormsi", winner.cards))] if winner else []
            assert won == expected


def test_the_result_says_why_in_one_sentence_with_its_paragraph() -> None:
    told = finished(first_trick("7H KC 7C 9C"))
    assert "7♥ was led, so it was strong (§3.3); K♣ beats any strong Seven, here 7♥ (§3.4)." in told


def test_a_lead_that_stood_says_so() -> None:
    assert "7♥ was led, so it was strong (§3.3), and nobody beat that." in finished(first_trick("7H KH 7D KS"))


def test_points_that_wait_are_told_with_their_reason() -> None:
    why = "Bo played K♥ Voormsi, and Cleo beat it with J♣ Toqutsit and won the trick: an execution (§9.5)."
    assert f"**Ann & Cleo: 2 points wait**: {why}" in finished(first_trick("9C KH JC 5C"))


def test_why_goes_play_by_play() -> None:
    account = first_trick("3D 7H KC 7C")
    told = said(draw(WhyScene(head(), account), READER))
    assert "1. Ann: 3♦. 3♦ was led, so any card beats it (§3.2)." in told
    assert "2. Bo: 7♥, headed the trick: 7♥ comes right after a led 3♦, so it is strong (§3.3)." in told
    assert "3. **Cleo: K♣**, won the trick: K♣ beats any strong Seven, here 7♥ (§3.4)." in told
    assert "4. Dan: 7♣, did not head it: K♣ has taken a strong Seven, so 7♣ can't beat it (§3.4)." in told


@EVERY_KIND
def test_why_tells_every_play_every_point_and_every_booking(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    for moment in rubber(seats, changes, seed=30 + seats):
        if account := moment.account:
            told = said(draw(WhyScene(of, account), READER)).splitlines()
            assert sum(bool(re.match(r"\d\. ", line)) for line in told) == len(account.plays)
            assert sum(bool(re.search(r"points? waits?\*\*:", line)) for line in told) == len(account.gains)
            assert sum(", no point: " in line for line in told) == len(account.denied)
            assert sum(" booked, " in line for line in told) == len(account.bookings)
            assert sum("so back to" in line for line in told) == sum(
                booking.bounced is not None for booking in account.bookings
            )


PARAGRAPH = re.compile(r"\(§\d+(\.\d+)?\)\.?$|\(§\d+(\.\d+)?\), and nobody beat that\.$")


@EVERY_KIND
def test_every_sentence_under_a_trick_and_every_line_of_why_ends_with_its_paragraph(
    seats: int, changes: dict[str, str]
) -> None:
    of = table(seats, changes, PEOPLE)
    for moment in rubber(seats, changes, seed=30 + seats):
        account = moment.account
        if account is None:
            continue
        voice = TableText(READER, of, "", account.sides)
        plays = told_plays(account, voice)
        told = [reason(account, voice)] if account.winner is not None else []
        told += [*plays, *told_points(account, voice), *told_bookings(account.bookings, voice)]
        assert [line for line in told if not PARAGRAPH.search(line)] == []


def test_why_says_why_the_rubber_ended() -> None:
    (account,) = (moment.account for moment in rubber(4, {}, seed=34) if moment.account and moment.account.outcome)
    assert "**The game is over**: " in said(draw(WhyScene(head(), account), READER))


def test_why_says_why_a_trick_was_cut_short() -> None:
    told = said(draw(WhyScene(head(), told_of(drawn("KH\n5C\nJC\n9C"), "KH", "5C", "JC")), READER))
    assert "**The game is over**: Cleo beat K♥ Voormsi of the same side with J♣ Toqutsit" in told
    assert "(§9.6)" in told
