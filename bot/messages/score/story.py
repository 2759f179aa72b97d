"""The points that each finished hand of a rubber brought, and the story of the rubber: what was special about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from bot.messages.kit.game_looks import part
from bot.messages.kit.scene import TableContext
from bot.tables.results import Scores, points_by_hand, scores_through
from bot.tables.seat_holders import PlayPlace
from bot.tables.table import Feat, HandResult
from bot.texts.translator import Translator
from rules.core.cards import Card
from rules.core.contract import Booking, Gain

COMEBACK: Final = 4
"""The smallest deficit that a winner came back from."""
MOST: Final = 3
"""The most lines of a story."""


class ScoredScene(Protocol):
    """A scene with the scores after each hand of a rubber, and its feats."""

    @property
    def head(self) -> TableContext: ...
    @property
    def sides(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def target(self) -> int | None: ...
    @property
    def way(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def feats(self) -> tuple[Feat, ...]: ...


class HandPoints(NamedTuple):
    """The points that a hand brought a side; `word` and `card`: what they were for, if that is special."""

    hand: int
    side: int
    points: int
    word: str = ""
    card: Card | None = None


def hand_points(
    game: str, way: Sequence[tuple[int, ...]], feats: Sequence[Feat], words: Translator
) -> tuple[HandPoints, ...]:
    """The points of each hand and side that scored, in order; `way`: the scores after each hand."""
    return tuple(_hand_points(game, way, feats, words))


def points_shown(scene: ScoredScene, words: Translator) -> tuple[HandPoints, ...]:
    """The points of the hands of a scene; none in a game whose picture of the scores does not show them."""
    game = scene.head.game
    return hand_points(game, scene.way, scene.feats, words) if part(game, "SCORE") else ()


def _hand_points(
    game: str, way: Sequence[tuple[int, ...]], feats: Sequence[Feat], words: Translator
) -> Iterator[HandPoints]:
    for hand, brought in enumerate(points_by_hand(way, feats), start=1):
        for side, points in enumerate(brought):
            if points:
                yield _with_feat(HandPoints(hand, side, points), game, feats, words)


def _with_feat(plain: HandPoints, game: str, feats: Sequence[Feat], words: Translator) -> HandPoints:
    """The points of a hand with the word (`<game>.mark.<kind>`) or the card of their feat, if there is one."""
    for feat in feats:
        if feat.hand == plain.hand and isinstance(feat.what, Gain) and feat.what.side == plain.side:
            why = feat.what.why
            key = f"{game}.mark.{why.kind}"
            return plain._replace(word=words(key) if key in words else "", card=why.about.get("card"))
    return plain


class StoryLine(NamedTuple):
    """A line of a story: its kind, the hand, the side and, if one did it, the seat; scores before and after, points.

    `place`: the play by which the seat did it.
    """

    kind: str
    hand: int
    side: int
    seat: int | None = None
    before: int = 0
    after: int = 0
    points: int = 0
    place: PlayPlace | None = None
    of: int | None = None
    """The seat whose card was beaten, if the feat is to beat one."""
    is_of_hand: bool = False
    """True if the side did it in that hand, not in the whole rubber."""


def story(
    game: str,
    winners: Collection[int],
    way: Sequence[Scores],
    feats: Sequence[Feat],
    target: int | None,
    words: Translator,
    told_apart: StoryLine | None = None,
) -> tuple[StoryLine, ...]:
    """The story of a rubber, at most `MOST` lines in the order of the hands, without the one that is `told_apart`.

    First a comeback or that the others have nothing, then the latest feats, then a narrow win. A feat is told if the
    game has a sentence for it.
    """
    reached = _winner_by_points(winners, way, target)
    told = {line.kind: line for line in (*_comeback(winners, way), *_shut_out(reached))}
    for feat in reversed(feats):
        line = _feat_line(feat)
        if _key(game, line.kind, words) in words and line != told_apart:
            told.setdefault(line.kind, line)
    told |= {line.kind: line for line in _close(reached)}
    return tuple(sorted(list(told.values())[:MOST], key=lambda line: line.hand))


def turning_point(
    game: str,
    winners: Collection[int],
    way: Sequence[Scores],
    feats: Sequence[Feat],
    words: Translator,
) -> StoryLine | None:
    """The hand that brought the winner most against the best of the others; of several, in which it went ahead for
    good, then the last one. It is told by its greatest feat, if it has one that helped the winner.

    None if there was only one hand, or nobody is ahead alone.
    """
    side = min(winners)
    if len(way) < 2 or len(winners) > 1 or way[-1][side] <= _ahead(side, way[-1]):
        return None
    leads = [0, *(scores[side] - _ahead(side, scores) for scores in way)]
    behind = max(number for number, lead in enumerate(leads) if lead <= 0)
    swing, _, hand = max(
        (leads[number] - leads[number - 1], number == behind + 1, number) for number in range(1, len(leads))
    )
    lines = [_feat_line(feat) for feat in feats if feat.hand == hand]
    helped = [line for line in lines if (line.side == side) is not (line.kind == "bounce")]
    told = [line for line in helped if _key(game, line.kind, words) in words]
    if told:
        return max(told, key=lambda line: line.points)
    return StoryLine("turning", hand, side, None, leads[hand - 1], leads[hand], swing, is_of_hand=True)


def _key(game: str, kind: str, words: Translator) -> str:
    """The key of the sentence for a kind of line: the game's own, else the general one."""
    return words.own_key(game, f"story.{kind}")


