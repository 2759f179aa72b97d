"""The message of a hand in the table's thread: a line for each trick and the trick in play, at last what it brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from bot.messages.kit import ui
from bot.messages.kit.scene import PostContext, Scene, TableContext, pictured_scene
from bot.messages.kit.table_text import TableText
from bot.messages.score.ladders import hand_by_hand, ladder_button, ladder_in_strokes, told_bookings
from bot.messages.score.story import before_last
from bot.messages.table.deal import SummaryScene, deal_now, ended_hand
from bot.messages.table.trick import (
    AutomaticMove,
    TrickScene,
    absences,
    automatic,
    computer_moves,
    due,
    finished_plays,
    halted,
    plays,
    standing,
)
from bot.messages.table.why import booking_line, brought, reason, told_gains, told_points, told_shown
from bot.tables.automatic_plays import STOOD_IN, awaits_last_card
from bot.tables.nudges import others_may_nudge
from bot.tables.seat_holders import PlayPlace
from bot.tables.table import HandDeal, HandResult, Stage, Table
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.core.contract import Event, Fact, Lasting, Move, Play, TrickAccount, View


class FinishedTrick(NamedTuple):
    """A finished trick of a hand, with the events before it and the plays that were made automatically."""

    account: TrickAccount
    events: tuple[Event, ...]
    marked: tuple[tuple[int, str], ...]
    moved: tuple[AutomaticMove, ...] = ()
    """As in `TrickScene`."""


@dataclass(frozen=True, slots=True)
class TableScene(Scene):
    """The message of a hand in the table's thread: its finished tricks, and the trick in play or the hand's result."""

    head: TableContext
    hand_number: int
    tricks: tuple[FinishedTrick, ...]
    trick: TrickScene | None
    """None once the hand is over."""
    result: SummaryScene | None = None
    notes: tuple[Fact, ...] = ()
    """The notes of people who came and went in the hand; of one that is over, since then."""
    waits: bool = False
    """True if the next hand is not dealt until somebody comes back, or ends a pause."""
    paused: bool = False
    """True if there is a pause between two hands."""
    absence: Fact | None = None
    """As in `TrickScene`, between two hands."""
    may_nudge: bool = False
    """True if somebody who waits may nudge whoever is on turn."""
    next_at: int | None = None
    """The time of the next deal, seconds since the epoch; None while it is not known, and once it is dealt."""


ROOM = 1_500
"""The characters of the lines about finished tricks; what the first ones brought is left out beyond that."""


@ui.page_of.register
def table(scene: TableScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The hand in play, or its result, into which the lines of its tricks fold."""
    if scene.result is not None:
        return _end_page(scene, scene.result, TableText(reader, scene.result.head, post, scene.result.sides))
    trick = scene.trick
    assert trick is not None, "a hand in play has a trick"
    assert trick.view is not None, "a hand in play has a view"
    view = trick.view
    return _in_play(scene, trick, view, TableText(reader, scene.head, post, view.sides, order=view.order))


def _in_play(scene: TableScene, trick: TrickScene, view: View, texts: TableText) -> ui.PageOfItems:
    others = [texts.button("why"), ladder_button(texts), texts.button("ranks"), texts.button("more")]
    others += [texts.button("nudge")] if scene.may_nudge else []
    ended = [texts.button("replay", f"{scene.hand_number}.0"), texts.button("record")]
    left = _left_alone(scene)
    return ui.layout(
        ui.text(
            texts("trick.title", table=texts.table(), hand=scene.hand_number, number=trick.number),
            *_tricks(scene, texts),
            *texts.events(trick.events, scene.hand_number),
            *computer_moves(trick, texts),
            *(plays(view, texts) if trick.account is None else _lying(trick.account, texts)),
            *automatic(trick, view.trick if trick.account is None else trick.account.plays, texts),
            due(trick, view, texts)
            if left is None
            else texts("trick.closes-left", told=texts.fact(left), at=trick.closes_at),
        ),
        ui.line(),
        ui.text(
            *standing(view, texts),
            _aim(scene, texts),
            *([] if trick.ended else [*_notes(scene, texts), *([] if left else absences(texts, _told_away(scene)))]),
        ),
        *ui.rows(ended if trick.ended else [texts.button("hand", style=ui.MAIN), *others]),
        *ui.rows([] if trick.ended else _coming_back(texts, is_still=trick.paused or trick.rests)),
    )


