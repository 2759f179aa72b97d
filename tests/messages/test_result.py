"""The end of a rubber: in the channel, in a player's message, and as a line to copy."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.discord_api import custom_ids
from bot.messages.kit.drawing import Box, Drawing
from bot.messages.kit.rendering import alt, draw, picture_of
from bot.messages.lobby.lobby import LobbyScene
from bot.messages.result.own_end import Meeting, OwnEnd, OwnHand, RatingChange
from bot.messages.result.result import ResultScene
from bot.messages.result.share import ResultShareScene
from bot.messages.result.share_card import MARK, ShareCardDrawing
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import Feat
from bot.texts import Translator
from bot.texts.notices import Notice
from bot.texts.notices import fact as notice
from bot.texts.reader import Reader
from rules.core.contract import Booking, Outcome, fact
from rules.voormsi.facts import BookingFact, OutcomeFact
from tests.messages.given import PEOPLE, buttons, head, said, sides
from tests.messages.noting_canvas import MeasuringCanvas
from tests.messages.rubbers import EVERY_KIND, first_trick, public, rubber, table
from tests.messages.test_pictures import GROUNDS, in_the_corner, shown_by

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


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (result(seat=0, own=OwnEnd()), "## Victory! You and Cleo won 9–8"),
        (result(seat=1, own=OwnEnd()), "## Ann & Cleo won this time 9–8"),
        (result(2, seat=0, own=OwnEnd()), "## Victory! You won 9–8"),
        (result(3, 1, ((1, 12, 4),), seat=0, own=OwnEnd()), "## Bo won this time 12–4–1"),
        (result(2, 0, ((3, 8),), seat=0, own=OwnEnd()), "## Victory! You won\n"),
    ],
    ids=["partners", "lost", "alone", "three", "behind"],
)
def test_a_player_reads_first_how_it_ended_for_them(scene: ResultScene, told: str) -> None:
    assert told in said(draw(scene, READER))


def test_a_player_reads_what_it_means_to_them() -> None:
    own = OwnEnd(
        RatingChange(1000, 1024), 3, (Meeting("Bo*", 3, 2), Meeting("Dan", 1, 1)), ("wins-1", "executed", "lost")
    )
    told = said(draw(result(seat=0, own=own), READER))
    assert r"Rating 1000 → **1024** · 3 wins in a row · You 3 : 2 Bo\* · You 1 : 1 Dan" in told
    assert "New badges: **First win and Executioner**" in told, "to lose by one's own Voormsi is no badge"
    assert "Rating" not in said(draw(result(seat=0, own=OwnEnd()), READER))


@pytest.mark.parametrize(
    ("points", "told"), [(2, "2 points for you"), (1, "1 point for you"), (0, "no points for you")]
)
def test_a_player_reads_what_the_last_hand_brought(points: int, told: str) -> None:
    scene = result(seat=1, own=OwnEnd(), last_hand=OwnHand(5, (4, 5), points))
    assert f"Hand 5, 4–5: {told}" in said(draw(scene, READER))


def test_the_turning_point_is_told_to_everybody() -> None:
    for scene in (result(), result(seat=1, own=OwnEnd())):
        assert "**Turning point.** Hand 5: Ann & Cleo gained 4 on the others" in said(draw(scene, READER))
    assert "**Vendepunktet.** Spil 5: Ann & Cleo vandt 4 ind på de andre" in said(draw(result(), DANISH))


def test_a_game_of_few_hands_has_a_turning_point_and_one_that_a_forfeit_ended_has_none() -> None:
    few = result(way=((3, 1), (4, 1)))
    assert "**Turning point.** Hand 1: Ann & Cleo gained 2 on the others" in said(draw(few, READER))
    forfeited = replace(few, outcome=Outcome((0,), notice(Notice.FORFEITED, seat=1)))
    assert "Turning point" not in said(draw(forfeited, READER))


def test_the_way_there_is_told_to_a_player_where_no_picture_shows_it() -> None:
    scene = result(seat=0, own=OwnEnd())
    assert "Hand 2: 3–8" in said(draw(scene, READER))
    assert "Hand 2: 3–8" not in said(draw(scene, READER, picture="rubber.png"))


def test_partners_change_only_where_people_have_some() -> None:
    assert verbs(draw(result(), READER)).count("rematch") == 3
    assert verbs(draw(result(2), READER)).count("rematch") == 2
    alone = replace(result(), head=head((PEOPLE[0], *(SeatHolder(Holder.COMPUTER, "Nivi"),) * 3)))
    assert verbs(draw(alone, READER)).count("rematch") == 2


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


def drawn(scene: ResultScene) -> Drawing:
    found = picture_of(scene, READER)
    assert found is not None
    return found


def test_the_picture_counts_the_score_up_rung_by_rung() -> None:
    words = [line.text for line in shown_by(drawn(result()))]
    assert [word for word in words if word.startswith("+")] == ["+3", "+2", "+4", "+1", "+7"]
    assert "hand 5" in words
    assert "Hand 1: 3–1 · Hand 2: 3–8" in alt(result(), READER)


def test_after_the_loss_of_all_points_no_rung_is_counted() -> None:
    scene = replace(result(), scores=(9, 0))
    assert [word for line in shown_by(drawn(scene)) if (word := line.text).startswith("+")] == [
        "+3",
        "+2",
        "+4",
    ]


def shared(scene: ResultScene) -> ShareCardDrawing:
    found = picture_of(ResultShareScene(scene, None), READER)
    assert isinstance(found, ShareCardDrawing)
    return found


def test_the_card_to_share_is_a_picture_of_the_size_that_pages_show() -> None:
    with Image.open(BytesIO(shared(result()).draw())) as image:
        assert image.size == (1200, 630)


def test_the_card_to_share_has_names_score_turning_point_and_last_trick() -> None:
    last = first_trick("9C 5C QC 5D")
    card = shared(result(last=last))
    assert (card.title, card.others, card.score) == ("Ann & Cleo won", "against Bo & Dan", "9–8")
    assert [play.cards for play in card.plays] == [play.cards for play in last.plays]
    assert card.told == "Hand 5: Ann & Cleo gained 4 on the others"
    told = alt(ResultShareScene(result(last=last), None), READER)
    for words in (card.others, card.score, card.told, "Ann: 9♣, wins the trick"):
        assert words in told


class MarkCanvas(MeasuringCanvas):
    """Notes the box of the winners' mark, too."""

    mark: Box

    def shape(self, outline: str, x: int, y: int, wide: int, high: int, *how: Any) -> None:
        if wide == MARK:
            self.mark = x, y, x + wide, y + high
        super().shape(outline, x, y, wide, high, *how)


