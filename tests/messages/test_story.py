"""The story of a rubber: true, short, and of what is special."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages.score.story import (
    MOST,
    StoryLine,
    hand_won,
    hands_of,
    rung_hands,
    sentences,
    story,
    turning_point,
    winner_of_hand,
)
from bot.tables.deals import SaltedProof
from bot.tables.table import Feat, HandResult
from bot.texts import Translator
from rules.alkort.facts import AlkortGainFact
from rules.braus.facts import BrausGain
from rules.core.cards import cards
from rules.core.contract import Booking, Gain, fact
from rules.voormsi.facts import BookingFact, GainFact

WORDS = Translator()
EXECUTED = Gain(0, 1, fact(GainFact.TOQUTSIT_EXECUTES, side=0, seat=2, of=1, card=cards("JC")[0]))
COUNTED = Gain(0, 1, fact(GainFact.UNITS, side=0))
BOUNCE = Booking(1, 2, 8, 8, 10, fact(GainFact.UNITS))


def lines(*feats: Feat, way: tuple[tuple[int, ...], ...] = (), winners: tuple[int, ...] = (0,)) -> list[StoryLine]:
    return list(story("voormsi", winners, way, feats, 9, WORDS))


def test_the_greatest_deficit_of_the_winner_is_a_comeback() -> None:
    assert lines(way=((0, 3), (0, 7), (5, 7), (9, 7))) == [StoryLine("comeback", 2, 0, None, 0, 7)]


def test_a_winner_who_is_behind_in_the_end_did_not_come_back() -> None:
    assert lines(way=((0, 7), (3, 7))) == []


def test_that_the_others_have_no_point_is_told() -> None:
    assert lines(way=((4, 0), (9, 0))) == [StoryLine("shut-out", 2, 0, None, 9, 0)]
    assert lines(way=((4, 0), (6, 0))) == []  # by a forfeit or an execution


def test_that_one_point_decided_is_told_after_the_feats() -> None:
    assert lines(way=((4, 8), (9, 8)))[-1] == StoryLine("close", 2, 0, None, 9, 8)
    others = [
        Gain(0, 1, fact(kind, side=0, seat=0, card=cards("KH")[0]))
        for kind in (GainFact.VOORMSI_WINS, GainFact.THREE_TAKES_VOORMSI, GainFact.TOQUTSIT_EXECUTES)
    ]
    assert "close" not in [line.kind for line in lines(*(Feat(1, one) for one in others), way=((6, 8), (9, 8)))]


@pytest.mark.parametrize("way", [(), ((0, 3), (9, 3)), ((7, 0), (9, 1))])
def test_a_small_deficit_or_a_lead_is_none(way: tuple[tuple[int, ...], ...]) -> None:
    assert lines(way=way) == []


def test_a_draw_has_no_comeback() -> None:
    assert lines(way=((0, 7), (9, 9)), winners=(0, 1)) == []


def test_only_what_the_game_has_a_sentence_for_is_told() -> None:
    assert lines(Feat(1, EXECUTED), Feat(2, COUNTED)) == [
        StoryLine("toqutsit_executes", 1, 0, 2, points=1, of=1, is_of_hand=True)
    ]


def test_of_feats_of_one_kind_the_latest_is_told() -> None:
    assert [line.hand for line in lines(Feat(1, EXECUTED), Feat(4, EXECUTED))] == [4]


def test_a_story_has_few_lines_in_the_order_of_the_hands() -> None:
    other = Gain(1, 1, fact(GainFact.VOORMSI_WINS, side=1, seat=1, card=cards("KH")[0]))
    found = lines(Feat(1, EXECUTED), Feat(5, other), Feat(4, BOUNCE), way=((0, 7), (9, 8)))
    assert len(found) == MOST
    assert [line.hand for line in found] == sorted(line.hand for line in found)
    assert "comeback" in [line.kind for line in found]


def test_a_line_names_who_did_it() -> None:
    names, sides = ("Ann", "Bo", "Cleo", "Dan"), ("Ann & Cleo", "Bo & Dan")
    found = lines(Feat(1, EXECUTED), Feat(4, BOUNCE))
    assert sentences("voormsi", found, lambda seat, _: names[seat], lambda side, _: sides[side], WORDS) == [
        "Hand 1: Cleo executed Bo's Voormsi",
        "Hand 4: Bo & Dan bounced from 10 back to 8",
    ]


@pytest.mark.parametrize(
    ("units", "void", "winner"), [((5, 4), False, 0), ((4, 4, 1), False, None), ((9, 0), True, None)]
)
def test_the_most_tricks_win_a_hand_unless_they_are_shared_or_void(
    units: tuple[int, ...], void: bool, winner: int | None
) -> None:
    assert winner_of_hand(result(units, void)) == winner


def test_a_hand_that_tricks_do_not_decide_is_won_by_the_side_that_its_game_names() -> None:
    assert winner_of_hand(replace(result((5, 5)), winner=1)) == 1


def test_a_hand_counts_by_the_points_that_it_brought_and_not_by_the_score() -> None:
    way = ((3, 1), (3, 4), (3, 4), (8, 6))
    assert hands_of(way, (), 0) == [1, -1, 0, 1]
    assert hands_of(way, (), 1) == [-1, 1, 0, -1]
    assert hands_of(((1, 0, 1),), (), 0) == [0]
    assert hands_of((), (), 0) == []


def test_the_points_of_a_hand_that_bounced_count_for_it() -> None:
    bounce = Feat(2, Booking(0, 3, 8, 7, 11, fact(BookingFact.HAND_END, side=0, points=3)))
    assert hands_of(((8, 0), (7, 1)), (bounce,), 0) == [1, 1]


def test_a_hand_that_the_end_of_the_rubber_cut_short_is_won_by_nobody() -> None:
    cut = replace(result((5, 0)), unfinished=True)
    assert winner_of_hand(cut) is None
    assert hand_won(cut, None, "voormsi", WORDS) == "Hand 3 wasn't played out"


def test_the_tricks_of_a_hand_are_told_from_the_winner_s() -> None:
    assert hand_won(result((4, 5)), "Bo & Dan", "voormsi", WORDS) == "Bo & Dan won hand 3, 5–4"
    assert hand_won(result((4, 4, 1)), None, "voormsi", WORDS) == "Hand 3: a tie, 4–4–1"


def result(units: tuple[int, ...], void: bool = False) -> HandResult:
    nothing = tuple(0 for _ in units)
    return HandResult(3, 0, (), 4, units, void, nothing, nothing, (), SaltedProof("", ""))


def test_a_mukur_a_stroke_and_a_jan_are_in_the_story_though_no_card_earned_them() -> None:
    mukur = Gain(1, 5, fact(AlkortGainFact.MUKUR, side=1, points=5, tricks=5), is_rare=True)
    stroke = Gain(0, 7, fact(AlkortGainFact.STROKE, side=0, points=7, tricks=7), is_rare=True)
    jan = Gain(0, 2, fact(BrausGain.JAN, side=0, points=2, units=6), is_rare=True)
    sides = ("Ann & Cleo", "Bo & Dan")

    def said(game: str, *feats: Feat) -> list[str]:
        return sentences(
            game, story(game, (0,), (), feats, 9, WORDS), lambda *_: "", lambda side, _: sides[side], WORDS
        )

    assert said("alkort", Feat(2, mukur), Feat(3, stroke)) == [
        "Hand 2: múkur for Bo & Dan, the first five tricks",
        "Hand 3: Ann & Cleo won the first 7 tricks, a stroke",
    ]
    assert said("braus", Feat(4, jan)) == ["Hand 4: a jan for Ann & Cleo, six tricks before the others had one"]


def turning(*feats: Feat, way: tuple[tuple[int, ...], ...], winners: tuple[int, ...] = (0,)) -> StoryLine | None:
    return turning_point("voormsi", winners, way, feats, WORDS)


def test_the_turning_point_is_the_hand_that_brought_the_winner_most() -> None:
    line = turning(way=((0, 3), (5, 3), (6, 6), (9, 6)))
    assert line == StoryLine("turning", 2, 0, None, -3, 2, 5, is_of_hand=True)
    (told,) = sentences("voormsi", [line], lambda seat, _: str(seat), lambda side, _: f"Side {side}", WORDS)
    assert told == "Hand 2: Side 0 gained 5 on the others"


def test_of_equal_hands_it_is_the_one_in_which_the_winner_went_ahead_for_good() -> None:
    line = turning(way=((1, 0), (1, 1), (2, 1), (3, 1)))
    assert line is not None
    assert line.hand == 3


def test_the_greatest_feat_of_that_hand_tells_it() -> None:
    small = Gain(0, 1, fact(GainFact.VOORMSI_WINS, side=0, seat=0, card=cards("KH")[0]))
    great = replace_points(EXECUTED, 2)
    line = turning(Feat(1, small), Feat(2, small), Feat(2, great), way=((1, 3), (9, 3)))
    assert line is not None
    assert (line.kind, line.hand, line.seat, line.of) == ("toqutsit_executes", 2, 2, 1)


def replace_points(gain: Gain, points: int) -> Gain:
    return gain._replace(points=points)


def test_a_bounce_of_the_others_turns_a_game_and_one_of_the_winner_does_not() -> None:
    bounced = Booking(1, 3, 7, 8, 10, fact(GainFact.UNITS))
    assert turning(Feat(2, bounced), way=((0, 7), (4, 5), (9, 5))) == StoryLine(
        "bounce", 2, 1, None, 10, 8, is_of_hand=True
    )
    own = turning(Feat(2, bounced._replace(side=0)), way=((0, 7), (4, 5), (9, 5)))
    assert own is not None
    assert own.kind == "turning"


@pytest.mark.parametrize(
    ("way", "winners"),
    [((), (0,)), (((9, 3),), (0,)), (((4, 8), (5, 8)), (0,)), (((4, 8), (9, 9)), (0, 1))],
    ids=["no hand", "one hand", "won behind", "draw"],
)
def test_there_is_no_turning_point_where_nothing_turned(
    way: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    assert turning(way=way, winners=winners) is None


def test_what_turned_the_game_is_not_told_twice() -> None:
    feat, way = Feat(2, EXECUTED), ((0, 3), (9, 3))
    line = turning(feat, way=way)
    assert line is not None
    assert line.kind == "toqutsit_executes"
    assert line in lines(feat, way=way)
    assert line not in story("voormsi", (0,), way, [feat], 9, WORDS, told_apart=line)


def test_a_rung_belongs_to_the_hand_after_which_it_never_came_back() -> None:
    way = ((2, 0), (8, 1), (6, 1), (9, 1))
    assert rung_hands(way, 0) == (1, 1, 2, 2, 2, 2, 4, 4, 4)
    assert rung_hands(way, 1) == (2,)
