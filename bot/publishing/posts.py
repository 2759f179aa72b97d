"""Posts: the public messages that an action changes, and what each shows afterwards.

A post is one message in the table's thread (the lobby card: in the channel), known by its key. Later entries may
change it again: the message of a hand grows with its tricks and becomes its result. The publisher shows each post's
newest scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import takewhile
from typing import NamedTuple, cast

from bot.messages.hand.hand_scene import own_view
from bot.messages.kit.scene import PostContext, Scene
from bot.messages.lobby.invitation import invitation_scene, start_asked_scene
from bot.messages.lobby.lobby import lobby_scene
from bot.messages.result.result import result_scene
from bot.messages.table.notice import NoticeScene, proposal_scene
from bot.messages.table.table import (
    scene_in_play,
    scene_of_end,
)
from bot.tables import Committed, actions, table_terms
from bot.tables.actions import TableAction
from bot.tables.notes import note_of
from bot.tables.proposals import SEAT, is_decided_alone
from bot.tables.table import Answered, HandDeal, Proposal, Table
from bot.texts.notices import Notice, fact
from rules.core.contract import Fact, TrickAccount

LOBBY = "lobby"
BINDING = "binds"
"""The message that binds deals, with the first characters of the commitment: `binds:5f3a09…`."""
HAND = "table"
"""The message of a hand in play, and then its result: `table:3`."""
INVITATION = "invitation"
START_ASKED = "start-asked"
IN_CHANNEL = frozenset({LOBBY, START_ASKED})
"""The posts that stand in the table's channel, not in its thread."""
MOVED = "moved"
RESULT = "result"


class Post(NamedTuple):
    """A public post: its key, the number of the entry that changed it last, and a function from a context to its scene.

    `channel`: where it belongs, if not where the table is shown now. `person`: the key of the only person whom it is
    for (`bot.publishing.invitations`). `keeps_place`: it only says no longer what is not true any more, so it is
    edited where it is, however old.
    """

    key: str
    seq: int
    scene: Callable[[PostContext], Scene]
    channel: int | None = None
    person: str | None = None
    keeps_place: bool = False


PostChange = tuple[str, Callable[[PostContext], Scene]]
"""The key of a changed post, and its scene."""


def posts_of_actions(done: Iterable[tuple[TableAction, Table]], before: Table | None = None) -> Iterator[list[Post]]:
    """Yield the posts that each action changed; with the table after each, and `before` them."""
    for action, after in done:
        yield changed_posts(action, before, after)
        before = after


def changed_posts(action: TableAction, before: Table | None, after: Table) -> list[Post]:
    """Return the posts that `action` changed, in the order of the thread, with the table before and after it."""
    changes = [*_direct_changes(action, after), *_indirect_changes(after)]
    keeps_place = isinstance(action, actions.Nudge)  # nobody else can nudge in this turn
    found = [Post(key, after.seq, scene, keeps_place=keeps_place) for key, scene in changes] + [*_invitations(after)]
    if isinstance(action, actions.Deal) and before is not None and before.hand is not None and before.humans:
        key, scene = _hand(before, partial(scene_of_end, is_last=False))
        found.insert(0, Post(key, after.seq, scene, keeps_place=True))  # the next hand is no longer to come
    if isinstance(action, actions.MoveTable):  # the channel that the table has left is told of the new one
        what = fact(Notice.MOVED, table=after.name, channel=f"<#{action.channel}>")
        notice = Post(f"{MOVED}:{after.seq}", after.seq, lambda context: NoticeScene(context.head, what), action.left)
        return [notice, *found]
    return found


def _invitations(after: Table) -> Iterator[Post]:
    """Yield the invitations that the last entry has made or ended."""
    new = (invitation for invitation in after.open_invitations if invitation.seq == after.seq)
    ended = [*takewhile(lambda invitation: invitation.settled == after.seq, reversed(after.ended_invitations))]
    for invitation in sorted((*ended, *new), key=lambda invitation: (invitation.seq, invitation.nth)):
        yield Post(
            f"{INVITATION}:{invitation.seq}.{invitation.nth}",
            after.seq,
            partial(invitation_scene, after, invitation),
            person=invitation.person,
        )


