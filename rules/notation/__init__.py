"""The notation: whole rubbers as readable text or as JSON, to write, read and replay.

    Game: voormsi
    Notation: 1
    Player 0: Anna
    ...
    Option deal: four
    ...
    Tag table: Otter
    Cut: 9C KH 5D 7S

    Hand 1: dealer 2
    Tag digest: 5f3a...
    Deck: 9C 8S ...
      ...
    1. 3:9C 0:KH 1:JC 2:5C = 1
    2. 1:9S+9H 2:...
    Scores: 2 0

    Result: won by 0

Version 2 also has passes, `3:-`, and a line for the moves before, between or after tricks: `Moves: 0:keep(8C)
1:decline 2:ask>0 3:keep(?)`, where `>` names a seat and `(?)` stands for cards that are hidden; and a hidden deck of
which the first cards were dealt face up: `Deck: 5C 9H 5D KS hidden`. A record that needs none of this is written as
version 1.

Seats are numbers from 0, a trick's line ends with the seat that took it, scores are by side, and a line that begins
with a space continues the one before. Values that are not plain are written as JSON strings. A record can stop
anywhere. The running hand may have `Deck: hidden`; only the public part of its plays is then checked. Everything that
is read is replayed by the rules, so a valid record describes a rubber that can have happened.
"""

from __future__ import annotations

from rules.notation.faults import NotationError, NotationFact
from rules.notation.json_document import from_json, to_json
from rules.notation.record import Record, RecordedHand, public, record
from rules.notation.replay import actions, fold, replay
from rules.notation.text_reader import read
from rules.notation.text_writer import action_text, write

__all__ = [
    "NotationError",
    "NotationFact",
    "Record",
    "RecordedHand",
    "action_text",
    "actions",
    "fold",
    "from_json",
    "public",
    "read",
    "record",
    "replay",
    "to_json",
    "write",
]
