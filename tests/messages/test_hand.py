"""One's own hand: everything to play from it, what may be played standing out, nothing disabled."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import Any, cast

import pytest

from bot.discord_api import custom_ids
from bot.messages.hand.hand_picture import (
    EDGE,
    LABEL,
    SHOWN,
    SMALL_APART,
    SMALLEST,
    HandDrawing,
    Played,
    small_trick,
)
from bot.messages.hand.hand_scene import HandScene, QueuedPlay, own_cards
from bot.messages.kit.drawing import drawing_of
from bot.messages.kit.rendering import draw
from bot.messages.kit.seat_labels import BESIDE
from bot.messages.table.deal import SummaryScene
from bot.tables.deals import SaltedProof
from bot.tables.table import HandResult
from bot.texts import Translator
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.core.cards import cards
from rules.core.contract import Booking, Gain, Outcome, Phase, Play
from rules.core.contract import fact as game_fact
from rules.voormsi.facts import GainFact, OutcomeFact, RefusalFact
from tests.messages.given import PEOPLE, buttons, head, menus, payload, said, sides, view
from tests.messages.rubbers import EVERY_KIND, KINDS, hands_over, rubber, table

WORDS = Translator()
READER = Reader(WORDS)
SECONDARY, SUCCESS = 2, 3


def drawn(*, dm: bool = True, notes: tuple[Any, ...] = (), **given: Any) -> Any:
    return draw(HandScene(head(), view(**given), dm, notes), READER)


def plays_of(layout: Any) -> dict[str, int]:
    """The cards of each play button, and its style."""
    read = {part["custom_id"]: part["style"] for part in buttons(layout) if "custom_id" in part}
    presses = {custom_ids.read(written): style for written, style in read.items()}
    return {press.args[-1]: style for press, style in presses.items() if press and press.verb == "play"}


def test_each_card_is_said_in_its_group_strongest_first() -> None:
    told = said(drawn(hand="KS 7H 9D JC 9C KH"))
    groups = ["Matadors: **J♣ Toqutsit · K♥ Voormsi**", "Nines: **9♣ · 9♦**", "Black kings: **K♠**", "Sevens: **7♥**"]
    assert [line for line in told.splitlines() if line in groups] == groups


def test_cards_that_may_be_played_stand_out_and_the_others_can_be_pressed_too() -> None:
    layout = drawn(hand="JC 9C 9S 7H", trick="1:9H 2:KH", legal=(cards("JC"),))
    assert plays_of(layout) == {"JC": SUCCESS, "9C": SECONDARY, "9S": SECONDARY, "7H": SECONDARY}
    assert not any(part.get("disabled") for part in payload(layout))


def test_while_others_play_every_card_can_be_pressed_and_no_menu_moves_them() -> None:
    layout = drawn(hand="JC 9C 9S 7H", turn=2, legal=())
    assert set(plays_of(layout).values()) == {SECONDARY}
    assert menus(layout) == []


def test_a_queued_card_can_be_taken_back_and_the_others_pressed_in_its_place() -> None:
    scene = HandScene(head(), view(hand="JC 9C 9S 7H", turn=2, legal=()), True)
    queued = draw(replace(scene, queued=(QueuedPlay("any", cards("9C")),)), READER)
    assert set(plays_of(queued)) == {"JC", "9C", "9S", "7H"}
    assert "Take back" in [button["label"] for button in buttons(queued)]


def test_a_card_says_the_same_press_before_and_in_its_turn() -> None:
    waiting = drawn(hand="JC 9C", turn=2, legal=())
    now = drawn(hand="JC 9C", trick="1:9H")
    pressed = {part["custom_id"] for part in buttons(waiting) if "custom_id" in part}
    assert pressed - {"v1:ahead:7"} == {part["custom_id"] for part in buttons(now) if "custom_id" in part}
    assert custom_ids.write("play", 7, "2.2", "JC") in pressed


def test_following_a_set_is_one_menu_of_exactly_as_many_cards() -> None:
    hand = "JC KH 9C 9S AC AS JS JH 6C 6S 5C 5S"
    legal = tuple((one, other) for one in cards(hand) for other in cards(hand) if one < other)
    layout = drawn(hand=hand, trick="1:9H,9D", legal=legal)
    assert plays_of(layout) == {}
    (menu,) = menus(layout)
    assert (menu["min_values"], menu["max_values"]) == (2, 2)
    assert [option["value"] for option in menu["options"]] == hand.split()
    assert menu["options"][0]["description"] == "jack of clubs"
    assert custom_ids.read(menu["custom_id"]) == custom_ids.Press("set", 7, ("2.2",))


def test_few_sets_get_a_button_each() -> None:
    legal = (cards("JC 9C"), cards("JC 9S"), cards("9C 9S"))
    layout = drawn(hand="JC 9C 9S", trick="1:9H,9D", legal=legal)
    assert list(plays_of(layout)) == ["JC-9C", "JC-9S", "9C-9S"]
    assert "J♣ · 9♣" in [button["label"] for button in buttons(layout)]
    assert menus(layout) == []


def test_leading_is_any_card_or_few_sets_by_a_button_each() -> None:
    singles = tuple((card,) for card in cards("9C 9S 9H 9D 7H"))
    layout = drawn(hand="9C 9S 9H 9D 7H", legal=(*singles, cards("9C 9S"), cards("9C 9S 9H")))
    assert set(plays_of(layout)) == {"9C", "9S", "9H", "9D", "7H", "9C-9S", "9C-9S-9H"}
    assert menus(layout) == []
    assert "**Your turn to lead.**" in said(layout)


def test_many_sets_to_lead_are_in_a_menu_beside_the_single_cards() -> None:
    held = cards("9C 9S 9H 9D 7H")
    sets = [play for size in (2, 3, 4) for play in combinations(held[:4], size)]
    layout = drawn(hand="9C 9S 9H 9D 7H", legal=(*((card,) for card in held), *sets))
    assert set(plays_of(layout)) == {"9C", "9S", "9H", "9D", "7H"}
    assert [(menu["min_values"], menu["max_values"]) for menu in menus(layout)] == [(1, 4)]


def test_without_a_set_to_lead_there_is_no_menu() -> None:
    layout = drawn(hand="9C 7H")
    assert menus(layout) == []
    assert "or a set" not in said(layout)


def test_the_trick_is_shown_whoever_is_to_play() -> None:
    assert "Bo: 9♥" in said(drawn(hand="JC 9C", trick="1:9H"))
    assert "Bo: 9♥" in said(drawn(hand="JC 9C", trick="1:9H", turn=2, legal=()))


def test_the_sides_are_named_as_the_seat_calls_them() -> None:
    told = said(drawn(hand="JC 9C", turn=2, legal=()))
    assert "🔵 You & Cleo: tricks" in told
    assert "🔶 Bo & Dan: tricks" in told


def test_a_dm_that_waits_holds_nothing_that_others_change_with_sets_either() -> None:
    told = [
        (moment.view(None), *(own_cards(moment.view(seat)) for seat in range(4)))
        for moment in rubber(4, {}, seed=14)
        if moment.view(None).phase is Phase.PLAY
    ]
    waited = 0
    for (before, *then), (after, *now) in pairwise(told):
        for seat in range(4):
            if seat not in (before.turn, after.turn) and then[seat].hand == now[seat].hand:
                assert then[seat] == now[seat]
                waited += len(after.trick) > 1 and len(after.trick[0].cards) > 1
    assert waited


def test_who_is_to_play_is_said_and_that_one_may_play_ahead() -> None:
    told = said(drawn(hand="JC 9C", turn=2, legal=()))
    assert "**Cleo (your partner) to play.**" in told
    assert "Press a card now to play it at your turn." in told


def test_a_hand_without_anybody_to_play_waits_for_the_others() -> None:
    assert "Waiting for the others." in said(drawn(hand="JC 9C", turn=None, legal=()))
    assert "1 card**" in said(drawn(hand="JC", turn=None, legal=()))


def test_a_dm_links_to_the_table() -> None:
    assert head().link in [part.get("url") for part in buttons(drawn(hand="JC"))]


def test_notes_stand_above_the_hand() -> None:
    refused = game_fact(RefusalFact.NOT_YOUR_TURN, seat=0, turn=2)
    told = said(drawn(hand="JC", notes=(fact(Notice.PLAYED, cards=cards("7C")), refused)))
    assert told.index("Played: 7♣.") < told.index("not your turn: Cleo is to play") < told.index("Matadors")


def test_between_hands_it_says_so() -> None:
    told = said(drawn(hand="", seat=0, phase=Phase.DEAL, turn=None, legal=()))
    assert "The next hand is dealt in a moment." in told
    assert "cards" not in told


@EVERY_KIND
def test_the_end_of_a_hand_says_to_each_seat_who_won_it_and_its_own_score(seats: int, changes: dict[str, str]) -> None:
    of, looked = table(seats, changes, PEOPLE), 0
    for moment in rubber(seats, changes, 1):
        if moment.account is None or not moment.account.hand_end or moment.account.hand_end.void:
            continue
        for seat, scene in hands_over(moment, moment.account, of):
            told, result = said(draw(scene, READER, "hand.0")), cast(SummaryScene, scene.ended).result
            own = next(side for side, those in enumerate(scene.view.sides) if seat in those)
            best = [side for side, units in enumerate(result.units) if units == max(result.units)]
            best = [] if result.unfinished else best
            assert ("wasn't played out" in told) == result.unfinished
            assert bool(re.search(r"\*\*You( and \w+)? won hand", told)) == (best == [own])
            assert ("is a tie" in told) == (len(best) > 1)
            assert re.search(rf"\b{result.scores[own]} of {scene.view.target}\.", told)
            assert "wins the trick" in told
            assert f"\n{PEOPLE[seat].name}: " not in told
            looked += 1
    assert looked


def ended(units: tuple[int, ...], before: tuple[int, ...], after: tuple[int, ...], **given: Any) -> str:
    """Return the text of the message of seat 0 at the end of a hand."""
    seats = 4 if len(units) == 2 else len(units)
    result = HandResult(3, 0, (), 4, units, False, before, after, (), SaltedProof("", ""), **given)
    of = head(PEOPLE[:seats])
    own = view(seats, seat=0, phase=Phase.DEAL, turn=None, legal=(), target=9)
    return said(draw(HandScene(of, own, True, ended=SummaryScene(of, own.sides, 9, result, True)), READER))


def test_the_end_of_a_hand_calls_the_reader_you() -> None:
    assert "**You and Cleo won hand 3, 5–4: 1 point, 4 of 9.**" in ended((5, 4), (3, 2), (4, 2))
    assert "**You won hand 3, 5–3–1: no points, 3 of 9.**" in ended((5, 3, 1), (3, 2, 1), (3, 2, 1))
    assert "**Bo and Dan won hand 3, 7–2.** You and Cleo: no points, 3 of 9." in ended((2, 7), (3, 2), (3, 5))
    assert "**Hand 3 is a tie, 4–4–1.** You: 2 points, 5 of 9." in ended((4, 4, 1), (3, 0, 0), (5, 0, 0))


def test_the_next_hand_says_first_how_the_last_one_ended() -> None:
    result = HandResult(1, 0, (), 4, (5, 4), False, (0, 0), (1, 0), (), SaltedProof("", ""))
    scene = HandScene(head(), view(hand="JC 9C"), True)
    told = said(draw(replace(scene, before=SummaryScene(head(), sides(4), 9, result, True)), READER))
    assert "**You won hand 1, 5–4 · score: you 1, they 0**" in told
    assert told.index("won hand 1") < told.index("Your turn")
    assert "won hand 1" not in said(draw(scene, READER))


def test_a_last_card_is_said_to_play_itself() -> None:
    scene = HandScene(head(), view(hand="JC", trick="1:9H"), True, deadline=1763000000, last_card=True)
    told = said(draw(scene, READER))
    assert "**Your turn:** your last card plays itself." in told
    assert "Due" not in told
    assert plays_of(draw(scene, READER)) == {"JC": SUCCESS}


def test_points_of_a_hand_that_were_too_many_are_told() -> None:
    bounce = Booking(0, 2, 8, 8, 10, fact(Notice.PLAYED))
    told = ended((6, 3), (8, 2), (8, 2), bookings=(bounce,))
    assert "**You and Cleo won hand 3, 6–3: 2 points is too many, so back to 8 of 9.**" in told


def booked(side: int, before: int, points: int, after: int) -> Booking:
    over = before + points if before + points != after else None
    return Booking(side, points, before, after, over, fact(Notice.PLAYED))


def test_each_booking_of_a_hand_that_bounced_is_told() -> None:
    told = ended((5, 4), (8, 2), (9, 2), bookings=(booked(0, 8, 2, 8), booked(0, 8, 1, 9)))
    assert "**You and Cleo won hand 3, 5–4: 3 points, 9 of 9.**" in told
    assert "-# ↳ You and Cleo: 8 + 2 is 10, too many, so 8 (§10.2)\n-# ↳ You and Cleo: 8 → 9" in told


def test_a_hand_may_bounce_several_times_on_both_sides() -> None:
    own, others = (booked(0, 7, 3, 8), booked(0, 8, 2, 8)), (booked(1, 8, 2, 8), booked(1, 8, 3, 7))
    told = ended((5, 4), (7, 8), (8, 7), bookings=(own[0], others[0], own[1], others[1]))
    assert "**You and Cleo won hand 3, 5–4: 5 points, 8 of 9.**" in told
    assert re.findall("↳ (.*)", told) == [
        "You and Cleo: 7 + 3 is 10, too many, so 8 (§10.2)",
        "You and Cleo: 8 + 2 is 10, too many, so 8 (§10.2)",
        "Bo and Dan: 8 + 2 is 10, too many, so 8 (§10.2)",
        "Bo and Dan: 8 + 3 is 11, too many, so 7 (§10.2)",
    ]


def test_what_is_told_of_a_bounce_is_true_of_one_booking() -> None:
    of, looked = table(*KINDS[1], PEOPLE), 0
    for moment in rubber(*KINDS[1], 1):
        if moment.account is None or not moment.account.hand_end:
            continue
        for _, scene in hands_over(moment, moment.account, of):
            told, result = said(draw(scene, READER)), cast(SummaryScene, scene.ended).result
            sums = {(one.points, one.after) for one in result.bookings if one.bounced is not None}
            sums |= {(one.points, one.bounced) for one in result.bookings if one.bounced is not None}
            told_sums = re.findall(r"(\d+) points? is too many, so back to (\d+)|\+ (\d+) is (\d+), too many", told)
            found = {tuple(int(number) for number in one if number) for one in told_sums}
            assert found <= sums
            assert bool(found) == bool(sums)
            looked += bool(found)
    assert looked


def test_9_6_the_end_of_a_rubber_within_a_hand_is_told_to_each_side() -> None:
    of = {"seat": 0, "of": 0, "card": cards("JC")[0], "on": cards("KH")[0]}
    own = Outcome((1,), game_fact(OutcomeFact.OWN_VOORMSI, side=0, **of))
    lost = ended((5, 0, 0), (4, 6, 0), (0, 6, 0), outcome=own, unfinished=True)
    assert "**You lost the game**: Ann beat K♥ Voormsi of the same side with J♣ Toqutsit" in lost
    assert "**Hand 3 wasn't played out.** You: all points lost, 0 of 9." in lost
    target = Outcome((1,), game_fact(OutcomeFact.ON_TARGET, side=1, target=9))
    beaten = ended((5, 3), (4, 8), (4, 9), outcome=target, unfinished=True)
    assert "**You and Cleo lost the game**: Bo & Dan reached 9 exactly (§10.3)." in beaten
    assert "**Hand 3 wasn't played out.** You and Cleo: no points, 4 of 9." in beaten
    for told in (lost, beaten):
        assert "won hand" not in told


def test_a_rubber_that_ends_with_its_hand_is_told_beside_who_won_the_hand() -> None:
    won = Outcome((0,), game_fact(OutcomeFact.ON_TARGET, side=0, target=9))
    drawn_game = Outcome((0, 1), game_fact(OutcomeFact.BOTH_OUT, sides=(0, 1), target=9))
    assert "**You and Cleo won the game**: " in ended((5, 4), (8, 8), (9, 8), outcome=won)
    assert "**You and Cleo won hand 3, 5–4: 1 point, 9 of 9.**" in ended((5, 4), (8, 8), (9, 8), outcome=won)
    assert "**The game is a draw**: " in ended((5, 4), (8, 8), (9, 9), outcome=drawn_game)
    assert " the game" not in ended((5, 4), (7, 8), (8, 8))


def fifth(side: int) -> Gain:
    return Gain(side, 1, game_fact(GainFact.UNITS, side=side, points=1, units=5, first=5, last=5))


def sixth(side: int) -> Gain:
    return Gain(side, 1, game_fact(GainFact.UNITS, side=side, points=1, units=6, first=6, last=6))


def executed(side: int, seat: int) -> Gain:
    of = {"seat": seat, "card": cards("JC")[0], "on": cards("KH")[0], "of": 1 - side}
    return Gain(side, 2, game_fact(GainFact.TOQUTSIT_EXECUTES, side=side, points=2, **of))


def test_why_a_hand_brought_more_than_a_point_is_told_to_both_sides() -> None:
    gains = (executed(0, 2), fifth(0))
    won = ended((5, 4), (0, 0), (3, 0), gains=gains)
    lost = ended((4, 5), (0, 0), (0, 3), gains=(executed(1, 3), fifth(1)))
    assert "-# You and Cleo got 3 points: 2 for executing Voormsi and 1 for the fifth trick." in won
    assert "-# Bo and Dan got 3 points: 2 for executing Voormsi and 1 for the fifth trick." in lost


def test_the_tricks_that_scored_are_told_together() -> None:
    told = ended((6, 3), (0, 0), (2, 0), gains=(fifth(0), sixth(0)))
    assert "-# You and Cleo got 2 points: 2 for tricks 5 to 6." in told


def test_the_usual_point_and_points_that_were_lost_are_not_explained() -> None:
    assert " got " not in ended((5, 4), (0, 0), (1, 0), gains=(fifth(0),))
    assert " got " not in ended((5, 4), (8, 0), (9, 0), gains=(fifth(0), executed(1, 3)))


@EVERY_KIND
def test_the_points_of_every_hand_have_their_reasons(seats: int, changes: dict[str, str]) -> None:
    of, looked = table(seats, changes, PEOPLE), 0
    for moment in rubber(seats, changes, 1):
        if moment.account is None or not moment.account.hand_end or moment.account.outcome:
            continue
        _, scene = next(hands_over(moment, moment.account, of))
        result = cast(SummaryScene, scene.ended).result
        for side in range(len(scene.view.sides)):
            assert sum(gain.points for gain in result.reasons(side)) == result.points(side)
            looked += 1
    assert looked


def test_the_list_of_cards_goes_where_a_picture_shows_them() -> None:
    scene = HandScene(head(), view(hand="KS 7H"), True)
    assert "Sevens: **7♥**" in said(draw(scene, READER))
    assert "Sevens" not in said(draw(scene, READER, picture="hand.png"))


@EVERY_KIND
def test_all_of_ones_cards_are_said_and_can_be_played_in_every_legal_way(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    for moment in rubber(seats, changes, seed=10 + seats):
        for seat in range(seats):
            own = moment.view(seat)
            layout = draw(HandScene(of, own, True), READER)
            told = said(layout)
            assert all(WORDS.card("voormsi", card) in told for card in own.hand)
            assert {one for one in own.legal if not _can_be_played(one, layout)} == set()


def _can_be_played(play: Any, layout: Any) -> bool:
    codes = [card.code for card in play]
    if "-".join(codes) in plays_of(layout):
        return True
    return any(
        set(codes) <= {option["value"] for option in menu["options"]}
        and menu["min_values"] <= len(codes) <= menu["max_values"]
        for menu in menus(layout)
    )


def test_the_second_half_of_a_trick_of_two_players_is_clear() -> None:
    halfway = view(2, hand="JC", trick="1:9H 0:8D", heading=0, turn=1, legal=())
    told = said(draw(HandScene(head(PEOPLE[:2]), halfway, False), READER))
    assert "*Second round:* Bo · You" in told
    third = view(2, trick="1:9H 0:8D 1:9C", turn=0)
    assert third.trick[2] == Play(1, cards("9C"))


SETS = view(hand="6S KS KH", trick="1:5C,5S", legal=(cards("6S KS"), cards("6S KH"), cards("KS KH")))
TAKEN = HandScene(head(), SETS, True, takers=(cards("6S KH"),))


def test_of_sets_the_ones_that_would_take_the_trick_say_so() -> None:
    labels = {part["label"]: part["style"] for part in buttons(draw(TAKEN, READER))}
    assert labels["6♠ · K♥ ✓"] == SUCCESS
    assert "6♠ · K♠" in labels
    assert not any("✓" in label for label in labels if "K♥" not in label or "K♠" in label)


def test_no_bar_says_that_a_card_wins_where_only_its_set_does() -> None:
    drawing = drawing_of(TAKEN, READER)
    assert isinstance(drawing, HandDrawing)
    assert drawing.takers == frozenset()
    assert drawing.legend == "beats it so far: 6♠ K♥"
    many = replace(TAKEN, takers=tuple(combinations(cards("6S KS KH 9C 9S"), 2)))
    told = drawing_of(many, READER)
    assert isinstance(told, HandDrawing)
    assert re.fullmatch(r"beats it so far: 6♠ K♠( · .*)? · …", told.legend)


@pytest.mark.parametrize(
    ("trick", "told"), [("3:AS", "beats the best so far"), ("1:5C 2:5S 3:AS", "would take this trick")]
)
def test_that_a_card_takes_the_trick_is_said_to_who_plays_last_alone(trick: str, told: str) -> None:
    scene = HandScene(head(), view(hand="KH 9C 7D", trick=trick), True, takers=(cards("KH"),))
    drawing = drawing_of(scene, READER)
    assert isinstance(drawing, HandDrawing)
    assert drawing.legend == told


@pytest.mark.parametrize(("seats", "size"), [(6, 1), *product((3, 4), (1, 2, 3, 4))])
def test_the_last_trick_has_room_beside_its_label_with_every_index_free(seats: int, size: int) -> None:
    plays = tuple(Played(seat % 2, "Ann", cards("9C 9S 9H 9D")[:size], False) for seat in range(seats))
    small = small_trick(plays, SMALLEST - 2 * EDGE - LABEL)
    assert [play for row in small.rows for play in row] == list(plays)
    assert small.step >= SHOWN
    for row in small.rows:
        span = small.wide + (size - 1) * small.step
        assert len(row) * (BESIDE + span) + (len(row) - 1) * SMALL_APART <= SMALLEST - 2 * EDGE - LABEL
