"""The page about fair deals: its example and its packs are those of the program."""

from __future__ import annotations

import hmac
from pathlib import Path

from bot.tables import deals
from bot.tables.deals import DealPlace, shuffle
from rules.core.cards import Card, cards
from rules.core.contract import Move, Play, SeatAction
from rules.registry import GAMES

PAGE = Path(__file__).parents[2].joinpath("docs/fair-deals.md").read_text(encoding="utf-8")
SECRET = bytes(range(32)).hex()
PLACE = DealPlace(7, 1, 1234567890123456789, deals.NO_PLAYS)
PLAYS: list[SeatAction] = [
    Play(1, cards("7C 7D")),
    Play(2, cards("KH")),
    Play(3, ()),
    Move(0, "keep", cards("8C"), None),
]


def codes(deck: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in deck)


def test_the_pack_of_every_game_is_on_the_page_in_the_order_that_is_shuffled() -> None:
    for name, game in GAMES.items():
        if name in PAGE:
            assert f"| {name} | {codes(game.pack)} |" in PAGE
    assert PAGE.count("C 9S") >= 5


def test_the_example_is_what_the_program_computes() -> None:
    pack, first, second = GAMES["voormsi"].pack, deals.key(SECRET, 1), deals.key(SECRET, 2)
    plays = deals.with_plays(deals.NO_PLAYS, PLAYS)
    following = PLACE._replace(hand=2, plays=plays)
    lines = "\n".join(("deal", *map(str, PLACE), "0"))
    told = [
        f"S = `{SECRET}`",
        f"code (key 0): `{deals.commitment(SECRET)}`",
        f"key 1: `{first.hex()}`",
        f"key 2: `{second.hex()}`",
        f"`{hmac.digest(first, lines.encode(), 'sha256').hex()}`",
        f"(`cut 0`): {codes(shuffle(pack, deals.cut_numbers(first, PLACE, 0))[:4])}\n",
        f"the deck of hand 1: {codes(shuffle(pack, deals.deal_numbers(first, PLACE)))}\n",
        f"`{plays}`",
        f"the deck of hand 2: {codes(shuffle(pack, deals.deal_numbers(second, following)))}\n",
    ]
    assert [one for one in told if one not in PAGE] == []
