"""The effects of a play before it is made, and advice about it, in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.messages.kit.table_text import TableText
from bot.tables.advice import Advice
from rules.core.capabilities import Considered
from rules.core.contract import Fact, Play, View


def effects(considered: Considered, view: View, texts: TableText) -> Iterator[str]:
    """Yield what a play would do to the trick in `view`; nothing for a play that cannot be made."""
    play = considered.play
    if play is not None:
        if play.over is None:
            yield texts("may.lead", why=_consequence(play.why, texts))
        else:
            beaten, why = view.trick[play.over].seat, texts.fact(play.why)
            if beaten == view.seat:
                yield texts("may.heads-own" if play.headed else "may.does-not-head-own", why=why)
            else:
                key = "may.heads" if play.headed else "may.does-not-head"
                yield texts(key, name=texts.seat(beaten), why=why)
    if considered.ends is not None:
        yield texts("may.ends", why=_consequence(considered.ends, texts))


def _consequence(why: Fact, texts: TableText) -> str:
    """The sentence for a fact that the play would make true."""
    return texts.tell(f"{texts.game}.may.{why.kind}", why)


def advice_lines(advice: Advice, view: View, texts: TableText) -> Iterator[str]:
    """Yield what I would do, what that would do, and what speaks for it."""
    action = advice.action
    if not isinstance(action, Play):
        yield texts("advice.move", move=texts.action(action))
    elif action.cards:
        yield texts("advice.play", cards=texts.cards(action.cards))
    else:
        yield texts("advice.pass")
    if advice.considered is not None:
        yield from effects(advice.considered, view, texts)
    yield from map(texts.fact, advice.reasons)
