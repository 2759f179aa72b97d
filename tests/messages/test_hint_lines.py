"""Hints: what a newcomer is told of a word stands small below their hand, and is true by the rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.discord_api import custom_ids
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import NEW_HERE
from bot.publishing.hints import HINTS
from bot.texts import in_language
from bot.texts.reader import Reader
from tests.messages.given import buttons, head, said, view
from tests.messages.rubbers import EVERY_KIND, rubber

LANGUAGES = pytest.mark.parametrize("language", ["en", "da"])
HAND = HandScene(head(), view(4, "9C 7H", "3:9S"), True)
WORDS = [hint for hint in HINTS if hint != NEW_HERE]


@LANGUAGES
@pytest.mark.parametrize("hint", WORDS)
def test_a_hint_is_a_small_line_of_at_most_twenty_words(hint: str, language: str) -> None:
    reader = Reader(in_language(language))
    plain, hinted = (said(draw(scene, reader)).splitlines() for scene in (HAND, replace(HAND, hints=(hint,))))
    (line,) = [line for line in hinted if line not in plain]
    assert line.startswith("-# ")
    assert len(re.findall(r"\w+", line)) <= 20


def test_the_introduction_is_a_button_which_keeps_the_hand() -> None:
    def found(scene: HandScene) -> list[tuple[str, ...]]:
        pressed = [
            custom_ids.read(part.get("custom_id", "")) for part in buttons(draw(scene, Reader(in_language("en"))))
        ]
        return [press.args for press in pressed if press and press.verb == NEW_HERE]

    assert found(HAND) == []
    assert found(replace(HAND, hints=(NEW_HERE,))) == [("anew",)]


@EVERY_KIND
def test_points_wait_until_their_side_loses_a_trick_or_the_hand_ends(seats: int, changes: dict[str, str]) -> None:
    for seed in range(3):
        waiting = (0,) * seats
        for account in (step.account for step in rubber(seats, changes, seed) if step.account):
            ends = account.hand_end is not None or account.outcome is not None
            winner = None if account.winner is None else account.plays[account.winner].seat
            for side, held in enumerate(account.sides):
                kept = winner in held and not ends
                assert account.waiting[side] == (waiting[side] + account.points_for(side) if kept else 0)
            waiting = account.waiting


@EVERY_KIND
def test_a_set_is_of_one_rank_all_play_as_many_to_it_and_it_counts_a_trick_per_card(
    seats: int, changes: dict[str, str]
) -> None:
    looked = 0
    for account in (step.account for step in rubber(seats, changes, seed=5) if step.account and step.account.size > 1):
        assert len({card.rank for card in account.plays[0].cards}) == 1
        assert {len(play.cards) for play in account.plays} == {account.size}
        for play in account.plays:
            assert not play.headed or play.over is None or len({pair.on for pair in play.laid}) == account.size
        looked += 1
    assert looked


def test_of_two_whoever_heads_plays_third_and_the_best_of_four_wins() -> None:
    looked = 0
    for account in (step.account for step in rubber(2, {}, seed=3) if step.account and step.account.winner is not None):
        first, _, third, last = account.plays
        heads = max(account.plays[:2], key=lambda play: (play.headed, play is not first))
        assert (third.seat, last.seat) == (heads.seat, 1 - heads.seat)
        assert account.winner == account.heading
        looked += 1
    assert looked


def test_exactly_the_target_wins_and_more_bounces_back() -> None:
    for seats in (2, 3, 4):
        for account in (step.account for step in rubber(seats, {}, seed=seats) if step.account):
            target = 12 if seats == 3 else 9
            for booking in account.bookings:
                over = booking.before + booking.points - target
                assert booking.after == (target - over if over > 0 else target + over)
                assert booking.after != target or account.outcome is not None
