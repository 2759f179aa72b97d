"""Pictures of games other than the usual one: six seats, passes, scores without ladders, emblems of one hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit import game_looks
from bot.messages.kit.card_faces import look_of
from bot.messages.kit.rendering import alt, draw, picture_of
from bot.messages.result.result import ResultScene
from bot.messages.score import score_picture
from bot.messages.score.ladder_picture import Arm, LadderDrawing
from bot.messages.score.ladders import LadderScene
from bot.messages.score.score_picture import ScoreDrawing, drawing_of_scores
from bot.messages.table.trick import TrickScene
from bot.messages.table.why import WhyScene
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.core.cards import cards
from rules.core.contract import Group, IllegalAction, Shuffle, TrickAccount
from tests.messages.given import head, person, said
from tests.messages.test_pictures import GROUNDS, in_the_corner, shown_by
from tests.toy_game.gift import game as gift
from tests.toy_game.gift.game import PACK, GiftState
from tests.toy_game.registration import offered

READER = Reader(in_language("en"))
PEOPLE = tuple(person(name) for name in ("Aja", "Malik", "Ivalu", "Nuka", "Pipaluk", "Bartholomew the Great"))
HEAD = head(PEOPLE, game="gift")
SUIT = (Group("chosen", cards("AC KC")),)


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with offered():
        yield


def played(seats: int = 6) -> Iterator[tuple[GiftState, TrickAccount | None]]:
    """A hand in which everybody does the last thing that is legal, and the accounts of its tricks."""
    state: GiftState = gift.start(seats, {})
    while not state.is_over:
        action = next(reversed(gift.legal(state)), Shuffle(PACK))
        after = gift.apply(state, action)
        assert not isinstance(after, IllegalAction)
        account = None if isinstance(action, Shuffle) else gift.account(state, action, after)
        state = after
        yield state, account


def test_of_six_seats_every_name_card_and_pass_is_in_the_picture_of_a_trick() -> None:
    for state, account in played():
        if account is None:
            continue
        drawing = picture_of(TrickScene(HEAD, 1, 1, gift.view(state, None), account), READER)
        assert drawing is not None
        told = [line.text for line in shown_by(drawing)]
        assert all(any(holder.name[:4] in line for line in told) for holder in HEAD.holders)
        assert told.count("Pass") == sum(not play.cards for play in account.plays)
        assert in_the_corner(drawing.draw()) <= GROUNDS


def test_a_hand_of_three_sides_tells_the_tricks_of_all() -> None:
    for state, _ in played():
        for seat in range(6):
            drawing = picture_of(HandScene(HEAD, gift.view(state, seat), True), READER)
            told = [line.text for line in shown_by(drawing)] if drawing else []
            assert sum("tricks" in line or "1 trick" in line for line in told) in (0, 3), told


def test_scores_without_ladders_are_rows_with_the_whole_score() -> None:
    scene = LadderScene(HEAD, ((0, 3), (1, 4), (2, 5)), (2, 1, 0), (0, 0, 2), 13, None, 1)
    drawing = picture_of(scene, READER)
    assert isinstance(drawing, ScoreDrawing)
    told = [line.text for line in shown_by(drawing)]
    assert "2 of 13" in told
    assert "0 of 13 · 2 points waiting" in told
    assert "2 of 13" in alt(scene, READER)
    untargeted = picture_of(replace(scene, target=None), READER)
    assert untargeted is not None
    assert "2" in [line.text for line in shown_by(untargeted)]


def test_the_end_of_a_game_without_ladders_shows_no_ladder() -> None:
    state, last = list(played())[-1]
    view = gift.view(state, None)
    assert view.outcome
    result = ResultScene(HEAD, view.sides, 13, view.outcome, view.scores, (view.scores,), last=last)
    drawing: Any = picture_of(result, READER)
    assert isinstance(drawing.scores, ScoreDrawing)


def test_a_game_may_draw_its_scores_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Arm(0, "Aja", 1, 0, "1 of 3")
    monkeypatch.setattr(score_picture, "part", lambda *of: lambda arms, target, hands: LadderDrawing(arms, target + 1))
    assert drawing_of_scores("gift", (arm,), 3) == LadderDrawing((arm,), 4)


def test_emblems_may_depend_on_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def emblems(order: tuple[Group, ...]) -> dict[str, str]:
        return {card.code: "O 50 50 40" for group in order for card in group.cards}

    monkeypatch.setattr(game_looks, "part", lambda *of: emblems)
    assert look_of("gift", READER, SUIT).order == SUIT
    assert set(game_looks.emblems("gift", SUIT)) == {"AC", "KC"}
    assert game_looks.emblems("gift") == {}


def test_emblems_that_are_always_the_same_make_no_other_look_in_a_hand() -> None:
    assert look_of("voormsi", READER, SUIT) == look_of("voormsi", READER)


def test_a_ten_is_written_in_figures() -> None:
    assert [card.symbol for card in cards("TH 9H")] == ["10♥", "9♥"]


def test_of_a_game_without_waiting_points_nothing_is_said_about_them() -> None:
    account = next(account for _, account in played() if account is not None)
    assert "No points" not in said(draw(WhyScene(HEAD, account), Reader(in_language("en"))))
