"""Games with the proofs of their deals, for programs that check records: `python -m simulation.proved_games FOLDER`.

For each game it writes the record as `/record` gives it (`12.txt`), and to `posted.csv` a line for each commitment that
was posted in it, with the id of its message.
"""

from __future__ import annotations

import argparse
import csv
import random
from pathlib import Path
from typing import Final, NamedTuple, cast

from bot.tables import actions, records
from bot.tables.actions import CupMatch, TableAction
from bot.tables.deal_proofs import COMMITMENT, MESSAGE
from bot.tables.due_actions import deal, immediate_action
from bot.tables.fold import do, new_table
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import RecordedAction, Stage, Table
from rules import notation, registry
from simulation.unpublished_tables import bound

CUPS: Final = 5
RESTORES: Final = 7
"""One game in so many is of a cup; in one in so many the chain ends after some hands, as by a restore."""


class ProvedGame(NamedTuple):
    """The record of a game, and each commitment that was posted in it with the id of its message."""

    record: notation.Record
    posted: tuple[tuple[str, int], ...]


def proved_game(name: str, chance: random.Random, table_id: int = 1) -> ProvedGame:
    """Play a game by random plays, with random seats and options; its secrets are the operating system's."""
    opening = _opening(name, chance)
    table, restores = new_table(table_id, opening), chance.randrange(RESTORES) == 0
    entries, action = [RecordedAction(1, 0, opening)], cast(TableAction, actions.Start(opening.by))
    while True:
        after = do(table, action)
        if not isinstance(after, Table):
            raise ValueError(f"{action}: {after.kind}")
        table = after
        entries.append(RecordedAction(table.seq, 0, action))
        if table.stage is not Stage.PLAYING:
            break
        action = _next(table, chance, restores=restores)
    holders = [SeatHolder(Holder.PERSON, f"Player {seat + 1}") for seat in range(len(table.seats))]
    named = dict(zip(opening.seated, holders, strict=True))
    record = records.export(table, entries, holders, named, "Computer", "Former player")
    found = {(hand.tags[COMMITMENT], int(hand.tags[MESSAGE])): None for hand in record.hands}
    return ProvedGame(record, tuple(found))


def _opening(name: str, chance: random.Random) -> actions.Open:
    game = registry.game(name)
    seats = chance.choice(game.seats)
    while True:
        options = {one.name: chance.choice(one.choices) for one in game.options}
        if game.check_options(seats, options) is None:
            break
    people = tuple(f"p{seat}" for seat in range(seats))
    match = CupMatch(1, 1, 1) if chance.randrange(CUPS) == 0 else None
    return actions.Open("p0", "Otter", name, game.version, seats, options, seated=people, match=match)


def _next(table: Table, chance: random.Random, *, restores: bool) -> TableAction:
    if (action := immediate_action(table)) is not None:
        return action
    if table.is_unbound:
        return bound(table)
    if table.turn is None:
        ends = restores and table.chain is not None and table.chain.dealt and chance.randrange(2) == 0
        return actions.Unbind() if ends else deal(table)
    return actions.take_turn(chance.choice(table.rules.legal(table.state)), table.seats[table.turn].person)


def write(folder: Path, games: int, seed: int) -> None:
    """Write so many games of all kinds in turn, and what was posted in each."""
    chance, names = random.Random(seed), sorted(registry.GAMES)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "posted.csv").open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(("record", "commitment", "message"))
        for number in range(1, games + 1):
            played = proved_game(names[number % len(names)], chance, number)
            name = f"{number}.txt"
            (folder / name).write_text(records.text(played.record), encoding="utf-8")
            lines.writerows((name, commitment, message) for commitment, message in played.posted)


def main() -> None:
    parser = argparse.ArgumentParser(description="write records of random games with the proofs of their deals")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the plays; the decks are new each time")
    asked = parser.parse_args()
    write(asked.folder, asked.games, asked.seed)


if __name__ == "__main__":
    main()
