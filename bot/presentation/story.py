"""The story of a rubber: what was special about how it was won, as facts from its record."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.tables.table import Feat, HandResult
from bot.texts.translator import Translator
from rules.core.contract import Booking, Gain

COMEBACK: Final = 4
"""The smallest deficit that a winner came back from."""
MOST: Final = 3
"""The most lines of a story."""

Scores = tuple[int, ...]


class StoryLine(NamedTuple):
    """A line of a story: its kind, the hand, the side and, if one did it, the seat; scores before and after."""

    kind: str
    hand: int
    side: int
    seat: int | None = None
    before: int = 0
    after: int = 0


def story(
    game: str, winners: Collection[int], way: Sequence[Scores], feats: Sequence[Feat], words: Translator
) -> tuple[StoryLine, ...]:
    """What to tell of a rubber, at most `MOST` lines in the order of the hands: a comeback, then the latest feats.

    A feat is told if the game has a sentence for it.
    """
    told = {line.kind: line for line in _comeback(winners, way)}
    for feat in reversed(feats):
        line = _of_feat(feat)
        if _key(game, line.kind, words) in words:
            told.setdefault(line.kind, line)
    return tuple(sorted(list(told.values())[:MOST], key=lambda line: line.hand))


def _key(game: str, kind: str, words: Translator) -> str:
    """The key of the sentence for a kind of line: the game's own, else the general one."""
    own = f"{game}.story.{kind}"
    return own if own in words else f"story.{kind}"


def _of_feat(feat: Feat) -> StoryLine:
    match feat.what:
        case Gain(side=side, why=why):
            return StoryLine(str(why.kind), feat.hand, side, why.about.get("seat"))
        case Booking(side=side, bounced=bounced, after=after):
            return StoryLine("bounce", feat.hand, side, None, bounced or 0, after)


def _comeback(winners: Collection[int], way: Sequence[Scores]) -> Iterator[StoryLine]:
    """The greatest deficit of the winner, if it was great enough."""
    if len(winners) == 1:
        (winner,) = winners
        deficits = [(_ahead(winner, scores) - scores[winner], hand) for hand, scores in enumerate(way, start=1)]
        worst, hand = max(deficits, key=lambda one: one[0], default=(0, 0))
        if worst >= COMEBACK:
            scores = way[hand - 1]
            yield StoryLine("comeback", hand, winner, None, scores[winner], _ahead(winner, scores))


def _ahead(side: int, scores: Scores) -> int:
    """The best score of the other sides."""
    return max(score for other, score in enumerate(scores) if other != side)


def told(
    game: str, lines: Iterable[StoryLine], seats: Sequence[str], sides: Sequence[str], words: Translator
) -> list[str]:
    """The lines as sentences, with the names of seats and sides."""
    return [
        words(
            _key(game, line.kind, words),
            hand=line.hand,
            side=sides[line.side],
            name=sides[line.side] if line.seat is None else seats[line.seat],
            before=line.before,
            after=line.after,
        )
        for line in lines
    ]


def hand_won(result: HandResult, winner: str | None, words: Translator) -> str:
    """Who won a hand, by how many tricks; `winner`: the name of the side, None without one."""
    if result.void:
        return words("picture.void")
    units = words("list.tricks").join(map(str, sorted(result.units, reverse=True)))
    if winner is None:
        return words("picture.hand-level", hand=result.number, units=units)
    return words("picture.hand-won", hand=result.number, units=units, side=winner)


def winner_of_hand(result: HandResult) -> int | None:
    """The side with the most tricks of a hand; None if it is void or several sides have as many."""
    most = [side for side, units in enumerate(result.units) if units == max(result.units)]
    return None if result.void or most[1:] else most[0]