def _indirect_changes(after: Table) -> Iterator[PostChange]:
    """Yield the indirect changes: a proposal settled without an answer; the lobby card if somebody is back."""
    if after.came_back == after.seq:
        yield lobby(after)
        yield from turn_post(after)
    if after.proposal is not None and after.proposal.settled == after.seq:
        yield from _proposals(after)


def _direct_changes(action: TableAction, after: Table) -> Iterator[PostChange]:
    match action:
        case actions.Cut() | actions.Miss() | actions.Bound() | actions.Unbind() | actions.Ready():
            return
        case actions.Bind(commitment=commitment):
            binds = fact(Notice.BINDS, table=after.name, commitment=commitment)
            yield binding(commitment), lambda context: NoticeScene(context.head, binds)
        case actions.Deal() | actions.Nudge():
            yield _hand(after, scene_in_play)
        case actions.TakeTurn():
            yield from _play_changes(after)
        case actions.Rest() | actions.Resume():
            yield from hand_post(after)
        case actions.Take(by=by) if after.seat_of(by) is None:
            yield from _proposals(after)
        case (
            actions.Resign()
            | actions.OpenSeat()
            | actions.Depart()
            | actions.Take()
            | actions.Return()
            | actions.Admit()
        ):
            yield from _seat_changed(action, after)
        case actions.Propose() | actions.Agree() | actions.Disagree() | actions.Consent():
            yield from _proposals(after)
        case actions.Away() if after.pending is not None and after.pending.seq == after.seq:
            yield lobby(after)
            yield from _proposals(after)
            yield from turn_post(after)
        case actions.Away() | actions.Back():
            yield from _seat_changed(action, after)
        case actions.MoveTable():
            yield from renewed_posts(after)
        case actions.Forfeit():
            yield _hand(after, scene_in_play)
            yield RESULT, partial(result_scene, after)
            yield lobby(after)
        case actions.Close() if after.hand is not None and after.closed is not None:
            yield lobby(after)
            if after.rules.turn(after.state) is not None:
                yield _hand(after, scene_in_play)
            yield _notice(after, after.closed)
        case actions.AskStart():
            yield START_ASKED, partial(start_asked_scene, after)
        case _:
            yield lobby(after)
            if after.start_asked_by is not None and isinstance(action, actions.Start | actions.Close):
                yield START_ASKED, partial(start_asked_scene, after)


def binding(commitment: str) -> str:
    """Return the key of the post with this commitment. Another one has another key, also after a restore."""
    return f"{BINDING}:{commitment[:12]}"


def is_binding(post: Post) -> bool:
    return post.key.startswith(f"{BINDING}:")


def renewed_posts(table: Table) -> Iterator[PostChange]:
    """Yield the posts that a table needs in a channel that it has moved to."""
    yield lobby(table)
    if table.pending is not None:
        yield from _proposals(table)
    yield from turn_post(table)


def turn_post(table: Table) -> Iterator[PostChange]:
    """Yield the message of the hand in play, if a seat is to act."""
    if table.turn is not None:
        yield _hand(table, scene_in_play)


def hand_post(table: Table) -> Iterator[PostChange]:
    """Yield the message of the hand, in play or over; none before the first deal, which comes in a moment."""
    if table.hand is not None:
        yield _hand(table, scene_of_end if table.is_hand_over else scene_in_play)


def _seat_changed(action: TableAction, after: Table) -> Iterator[PostChange]:
    """Yield the posts that say who came or went, if anybody did."""
    if note_of(action, after) is None:
        return
    yield lobby(after)
    yield from hand_post(after)
    if after.pending is not None:  # other people are asked now
        yield from _proposals(after)


