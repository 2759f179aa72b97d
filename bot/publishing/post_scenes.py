"""Post scenes: the public messages that an action changes, and what each shows afterwards.

A post is one message in the table's thread (the lobby card: in the channel), known by its key. Later entries may
change it again: the trick's message grows and becomes its result (PRODUCT 5). The publisher shows each post's newest
scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, takewhile
from typing import NamedTuple, cast

from bot.messages.kit.scene import Scene
from bot.messages.lobby.invitation import InvitationScene
from bot.messages.lobby.lobby import LobbyScene
from bot.messages.result.result import ResultScene
from bot.messages.table.notice import NoticeScene, ProposalScene
from bot.messages.table.table import FinishedTrick, TableScene
from bot.messages.table.trick import TrickScene
from bot.publishing.hand_scenes import hand_end
from bot.publishing.table_context import PostContext
from bot.tables import actions, table_terms
from bot.tables.actions import TableAction
from bot.tables.playing import awaits_last_card
from bot.tables.proposals import PAUSE, SEAT, asked_by
from bot.tables.seat_holders import EMPTY, SeatHolder
from bot.tables.table import Answered, HandDeal, Invitation, Proposal, Stage, Table
from bot.texts.notices import Notice, fact
from rules.core.contract import Event, Fact, Move, Outcome, Play, TrickAccount, View

LOBBY = "lobby"
BINDING = "binds"
"""The message that binds deals, with the first characters of the commitment: `binds:5f3a09…`."""
HAND = "table"
"""The message of a hand in play, and then its result: `table:3`."""
INVITATION = "invitation"
MOVED = "moved"
RESULT = "result"


class Post(NamedTuple):
    """A public post: its key, the number of the entry that changed it last, and a function from a context to its scene.

    `channel`: where it belongs, if not where the table is shown now. `person`: the key of the only person whom it is
    for (`bot.publishing.invitations`).
    """

    key: str
    seq: int
    scene: Callable[[PostContext], Scene]
    channel: int | None = None
    person: str | None = None


PostChange = tuple[str, Callable[[PostContext], Scene]]
"""The key of a changed post, and its scene."""


def changed_posts(action: TableAction, after: Table) -> list[Post]:
    """Return the posts that `action` changed, in the order of the thread; `after` is the table after the action."""
    changes = [*_seat_filled(after), *_changed(action, after), *_settled(after)]
    found = [*(Post(key, after.seq, scene) for key, scene in changes), *_invitations(after)]
    if isinstance(action, actions.MoveTable):  # the channel that the table has left is told of the new one
        what = fact(Notice.MOVED, table=after.name, channel=f"<#{action.channel}>")
        notice = Post(f"{MOVED}:{after.seq}", after.seq, lambda context: NoticeScene(context.head, what), action.left)
        return [notice, *found]
    return found


def _invitations(after: Table) -> Iterator[Post]:
    """Yield the invitations that the last entry has made or ended."""
    new = (one for one in after.open_invitations if one.seq == after.seq)
    ended = [*takewhile(lambda one: one.settled == after.seq, reversed(after.ended_invitations))]
    for one in sorted((*ended, *new), key=lambda one: (one.seq, one.nth)):
        yield Post(f"{INVITATION}:{one.seq}.{one.nth}", after.seq, partial(invitation, after, one), person=one.person)


def invitation(table: Table, one: Invitation, context: PostContext) -> InvitationScene:
    return InvitationScene(
        context.head,
        by=context.holders[table.opener],
        person=context.holders[one.person],
        state=one.state,
        until=one.until // 1000 or None,
    )


def _seat_filled(after: Table) -> Iterator[PostChange]:
    """Yield the notice that somebody had left a seat, once a person has it again: it no longer offers the seat."""
    now = after.tenures[-1] if after.tenures else None
    if now is None or now.since != after.seq or now.person is None:
        return
    _, *before = islice(after.tenures.of_seat(now.seat), 3)
    if len(before) > 1 and before[0].person is None:
        left = fact(Notice.SEAT_WAS_FREE, table=after.name, seat=now.seat, person=before[1].person)
        yield _notice(after, left, before[0].since)


def _settled(after: Table) -> Iterator[PostChange]:
    """Yield the indirect changes: a proposal settled without an answer; the lobby card if somebody is back."""
    if after.came_back == after.seq:
        yield lobby(after)
        yield from _turn(after)
    if after.proposal is not None and after.proposal.settled == after.seq:
        yield from _proposals(after)


def _changed(action: TableAction, after: Table) -> Iterator[PostChange]:
    match action:
        case actions.Cut() | actions.Miss() | actions.Bound() | actions.Unbind():
            return
        case actions.Bind(commitment=commitment):
            binds = fact(Notice.BINDS, table=after.name, commitment=commitment)
            yield binding(commitment), lambda context: NoticeScene(context.head, binds)
        case actions.Deal():
            yield _in_play(after)
        case actions.TakeTurn():
            yield from _played(after)
        case actions.Rest():
            yield from _told(after, fact(Notice.RESTS, table=after.name))
        case actions.Resign() | actions.Depart() if after.tenures[-1].since != after.seq:
            return  # a request to take a seat was withdrawn
        case actions.Resign(by=person):
            yield from _seat_left(after, Notice.RESIGNED, after.tenures[-1].seat, person)
        case actions.OpenSeat(seat=seat):
            yield from _seat_left(after, Notice.SEAT_OPENED, seat, after.seats[seat].was)
        case actions.Depart(person=person):
            yield from _seat_left(after, Notice.DEPARTED, after.tenures[-1].seat, person)
        case actions.Take(by=by) if after.seat_of(by) is None:
            yield from _proposals(after)
        case actions.Admit() if (
            after.proposal is not None and after.proposal.settled == after.seq and _is_granted(after.proposal)
        ):
            return  # the post of the proposal says it
        case actions.Take(by=by) | actions.Return(by=by) | actions.Admit(person=by):
            seat = after.tenures[-1].seat
            held = (tenure.person for tenure in after.tenures.of_seat(seat) if tenure.person)
            what = Notice.RETURNED if [*islice(held, 2)] == [by, by] else Notice.SEAT_TAKEN
            yield from _seat_changed(after, fact(what, table=after.name, seat=after.seat_of(by), person=by))
        case actions.Propose() | actions.Agree() | actions.Disagree() | actions.Consent():
            yield from _proposals(after)
        case actions.Resume(cup=True):
            yield from _told(after, fact(Notice.TABLE_CUP_RESUMED, table=after.name))
        case actions.Resume(by=by):
            yield from _told(after, fact(Notice.RESUMED, table=after.name, person=by))
        case actions.Away() if after.pending is not None and after.pending.seq == after.seq:
            yield lobby(after)
            yield from _proposals(after)
            yield from _turn(after)
        case actions.Away(by=by, until=until):
            what = Notice.AWAY_PAUSED if after.paused_for == by else Notice.AWAY
            yield from _seat_changed(after, fact(what, table=after.name, person=by, until=until // 1000))
        case actions.Back(seat=seat) if after.seats[seat].person is not None:
            yield from _seat_changed(after, fact(Notice.BACK, table=after.name, person=after.seats[seat].person))
        case actions.Back():
            return
        case actions.MoveTable():
            yield from anew(after)
        case actions.Forfeit():
            yield _in_play(after)
            yield result(after)
            yield lobby(after)
        case actions.Close() if after.hand is not None and after.closed is not None:
            yield lobby(after)
            if after.rules.turn(after.state) is not None:
                yield _in_play(after)
            yield _notice(after, after.closed)
        case _:
            yield lobby(after)


def binding(commitment: str) -> str:
    """Return the key of the post with this commitment. Another one has another key, also after a restore."""
    return f"{BINDING}:{commitment[:12]}"


def is_binding(post: Post) -> bool:
    return post.key.startswith(f"{BINDING}:")


def anew(table: Table) -> Iterator[PostChange]:
    """Yield the posts that a table needs in a channel that it has moved to."""
    yield lobby(table)
    if table.pending is not None:
        yield from _proposals(table)
    yield from _turn(table)


def _turn(table: Table) -> Iterator[PostChange]:
    if table.turn is not None:
        yield _in_play(table)


def _told(after: Table, what: Fact) -> Iterator[PostChange]:
    yield _notice(after, what)
    yield from _turn(after)


def _seat_changed(after: Table, what: Fact) -> Iterator[PostChange]:
    yield lobby(after)
    yield from _told(after, what)
    if after.pending is not None:  # other people are asked now
        yield from _proposals(after)


def _seat_left(after: Table, what: Notice, seat: int, person: str | None) -> Iterator[PostChange]:
    """Yield the posts after somebody has left."""
    yield from _seat_changed(after, fact(leaving(what, after), table=after.name, seat=seat, person=person))


def leaving(usual: Notice, after: Table) -> Notice:
    """Return what is told of somebody who has left: another notice if they were the last and the table waits."""
    return Notice.LEFT_ALONE if after.is_abandoned and not after.humans else usual


def _proposals(after: Table) -> Iterator[PostChange]:
    """Yield the last proposal, after the open one that it has just replaced by an organiser's decision."""
    proposal = cast(Proposal, after.proposal)
    if proposal.overruled is not None and proposal.seq == after.seq:
        yield _proposed(after, proposal.overruled)
    yield _proposed(after, proposal)
    if _is_granted(proposal) and proposal.what in (table_terms.PACE, SEAT):
        yield lobby(after)
    if _is_granted(proposal) or proposal.stands:
        yield from _turn(after)


