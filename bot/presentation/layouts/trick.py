"""The trick in the table's thread: in play, and finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.presentation.layouts.parts import MAIN, PageOfItems, Row, layout, line, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.why import reason, told_end, told_points
from bot.presentation.scenes import TrickScene
from bot.tables.playing import VACANT
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts.reader import Reader
from rules.core.contract import Phase, Play, PlayAccount, TrickAccount, View, half_of


@page_of.register
def trick(scene: TrickScene, reader: Reader, post: str = "") -> PageOfItems:
    """The trick in play, from `scene.view`; or finished, from `scene.account`."""
    if scene.account is not None:
        return _finished(scene, scene.account, reader, post)
    assert scene.view is not None, "a trick without an account has a view"
    return _growing(scene, scene.view, reader, post)


def _growing(scene: TrickScene, view: View, reader: Reader, post: str) -> PageOfItems:
    voice = TableText(reader, scene.head, post, view.sides)
    return layout(
        text(
            title(scene, voice),
            *map(voice.event, scene.events),
            *plays(view, voice),
            *_by_itself(scene, view.trick, voice),
            _due(scene, view, voice),
        ),
        line(),
        text(*standing(view, voice), *([] if scene.ended else absences(voice))),
        *buttons(voice),
    )


def title(scene: TrickScene, voice: TableText) -> str:
    """The first line: table, hand and number of the trick."""
    return voice("trick.title", table=voice.table(), hand=scene.hand_number, number=scene.number)


def plays(view: View, voice: TableText) -> list[str]:
    """The plays of the trick so far, a line each; the heading one is in bold and marked as heading."""
    told = [_play(play, index == view.heading, voice) for index, play in enumerate(view.trick)]
    half = view.half
    return told if half is None or len(told) < half else [*told[:half], _second_half(view, half, voice), *told[half:]]


def _by_itself(scene: TrickScene, played: Sequence[Play | PlayAccount], voice: TableText) -> list[str]:
    """A line for each play that was made automatically, with the reason."""
    holders = voice.head.holders
    marked = [(played[index].seat, how) for index, how in scene.marked]
    return [voice(f"trick.{how}", name=voice.seat(seat)) for seat, how in marked if _is_news(how, holders[seat])]


def _is_news(how: str, holder: SeatHolder) -> bool:
    """Return whether the line says more than the name beside the play, which already shows that a computer made it."""
    return how != VACANT or holder.kind is Holder.PERSON


def _due(scene: TrickScene, view: View, voice: TableText) -> str:
    """Return whose turn it is and the deadline; or that the table is paused, waits for people, closes or has ended."""
    if scene.ended:
        return voice(f"lobby.stage.{scene.ended}")
    if scene.rests:
        return voice("trick.rests") if scene.closes_at is None else voice("trick.rests-till", at=scene.closes_at)
    if scene.closes_at is not None:
        return voice("trick.closes", at=scene.closes_at)
    if scene.paused:
        return voice("trick.paused")
    told = turn(view, voice)
    return told if scene.deadline is None or not told else voice("trick.due", turn=told, at=scene.deadline)


def _play(play: Play, heads: bool, voice: TableText) -> str:
    key = "trick.heads" if heads else "trick.play"
    return voice(key, name=voice.seat(play.seat), cards=voice.cards(play.cards))


def _second_half(view: View, half: int, voice: TableText) -> str:
    """Return who plays the second half, in order; "" if nobody does any more."""
    seats = (*[play.seat for play in view.trick], *view.to_play)[half:]
    return voice("trick.second-half", third=voice.seat(seats[0]), fourth=voice.seat(seats[1])) if seats[1:] else ""


def turn(view: View, voice: TableText) -> str:
    """Return whose turn it is and how many cards must follow, in bold."""
    if view.turn is None:
        return voice(f"trick.phase.{view.phase}") if view.phase is not Phase.PLAY else ""
    if view.phase is not Phase.PLAY:
        return voice(f"{voice.game}.turn.{view.phase}", name=voice.seat(view.turn))
    if view.follow is None:
        return voice("trick.lead", name=voice.seat(view.turn))
    return voice.count("trick.follow", view.follow, name=voice.seat(view.turn))


def standing(view: View, voice: TableText) -> list[str]:
    """The public state beside the trick: each side's tricks, points and ladder; hand sizes, stock and dealer."""
    sides = [side_standing(view, side, voice) for side in range(len(view.sides))]
    sizes = [voice("trick.hand-size", name=voice.seat(seat), size=size) for seat, size in enumerate(view.hand_sizes)]
    dealer = voice("trick.dealer", name=voice.seat(view.dealer)) if view.dealer is not None else ""
    stock = voice("trick.stock", stock=view.stock) if view.stock else ""
    known = [
        voice("trick.known", name=voice.seat(seat), cards=voice.cards(cards))
        for seat, cards in enumerate(view.known)
        if cards
    ]
    held = voice("trick.hands", hands=voice("list.dot").join(sizes), stock=stock, dealer=dealer)
    return [*sides, *known, held]