def _coming_back(texts: TableText, *, is_still: bool) -> list[ui.Button]:
    """The buttons to go on at a table that stands still, and to take its free seats; those of a match only go on."""
    head = texts.head
    free = [] if head.of_cup else [seat for seat, holder in enumerate(head.holders) if holder.open]
    return [
        *([texts.button("resume", style=ui.MAIN)] if is_still and head.cup_pause is None else []),
        *[texts.button("take", str(seat), key="take", n=seat + 1) for seat in free],
    ]


def _left_alone(scene: TableScene) -> Fact | None:
    """The note that the last person has left, if the hand is in play and the table closes unless somebody comes."""
    if scene.trick is None or scene.trick.ended or scene.trick.closes_at is None:
        return None
    return next((what for what in reversed(scene.notes) if what.kind is Notice.LEFT_ALONE), None)


def _notes(scene: TableScene, texts: TableText) -> list[str]:
    """The notes of people who came and went, a small line each; why nothing is played is said where the turn is."""
    told = {Notice.AWAY_PAUSED} if scene.trick is None else {Notice.AWAY_PAUSED, Notice.RESTS}
    notes = [what for what in scene.notes if what.kind not in told and what is not _left_alone(scene)]
    return [texts("table.note", told=texts.fact(what)) for what in notes]


def _told_away(scene: TableScene) -> set[object]:
    """The names of those of whom it is said that they are away."""
    absence = None if scene.trick is None else scene.trick.absence
    told = (what for what in (*scene.notes, absence) if what and what.kind in (Notice.AWAY, Notice.AWAY_PAUSED))
    return {what.about["name"] for what in told}


def _lying(account: TrickAccount, texts: TableText) -> list[str]:
    """A finished trick in full, with its reason and its points."""
    return [
        *finished_plays(account, texts),
        reason(account, texts),
        texts.count("trick.size", account.size) if account.size > 1 else "",
        *told_points(account, texts),
        *told_bookings(account.bookings, texts),
        *told_shown(account, texts),
    ]


def _end_page(scene: TableScene, result: SummaryScene, texts: TableText) -> ui.PageOfItems:
    hand = result.result
    ladders: list[ui.Item] = []
    for side, score in enumerate(hand.scores):
        told = {"side": texts.side(side), "before": before_last(hand, side, texts.words)}
        told["score"] = texts.words.score(score, result.target)
        ladders += [
            ui.text(texts.count("table.side", hand.units[side], **told)),
            *ladder_in_strokes(texts.game, score, result.target),
        ]
    return ui.layout(
        ui.text(
            texts("summary.title", table=texts.table(), hand=hand.number),
            texts.fact(hand.why) if hand.why else "",
        ),
        *ladders,
        ui.text(
            *_brought(hand, texts),
            *_passed_unseen(scene, texts),
            _taken(scene, texts),
            *_played_by_computers(scene, texts),
            *_notes(scene, texts),
            *([halted(scene.absence, texts)] if scene.paused and scene.head.cup_pause is None else []),
            *([] if scene.next_at is None else [texts("hand.next", at=scene.next_at)]),
        ),
        *(ui.Unpictured(line) for line in hand_by_hand(result, texts)),
        *ui.rows(
            [
                *([] if scene.next_at is None else [deal_now(hand.number, texts)]),
                texts.button("replay", f"{hand.number}.0"),
            ]
        ),
        *ui.rows(_coming_back(texts, is_still=True) if scene.waits else []),
        colour=ui.LADDERS,
    )


def _tricks(scene: TableScene, texts: TableText) -> list[str]:
    """The lines about the finished tricks; the first ones do not say what they brought if there is no room for all."""
    found, room = list[str](), ROOM
    for trick in reversed(scene.tricks):
        lines = _trick_lines(trick, texts, in_full=room > 0)
        room -= sum(map(len, lines))
        found = lines + found
    return found


