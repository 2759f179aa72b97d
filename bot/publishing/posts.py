"""Which public posts an entry of the record touches, and what each shows then.

A post is one message in the table's thread (the lobby card: in the channel), known by its key. Later entries may touch
it again: the trick's message grows and becomes its result (PRODUCT 5). The publisher shows each post's newest scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, cast

from bot.facts import News, fact
from bot.scenes import (
    DealtScene,
    Head,
    LadderScene,
    LobbyScene,
    NoticeScene,
    ResultScene,
    Scene,
    Sitter,
    SummaryScene,
    TrickScene,
)
from bot.tables import actions
from bot.tables.actions import Action
from bot.tables.table import Hand, Stage, Table
from rules.game import Fact, Phase, TrickAccount

LOBBY = "lobby"
RESULT = "result"


class Backdrop(NamedTuple):
    """What a scene needs that is not in the table's value: names, the thread's address, times."""

    head: Head
    sitters: Mapping[str, Sitter]
    """Everybody who is named at the table, by key."""
    closes_at: int | None
    """Seconds since the epoch: when the lobby closes by itself."""


class Post(NamedTuple):
    """A public post: its key, the entry that touched it last, and its scene before a backdrop."""

    key: str
    seq: int
    scene: Callable[[Backdrop], Scene]


def touched(action: Action, after: Table) -> list[Post]:
    """The posts that `action` touched, in the order in which they stand in the thread; `after` is the table then."""
    return [Post(key, after.seq, scene) for key, scene in _touched(action, after)]


Touch = tuple[str, Callable[[Backdrop], Scene]]


def _touched(action: Action, after: Table) -> Iterator[Touch]:
    match action:
        case actions.Cut():
            return
        case actions.Deal():
            yield _deal(after)
            yield _trick(after)
        case actions.Play():
            yield from _played(after)
        case actions.Resign(by=by):
            yield lobby(after)
            yield _notice(after, fact(News.RESIGNED, table=after.name, person=by))
            if after.phase is Phase.PLAY:
                yield _trick(after)
        case actions.Close() if after.hand is not None and after.closed is not None:
            yield lobby(after)
            yield _notice(after, after.closed)
        case _:
            yield lobby(after)


def _played(after: Table) -> Iterator[Touch]:
    account = after.last_trick
    finished = account is not None and after.hand is not None and after.hand.tricks[-1:] == (account,)
    view = after.view(None)
    if account is None or not finished or (view.trick and not account.outcome):
        yield _trick(after)
        return
    key = f"{account.hand_number}.{account.number}"
    yield f"trick:{key}", lambda back: TrickScene(back.head, account.hand_number, account.number, None, account)
    if account.bookings:
        yield f"ladder:{key}", _ladder(after, account)
    if account.hand_end or account.outcome:
        yield _summary(after)
    if account.outcome:
        yield _result(after, account)
        yield lobby(after)
    elif not account.hand_end:
        yield _trick(after)


def lobby(table: Table) -> Touch:
    """The card in the channel."""

    def scene(back: Backdrop) -> Scene:
        return LobbyScene(
            head=back.head,
            opener=back.sitters[table.opener],
            stage=table.stage,
            closed=named(table.closed, back.sitters),
            seat_counts=table.rules.seats,
            closes_at=back.closes_at if table.stage is Stage.LOBBY else None,
        )

    return LOBBY, scene


def named(what: Fact | None, sitters: Mapping[str, Sitter]) -> Fact | None:
    """A fact in which the person's key, if there is one, has become a name."""
    if what is None or "person" not in what.about:
        return what
    about = {key: value for key, value in what.about.items() if key != "person"}
    return what._replace(about={**about, "name": sitters[what.about["person"]].name})


def _deal(table: Table) -> Touch:
    view, hand = table.view(None), cast(Hand, table.hand)
    return f"deal:{hand.number}", lambda back: DealtScene(back.head, view, hand.digest)


def _trick(table: Table) -> Touch:
    view = table.view(None)
    key = f"trick:{view.hand_number}.{view.trick_number}"
    return key, lambda back: TrickScene(back.head, view.hand_number, view.trick_number, view, None)


def _ladder(table: Table, account: TrickAccount) -> Callable[[Backdrop], Scene]:
    view = table.view(None)
    return lambda back: LadderScene(
        back.head, view.sides, account.scores, account.waiting, view.target, account, account.hand_number
    )


def _summary(table: Table) -> Touch:
    view, result = table.view(None), table.last_hand
    if result is None:
        raise ValueError("no hand of this table is finished")
    goes_on = table.stage is Stage.PLAYING
    return f"summary:{result.number}", lambda back: SummaryScene(back.head, view.sides, view.target, result, goes_on)


def _result(table: Table, account: TrickAccount) -> Touch:
    view, way, outcome = table.view(None), table.way, account.outcome
    if outcome is None:
        raise ValueError("the rubber is not over")
    return RESULT, lambda back: ResultScene(back.head, view.sides, view.target, outcome, account.scores, way)


def _notice(table: Table, what: Fact) -> Touch:
    return f"notice:{table.seq}", lambda back: NoticeScene(back.head, cast(Fact, named(what, back.sitters)))