def absences(voice: TableText) -> list[str]:
    """Return who is away, and which seats are open, a line each."""
    lines = []
    for seat, holder in enumerate(voice.head.holders):
        if holder.away is not None:
            lines.append(voice("trick.seat-away", name=voice.seat(seat), until=holder.away))
        if holder.open:
            lines.append(voice("trick.seat-open", n=seat + 1))
    return lines


def side_standing(view: View, side: int, voice: TableText) -> str:
    """A side's tricks, waiting points and score."""
    waiting = view.waiting[side]
    key = "trick.side" if view.target is not None else "trick.side-untargeted"
    return voice(
        "trick.side-waiting" if waiting else key,
        side=voice.side(side),
        units=view.units[side],
        waiting=waiting,
        score=view.scores[side],
        target=view.target,
    )


def buttons(voice: TableText) -> list[Row]:
    """The buttons below every running table."""
    others = [voice.button(verb) for verb in ("why", "ladder", "ranks", "more")]
    return rows([voice.button("hand", style=MAIN), *others])


def _finished(scene: TrickScene, account: TrickAccount, reader: Reader, post: str) -> PageOfItems:
    voice = TableText(reader, scene.head, post, account.sides)
    about = f"{account.hand_number}.{account.number}"
    return layout(
        text(
            title(scene, voice),
            *map(voice.event, scene.events),
            *finished_plays(account, voice),
            *_by_itself(scene, account.plays, voice),
        ),
        text(reason(account, voice), *told_points(account, voice), *told_end(account, voice)),
        line(),
        text(*counted(account, voice)),
        *rows([voice.button("hand", style=MAIN), voice.button("why", about), voice.button("ladder")]),
    )


def finished_plays(
    account: TrickAccount, voice: TableText, cards: Callable[[PlayAccount, TableText], str] | None = None
) -> list[str]:
    """The plays of a finished trick, a line each, with the winning one marked; `cards` gives the cards of a play.

    If the rubber ended in the middle of the trick, the last play that headed it is marked instead.
    """
    tell = cards or _cards
    best = "trick.heads" if account.winner is None else "trick.wins"
    told = [
        voice(best if index == account.heading else "trick.play", name=voice.seat(play.seat), cards=tell(play, voice))
        for index, play in enumerate(account.plays)
    ]
    return halved(account.plays, told, voice)


def halved(plays: Sequence[PlayAccount], told: list[str], voice: TableText) -> list[str]:
    """The lines of the plays; between the halves of a trick (RULES §7.1), a line says who began the second."""
    half = half_of(plays)
    if half is None:
        return told
    return [*told[:half], voice("trick.half", name=voice.seat(plays[half].seat)), *told[half:]]


def _cards(play: PlayAccount, voice: TableText) -> str:
    return voice.cards(play.cards)


def counted(account: TrickAccount, voice: TableText) -> list[str]:
    """Return how many tricks a finished trick counts as, and each side's state after it."""
    size = voice.count("trick.size", account.size) if account.size > 1 else ""
    return [size, *[_side_after(account, side, voice) for side in range(len(account.units))]]


def _side_after(account: TrickAccount, side: int, voice: TableText) -> str:
    waiting = account.waiting[side]
    return voice(
        "trick.side-waiting-after" if waiting else "trick.side-after",
        side=voice.side(side),
        units=account.units[side],
        waiting=waiting,
        score=account.scores[side],
    )