def _trick_lines(trick: FinishedTrick, texts: TableText, *, in_full: bool) -> list[str]:
    """A small line: who took a finished trick with what, and what it brought; before it, what happened besides."""
    account, events = trick.account, texts.events(trick.events, trick.account.hand_number)
    texts = texts.at_account(account)
    told = [_took(account, texts)]
    told += [texts("table.by-computer", name=name) for name in _replaced(trick, texts)]
    told += brought(account, texts) if in_full else []
    line = texts("table.trick", number=account.number, told=texts("list.dot").join(filter(None, told)))
    return [*events, line, *(told_shown(account, texts) if in_full else [])]


def _took(account: TrickAccount, texts: TableText) -> str:
    """Return who took a trick with which cards; "" if the rubber ended in the middle of it."""
    if account.winner is None:
        return ""
    won, texts = account.plays[account.winner], texts.at_account(account)
    name = texts.former(account.winner) or texts.seat(won.seat)
    return texts("table.took", name=name, cards=texts.cards(won.cards))


def _replaced(trick: FinishedTrick, texts: TableText) -> list[str]:
    """The people for whom a computer played in a trick."""
    texts = texts.at_account(trick.account)
    moved = [texts.replaced_at(seat, place) for seat, how, place in trick.moved if how in STOOD_IN]
    played = [texts.replaced(index) for index, how in trick.marked if how in STOOD_IN]
    return [*dict.fromkeys([*moved, *played])]


def _passed_unseen(scene: TableScene, texts: TableText) -> list[str]:
    """The cards that changed hands unseen, which everybody may know once the hand is over, a line each."""
    passed = [
        event for trick in scene.tricks for event in trick.events if event.cards and event.lasting is Lasting.PLAYED
    ]
    texts = TableText(texts.reader, scene.head, texts.post, scene.result.sides if scene.result else ())
    return texts.events(passed, scene.hand_number)


def _taken(scene: TableScene, texts: TableText) -> str:
    """All tricks of a hand in one small line."""
    told = [_took(trick.account, texts) for trick in scene.tricks]
    return texts("table.taken", told=texts("list.dot").join(filter(None, told))) if any(told) else ""


def _played_by_computers(scene: TableScene, texts: TableText) -> list[str]:
    """A small line for each person for whom a computer played in a hand."""
    names = dict.fromkeys(name for trick in scene.tricks for name in _replaced(trick, texts))
    return [texts("table.brought", told=texts("table.by-computer", name=name)) for name in names]


def _brought(hand: HandResult, texts: TableText) -> list[str]:
    """The points of each side in a hand with their reasons, and the bounces, a small line each."""
    names = [texts.side(side) for side in range(len(hand.scores))]
    bounced = [side for side in range(len(hand.scores)) if hand.has_bounced(side)]
    bookings = [booking_line(one, names[side], texts) for side in bounced for one in hand.bookings_of(side)]
    return [*told_gains(hand, names, texts), *bookings]


def _aim(scene: TableScene, texts: TableText) -> str:
    """The aim of the rubber, beside the scores of the first hand: `<game>.aim`, if the game has such a sentence."""
    key = f"{texts.game}.aim"
    return texts.by_options(key) if scene.hand_number == 1 and key in texts.words else ""


@pictured_scene.register
def _pictured_scene(scene: TableScene) -> Scene | None:
    return scene.result or scene.trick


def scene_in_play(table: Table, context: PostContext) -> TableScene:
    """Return the message of the hand in play; a finished trick is shown until somebody leads to the next one."""
    view, hand = table.view(None), cast(HandDeal, table.hand)
    ended = "" if table.stage is Stage.PLAYING else table.stage
    if ended:
        view = replace(view, turn=None, to_play=())
    tricks = _finished_tricks(table, len(view.trick))
    lying = tricks.pop() if tricks and not view.trick and not ended else None
    trick = TrickScene(
        head=context.head,
        hand_number=hand.number,
        number=lying.account.number if lying else view.trick_number,
        view=view,
        account=lying.account if lying else None,
        marked=lying.marked if lying else _last_marks(table, len(view.trick)),
        moved=(*(lying.moved if lying else ()), *_automatic_moves_now(hand, view.trick_number, len(view.trick))),
        deadline=context.deadline,
        reserve=context.reserve,
        paused=table.paused,
        absence=_absence(table, context),
        closes_at=context.silence_ends if table.is_abandoned else None,
        ended=ended,
        rests=table.rests and bool(table.humans),
        events=(*(lying.events if lying else ()), *_events(view, view.trick_number)),
        last_card=awaits_last_card(table),
    )
    may_nudge, notes = others_may_nudge(table, context.waited), _named_notes(table, context)
    return TableScene(context.head, hand.number, tuple(tricks), trick, notes=notes, may_nudge=may_nudge)


