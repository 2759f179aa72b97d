"""The end of a hand in words, as one seat reads it: who won it, its score, and why sides got more than usual."""

from __future__ import annotations

from collections.abc import Iterator

from bot.messages.hand.trick_result import called, standing
from bot.messages.kit.table_text import TableText
from bot.messages.score.story import winner_of_hand
from bot.messages.table.why import booking_line, told_gains
from bot.tables.results import has_lost_points
from bot.tables.table import HandResult
from rules.core.contract import Fact, View


def told_end(view: View, result: HandResult, texts: TableText) -> list[str]:
    """The end of the rubber, if it is over; the winner of the hand, the points that it brought this seat's side, its
    score, the reasons, and what follows.
    """
    texts = texts.at_end(result.number)
    return [
        _rubber(view, result, texts),
        _result(view, result, texts),
        *_bookings(view, result, texts),
        *told_gains(result, [_side_name(view, side, texts) for side in range(len(view.sides))], texts),
        told_follows(view, result, texts),
    ]


def told_before(view: View, result: HandResult, texts: TableText) -> str:
    """Return in one line who won the hand before, and how it stands since."""
    then, winner = texts.at_end(result.number), winner_of_hand(result)
    key = "won" if winner is not None else "void" if result.void else "level"
    return texts(
        f"hand.before.{key}",
        side="" if winner is None else _winner_before(view, winner, texts, then),
        hand=result.number,
        units=_tricks(result, then),
        standing=standing(result.scores, view, texts),
    )


def _winner_before(view: View, winner: int, texts: TableText, then: TableText) -> str:
    """The side that won the hand before as the reader calls it; by its names if another person had their seat."""
    return (
        then.side(winner) if view.seat in then.strangers else called(winner, view.seat, view.sides, texts, begins=True)
    )


def _rubber(view: View, result: HandResult, texts: TableText) -> str:
    """Return whether this seat's side won or lost the rubber with the hand, and why; "" if the rubber goes on."""
    outcome, own = result.outcome, _own_side(view)
    if outcome is None:
        return ""
    key = "lost" if own not in outcome.winners else "drawn" if outcome.winners[1:] else "won"
    return texts(f"hand.end.rubber.{key}", side=_side_name(view, own, texts), why=texts.fact(outcome.why))


def _result(view: View, result: HandResult, texts: TableText) -> str:
    """Return who took the most tricks of a hand, the points that it brought this seat's side, and its score."""
    own = _own_side(view)
    winner = winner_of_hand(result)
    if winner == own:
        return _own_points(view, result, own, "won", texts)
    undecided = "unfinished" if result.unfinished else "void" if result.void else "level"
    key = undecided if winner is None else "lost"
    side = "" if winner is None else _side_name(view, winner, texts)
    told = texts(f"hand.end.{key}", hand=result.number, side=side, units=_tricks(result, texts))
    return f"{told} {_own_points(view, result, own, 'own', texts)}"


def _own_points(view: View, result: HandResult, own: int, kind: str, texts: TableText) -> str:
    """The points that a hand brought the reader's side, and its score; `kind`: of the hand's winner, or alone."""
    points = result.points(own)
    fields = {
        "side": _side_name(view, own, texts),
        "hand": result.number,
        "units": _tricks(result, texts),
        "score": texts.words.score(result.scores[own], view.target),
    }
    if has_lost_points(result, own):
        return texts("hand.end.own-lost", **fields)
    if not points:
        return texts(f"hand.end.{kind}-nothing", **fields)
    if _is_told_at_once(result, own):
        return texts.count(f"hand.end.{kind}-bounced", points, **fields)
    return texts.count(f"hand.end.{kind}", points, **fields)


def _is_told_at_once(result: HandResult, side: int) -> bool:
    """Return whether a side has bounced by its only booking, which is told with its points."""
    return result.has_bounced(side) and len(result.bookings_of(side)) == 1


def _bookings(view: View, result: HandResult, texts: TableText) -> Iterator[str]:
    """Yield a line for each booking of the sides that have bounced, but for one that the result tells."""
    own = _own_side(view)
    for side in range(len(view.sides)):
        if result.has_bounced(side) and not (side == own and _is_told_at_once(result, own)):
            for booking in result.bookings_of(side):
                yield booking_line(booking, _side_name(view, side, texts), texts)


def _tricks(result: HandResult, texts: TableText) -> str:
    return texts("list.score").join(map(str, sorted(result.units, reverse=True)))


def told_follows(view: View, result: HandResult, texts: TableText) -> str:
    """The sentence about the hands to come that the game's reason for the end has: `<game>.end.<kind>`; "" without one.

    `-you`: it is of the reader's side. `-of-you`: it names the reader's seat beside another side.
    """
    why = result.why
    if why is None:
        return ""
    if view.seat in texts.strangers:
        return texts.tell(key, why) if (key := f"{texts.game}.end.{why.kind}") in texts.words else ""
    key = next((key for key in _follow_keys(why, view, texts) if key in texts.words), "")
    return texts.tell(key, why) if key else ""


def _follow_keys(why: Fact, view: View, texts: TableText) -> Iterator[str]:
    if why.about.get("side") == _own_side(view):
        yield f"{texts.game}.end.{why.kind}-you"
    elif why.about.get("of") == view.seat:
        yield f"{texts.game}.end.{why.kind}-of-you"
    yield f"{texts.game}.end.{why.kind}"


def _own_side(view: View) -> int:
    return next(side for side, seats in enumerate(view.sides) if view.seat in seats)


def _side_name(view: View, side: int, texts: TableText) -> str:
    return texts.words.join(side_names(view, side, texts))


def side_names(view: View, side: int, texts: TableText) -> list[str]:
    """The names of a side; the reader is "you" and stands first, unless somebody else had their seat then."""
    you = None if view.seat in texts.strangers else view.seat
    own = [texts("picture.you")] if you in view.sides[side] else []
    return [*own, *(texts.seat(seat) for seat in view.sides[side] if seat != you)]