def test_on_the_card_to_share_the_mark_of_the_winners_stands_before_the_middle_of_their_names() -> None:
    canvas = MarkCanvas(shared(result()))
    ((left, top, _, bottom),) = [box for text, box in canvas.lines if text == "Ann & Cleo won"]
    assert canvas.mark[2] < left
    assert (canvas.mark[1] + canvas.mark[3]) / 2 == pytest.approx((top + bottom) / 2, abs=4)


def test_the_card_to_share_of_a_draw_names_all_and_of_a_rubber_without_a_hand_is_none() -> None:
    drawn = replace(result(), outcome=Outcome((0, 1), fact(OutcomeFact.BOTH_OUT, sides=(0, 1), target=9)))
    assert (shared(drawn).winner, shared(drawn).others) == (None, "")
    assert picture_of(ResultShareScene(result(way=()), None), READER) is None


def test_in_the_channel_the_picture_of_the_end_is_the_card_to_share() -> None:
    assert picture_of(card(result()), READER) == shared(result())


@pytest.mark.parametrize("plays", ["9C 5C QC 5D", "6S,6D 9C,9S 5H,QD 8D,5C"])
def test_the_alt_sign_covers_nothing_of_the_card_to_share(plays: str) -> None:
    assert in_the_corner(shared(result(last=first_trick(plays))).draw()) <= GROUNDS
