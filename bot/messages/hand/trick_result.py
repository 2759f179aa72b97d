"""The result of a trick as the holder of a seat reads it: who took it with what, what it brought, how it stands.

A great moment is told with an exclamation to those whom it serves, and in other words to those whom it hits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.members.seat_names import Sides
from bot.messages.hand.room import WeighedLine, Worth
from bot.messages.kit.game_looks import specials
from bot.messages.kit.table_text import TableText
from bot.messages.table.moment_picture import moment_in
from rules.core.capabilities import GreatMoment
from rules.core.contract import TrickAccount, View


def result_lines(results: Sequence[TrickAccount], view: View, texts: TableText) -> list[WeighedLine]:
    """The newest result in bold with its reasons; older ones, which nobody could read yet, small above it."""
    told = [account for account in results if account.winner is not None]
    if not told:
        return []
    *earlier, last = told
    told_last = texts("hand.result", result=taken(last, view, texts), standing=standing(last.units, view, texts))
    return [
        *map(WeighedLine, earlier_lines(earlier, view, texts)),
        WeighedLine(told_last),
        *_reasons(last, view, texts),
    ]


def earlier_lines(results: Sequence[TrickAccount], view: View, texts: TableText) -> list[str]:
    """The results of the tricks before the last one in a small line; none without any."""
    told = [
        _brought(account, _winner(account, view, texts, "earlier"), texts)
        for account in results
        if account.winner is not None
    ]
    return [texts("hand.earlier", told=texts("list.dot").join(told))] if told else []


def taken(account: TrickAccount, view: View, texts: TableText) -> str:
    """Return the great moment of a trick, or who took it with what; and what it brought beyond one trick."""
    told = _winner(account, view, texts, "laid" if len(account.plays) == 1 else "took")
    if view.seat is not None:
        told = told_moment(account, view.seat, texts, taken=told, target=view.target) or told
    return _brought(account, told, texts)


def _winner(account: TrickAccount, view: View, texts: TableText, verb: str) -> str:
    """Return who took a trick with what; `verb`: how that is said."""
    assert account.winner is not None
    won, former = account.plays[account.winner], texts.at_account(account).former(account.winner)
    who = "other" if former else _relation(won.seat, view)
    cards = texts("list.comma").join(map(texts.card, won.cards))
    return texts(f"hand.{verb}.{who}", name=former or texts.seat(won.seat), cards=cards)


def _brought(account: TrickAccount, told: str, texts: TableText) -> str:
    """Return what is told of a trick with what it brought beyond one trick."""
    assert account.winner is not None
    won = account.plays[account.winner]
    brought = [texts.count("hand.brought.tricks", account.size)] if account.size > 1 else []
    side = next(side for side, seats in enumerate(account.sides) if won.seat in seats)
    points = 0 if account.hand_end is not None and account.hand_end.void else account.points_for(side)
    brought += [texts.count("hand.brought.points", points)] if points else []
    return texts("hand.brought", taken=told, brought=texts("list.comma").join(brought)) if brought else told


def told_moment(
    account: TrickAccount, seat: int, texts: TableText, *, taken: str = "", target: int | None = None
) -> str:
    """The great moment of a trick as the holder of `seat` reads it; "" without one.

    `taken`: who took the trick with what, which some sentences say, too.
    """
    moment = moment_in(texts.game, [account])
    if moment is None:
        return ""
    then = texts.at_account(account)
    forms = _forms(moment, seat, account.sides, then.strangers)
    key = next((key for form in forms if (key := f"{texts.game}.moment.{moment.kind}-{form}") in texts.words), "")
    return texts(
        key or f"{texts.game}.moment.{moment.kind}",
        side=called(moment.side, seat, account.sides, texts, begins=True) if key else texts.side(moment.side),
        name="" if moment.seat is None else then.seat(moment.seat),
        of="" if moment.of is None else then.seat(moment.of),
        cards=texts("list.comma").join(map(texts.card, account.plays[account.heading].cards)),
        taken=taken,
        target=target,
    )


def _forms(moment: GreatMoment, seat: int, sides: Sides, strangers: Collection[int]) -> Iterator[str]:
    """Yield the forms of the sentence about a moment for the holder of `seat`, the closest first.

    `you`: they did it. `own`: it is of their side. `to_you`, `to_yours`: it was done to them, to their side. `others`:
    it is of others. `strangers`: the seats that others held then.
    """
    own = next(seats for seats in sides if seat in seats)
    if moment.seat not in strangers:
        if moment.seat == seat:
            yield "you"
        if sides[moment.side] == own:
            yield "own"
    if moment.of is not None and moment.of not in strangers:
        if moment.of == seat:
            yield "to_you"
        if moment.of in own:
            yield "to_yours"
    if sides[moment.side] != own:
        yield "others"


def _relation(seat: int, view: View) -> str:
    """Return what a seat is to the reader: `you`, their only `partner`, or an `other`."""
    own = next(seats for seats in view.sides if view.seat in seats)
    if seat == view.seat:
        return "you"
    return "partner" if {seat, view.seat} == set(own) else "other"


def standing(numbers: Sequence[int], view: View, texts: TableText) -> str:
    """The tricks or the score of each side, the reader's side first."""
    own = next(side for side, seats in enumerate(view.sides) if view.seat in seats)
    order = [own, *(side for side in range(len(view.sides)) if side != own)]
    named = {side: called(side, view.seat, view.sides, texts) for side in order}
    each = [texts("hand.standing.side", side=named[side], n=numbers[side]) for side in order]
    return texts("list.comma").join(each)