def _is_granted(proposal: Proposal) -> bool:
    return proposal.answered is Answered.GRANTED


def _proposed(after: Table, proposal: Proposal) -> PostChange:
    if proposal.cup:
        what = fact(Notice.TABLE_CUP_PAUSED, table=after.name)
        return f"proposal:{proposal.seq}", lambda context: NoticeScene(context.head, what)
    asked = asked_by(after, proposal) - proposal.agreed
    if _is_granted(proposal) and proposal.seq == after.seq and after.humans == {proposal.by}:
        what = fact(Notice.PAUSED if proposal.what == PAUSE else Notice.PACE_SET, table=after.name)
        return f"proposal:{proposal.seq}", lambda context: NoticeScene(context.head, what)
    runs = proposal.what == PAUSE and after.agreed.pace.play is not None

    def scene(context: PostContext) -> Scene:
        until = context.silence_ends or proposal.until // 1000
        stands = until - (proposal.until - proposal.stands) // 1000 if proposal.stands else 0
        return ProposalScene(
            head=context.head,
            what=proposal.what,
            value=proposal.value,
            by=context.holders.get(proposal.by, EMPTY),
            agreed=tuple(context.holders[key] for key in sorted(proposal.agreed) if key in context.holders),
            asked=tuple(context.holders[key] for key in sorted(asked) if key in context.holders),
            answered=proposal.answered,
            last=context.holders.get(proposal.last, EMPTY),
            until=until,
            stands=stands if runs else None,
            seq=proposal.seq,
        )

    return f"proposal:{proposal.seq}", scene