def _proposals(after: Table) -> Iterator[PostChange]:
    """Yield the last proposal, after the open one that it has just replaced by an organiser's decision."""
    proposal = cast(Proposal, after.proposal)
    if proposal.overruled is not None and proposal.seq == after.seq:
        yield _proposal_change(after, proposal.overruled)
    if not is_decided_alone(after) or proposal.cup:
        yield _proposal_change(after, proposal)
    if _is_granted(proposal) and proposal.what in (table_terms.PACE, SEAT):
        yield lobby(after)
    if _is_granted(proposal) or proposal.stands:
        yield from hand_post(after)


def _is_granted(proposal: Proposal) -> bool:
    return proposal.answered is Answered.GRANTED


def _play_changes(after: Table) -> Iterator[PostChange]:
    account = after.last_trick
    if account is None or account.hand_number != after.view(None).hand_number or not _is_hand_over(after, account):
        yield _hand(after, scene_in_play)
        return
    yield _hand(after, scene_of_end)
    if account.outcome:
        yield RESULT, partial(result_scene, after)
        yield lobby(after)


def _is_hand_over(table: Table, last: TrickAccount) -> bool:
    return bool(last.hand_end or last.outcome) and cast(HandDeal, table.hand).tricks[-1:] == (last,)


def announcement(key: str, words: str) -> Post:
    """The post of an announcement by the operator. It belongs to no entry, and never changes."""
    what = fact(Notice.ANNOUNCED, announcement=words)
    return Post(key, 1, lambda context: NoticeScene(context.head, what))


def lobby(table: Table) -> PostChange:
    return LOBBY, partial(lobby_scene, table)


def _hand(table: Table, scene: Callable[[Table, PostContext], Scene]) -> PostChange:
    return f"{HAND}:{cast(HandDeal, table.hand).number}", partial(scene, table)


def _proposal_change(after: Table, proposal: Proposal) -> PostChange:
    return f"proposal:{proposal.seq}", partial(proposal_scene, after, proposal)


def _notice(table: Table, what: Fact) -> PostChange:
    """A notice of the last entry."""
    return f"notice:{table.seq}", lambda context: NoticeScene(context.head, context.named_fact(what))


class ChangeDetector:
    """Remembers, for every seat of the tables in play, everything shown in its hand that may change."""

    def __init__(self) -> None:
        self._of: dict[int, dict[int, object]] = {}

    def has_changed(self, change: Committed, seat: int) -> bool:
        """Return whether a hand has changed since the last call, and so is to be shown again.

        What counts: its cards, what not everybody was shown, what it queued, its turn, whether cards are played, and
        the channel it links to.
        While it is the seat's turn the hand also shows the others' plays, their holders and the deadline, so these
        count too.
        """
        shown = _fingerprint(change, seat)
        if shown is None or self._of.get(change.table.id, {}).get(seat) == shown:
            return False
        self._of.setdefault(change.table.id, {})[seat] = shown
        return True

    def forget(self, table_id: int) -> None:
        self._of.pop(table_id, None)


def _fingerprint(change: Committed, seat: int) -> object:
    """Return a value that is equal for hands that need not be shown again; None if there is no hand to show."""
    table = change.table
    holder = table.seats[seat]
    if table.hand is None or (holder.person is None and holder.was is None):
        return None
    if holder.person is None:
        return holder, table.stage
    view = table.view(seat)
    queued = tuple(play for play in change.queue if play.seat == seat)
    halt = (table.paused, table.rests) if table.is_alone else None
    is_ready = holder.person in table.ready
    own = (holder, table.stage, own_view(table, view), queued, change.row.channel_id, halt, is_ready)
    if view.turn != seat:
        return own
    others = tuple((seated.kind, seated.person) for seated in table.seats)
    return own, view.plays_made, others, table.paused, change.row.deadline_at, table.nudged_by
