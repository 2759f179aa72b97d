"""Cards are shown by the application's emojis where they exist; words stay words."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.emojis import emoji_pictures
from bot.messages.kit.rendering import alt, draw
from bot.messages.kit.table_text import TableText
from bot.messages.table.trick import TrickScene
from bot.texts import Translator, offered_games
from bot.texts.reader import CardStyle, Reader, emoji_name
from rules.core.cards import CARDS, cards
from rules.registry import game
from tests.messages.faults import faults
from tests.messages.given import LONG, at_table, buttons, head, menus, person, said, view
from tests.messages.rubbers import EVERY_KIND, private, public, rubber, table

EMOJIS = {emoji_name(card): f"<:{emoji_name(card)}:{10**18 + number}>" for number, card in enumerate(CARDS)}
READER = Reader(Translator(), emojis=EMOJIS)
KING = "<:king_of_hearts:"
LONG_NAMES = tuple(person(LONG[:31] + str(seat)) for seat in range(4))


def test_a_text_tells_a_card_by_its_emoji_and_in_words() -> None:
    told = said(draw(at_table(TrickScene(head(), 2, 3, view(trick="0:KH"), None)), READER))
    assert f"{EMOJIS['king_of_hearts']} K♥ Voormsi" in told


def test_buttons_and_menus_carry_the_emoji_beside_a_label_in_words() -> None:
    held = cards("KH 9C 9S 9H 9D")
    sets = tuple(
        play for size in (1, 2, 3) for play in combinations(held, size) if size == 1 or cards("KH")[0] not in play
    )
    shown = draw(HandScene(head(), view(hand="KH 9C 9S 9H 9D", legal=sets), False), READER)
    king = next(button for button in buttons(shown) if button["label"] == "K♥ Voormsi")
    assert king["emoji"]["name"] == "king_of_hearts"
    assert [option["emoji"]["name"] for menu in menus(shown) for option in menu["options"]] == [
        emoji_name(card) for card in held
    ]
    assert not [button["label"] for button in buttons(shown) if "<:" in button["label"]]


def test_in_four_colours_the_buttons_have_the_emojis_of_that_colour() -> None:
    own = {name for name in emoji_pictures() if name.endswith("_four_colours")}
    packs = {card for name in offered_games() for card in game(name).pack}
    assert own == {emoji_name(card, four_colours=True) for card in packs if card.suit in "CD"}
    reader = Reader(Translator(), four_colours=True, emojis={**EMOJIS, **{name: f"<:{name}:{10**18}>" for name in own}})
    shown = draw(HandScene(head(), view(hand="9C 9S 9D"), False), reader)
    named = [button["emoji"]["name"] for button in buttons(shown) if "emoji" in button]
    assert named == ["nine_of_clubs_four_colours", "nine_of_spades", "nine_of_diamonds_four_colours"]


@pytest.mark.parametrize("reader", [Reader(Translator()), Reader(Translator(), CardStyle.WORDS, emojis=EMOJIS)])
def test_without_them_and_for_who_wants_words_nothing_is_said_in_emojis(reader: Reader) -> None:
    shown = draw(HandScene(head(), view(hand="KH 9C 9S", trick="1:3D"), False), reader)
    assert "<:" not in said(shown)
    assert not [button for button in buttons(shown) if button.get("emoji")]


def test_an_alt_text_holds_no_emoji() -> None:
    assert KING not in alt(HandScene(head(), view(hand="KH 9C 9S"), False), READER)


@EVERY_KIND
def test_every_layout_of_a_rubber_has_room_for_them(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, LONG_NAMES)
    for moment in list(rubber(seats, changes, seed=seats))[::9]:
        for _, scene in (*public(moment, of), *private(moment, of)):
            assert (scene, faults(draw(scene, READER, "trick:1.1"))) == (scene, [])


def test_a_card_looks_special_only_where_its_game_has_a_special_card() -> None:
    name = emoji_name(cards("KH")[0], is_special=True)
    reader = Reader(Translator(), emojis={**EMOJIS, name: f"<:{name}:{10**18}>"})
    own, other = (TableText(reader, head(game=game)) for game in ("voormsi", "treikort"))
    king = cards("KH")[0]
    assert own.emoji(king) == f"<:{name}:{10**18}>"
    assert other.emoji(king) == EMOJIS["king_of_hearts"]