def _played(after: Table) -> Iterator[PostChange]:
    account = after.last_trick
    if account is None or account.hand_number != after.view(None).hand_number or not _is_hand_over(after, account):
        yield _in_play(after)
        return
    yield _hand_over(after)
    if account.outcome:
        yield result(after)
        yield lobby(after)


def _is_hand_over(table: Table, last: TrickAccount) -> bool:
    return bool(last.hand_end or last.outcome) and cast(HandDeal, table.hand).tricks[-1:] == (last,)


def announcement(key: str, words: str) -> Post:
    """The post of an announcement by the operator. It belongs to no entry, and never changes."""
    what = fact(Notice.ANNOUNCED, announcement=words)
    return Post(key, 1, lambda context: NoticeScene(context.head, what))


def lobby(table: Table) -> PostChange:
    def scene(context: PostContext) -> Scene:
        return LobbyScene(
            head=context.head,
            opener=context.holders[table.opener],
            stage=table.stage,
            closed=named(table.closed, context.holders),
            closes_at=context.silence_ends if table.stage is Stage.LOBBY else None,
            result=result(table)[1](context) if table.stage is Stage.OVER and not table.private else None,
            private=table.private,
        )

    return LOBBY, scene


def named(what: Fact | None, holders: Mapping[str, SeatHolder]) -> Fact | None:
    """Return a notice with names in place of the key of its person, or of its people, if it has any."""
    if what is None or not what.about.keys() & {"person", "people"}:
        return what
    about = dict(what.about)
    keys = about.pop("people", None)
    name = _name_of(holders[about.pop("person")]) if keys is None else tuple(_name_of(holders[key]) for key in keys)
    return what._replace(about={**about, "name": name})


def _name_of(holder: SeatHolder) -> str | Fact:
    return fact(Notice.FORMER) if holder.erased else holder.name


