"""`voormsi verify`: check that the deals of a rubber were fixed before play.

Anyone with a record and the posted code can run it (docs/fair-deals.md).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Final

from bot.tables import deals
from bot.tables.deal_proofs import DealFault, HandProof, proofs
from bot.texts import SOURCE_LANGUAGE, in_language, unescape
from rules import notation

SURE, DIFFERENT, UNREADABLE = 0, 1, 2
LARGEST: Final = 4_000_000
"""The most characters of a record: a hand has about a thousand."""
_MESSAGE: Final = re.compile(r"(?:https://\S+/)?([0-9]{15,20})")
"""The id of a message, or a link to it."""
_SAID: Final = {
    DealFault.UNREADABLE: "the commitment, message, step or key is missing or not of its form",
    DealFault.CODE: "the key, or deck and salt, lead to another code than the one that the record names",
    DealFault.STEP: "its step in the chain does not follow that of the hand before",
    DealFault.CUT: "the cut is not the one that follows from the key",
    DealFault.DECK: "the deck is not the one that follows from the key, the plays before it and the message",
}


class FileTooLargeError(Exception):
    """A file that is larger than any record."""


def verify(path: Path, posted: Sequence[str]) -> int:
    """Compute the deals of a record again, and compare them with what was posted; return the exit code.

    `posted`: codes, and links to their messages or ids of these.
    """
    try:
        text = _read(path)
        record = notation.read(text)
    except (OSError, UnicodeDecodeError) as error:
        return _stop(f"{path} cannot be read: {error}")
    except FileTooLargeError:
        return _stop(f"{path} is not a record of a rubber: it is longer than {LARGEST:,} characters.")
    except notation.NotationError as error:
        game = next(iter(text.split()[1:2]), "")  # a record begins with `Game: voormsi`
        why = unescape(in_language(SOURCE_LANGUAGE).no_record(game, error))
        return _stop(f"{path} is not a record of a rubber. {why}")
    codes, messages = set[str](), set[int]()
    for given in posted:
        if (code := deals.read_hex(given)) is not None:
            codes.add(code)
        elif message := _MESSAGE.fullmatch(given.strip()):
            messages.add(int(message[1]))
        else:
            return _stop(f"{given!r} is neither a posted code (64 characters 0-9 and a-f) nor the link to its message")
    if not codes:
        return _stop("the code is missing that was posted before play: 64 characters 0-9 and a-f")
    return _compare(proofs(record), codes, messages)


def _read(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise FileTooLargeError
    return text


def _compare(found: Sequence[HandProof], codes: Set[str], messages: Set[int]) -> int:
    """Print the outcome of each hand; return the exit code. A salted digest need not be given for every hand."""
    told = [(proof, _difference(proof, codes, messages)) for proof in found]
    for proof, difference in told:
        if not proof.is_public:
            print(f"Hand {proof.hand} is not over, or was cut short: its deck and key are not public.")
        elif difference:
            print(f"Hand {proof.hand} DIFFERS: {difference}")
        elif proof.message is not None:
            print(f"Hand {proof.hand}: the key leads to the posted code, and the deck follows from the key,", end=" ")
            print(f"the plays before it and the message {proof.message}.")
        elif proof.posted in codes:
            print(f"Hand {proof.hand}: deck and salt give the posted digest; the deal was fixed when it was posted.")
    known = {proof.posted for proof in found}
    for code in sorted(codes - known):
        print(f"No hand of this record leads to the posted code {code}. Its hands lead to:")
        for proof in found:
            print(f"  hand {proof.hand}: {proof.posted or 'nothing yet'}")
    unchecked = {proof.message for proof in found if proof.message is not None and not messages}
    for message in sorted(unchecked):
        print(f"The id {message} of the post's message is the record's own: compare it with the post's link.")
    return DIFFERENT if codes - known or any(difference for _, difference in told) else SURE


def _difference(proof: HandProof, codes: Set[str], messages: Set[int]) -> str:
    """Return what is wrong with a hand, "" if nothing is."""
    wrong = [_SAID[fault] for fault in proof.faults]
    if proof.message is not None and proof.posted not in codes:
        wrong.append(f"the key leads to {proof.posted}, which you did not give (its post: message {proof.message})")
    if proof.message is not None and messages and proof.message not in messages:
        wrong.append(f"the record names the message {proof.message}, which you did not give")
    return "; ".join(wrong)


def _stop(text: str) -> int:
    print(text, file=sys.stderr)
    return UNREADABLE