def called(side: int, seat: int | None, sides: Sides, texts: TableText, *, begins: bool = False) -> str:
    """The word of the holder of `seat` for a side: you, they if the others are one side of several, else its name.

    `begins`: it begins a sentence.
    """
    seats, others = sides[side], [seats for seats in sides if seat not in seats]
    if seat not in seats and not (others == [seats] and seats[1:]):
        return texts.side(side)
    word = texts(f"hand.standing.{'they' if seat not in seats else 'your-side' if seats[1:] else 'you'}")
    return word[:1].upper() + word[1:] if begins else word


def _reasons(account: TrickAccount, view: View, texts: TableText) -> Iterator[WeighedLine]:
    """Yield a small line for what cards alone do not show: why it was taken, points and lack of points, bookings.

    The points of a great moment need none: it is the result.
    """
    then, moment = texts.at_account(account), moment_in(texts.game, [account])
    assert account.winner is not None
    won, told = account.plays[account.winner], moment.kind if moment else ""
    gains = [
        texts("hand.gain", n=gain.points, why=then.brief(gain.why)) for gain in account.gains if gain.why.kind != told
    ]
    denials = denial_lines(account, then)
    if won.over is not None and (_is_special(account, texts) or not (gains or denials)):
        yield WeighedLine(texts("hand.reason", why=then.brief(won.why)), Worth.REASON)
    yield from (WeighedLine(gain, Worth.POINTS) for gain in gains)
    yield from (WeighedLine(denial, Worth.REASON) for denial in denials)
    for booking in account.bookings:
        side = called(booking.side, view.seat, view.sides, texts)
        scores = {"before": booking.before, "after": booking.after, "bounced": booking.bounced}
        key = "hand.booked" if booking.bounced is None else "hand.bounced"
        yield WeighedLine(texts(key, side=side, n=booking.points, target=view.target, **scores), Worth.POINTS)


def denial_lines(account: TrickAccount, texts: TableText) -> list[str]:
    """The reasons why cards that may bring points brought none, a small line each."""
    return [texts("hand.denied", why=texts.brief(denied.why)) for denied in account.denied]


def _is_special(account: TrickAccount, texts: TableText) -> bool:
    """Return whether cards whose strength depends on the trick won it, or were beaten by what won it."""
    won = account.plays[account.heading]
    beaten = () if won.over is None else account.plays[won.over].cards
    special = specials(texts.game, account.order)
    return any(card.code in special for card in (*won.cards, *beaten))
