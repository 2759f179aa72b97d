"""A table's record as it may leave the program, and the proof of its deals.

What leaves stops before the running hand, of which only the public plays appear (DESIGN, Secrets).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.scenes import Holder, Sitter
from bot.tables import actions, deals
from bot.tables.table import Entry, Table
from rules import notation
from rules.game import Action, Play, Shuffle

TABLE: Final = "table"
NAME: Final = "name"
DIGEST: Final = "digest"
SALT: Final = "salt"


class Proof(NamedTuple):
    """One hand's proof: the digest that its deck and bytes give; None while they are not public."""

    hand: int
    digest: str | None


def export(
    table: Table, entries: Iterable[Entry], sitters: Sequence[Sitter], computer: str, former: str
) -> notation.Record:
    """The whole rubber so far. `computer` names a computer's seat, `former` who was erased.

    ValueError before the first cut.
    """
    done = [entry.action for entry in entries]
    players = [_player(sitter, seat, computer, former) for seat, sitter in enumerate(sitters)]
    tags = {TABLE: str(table.id), NAME: table.name}
    hands = _hand_tags(table, [action for action in done if isinstance(action, actions.Deal)])
    whole = notation.record(table.rules, players, table.options, _game_actions(done), tags, hands)
    return notation.public(whole)


def text(record: notation.Record) -> str:
    """The record as people read it."""
    return notation.write(record)


def document(record: notation.Record) -> str:
    """The record as JSON."""
    return json.dumps(notation.to_json(record), ensure_ascii=False, indent=1)


def proofs(record: notation.Record) -> list[Proof]:
    """The proof of each hand, computed from what the record says of table, deck and bytes."""
    return [Proof(number, _computed(record, number)) for number in range(1, len(record.hands) + 1)]


def _computed(record: notation.Record, number: int) -> str | None:
    hand, table = record.hands[number - 1], record.tags.get(TABLE, "")
    if hand.deck is None or SALT not in hand.tags or not table.isdecimal():
        return None
    return deals.digest(int(table), number, hand.deck, hand.tags[SALT])


def _player(sitter: Sitter, seat: int, computer: str, former: str) -> str:
    if sitter.erased:
        return former
    name = sitter.name if sitter.kind is Holder.PERSON else f"{computer} {seat + 1}"
    return f"{name} ({sitter.was})" if sitter.was else name


def _game_actions(done: Iterable[actions.Action]) -> Iterable[Action]:
    for action in done:
        match action:
            case actions.Cut(deck=deck) | actions.Deal(deck=deck):
                yield Shuffle(deck)
            case actions.Play(seat=seat, cards=cards):
                yield Play(seat, cards)


def _hand_tags(table: Table, dealt: Sequence[actions.Deal]) -> list[dict[str, str]]:
    """The digest of every hand; the bytes of those that are over."""
    return [_tags(table, number, deal) for number, deal in enumerate(dealt, 1)]


def _tags(table: Table, number: int, deal: actions.Deal) -> dict[str, str]:
    digest = {DIGEST: deal.digest}
    return digest | {SALT: deal.salt} if number <= len(table.way) else digest
