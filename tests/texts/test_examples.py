"""The examples in the pages of the rules are true: each is played by the rules."""

from __future__ import annotations

import pytest

from bot.texts import rules_page
from bot.texts.rules_page import Example, LadderExample, RanksExample, TrickExample, read
from rules.core.cards import cards
from rules.core.contract import TrickAccount
from rules.voormsi import game as voormsi
from rules.voormsi.scoring import new_score
from tests.rules.positions import drawn, put, told

SHOWN = {
    f"{topic.name} {number} {row}": example
    for topic in rules_page("voormsi").topics.values()
    for number, page in enumerate(topic.pages, 1)
    for row, example in enumerate(page.shown, 1)
}
TRICKS = {name: example for name, example in SHOWN.items() if isinstance(example, TrickExample)}
LADDERS = {name: example for name, example in SHOWN.items() if isinstance(example, LadderExample)}


def played(example: TrickExample) -> TrickAccount:
    """The trick, played at a table of as many as its plays need; seat 0 leads."""
    plays = [" ".join(card.code for card in play) for play in example.plays]
    hands = plays
    if example.halves:  # the hand that headed plays third
        first = told_by_two(plays[:2])
        hands = [f"{plays[0]} {plays[2 + first]}", f"{plays[1]} {plays[3 - first]}"]
    return told(drawn("\n".join(hands)), *plays)


def told_by_two(plays: list[str]) -> int:
    """The heading one of two players after each has played once."""
    heading = voormsi.view(put(drawn("\n".join(plays)), *plays), None).heading
    assert heading is not None
    return heading


@pytest.mark.parametrize("example", TRICKS.values(), ids=TRICKS.keys())
def test_the_trick_goes_to_the_play_that_the_page_says(example: TrickExample) -> None:
    assert played(example).winner == example.wins


@pytest.mark.parametrize(
    "example", [one for one in TRICKS.values() if one.points is not None], ids=lambda one: str(one.plays)
)
def test_the_trick_is_worth_what_the_page_says(example: TrickExample) -> None:
    account = played(example)
    assert sum(gain.points for gain in account.gains) == example.points
    assert account.winner is not None
    winner = account.plays[account.winner].seat % len(account.units)
    assert all(gain.side == winner for gain in account.gains)


@pytest.mark.parametrize("example", LADDERS.values(), ids=LADDERS.keys())
def test_the_ladder_stands_where_the_page_says(example: LadderExample) -> None:
    assert new_score(example.before, example.points, 9) == example.after


def test_tricks_ladders_and_ranks_are_shown() -> None:
    assert {type(example) for example in SHOWN.values()} == {TrickExample, LadderExample, RanksExample}


@pytest.mark.parametrize(
    ("row", "example"),
    [
        ("trick 7H KH 7D KS wins 7H", TrickExample(tuple((one,) for one in cards("7H KH 7D KS")), 0)),
        ("trick 6C+6H 9D+AS wins 9D+AS scores 0", TrickExample((cards("6C 6H"), cards("9D AS")), 1, 0)),
        ("halves 6H 9D 5C AS wins 9D", TrickExample(tuple((one,) for one in cards("6H 9D 5C AS")), 1, None, True)),
        ("ladder 7 3 gives 8", LadderExample(7, 3, 8)),
        ("ranks", RanksExample()),
    ],
)
def test_a_mark_tells_what_is_shown(row: str, example: Example) -> None:
    assert read(row) == (example,)
    assert read(f"{row} / ranks") == (example, RanksExample())


@pytest.mark.parametrize("rows", ["", "trick", "trick 7H KH", "trick 7H wins KH", "trick 7X wins 7X", "ladder 7", "7H"])
def test_a_mark_that_shows_nothing_is_an_error(rows: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        read(rows)
