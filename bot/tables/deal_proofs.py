"""The check of a record's deals: each cut and deck is computed again, and compared with what the record says.

It needs nothing but the record; whether the code that it leads to was posted before play, only the post can tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.tables import deals
from bot.tables.deals import shuffle
from rules import notation, registry
from rules.core.contract import Shuffle
from rules.notation import RecordedHand

TABLE: Final = "table"
CUT_FOR: Final = "cut-for"
"""The seat that a cup gives the first deal."""
COMMITMENT: Final = "code"
MESSAGE: Final = "message"
POST: Final = "post"
STEP: Final = "step"
KEY: Final = "key"
DIGEST: Final = "digest"
SALT: Final = "salt"
_NUMBER: Final = re.compile(r"[0-9]{1,19}")
"""A table's id or a message's, as records write it."""


class DealFault(StrEnum):
    """The difference between a record and what its keys lead to."""

    UNREADABLE = "unreadable"
    """A tag of the hand is missing, or not of its form."""
    CODE = "code"
    """The key, or deck and salt, lead to another code than the record names."""
    STEP = "step"
    """The step does not follow that of the hand before, or its chain was posted in another message."""
    CUT = "cut"
    DECK = "deck"


class HandProof(NamedTuple):
    """The check of one hand. `posted`: the code that must have been posted before it; None while it is not public.

    `message`: the Discord id of the post; None for a salted digest, which was posted with the hand.
    """

    hand: int
    posted: str | None = None
    message: int | None = None
    faults: tuple[DealFault, ...] = ()

    @property
    def is_public(self) -> bool:
        return self.posted is not None or bool(self.faults)


class _Tags(NamedTuple):
    """The tags of a chained hand, read. `key` None: it has none, as long as it runs."""

    commitment: str
    message: int
    step: int
    key: bytes | None


def proofs(record: notation.Record) -> list[HandProof]:
    """Return the check of each hand, in order."""
    return list(_proofs(record))


def _proofs(record: notation.Record) -> Iterator[HandProof]:
    table, plays, before = _number(record.tags.get(TABLE)), deals.NO_PLAYS, list[_Tags]()
    for number, hand in enumerate(record.hands, 1):
        if COMMITMENT not in hand.tags:
            yield _salt_proof(table, number, hand)
        elif table is None or (tags := _read(hand.tags)) is None:
            yield HandProof(number, faults=(DealFault.UNREADABLE,))
        else:
            place = deals.DealPlace(table, number, tags.message, plays)
            yield _chain_proof(record, hand, place, tags, before)
            before.append(tags)
        plays = deals.with_plays(plays, hand.plays)


def _salt_proof(table: int | None, number: int, hand: RecordedHand) -> HandProof:
    if hand.deck is None or SALT not in hand.tags:
        return HandProof(number)
    if table is None:
        return HandProof(number, faults=(DealFault.UNREADABLE,))
    found = deals.digest(table, number, hand.deck, hand.tags[SALT])
    return HandProof(number, found, faults=() if found == hand.tags.get(DIGEST) else (DealFault.CODE,))


def _chain_proof(
    record: notation.Record, hand: RecordedHand, place: deals.DealPlace, tags: _Tags, before: list[_Tags]
) -> HandProof:
    if hand.deck is None or hand.scores is None:
        return HandProof(place.hand)
    if tags.key is None:
        return HandProof(place.hand, faults=(DealFault.UNREADABLE,))
    posted, faults = deals.hash_times(tags.key, tags.step).hex(), list[DealFault]()
    if posted != tags.commitment:
        faults.append(DealFault.CODE)
    if not _follows(tags, before):
        faults.append(DealFault.STEP)
    if place.hand == 1 and not _cuts_are_right(record, tags.key, place):
        faults.append(DealFault.CUT)
    if hand.deck != shuffle(registry.game(record.game).pack, deals.deal_numbers(tags.key, place)):
        faults.append(DealFault.DECK)
    return HandProof(place.hand, posted, place.message, tuple(faults))


def _follows(tags: _Tags, before: list[_Tags]) -> bool:
    """Return whether the hand is the next one of its chain, or the first of a new one."""
    if before and before[-1].commitment == tags.commitment:
        return (tags.message, tags.step) == (before[-1].message, before[-1].step + 1)
    return tags.step == 1 and all(earlier.commitment != tags.commitment for earlier in before)


def _cuts_are_right(record: notation.Record, key: bytes, place: deals.DealPlace) -> bool:
    game, number, seats = registry.game(record.game), 0, len(record.players)
    state: Any = game.start(seats, record.options)
    for cut in record.cuts:
        number, deck = deals.cut(
            game,
            state,
            lambda attempt: shuffle(game.pack, deals.cut_numbers(key, place, attempt)),
            number,
            for_first=CUT_FOR in record.tags,
        )
        if deck[:seats] != cut:
            return False
        state, number = game.apply(state, Shuffle(cut)), number + 1
    return True


def _read(tags: Mapping[str, str]) -> _Tags | None:
    commitment, message, step = tags.get(COMMITMENT, ""), _number(tags.get(MESSAGE)), _number(tags.get(STEP))
    key = tags.get(KEY)
    if deals.read_hex(commitment) != commitment or message is None or step is None or not 0 < step <= deals.LENGTH:
        return None
    if key is not None and deals.read_hex(key) != key:
        return None
    return _Tags(commitment, message, step, None if key is None else bytes.fromhex(key))


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None
