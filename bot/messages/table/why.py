"""The reason why a trick went as it did: in one sentence, and play by play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages.kit import ui
from bot.messages.kit.rendering import Part, parts_of
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.messages.score.ladders import has_ladder, ladder_button, told_bookings
from bot.messages.table.trick import finished_alt
from bot.tables.table import HandResult
from bot.texts.reader import Reader
from rules.core.contract import Booking, Gain, TrickAccount


@dataclass(frozen=True, slots=True)
class WhyScene(Scene):
    """The last finished trick with the reasons, play by play; `account` is None before the first."""

    head: TableContext
    account: TrickAccount | None


@ui.page_of.register
def why(scene: WhyScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A finished trick play by play, each with its reason; then points, bookings and what ended with it."""
    reader, account = reader.citing, scene.account
    if account is None:
        texts = TableText(reader, scene.head, post)
        return ui.layout(ui.text(texts("why.none", table=texts.table())), *ui.rows([texts.button("hand")]))
    texts = TableText(reader, scene.head, post, account.sides, order=account.order)
    return ui.layout(
        ui.text(
            texts("why.title", table=texts.table(), hand=account.hand_number, number=account.number),
            *told_plays(account, texts),
        ),
        ui.text(*(told_points(account, texts) or _without_points(texts))),
        ui.text(*told_bookings(account.bookings, texts), *told_end(account, texts)),
        *ui.rows([texts.button("hand"), ladder_button(texts), texts.button("ranks")]),
    )


def told_plays(account: TrickAccount, texts: TableText) -> list[str]:
    """Return what each play of a finished trick did, and why."""
    texts, told = texts.at_account(account), []
    for n, play in enumerate(account.plays, start=1):
        wins = n - 1 == account.winner
        if play.over is None:
            key = "why.led-wins" if wins else "why.led"
        else:
            key = "why.wins" if wins else "why.headed" if play.headed else "why.not-headed"
        name, cards = texts.former(n - 1) or texts.seat(play.seat), texts.cards(play.cards)
        told.append(texts(key, n=n, name=name, cards=cards, why=texts.fact(play.why)))
    return told


def reason(account: TrickAccount, texts: TableText) -> str:
    """One sentence: why the winning play won, beginning with what made the beaten card special."""
    if account.winner is None:
        return ""
    texts, won = texts.at_account(account), account.plays[account.winner]
    if won.over is None:
        return texts("why.stood", lead=texts.fact(won.why))
    beaten = account.plays[won.over].why
    key = f"{texts.game}.before.{beaten.kind}"
    before = texts.tell(key, beaten) if key in texts.words else ""
    return texts("why.won", why=before + texts.fact(won.why))


def _without_points(texts: TableText) -> list[str]:
    """Return that a trick brought no points, in a game in which points wait for their booking."""
    return [texts("why.no-points")] if has_ladder(texts.game) else []


def told_points(account: TrickAccount, texts: TableText) -> list[str]:
    """The points that now wait to be booked, and those that were denied, a line each."""
    texts = texts.at_account(account)
    gained = [
        texts.count("why.gain", gain.points, side=texts.side(gain.side), why=texts.fact(gain.why))
        for gain in account.gains
    ]
    denied = [texts("why.denied", side=texts.side(gain.side), why=texts.fact(gain.why)) for gain in account.denied]
    return gained + denied


def brought(account: TrickAccount, texts: TableText) -> list[str]:
    """The points that a trick brought and those that were booked, in clauses."""
    texts = texts.at_account(account)
    gains = [
        texts("table.gain", n=gain.points, side=texts.side(gain.side), why=texts.brief(gain.why))
        for gain in account.gains
    ]
    return [*gains, *(_booked(booking, texts.side(booking.side), texts) for booking in account.bookings)]


def _booked(booking: Booking, side: str, texts: TableText) -> str:
    """A booking, a bounce with its calculation; `side`: what the side is called."""
    key = "table.booked" if booking.bounced is None else "table.bounced"
    scores = {"before": booking.before, "after": booking.after, "bounced": booking.bounced}
    return texts(key, side=side, n=booking.points, **scores)


def booking_line(booking: Booking, side: str, texts: TableText) -> str:
    """A booking in a small line of its own."""
    return texts("table.brought", told=_booked(booking, side, texts))


def told_gains(result: HandResult, names: Sequence[str], texts: TableText) -> list[str]:
    """A line for each side that got its points in a hand for more than its tricks, or more than one of them.

    `names`: what the sides are called.
    """
    told = []
    for side, name in enumerate(names):
        gains = result.reasons(side)
        points = sum(gain.points for gain in gains)
        if points > 1 or any(gain.is_by_card for gain in gains):
            why = texts.words.join([_earned(gain, texts) for gain in gains])
            told.append(texts.count("hand.end.reasons", points, side=name, why=why))
    return told


def _earned(gain: Gain, texts: TableText) -> str:
    """The points of a gain and what they are for: `<game>.earned.<kind>`; else its reason."""
    key = f"{texts.game}.earned.{gain.why.kind}"
    return texts.tell(key, gain.why) if key in texts.words else texts.brief(gain.why)


def told_end(account: TrickAccount, texts: TableText) -> list[str]:
    """Return what ended with the trick, and why; and whose hands the rules show to their opponents."""
    texts = texts.at_account(account)
    told, end, outcome = told_shown(account, texts), account.hand_end, account.outcome
    if end is not None and (end.void or outcome is None):
        told.append(texts("trick.hand-void" if end.void else "trick.hand-over", hand=account.hand_number))
    if outcome is not None:
        told.append(texts("trick.rubber-over-as", why=texts.fact(outcome.why)))
    return told


def told_shown(account: TrickAccount, texts: TableText) -> list[str]:
    """Return whose hands the rules show to their opponents, in whose hand messages the cards are."""
    texts = texts.at_account(account)
    return [texts("trick.shown", name=texts.seat(seat)) for seat in account.shown]


@parts_of.register
def _why_alt(scene: WhyScene, reader: Reader) -> list[Part]:
    return [] if scene.account is None else finished_alt(scene.head, scene.account, reader)