def _feat_line(feat: Feat) -> StoryLine:
    match feat.what:
        case Gain(side=side, points=points, why=why):
            seat, of = why.about.get("seat"), why.about.get("of")
            return StoryLine(
                str(why.kind), feat.hand, side, seat, points=points, place=feat.place, of=of, is_of_hand=True
            )
        case Booking(side=side, bounced=bounced, after=after):
            return StoryLine("bounce", feat.hand, side, None, bounced or 0, after, is_of_hand=True)


def _comeback(winners: Collection[int], way: Sequence[Scores]) -> Iterator[StoryLine]:
    """The greatest deficit of the winner, if it was great enough and they were ahead in the end."""
    if way and len(winners) == 1:
        (winner,) = winners
        if way[-1][winner] <= _ahead(winner, way[-1]):
            return
        deficits = [(_ahead(winner, scores) - scores[winner], hand) for hand, scores in enumerate(way, start=1)]
        worst, hand = max(deficits, key=lambda deficit: deficit[0], default=(0, 0))
        if worst >= COMEBACK:
            scores = way[hand - 1]
            yield StoryLine("comeback", hand, winner, None, scores[winner], _ahead(winner, scores))


class _Reached(NamedTuple):
    """A side that won by points: the number of the last hand, its score, and the best of the others."""

    hand: int
    side: int
    score: int
    best: int


def _winner_by_points(winners: Collection[int], way: Sequence[Scores], target: int | None) -> _Reached | None:
    """The only winner, if they have the points that win; None after a forfeit or an execution."""
    if not way or len(winners) != 1:
        return None
    (winner,) = winners
    scores = way[-1]
    found = _Reached(len(way), winner, scores[winner], _ahead(winner, scores))
    return found if found.score > found.best and found.score >= (target or 0) else None


def _shut_out(won: _Reached | None) -> Iterator[StoryLine]:
    """A line if the others have no point."""
    if won is not None and won.best == 0:
        yield StoryLine("shut-out", won.hand, won.side, None, won.score, won.best)


def _close(won: _Reached | None) -> Iterator[StoryLine]:
    """A line if one point decided."""
    if won is not None and won.score - won.best == 1:
        yield StoryLine("close", won.hand, won.side, None, won.score, won.best)


def rung_hands(way: Sequence[Scores], side: int) -> tuple[int, ...]:
    """The hand in which each point of a side's score was reached for good; a bounce takes some back."""
    scores = [0, *(after[side] for after in way)]
    return tuple(
        max(hand for hand in range(1, len(scores)) if scores[hand - 1] < rung <= scores[hand])
        for rung in range(1, scores[-1] + 1)
    )


def hands_of(way: Sequence[Scores], feats: Sequence[Feat], side: int) -> list[int]:
    """The result of each hand for a side: 1 if it brought more points than to each other side, 0 if as many as to the
    best, -1 if fewer.
    """
    brought = [(points[side], _ahead(side, points)) for points in points_by_hand(way, feats)]
    return [(own > best) - (own < best) for own, best in brought]


def _ahead(side: int, scores: Scores) -> int:
    """The best score of the other sides."""
    return max(score for other, score in enumerate(scores) if other != side)


def sentences(
    game: str,
    lines: Iterable[StoryLine],
    player: Callable[[int, PlayPlace | None], str],
    side: Callable[[int, int | None], str],
    words: Translator,
) -> list[str]:
    """The lines as sentences.

    `player`: the name of who held a seat at a play. `side`: that of a side as it was at the end of a hand, None: now.
    """
    found = []
    for line in lines:
        named = side(line.side, line.hand if line.is_of_hand else None)
        fields: dict[str, object] = {
            "hand": line.hand,
            "before": line.before,
            "after": line.after,
            "points": line.points,
        }
        name = named if line.seat is None else player(line.seat, line.place)
        if line.of is not None:
            fields["of"] = player(line.of, line.place)
        found.append(words(_key(game, line.kind, words), side=named, name=name, **fields))
    return found


def void_hand(game: str, words: Translator) -> str:
    """Return why a hand did not count, as its game says it."""
    return words(words.own_key(game, "picture.void"))


def hand_won(result: HandResult, winner: str | None, game: str, words: Translator) -> str:
    """The winner of a hand and its tricks, in words; `winner`: the name of the side, None without one."""
    if result.void:
        return void_hand(game, words)
    if result.unfinished:
        return words("picture.hand-unfinished", hand=result.number)
    units = words("list.score").join(map(str, sorted(result.units, reverse=True)))
    if winner is None:
        return words("picture.hand-level", hand=result.number, units=units)
    return words("picture.hand-won", hand=result.number, units=units, side=winner)


def score_change(result: HandResult, side: int, target: int | None, words: Translator) -> str:
    """A side's score before and after a hand; if it bounced, with the scores through its bookings."""
    *through, after = scores_through(result, side)
    key = "picture.same-score" if through == [after] else "picture.new-score"
    return words(key, before=before_last(result, side, words), after=words.score(after, target))


def before_last(result: HandResult, side: int, words: Translator) -> str:
    """The scores of a side through a hand, but for the last one."""
    return words("list.scores").join(map(str, scores_through(result, side)[:-1]))


def winner_of_hand(result: HandResult) -> int | None:
    """The side that won a hand, as a rule by the most tricks.

    None if it is void or unfinished, or several sides have as many.
    """
    if result.winner is not None or result.unfinished:
        return result.winner
    most = [side for side, units in enumerate(result.units) if units == max(result.units)]
    return None if result.void or most[1:] else most[0]