def _in_play(table: Table) -> PostChange:
    """Return the message of the hand in play; a finished trick is shown until somebody leads to the next one."""
    view, hand = table.view(None), cast(HandDeal, table.hand)
    ended = "" if table.stage is Stage.PLAYING else table.stage
    if ended:
        view = replace(view, turn=None, to_play=())
    tricks = _finished_tricks(table, len(view.trick))
    lying = tricks.pop() if tricks and not view.trick and not ended else None
    events = (*(lying.events if lying else ()), *_events(view, view.trick_number))

    def scene(context: PostContext) -> Scene:
        trick = TrickScene(
            head=context.head,
            hand_number=hand.number,
            number=lying.account.number if lying else view.trick_number,
            view=view,
            account=lying.account if lying else None,
            marked=lying.marked if lying else _marked(table, len(view.trick)),
            moved=(*(lying.moved if lying else ()), *_moved_now(hand, len(view.trick))),
            deadline=context.deadline,
            paused=table.paused,
            closes_at=context.silence_ends if table.is_abandoned else None,
            ended=ended,
            rests=table.rests and bool(table.humans),
            events=events,
            last_card=awaits_last_card(table),
        )
        return TableScene(context.head, hand.number, tuple(tricks), trick)

    return f"{HAND}:{hand.number}", scene


def _hand_over(table: Table) -> PostChange:
    hand, tricks = cast(HandDeal, table.hand), tuple(_finished_tricks(table, 0))

    def scene(context: PostContext) -> Scene:
        return TableScene(context.head, hand.number, tricks, None, hand_end(table, context))

    return f"{HAND}:{hand.number}", scene


def _finished_tricks(table: Table, lying: int) -> list[FinishedTrick]:
    """Return the finished tricks of the hand; `lying` plays have been made since."""
    hand, view = cast(HandDeal, table.hand), table.view(None)
    found, plays = list[FinishedTrick](), _plays(hand)
    end = len(plays) - lying
    for account in reversed(hand.tricks):
        start = end - len(account.plays)
        marked, moved = _marked_of(hand, plays[start:end]), _moved(hand, start, end)
        found.append(FinishedTrick(account, _events(view, account.number), marked, moved))
        end = start
    return found[::-1]


def _plays(hand: HandDeal) -> list[int]:
    """Return where the plays stand among the actions of a hand, which may have moves between them."""
    return [index for index, one in enumerate(hand.plays) if isinstance(one, Play)]


def _marked_of(hand: HandDeal, plays: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """Return which of these plays nobody made by hand: (index among them, how the play came about)."""
    return tuple((plays.index(index), how) for index, how in hand.marked if index in plays)


def _moved(hand: HandDeal, start: int, end: int | None = None) -> tuple[tuple[int, str], ...]:
    """Return the moves that nobody made by hand, since the play before `start`: (seat, how the move came about).

    `end`: up to the play before that one; None: up to now.
    """
    plays = _plays(hand)
    first = plays[start - 1] if start else -1
    last = len(hand.plays) if end is None else plays[end - 1]
    made = ((hand.plays[index], how) for index, how in hand.marked if first < index < last)
    return tuple((one.seat, how) for one, how in made if isinstance(one, Move))


def _moved_now(hand: HandDeal, lying: int) -> tuple[tuple[int, str], ...]:
    """Return those moves since the end of the last finished trick; `lying`: the number of plays since."""
    return _moved(hand, len(_plays(hand)) - lying)


def _events(view: View, trick: int) -> tuple[Event, ...]:
    """Return what happened besides the plays since the trick before this one."""
    return tuple(event for event in view.events if event.trick == trick)


def _marked(table: Table, size: int) -> tuple[tuple[int, str], ...]:
    """Return which of the last `size` plays nobody made by hand, as `_marked_of`."""
    if table.hand is None:
        return ()
    plays = _plays(table.hand)
    return _marked_of(table.hand, plays[len(plays) - size :])


def result(table: Table) -> tuple[str, Callable[[PostContext], ResultScene]]:
    """Return the end of a rubber, by a trick or by a forfeit."""
    view, way, feats = table.view(None), table.way, table.feats
    last = table.last_trick if table.last_trick and table.last_trick.outcome else None
    outcome = last.outcome if last else None
    scores = last.scores if last else view.scores
    if outcome is None:
        outcome = Outcome(table.forfeit_winners, fact(Notice.FORFEITED, seat=table.forfeited))
    return RESULT, lambda context: ResultScene(
        context.head, view.sides, view.target, outcome, scores, way, feats=feats, last=last
    )


def _notice(table: Table, what: Fact, since: int = 0) -> PostChange:
    """A notice of the entry `since` (0: the last one)."""
    return f"notice:{since or table.seq}", lambda context: NoticeScene(
        context.head, cast(Fact, named(what, context.holders))
    )
