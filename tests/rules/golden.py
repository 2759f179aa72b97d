"""The golden rubbers of a game, which are kept as text, and the kinds of what happens in them."""

from __future__ import annotations

from pathlib import Path

from rules.core.contract import Fact, Move, Shuffle, TrickAccount
from rules.notation import Record, read, replay
from rules.registry import game


def golden(test: str) -> list[Record]:
    """The golden rubbers beside this test, by its `__file__`."""
    return [read(path.read_text(encoding="utf-8")) for path in sorted((Path(test).parent / "golden").glob("*.txt"))]


def kinds(whole: Record) -> set[str]:
    """The kinds of all facts, moves and events of a rubber, and `bounce` and `running` where they are true."""
    rules = game(whole.game)
    state = rules.start(len(whole.players), whole.options)
    found = set() if whole.result else {"running"}
    for action, after in replay(whole):
        account = None if isinstance(action, Shuffle) else rules.account(state, action, after)
        if account:
            found |= {str(why.kind) for why in facts_of(account)}
            found |= {"bounce" for booking in account.bookings if booking.bounced is not None}
        if isinstance(action, Move):
            found.add(action.kind)
        found |= {event.kind for event in rules.view(after, None).events}
        state = after
    return found


def facts_of(account: TrickAccount) -> list[Fact]:
    """Every reason that the account of a trick gives."""
    facts = [play.why for play in account.plays]
    facts += [reason for why in facts for reason in why.about.get("reasons", ())]
    facts += [gain.why for gain in (*account.gains, *account.denied)]
    facts += [booking.why for booking in account.bookings]
    return facts + [end.why for end in (account.hand_end, account.outcome) if end and end.why]
