"""A table's record as a file to take along, with the proofs of its deals; and the acts of organisers in it.

Of the hand in play only the public plays are exported (DESIGN, Secrets).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.store import ActRow
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.automatic_plays import STOOD_IN
from bot.tables.deal_proofs import COMMITMENT, CUT_FOR, DIGEST, KEY, MESSAGE, POST, SALT, STEP, TABLE
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import RecordedAction, Table
from bot.texts.look_alikes import tell_apart
from rules import notation
from rules.core.contract import Action, Shuffle

NAME: Final = "name"
HELD: Final = "held"
PLAYED: Final = "played"
FORFEITED: Final = "forfeited"
SEAT, HAND, PLAY = "seat", "hand", "play"
"""Words of the notation, which is English."""


def export(
    table: Table,
    entries: Iterable[RecordedAction],
    holders: Sequence[SeatHolder],
    people: Mapping[str, SeatHolder],
    computer: str,
    former: str,
) -> notation.Record:
    """Return the rubber so far. For a seat that changed hands, tags name each holder and their first play.

    `people`: everybody who is named in the table, by key. `computer` names a computer, `former` an erased person.
    Raises ValueError before the first cut.
    """
    entries = list(entries)
    done = [entry.action for entry in entries]
    called = [_player(holder, seat, computer, former) for seat, holder in enumerate(holders)]
    players = tell_apart(called, lambda name, seat: f"{name} ({seat + 1})")
    names = {key: former if person.erased else person.name for key, person in people.items()}
    tags = {TABLE: str(table.id), NAME: table.name, **_tenures(table, entries, names, computer)}
    tags |= {**_stand_ins(entries, computer), **_forfeit(table)}
    if table.match is not None:
        tags[CUT_FOR] = "0"
    hands = list(_proof_tags(done, len(table.way)))
    whole = notation.record(table.rules, players, table.options, _game_actions(done), tags, hands)
    return notation.public(whole)


def text(record: notation.Record) -> str:
    return notation.write(record)


def document(record: notation.Record) -> str:
    return json.dumps(notation.to_json(record), ensure_ascii=False, indent=1)


def _proof_tags(done: Iterable[actions.TableAction], over: int) -> Iterator[dict[str, str]]:
    """Yield the tags that prove each deal; its key or salt is public once its hand is `over`, as so many are."""
    bound, hand = dict[str, str](), 0
    for action in done:
        match action:
            case actions.Bind():
                bound = {COMMITMENT: action.commitment}
            case actions.Bound():
                bound |= {MESSAGE: str(action.message), POST: action.link}
            case actions.Deal():
                hand += 1
                tags = {**bound, STEP: str(action.step)} if action.step else {DIGEST: action.digest}
                secret = {KEY: action.key} if action.step else {SALT: action.salt}
                yield tags | secret if hand <= over else tags


def _player(holder: SeatHolder, seat: int, computer: str, former: str) -> str:
    if holder.erased:
        return former
    name = holder.name if holder.kind is Holder.PERSON else f"{computer} {seat + 1}"
    return f"{name} ({holder.was})" if holder.was else name


def _tenures(
    table: Table, entries: Sequence[RecordedAction], names: Mapping[str, str], computer: str
) -> dict[str, str]:
    """Return tags for the seats that changed hands: each holder, with their first hand and play, counted from 1."""
    held = [tenure.seat for tenure in table.tenures]
    changed = [tenure for tenure in table.tenures if held.count(tenure.seat) > 1]
    told = {}
    for number, tenure in enumerate(sorted(changed, key=lambda tenure: (tenure.seat, tenure.since)), 1):
        hand, play = _place(entries, tenure.since)
        who = names.get(tenure.person, "") if tenure.person else f"{computer} {tenure.seat + 1}"
        told[f"{HELD}-{number}"] = f"{SEAT} {tenure.seat}, {HAND} {hand}, {PLAY} {play}: {who}"
    return told


def _stand_ins(entries: Sequence[RecordedAction], computer: str) -> dict[str, str]:
    """Return tags for the plays that computers made for people who held their seats, with hand and play from 1."""
    told, hand, play = dict[str, str](), 0, 0
    for entry in entries:
        match entry.action:
            case actions.Deal():
                hand, play = hand + 1, 0
            case actions.TakeTurn(seat=seat, how=how):
                play += 1
                if how in STOOD_IN:
                    place = f"{SEAT} {seat}, {HAND} {hand}, {PLAY} {play}"
                    told[f"{PLAYED}-{len(told) + 1}"] = f"{place}: {computer} {seat + 1}"
    return told


def _forfeit(table: Table) -> dict[str, str]:
    """Return a tag for a forfeit: the seat that lost by time, and the sides that won. It is no result by the rules."""
    if table.forfeited is None:
        return {}
    won = " ".join(map(str, table.forfeit_winners))
    return {FORFEITED: f"{SEAT} {table.forfeited}, won by {won}"}


def _place(entries: Sequence[RecordedAction], seq: int) -> tuple[int, int]:
    """Return the number of the hand and of the first play after an entry, made or still to come."""
    hand = play = 0
    for entry in entries:
        match entry.action:
            case actions.Deal():
                hand, play = hand + 1, 0
            case actions.TakeTurn():
                play += 1
                if entry.seq > seq:
                    return hand, play
    return hand, play + 1


def _game_actions(done: Iterable[actions.TableAction]) -> Iterable[Action]:
    for action in done:
        match action:
            case actions.Cut(deck=deck) | actions.Deal(deck=deck):
                yield Shuffle(deck)
            case actions.TakeTurn():
                yield action.done


def act_of(table: Table, action: TableAction, guild_id: int, at: int) -> ActRow | None:
    """Return the act that an action at a table (as it is before) is, at `at` (ms since the epoch).

    None for what nobody did as an organiser: what everybody at the table may do, or who opened it; and for what a cup
    does at its tables, which is in the cup's own log.
    """
    match action:
        case actions.OpenSeat(seat=seat, by=str(by), manager=True):
            return ActRow(guild_id, at, by, "kick", table.seats[seat].person, table.name)
        case actions.Admit(by=by, person=person, manager=True, cup=False):
            return ActRow(guild_id, at, by, "seat", person, table.name)
        case actions.MoveTable(by=by, manager=True) if by != table.opener:
            return ActRow(guild_id, at, by, "move", None, table.name)
        case actions.Close(by=str(by), manager=True) if by != table.opener:
            return ActRow(guild_id, at, by, "close", None, table.name)
        case actions.Propose(by=by, what=what, manager=True, cup=False):
            return ActRow(guild_id, at, by, what, None, table.name)
        case actions.Agree(by=by, manager=True):
            return ActRow(guild_id, at, by, "agree", None, table.name)
        case actions.Disagree(by=by, manager=True):
            return ActRow(guild_id, at, by, "disagree", None, table.name)
        case actions.Resume(by=by, manager=True, cup=False) if table.seat_of(by) is None:
            return ActRow(guild_id, at, by, "resume", None, table.name)
    return None
