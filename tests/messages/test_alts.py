"""Alt texts: they tell what a picture shows, within Discord's number of characters."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

import pytest

from bot.messages.hand.consider import BeatsScene
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.drawing import drawing_of
from bot.messages.kit.rendering import LONGEST, alt, draw, join_parts, parts_of, picture_of
from bot.messages.learn.rules import RanksScene
from bot.messages.replay.replay import ReplayScene
from bot.messages.result.result import ResultScene
from bot.messages.table.deal import SummaryScene
from bot.messages.table.trick import TrickScene
from bot.messages.table.why import WhyScene
from bot.tables.deals import SaltedProof
from bot.tables.table import HandResult
from bot.texts import Translator
from bot.texts.escaping import ZERO_WIDTH_SPACE
from bot.texts.reader import Reader
from rules.core.cards import Card, cards
from rules.core.contract import LaidCard, Outcome
from tests.messages.given import LONG, PEOPLE, at_table, head, payload, person, view
from tests.messages.rubbers import EVERY_KIND, VOORMSI, first_trick, options, private, public, rubber, table
from tests.messages.walk import beside, replayed, scenes_of

READERS = [Reader(Translator(language, naming)) for language in ("en", "da") for naming in ("", "kl")]
READER = READERS[0]
LONG_NAMES = tuple(person(LONG[:31] + str(seat)) for seat in range(4))


def missing(told: str, shown: tuple[Card, ...], reader: Reader) -> list[str]:
    """The cards that a text does not name whole."""
    return [name for card in shown if (name := reader.words.card("voormsi", card)) not in told]


def lies(pair: LaidCard) -> str:
    """The words for a card that was laid on another."""
    card, on = (READER.words.card("voormsi", card) for card in pair)
    return READER.words("alt.on", card=card, on=on)


@pytest.mark.parametrize("readers", [1, pytest.param(len(READERS), marks=pytest.mark.slow)])
@EVERY_KIND
def test_every_picture_of_a_rubber_has_an_alt_text_that_discord_takes(
    seats: int, changes: dict[str, str], readers: int
) -> None:
    """By default the readers take turns, so that each moment is told to one of them."""
    of, turns = table(seats, changes, LONG_NAMES), cycle(READERS)
    for moment in rubber(seats, changes, seed=seats):
        drawn = [scene for _, scene in (*public(moment, of), *private(moment, of)) if picture_of(scene, READER)]
        for reader in islice(turns, readers):
            for scene in drawn:
                assert 0 < len(alt(scene, reader)) <= LONGEST, (scene, reader.words.language)


@EVERY_KIND
def test_every_card_that_a_picture_shows_is_in_its_alt_text(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, LONG_NAMES)
    for moment in rubber(seats, changes, seed=seats):
        for _, scene in (*public(moment, of), *private(moment, of)):
            told = alt(scene, READER)
            match scene:
                case TrickScene(view=seen) if seen is not None:
                    assert missing(told, tuple(card for play in seen.trick for card in play.cards), READER) == []
                case TrickScene(account=account) if account is not None:
                    assert missing(told, tuple(card for play in account.plays for card in play.cards), READER) == []
                case HandScene(view=seen, ended=None):
                    assert missing(told, seen.hand, READER) == []
                case SummaryScene(result=result):
                    told = alt(replace(scene, opened=True), READER)
                    symbols = [card.symbol for dealt in result.dealt for card in dealt]
                    assert [symbol for symbol in symbols if symbol not in told] == []
                case _:
                    pass


def test_a_finished_set_tells_which_card_lies_on_which() -> None:
    account = first_trick("6S,6D 9C,9S 5H,QD 8D,5C")
    told = alt(TrickScene(head(), 1, 1, None, account), READER)
    assert [pair for play in account.plays for pair in play.laid]
    for play in account.plays:
        for pair in play.laid:
            assert f"{pair.card.symbol} on {pair.on.symbol}" in told


def test_the_hand_tells_what_may_be_played_when_that_is_not_everything() -> None:
    asked = view(hand="KH 9C 7D", trick="3:JC", legal=((cards("KH")[0],),))
    assert "You may play: K♥ Voormsi." in alt(HandScene(head(), asked, False), READER)
    free = view(hand="KH 9C 7D", trick="3:9S")
    assert "You may play any of them." in alt(HandScene(head(), free, False), READER)


def test_the_hand_of_a_seat_that_waits_says_nothing_about_what_may_be_played() -> None:
    waits = view(hand="KH 9C 7D", turn=2, legal=())
    assert "You may play" not in alt(HandScene(head(), waits, False), READER)


def test_ones_own_cards_are_told_in_the_order_of_all() -> None:
    told = alt(RanksScene(cards("JC 3D")), READER)
    assert missing(told, VOORMSI.pack, READER) == []
    assert "In your hand: J♣ Toqutsit · 3♦" in told
    assert "In your hand" not in alt(RanksScene(), READER)


def test_what_beats_a_card_is_told_by_groups_and_nothing_by_a_word() -> None:
    moment = next(moment for moment in rubber(4, {}, seed=1) if len(moment.view(None).trick) == 1)
    seen = moment.view(None)
    scene = BeatsScene(head(), seen.trick[0], VOORMSI.beaters(moment.state), seen.turn)
    told = alt(scene, READER)
    assert all(f"{READER.words.card('voormsi', one.on)}, beaten by: " in told for one in scene.beaten)
    untouchable = replace(scene, beaten=tuple(one._replace(by=()) for one in scene.beaten))
    assert "beaten by: nothing." in alt(untouchable, READER)


def test_the_end_of_a_rubber_tells_the_scores_the_last_trick_and_the_story() -> None:
    last = next(moment.account for moment in rubber(4, {}, seed=4) if moment.account and moment.account.outcome)
    assert last.outcome
    way = ((0, 6), (9, 6))
    scene = ResultScene(head(), ((0, 2), (1, 3)), 9, Outcome((0,), last.outcome.why), (9, 6), way, last=last)
    told = alt(scene, READER)
    assert "Ann & Cleo: 9 of 9" in told
    assert "The last trick" in told
    assert missing(told, tuple(card for play in last.plays for card in play.cards), READER) == []
    assert "Comeback from 0–6" in told
    assert len(alt(replace(scene, head=head(LONG_NAMES)), READER)) <= LONGEST


def test_a_hand_tells_which_cards_would_take_the_trick() -> None:
    scene = HandScene(head(), view(hand="KH 9C 7D", trick="3:AS"), False, takers=(cards("KH"), cards("9C")))
    assert "These beat the best play so far: K♥ Voormsi · 9♣." in alt(scene, READER)
    last = replace(scene, view=view(hand="KH 9C 7D", trick="1:5C 2:5S 3:AS"))
    assert "These would take the trick: K♥ Voormsi · 9♣." in alt(last, READER)
    assert "You cannot take this trick." in alt(replace(scene, takers=()), READER)
    assert "take" not in alt(replace(scene, takers=None), READER)


@pytest.mark.parametrize(("changes", "drew"), [({}, True), ({"deal": "all"}, False)])
def test_a_summary_tells_how_many_cards_were_dealt_before_the_others_were_drawn(
    changes: dict[str, str], drew: bool
) -> None:
    ends = (scene for moment in rubber(4, changes, 1) for _, scene in private(moment, table(4, changes, LONG_NAMES)))
    told = alt(replace(next(scene for scene in ends if isinstance(scene, SummaryScene)), opened=True), READER)
    assert ("The first 4 cards of each were dealt" in told) == drew


def test_names_stand_as_they_are_and_nothing_is_formatted() -> None:
    odd = "*Na_ja* `|<@1>`"
    told = alt(TrickScene(head((person(odd), *LONG_NAMES[1:])), 2, 3, view(trick="0:9C"), None), READER)
    assert told.startswith(f"{odd}: 9♣, heads the trick\n")
    assert "**" not in told


def test_nothing_is_escaped_where_no_markdown_is_shown() -> None:
    """In alt texts, labels, menus and their hints, with names full of signs."""
    of = table(4, {}, LONG_NAMES)
    for scene in (*beside(READER), *(one for _, one in scenes_of(4, {}, 1, 53, of))):
        parts = payload(draw(scene, READER))
        parts += [choice for part in parts for choice in part.get("options", ())]
        shown = [part.get(key) or "" for part in parts for key in ("label", "placeholder", "description")]
        for told in (alt(scene, READER), *shown):
            assert ("\\" in told, ZERO_WIDTH_SPACE in told, scene) == (False, False, scene)


def test_what_is_too_long_is_said_more_briefly_from_its_end() -> None:
    parts = [("the cards", "cards"), ("and more", "more", ""), ("at last", "")]
    assert join_parts(parts, 99) == "the cards\nand more\nat last"
    assert join_parts(parts, 18) == "the cards\nand more"
    assert join_parts(parts, 14) == "the cards\nmore"
    assert join_parts(parts, 5) == "cards"


def test_the_picture_stands_below_the_first_text_with_its_alt_text() -> None:
    scene = at_table(TrickScene(head(), 2, 3, view(trick="0:9C"), None))
    inside = payload(draw(scene, READER, "table:2", "trick.png"))[0]["components"]
    assert [part["type"] for part in inside][:2] == [10, 12]
    (item,) = inside[1]["items"]
    assert item["media"]["url"] == "attachment://trick.png"
    assert item["description"] == alt(scene, READER)
    assert not [part for part in payload(draw(scene, READER, "table:2")) if part["type"] == 12]


def test_every_scene_that_is_drawn_is_told() -> None:
    assert drawing_of.registry.keys() == parts_of.registry.keys()


def test_why_tells_the_trick_that_its_picture_shows() -> None:
    account = first_trick("6S,6D 9C,9S 5H,QD 8D,5C")
    assert alt(WhyScene(head(), account), READER) == alt(TrickScene(head(), 1, 1, None, account), READER)


@EVERY_KIND
def test_a_step_of_a_replay_tells_sets_hands_what_was_drawn_who_heads_and_whose_turn_it_is(
    seats: int, changes: dict[str, str]
) -> None:
    of = head(tuple(person(f"Player {seat}") for seat in range(seats)), options=options(changes))
    for scene in replayed(seats, changes, 2, of):
        assert isinstance(scene, ReplayScene)
        told = alt(scene, READER)
        assert len(told) <= LONGEST
        plays = scene.account.plays if scene.account else scene.view.trick
        laid = [play.laid for play in scene.account.plays] if scene.account else scene.view.laid
        shown = [card for cards in (*(play.cards for play in plays), *scene.hands) for card in cards]
        assert missing(told, tuple(shown), READER) == []
        assert [pair for on in laid if len(on) > 1 for pair in on if lies(pair) not in told] == []
        assert told.count("heads the trick") + told.count("wins the trick") == (1 if plays else 0)
        if scene.plays and scene.account is None:
            assert f"Player {scene.view.turn} to play" in told
        if scene.step:
            assert told.count("just drawn") == sum(map(bool, scene.drawn))
        assert told.endswith(f"Around the table: {', '.join(holder.name for holder in of.holders)}.")


@pytest.mark.parametrize(("drawn", "told"), [("", False), ("9C", True)])
def test_that_cards_were_drawn_is_told_where_some_were(drawn: str, told: bool) -> None:
    dealt = (cards(f"KH 9H 9D 7D {drawn}"), cards("JC AH AD 7C"))
    result = HandResult(1, 0, dealt, 4, (1, 0), False, (0, 0), (0, 0), (), SaltedProof("ab" * 32, "0f" * 32))
    scene = SummaryScene(head(PEOPLE[:2]), ((0,), (1,)), 9, result, False, opened=True)
    assert ("the others drawn" in alt(scene, READER)) == told
