"""The stories of random rubbers, compared with what happened in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from bot.messages.score.story import MOST, StoryLine, sentences, story
from bot.tables import actions
from bot.tables.fold import do, new_table
from bot.tables.table import Stage, Table
from bot.texts import Translator
from rules.core.contract import Fact, Phase, TrickAccount
from tests.bot.running_bot import OPTIONS

WORDS, DANISH = Translator(), Translator("da")
NAMES = ("Ann", "Bo", "Cleo", "Dan")
FEATS = {
    "toqutsit_executes": "JC KH",
    "voormsi_wins": "KH",
    "three_takes_voormsi": "3D KH",
    "three_takes_toqutsit": "3D JC KH",
}
"""For each feat the card that did it, then the others that it takes."""


def named_by(sides: Sequence[str]) -> Callable[[int, int | None], str]:
    return lambda side, _: sides[side]


def rubber(seats: int, seed: int) -> Iterator[tuple[Table, TrickAccount | None]]:
    """A table after each action of a random rubber, and the trick that the action finished."""
    chance = random.Random(seed)
    table = new_table(7, actions.Open("aja", "Otter", "voormsi", 1, seats, OPTIONS))
    for _ in range(seats):
        table = done(table, actions.AddComputer("aja"))
    table = done(table, actions.Start("aja"))
    while table.stage is Stage.PLAYING:
        deck, before = tuple(chance.sample(table.rules.pack, 36)), table
        if table.phase is Phase.CUT:
            table = done(table, actions.Cut(deck))
        elif table.phase is Phase.DEAL:
            table = done(table, actions.Deal(deck, "00" * 32, "ff" * 32))
        else:
            table = done(table, actions.take_turn(chance.choice(table.view(table.turn).actions)))
        yield table, table.last_trick if table.last_trick is not before.last_trick else None


def done(table: Table, action: actions.TableAction) -> Table:
    after = do(table, action)
    assert not isinstance(after, Fact)
    return after


def is_true(line: StoryLine, tricks: list[TrickAccount], table: Table, winner: int) -> bool:
    """Return whether a line tells what happened, found from the cards and scores alone."""
    of_hand = [trick for trick in tricks if trick.hand_number == line.hand]
    target, scores = table.view(None).target, table.way[-1]
    others = [score for side, score in enumerate(scores) if side != winner]
    match line.kind:
        case "comeback":
            after = table.way[line.hand - 1]
            behind = after[line.side] == line.before and max(after) == line.after
            return line.side == winner and behind and line.after - line.before >= 4
        case "shut-out":
            return line.side == winner and scores[winner] == target and not any(others)
        case "close":
            return line.side == winner and scores[winner] == target and max(others) == target - 1
        case "bounce":
            assert target
            jumps = [(one.side, one.before + one.points, one.after) for trick in of_hand for one in trick.bookings]
            return line.before > target > line.after and (line.side, line.before, line.after) in jumps
    by, *_ = codes = FEATS[line.kind].split()
    return any(
        set(codes) <= {card.code for play in trick.plays for card in play.cards}
        and trick.winner is not None
        and trick.plays[trick.winner].seat == line.seat
        and by in [card.code for card in trick.plays[trick.winner].cards]
        for trick in of_hand
    )


@pytest.mark.slow
def test_every_line_of_a_story_is_true_and_there_are_never_more_than_three() -> None:
    found = Counter[str]()
    for seats in (2, 3, 4):
        for seed in range(12):
            moments = list(rubber(seats, seed))
            tricks, (table, _) = [trick for _, trick in moments if trick], moments[-1]
            outcome, view = tricks[-1].outcome, table.view(None)
            assert outcome
            lines = story("voormsi", outcome.winners, table.way, table.feats, view.target, WORDS)
            assert len(lines) <= MOST
            assert [line for line in lines if not is_true(line, tricks, table, outcome.winners[0])] == []
            found.update(line.kind for line in lines)
            for words in (WORDS, DANISH):
                sides = [words("list.side").join(NAMES[seat] for seat in side) for side in view.sides]
                said = sentences("voormsi", lines, lambda seat, _: NAMES[seat], named_by(sides), words)
                assert not any("{" in one or "story." in one for one in said)
    assert set(found) == {"comeback", "shut-out", "close", "bounce", *FEATS}
