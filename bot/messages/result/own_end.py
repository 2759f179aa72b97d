"""The end of a rubber for one of its players: rating, wins in a row, opponents, badges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.messages.kit.table_text import TableText
from bot.texts import Translator, escape


class RatingChange(NamedTuple):
    """The points of a rating before and after a rubber."""

    before: int
    after: int


class Meeting(NamedTuple):
    """The games that were decided between the reader and somebody else, this one included."""

    name: str
    won: int
    lost: int


class OwnHand(NamedTuple):
    """The last hand of a rubber. `units`: the tricks of the reader's side, then of the others; `points`: their own."""

    number: int
    units: tuple[int, ...]
    points: int


class OwnEnd(NamedTuple):
    """The end of a rubber for its reader. `badges`: the kinds of those that are new."""

    rating: RatingChange | None = None
    streak: int = 0
    meetings: tuple[Meeting, ...] = ()
    badges: tuple[str, ...] = ()


def told_hand(hand: OwnHand, texts: TableText) -> str:
    """Return what the last hand of a rubber brought the reader's side."""
    units = texts("list.score").join(map(str, hand.units))
    if hand.points <= 0:
        return texts("own-end.hand-nothing", hand=hand.number, units=units)
    return texts.count("own-end.hand", hand.points, hand=hand.number, units=units)


def told_own_end(own: OwnEnd, texts: TableText) -> Iterator[str]:
    """Yield the lines about the reader: what changed, then the new badges."""
    changed = [
        "" if own.rating is None else texts("own-end.rating", before=own.rating.before, after=own.rating.after),
        texts.count("own-end.streak", own.streak) if own.streak > 1 else "",
        *(texts("own-end.meeting", name=escape(one.name), won=one.won, lost=one.lost) for one in own.meetings),
    ]
    yield texts("list.dot").join(filter(None, changed))
    badges = [name for kind in own.badges if (name := badge_name(texts.game, kind, texts.words))]
    if badges:
        yield texts.count("own-end.badges", len(badges), badges=texts.words.join(badges))


def badge_name(game: str, kind: str, words: Translator) -> str:
    """The name of a badge, of a feat or of so many wins; "" for a feat for which there is none."""
    name, _, number = kind.partition("-")
    key = words.own_key(game, f"badge.{name}")
    if key not in words:
        return ""
    return words.count(key, int(number)) if number else words(key)
