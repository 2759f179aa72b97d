"""The reason why a trick went as it did: in one sentence, and play by play."""

from __future__ import annotations

from bot.presentation.layouts.ladders import told_bookings
from bot.presentation.layouts.parts import PageOfItems, layout, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import WhyScene
from bot.texts.reader import Reader
from rules.core.contract import Gain, PlayAccount, TrickAccount


@page_of.register
def why(scene: WhyScene, reader: Reader, post: str = "") -> PageOfItems:
    """A finished trick play by play, each with its reason; then points, bookings and what ended with it."""
    account = scene.account
    if account is None:
        voice = TableText(reader, scene.head, post)
        return layout(text(voice("why.none", table=voice.table())), *rows([voice.button("hand")]))
    voice = TableText(reader, scene.head, post, account.sides)
    return layout(
        text(
            voice("why.title", table=voice.table(), hand=account.hand_number, number=account.number),
            *[told_play(play, index, account, voice) for index, play in enumerate(account.plays)],
        ),
        text(*(told_points(account, voice) or [voice("why.no-points")])),
        text(*told_bookings(account.bookings, voice), *told_end(account, voice, in_full=True)),
        *rows([voice.button("hand"), voice.button("ladder"), voice.button("ranks")]),
    )


def told_play(play: PlayAccount, index: int, account: TrickAccount, voice: TableText) -> str:
    """Return what a play of a finished trick did, and why."""
    wins = index == account.winner
    if play.over is None:
        key = "why.led-wins" if wins else "why.led"
    else:
        key = "why.wins" if wins else "why.headed" if play.headed else "why.not-headed"
    return voice(key, n=index + 1, name=voice.seat(play.seat), cards=voice.cards(play.cards), why=voice.fact(play.why))


def reason(account: TrickAccount, voice: TableText) -> str:
    """One sentence: why the winning play won, beginning with what made the beaten card special."""
    if account.winner is None:
        return ""
    won = account.plays[account.winner]
    if won.over is None:
        return voice("why.stood", lead=voice.fact(won.why))
    return voice("why.won", why=_before(account.plays[won.over], voice) + voice.fact(won.why))


def _before(beaten: PlayAccount, voice: TableText) -> str:
    key = f"{voice.game}.before.{beaten.why.kind}"
    return voice.tell(key, beaten.why) if key in voice.words else ""


def told_points(account: TrickAccount, voice: TableText) -> list[str]:
    """The points that now wait to be booked, and those that were denied, a line each."""
    return [
        *[_gain(gain, voice) for gain in account.gains],
        *[voice("why.denied", side=voice.side(denied.side), why=voice.fact(denied.why)) for denied in account.denied],
    ]


def _gain(gain: Gain, voice: TableText) -> str:
    return voice.count("why.gain", gain.points, side=voice.side(gain.side), why=voice.fact(gain.why))


def told_end(account: TrickAccount, voice: TableText, in_full: bool = False) -> list[str]:
    """Return what ended with the trick, and whose hands the rules show to their opponents.

    The cards shown are in the opponents' hand messages. The reason why a rubber ended is part of its result; it is here
    only if `in_full`, or if the rubber ended in the middle of the trick.
    """
    shown = [voice("trick.shown", name=voice.seat(seat)) for seat in account.shown]
    end = account.hand_end
    if end is not None and (end.void or account.outcome is None):
        shown.append(voice("trick.hand-void" if end.void else "trick.hand-over", hand=account.hand_number))
    if account.outcome is None:
        return shown
    if in_full or account.winner is None:
        return [*shown, voice("trick.rubber-over-as", why=voice.fact(account.outcome.why))]
    return [*shown, voice("trick.rubber-over")]
