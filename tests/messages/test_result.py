"""The end of a rubber: in the channel, in a player's message, and as a line to copy."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_api import custom_ids
from bot.messages.kit.rendering import draw
from bot.messages.lobby.lobby import LobbyScene
from bot.messages.result.result import ResultScene, ResultShareScene
from bot.tables.table import Feat
from bot.texts import Translator
from bot.texts.notices import Notice
from bot.texts.notices import fact as notice
from bot.texts.reader import Reader
from rules.core.contract import Booking, Outcome, fact
from rules.voormsi.facts import BookingFact, OutcomeFact
from tests.messages.given import PEOPLE, buttons, head, said, sides
from tests.messages.rubbers import EVERY_KIND, public, rubber, table

READER, DANISH = Reader(Translator()), Reader(Translator("da"))
WAY = ((3, 1), (3, 8), (5, 8), (5, 8), (9, 8))
BOUNCE = Booking(1, 2, 8, 8, 10, fact(BookingFact.HAND_END, side=1, points=2))


def result(seats: int = 4, winner: int = 0, way: tuple[tuple[int, ...], ...] = WAY, **given: Any) -> ResultScene:
    why = fact(OutcomeFact.ON_TARGET, side=winner, target=9)
    scores = way[-1] if way else (0,) * len(sides(seats))
    return ResultScene(head(PEOPLE[:seats]), sides(seats), 9, Outcome((winner,), why), scores, way, **given)


def card(of: ResultScene) -> LobbyScene:
    return LobbyScene(of.head, PEOPLE[0], "over", None, None, result=of)


def verbs(layout: Any) -> list[str]:
    read = (custom_ids.read(part["custom_id"]) for part in buttons(layout) if "custom_id" in part)
    return [press.verb for press in read if press]


def test_in_the_channel_the_end_names_the_winners_and_offers_what_comes_next() -> None:
    drawn = draw(card(result()), READER, "lobby")
    assert "**Ann & Cleo won!**" in said(drawn)
    assert verbs(drawn) == ["rematch", "replay", "share"]
    assert head().link in [part.get("url") for part in buttons(drawn)]


def test_in_the_channel_the_story_is_told_where_no_picture_comes() -> None:
    scene = card(result(feats=(Feat(4, BOUNCE),)))
    told = said(draw(scene, READER, "lobby"))
    assert "Ann & Cleo: 9 of 9" in told
    assert "Comeback from 3–8 after hand 2" in told
    assert "Hand 4: Bo & Dan bounced from 10 back to 8" in told
    assert "Comeback" not in said(draw(scene, READER, "lobby", picture="rubber.png"))


@pytest.mark.parametrize("reader", [READER, DANISH])
@EVERY_KIND
def test_in_the_channel_the_end_has_at_most_fifty_words(seats: int, changes: dict[str, str], reader: Reader) -> None:
    *_, last = rubber(seats, changes, seed=60 + seats)
    (end,) = (scene for _, scene in public(last, table(seats, changes, PEOPLE)) if isinstance(scene, ResultScene))
    drawn = draw(card(end), reader, "lobby", picture="rubber.png")
    words = [said(drawn), *[button["label"] for button in buttons(drawn)]]
    assert len(re.findall(r"\w+", " ".join(words))) <= 50


def test_a_player_reads_that_they_won_themselves() -> None:
    assert "**You and Cleo won!**" in said(draw(result(seat=0), READER))
    assert "**Ann & Cleo won!**" in said(draw(result(seat=1), READER))
    assert "**You won!**" in said(draw(result(2, seat=0), READER))


def test_the_scores_are_told_where_no_picture_shows_them() -> None:
    assert "**Ann & Cleo**, winner: 9 of 9" in said(draw(result(), READER))
    assert "9 of 9" not in said(draw(result(), READER, picture="rubber.png"))


def test_without_a_finished_hand_there_is_nothing_to_replay_or_to_copy() -> None:
    forfeited = replace(result(way=()), outcome=Outcome((0,), notice(Notice.FORFEITED, seat=1)))
    assert verbs(draw(card(forfeited), READER, "lobby")) == ["rematch"]


@pytest.mark.parametrize(
    ("seat", "winner", "told"),
    [
        (0, 0, "Voormsi · won 9–8 · 🟩⬛🟩🟨🟩"),
        (1, 0, "Voormsi · lost 8–9 · ⬛🟩⬛🟨⬛"),
        (None, 0, "Voormsi · 9–8 · 🟩⬛🟩🟨🟩"),
    ],
)
def test_the_line_to_copy_tells_the_score_and_each_hand_from_ones_own_side(
    seat: int | None, winner: int, told: str
) -> None:
    assert f"```\n{told}\n```" in said(draw(ResultShareScene(result(winner=winner), seat), READER))


def test_the_line_to_copy_is_in_the_readers_language_and_names_nobody() -> None:
    drawn = draw(ResultShareScene(result(), 2), DANISH)
    assert "```\nVoormsi · vandt 9–8 · 🟩⬛🟩🟨🟩\n```" in said(drawn)
    assert not [one.name for one in PEOPLE if one.name in said(drawn)]
    assert buttons(drawn) == []


def test_the_line_to_copy_of_three_begins_with_ones_own_score() -> None:
    way = ((1, 4, 0), (1, 6, 9))
    assert "lost 1–9–6 · ⬛⬛" in said(draw(ResultShareScene(result(3, 2, way), 0), READER))


def test_a_draw_is_called_one() -> None:
    drawn = replace(result(), outcome=Outcome((0, 1), fact(OutcomeFact.BOTH_OUT, sides=(0, 1), target=9)))
    assert "a draw, 9–8" in said(draw(ResultShareScene(drawn, 0), READER))
