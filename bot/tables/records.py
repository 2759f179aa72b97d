"""A table's record as it may leave the program, and the proof of its deals.

What leaves stops before the running hand, of which only the public plays appear (DESIGN, Secrets).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.tables import actions, deals
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import RecordedAction, Table
from bot.texts.names import told_apart
from rules import notation
from rules.core.contract import Action, Play, Shuffle

TABLE: Final = "table"
NAME: Final = "name"
DIGEST: Final = "digest"
SALT: Final = "salt"
HELD: Final = "held"
FORFEITED: Final = "forfeited"
_NUMBER: Final = re.compile(r"[0-9]{1,19}")
"""A table's, as records have it."""
SEAT, HAND, PLAY = "seat", "hand", "play"
"""Words of the notation, which is English."""


class Proof(NamedTuple):
    """One hand's proof: the digest that its deck and bytes give; None while they are not public."""

    hand: int
    digest: str | None


def export(
    table: Table,
    entries: Iterable[RecordedAction],
    holders: Sequence[SeatHolder],
    people: Mapping[str, SeatHolder],
    computer: str,
    former: str,
) -> notation.Record:
    """The whole rubber so far; where a seat has changed hands, who held it from which play on.

    `people`: everybody who is named there, by key. `computer` names a computer's seat, `former` who was erased.
    ValueError before the first cut.
    """
    entries = list(entries)
    done = [entry.action for entry in entries]
    called = [_player(holder, seat, computer, former) for seat, holder in enumerate(holders)]
    players = told_apart(called, lambda name, seat: f"{name} ({seat + 1})")
    names = {key: former if one.erased else one.name for key, one in people.items()}
    tags = {TABLE: str(table.id), NAME: table.name, **_tenures(table, entries, names, computer), **_forfeit(table)}
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
    if hand.deck is None or SALT not in hand.tags or not _NUMBER.fullmatch(table):
        return None
    return deals.digest(int(table), number, hand.deck, hand.tags[SALT])


def _player(holder: SeatHolder, seat: int, computer: str, former: str) -> str:
    if holder.erased:
        return former
    name = holder.name if holder.kind is Holder.PERSON else f"{computer} {seat + 1}"
    return f"{name} ({holder.was})" if holder.was else name


def _tenures(
    table: Table, entries: Sequence[RecordedAction], names: Mapping[str, str], computer: str
) -> dict[str, str]:
    """Who held each seat that has changed hands, from which play of which hand on, counted from 1."""
    held = [one.seat for one in table.tenures]
    changed = [one for one in table.tenures if held.count(one.seat) > 1]
    told = {}
    for number, one in enumerate(sorted(changed, key=lambda one: (one.seat, one.since)), 1):
        hand, play = _place(entries, one.since)
        who = names.get(one.person, "") if one.person else f"{computer} {one.seat + 1}"
        told[f"{HELD}-{number}"] = f"{SEAT} {one.seat}, {HAND} {hand}, {PLAY} {play}: {who}"
    return told


def _forfeit(table: Table) -> dict[str, str]:
    """Which seat lost the rubber by letting the time pass, and which sides have won it: no result by the rules."""
    if table.forfeited is None:
        return {}
    won = " ".join(map(str, table.forfeit_winners))
    return {FORFEITED: f"{SEAT} {table.forfeited}, won by {won}"}


def _place(entries: Sequence[RecordedAction], seq: int) -> tuple[int, int]:
    """The hand and the play in it that came first after an entry, or is to come."""
    hand = play = 0
    for entry in entries:
        match entry.action:
            case actions.Deal():
                hand, play = hand + 1, 0
            case actions.Play():
                play += 1
                if entry.seq > seq:
                    return hand, play
    return hand, play + 1


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