def scene_of_end(table: Table, context: PostContext, *, is_last: bool = True) -> TableScene:
    """Return the message of a hand that is over; `is_last`: the next one is not dealt yet."""
    hand, notes = cast(HandDeal, table.hand), _named_notes(table, context)
    tricks, ended = tuple(_finished_tricks(table, 0)), ended_hand(table, context)
    is_between = is_last and table.stage is Stage.PLAYING
    paused, next_at = is_between and table.paused, context.next_deal if is_between else None
    waits = is_between and (table.paused or table.rests or table.is_abandoned)
    absence = _absence(table, context) if paused else None
    return TableScene(context.head, hand.number, tricks, None, ended, notes, waits, paused, absence, next_at=next_at)


def _absence(table: Table, context: PostContext) -> Fact | None:
    """Return who is away, if the table is paused until they are back."""
    away = (seat.away for seat in table.seats if seat.person == table.paused_for and seat.away is not None)
    until = next(away, None) if table.paused_for else None
    if until is None:
        return None
    what = fact(Notice.AWAY_PAUSED, table=table.name, person=table.paused_for, until=until // 1000)
    return context.named_fact(what)


def _named_notes(table: Table, context: PostContext) -> tuple[Fact, ...]:
    return tuple(map(context.named_fact, table.notes))


def _finished_tricks(table: Table, lying: int) -> list[FinishedTrick]:
    """Return the finished tricks of the hand; `lying` plays have been made since."""
    hand, view = cast(HandDeal, table.hand), table.view(None)
    found, plays = list[FinishedTrick](), _plays(hand)
    end = len(plays) - lying
    for account in reversed(hand.tricks):
        start = end - len(account.plays)
        marked, moved = _marks(hand, plays[start:end]), _automatic_moves(hand, account.number, start, end)
        found.append(FinishedTrick(account, _events(view, account.number), marked, moved))
        end = start
    return found[::-1]


def _plays(hand: HandDeal) -> list[int]:
    """Return where the plays stand among the actions of a hand, which may have moves between them."""
    return [index for index, one in enumerate(hand.plays) if isinstance(one, Play)]


def _marks(hand: HandDeal, plays: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """Return which of these plays nobody made by hand: (index among them, how the play came about)."""
    return tuple((plays.index(index), how) for index, how in hand.marked if index in plays)


def _automatic_moves(hand: HandDeal, trick: int, start: int, end: int | None = None) -> tuple[AutomaticMove, ...]:
    """Return the moves that nobody made by hand, since the play before `start`; `trick`: its number.

    `end`: up to the play before that one; None: up to now.
    """
    plays = _plays(hand)
    first = plays[start - 1] if start else -1
    last = len(hand.plays) if end is None else plays[end - 1]
    moves, how = [index for index in range(first + 1, last) if isinstance(hand.plays[index], Move)], dict(hand.marked)
    return tuple(
        AutomaticMove(hand.plays[index].seat, how[index], PlayPlace(hand.number, trick, move=number))
        for number, index in enumerate(moves)
        if index in how
    )


def _automatic_moves_now(hand: HandDeal, trick: int, lying: int) -> tuple[AutomaticMove, ...]:
    """Return those moves since the end of the last finished trick; `lying`: the number of plays since."""
    return _automatic_moves(hand, trick, len(_plays(hand)) - lying)


def _events(view: View, trick: int) -> tuple[Event, ...]:
    """Return what happened besides the plays since the trick before this one."""
    return tuple(event for event in view.events if event.trick == trick)


def _last_marks(table: Table, size: int) -> tuple[tuple[int, str], ...]:
    """Return which of the last `size` plays nobody made by hand, as `_marks`."""
    if table.hand is None:
        return ()
    plays = _plays(table.hand)
    return _marks(table.hand, plays[len(plays) - size :])
