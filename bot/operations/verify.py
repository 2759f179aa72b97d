"""`voormsi verify`: check that the deals of a rubber were fixed before play.

Anyone with a record and the posted digests can run it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.tables import deals, records
from bot.texts import SOURCE_LANGUAGE, in_language, unescaped
from rules import notation

SURE, DIFFERENT, UNREADABLE = 0, 1, 2
LARGEST: Final = 4_000_000
"""The most characters of a record: a hand has about a thousand."""


class FileTooLargeError(Exception):
    """A file that is larger than any record."""


def verify(path: Path, digests: Sequence[str]) -> int:
    """Compare the posted digests with those computed from the record's decks and salts; return the exit code."""
    try:
        text = _read(path)
        record = notation.read(text)
    except (OSError, UnicodeDecodeError) as error:
        return _stop(f"{path} cannot be read: {error}")
    except FileTooLargeError:
        return _stop(f"{path} is not a record of a rubber: it is longer than {LARGEST:,} characters.")
    except notation.NotationError as error:
        game = next(iter(text.split()[1:2]), "")  # a record begins with `Game: voormsi`
        why = unescaped(in_language(SOURCE_LANGUAGE).no_record(game, error))
        return _stop(f"{path} is not a record of a rubber. {why}")
    posted = []
    for given in digests:
        if (digest := deals.read_digest(given)) is None:
            return _stop(f"{given!r} is not a digest: 64 characters 0-9 and a-f, as posted at the deal, are expected")
        posted.append(digest)
    return _compare(records.proofs(record), posted)


def _read(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise FileTooLargeError
    return text


def _compare(proofs: Sequence[records.Proof], posted: Sequence[str]) -> int:
    known = {proof.digest: proof.hand for proof in proofs if proof.digest}
    for digest in dict.fromkeys(posted):
        if hand := known.get(digest):
            print(f"Hand {hand}: deck and salt give the posted digest; the deal was fixed when it was posted.")
        else:
            print(f"No hand of this record gives the posted digest {digest}. Its decks and salts give:")
            for proof in proofs:
                print(f"  hand {proof.hand}: {proof.digest or 'no deck or salt yet, the hand is not over'}")
    return SURE if all(digest in known for digest in posted) else DIFFERENT


def _stop(text: str) -> int:
    print(text, file=sys.stderr)
    return UNREADABLE
