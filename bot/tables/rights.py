"""Rights: who may use each command and each button at a table.

Each command and verb declares its right where its handler is registered; `docs/rights.md` is written from that.

A right belongs to the server of the table. It is checked for the table and the place where the person asks, never for
the place alone. The handlers check what depends on the state of the table (its stage, whose turn it is). All checks
raise RequestRefused.
"""

from __future__ import annotations

from enum import Flag, StrEnum, auto
from typing import Final, NamedTuple

from bot.tables.invitations import private_refusal
from bot.tables.table import Stage, Table, end_refusal, opener_refusal
from bot.texts.notices import Refusal, RequestRefused, fact


class Role(Flag):
    """A person's role at a table. One person can have several."""

    MEMBER = auto()
    """Is in the table's server and sees its channel; of a private table, its thread. Known only for requests there."""
    FORMER = auto()
    """Held a seat in this rubber and holds none now."""
    PLAYER = auto()
    """Holds a seat."""
    OPENER = auto()
    """Opened the table."""
    ORGANISER = auto()
    """Manages the table's server, or organises it, by a role or by name. Known only for requests from that server."""
    INVITED = auto()
    """Was invited to the table, whether or not a seat is still kept for them."""


NOBODY: Final = Role(0)
TAKING_PART: Final = Role.PLAYER | Role.FORMER
EVERYONE: Final = Role.MEMBER | TAKING_PART | Role.OPENER | Role.ORGANISER | Role.INVITED


class Sight(StrEnum):
    """The places of a table that a person sees who asks in its server."""

    NOTHING = "nothing"
    CHANNEL = "channel"
    """Its channel."""
    THREAD = "thread"
    """Its private thread: the person asks from there, so Discord has let them in."""


class GuildRights(StrEnum):
    """The right to something that concerns a server and no table: the server where the person asks."""

    MANAGER = "manager"
    """People who may manage the server."""
    ORGANISER = "organiser"
    """Its organisers."""
    CUP_GUEST = "cup guest"
    """People who see the cup's channel there, and from anywhere those who are or were in the cup; as for leagues."""
    CUP_MEMBER = "cup member"
    """People who see the cup's channel there, unless banned."""
    AS_WISHED = "as wished"
    """Everybody or only organisers, as the server prefers (`bot.members.preferences.Openers`)."""
    ALL = "all"
    """Everybody everywhere: it concerns only the person who asks, or the game."""


class Right(NamedTuple):
    """The roles that may do something at a table.

    `here`: in the table's server. `away`: from another server or a direct message. `member`: a person who asks from
    there must still be in the table's server; Discord is asked. `unbanned`: it takes a seat, and nobody may whom the
    server has banned.
    """

    here: Role
    away: Role
    member: bool = False
    unbanned: bool = False

    @property
    def private(self) -> Role:
        """The roles that may do it in the server of a private table, whose seats are for invited people."""
        return self.here & ~(Role.MEMBER | Role.ORGANISER if self.unbanned else Role.MEMBER)

    def is_of(self, roles: Role, *, is_here: bool) -> bool:
        """Return whether a person with these roles has it, who asks in the table's server or from elsewhere."""
        return bool(roles & (self.here if is_here else self.away))


OWN_SEAT: Final = Right(Role.PLAYER, Role.PLAYER)
LOOK: Final = Right(EVERYONE, TAKING_PART)
LOOK_BY_NAME: Final = Right(EVERYONE, Role.PLAYER)
SIT_DOWN: Final = Right(EVERYONE, NOBODY, unbanned=True)
JOIN: Final = Right(EVERYONE, Role.INVITED, member=True, unbanned=True)
PREPARE: Final = Right(Role.PLAYER | Role.OPENER, NOBODY)
BEGIN: Final = Right(Role.PLAYER | Role.OPENER, Role.PLAYER | Role.OPENER, member=True)
LOBBY_OF_OPENER: Final = Right(Role.OPENER, NOBODY)
AGREE_OR_DECIDE: Final = Right(Role.PLAYER | Role.ORGANISER, Role.PLAYER)
ORGANISE: Final = Right(Role.OPENER | Role.ORGANISER, NOBODY)
RETURN: Final = Right(EVERYONE, Role.FORMER, member=True, unbanned=True)
AGAIN: Final = Right(Role.PLAYER, Role.PLAYER, member=True, unbanned=True)
DECLINE: Final = Right(Role.INVITED, Role.INVITED)
LEAVE: Final = Right(Role.PLAYER, NOBODY)


def roles_of(table: Table, person: str) -> Role:
    held = any(tenure.person == person for tenure in table.tenures)
    taking_part = Role.PLAYER if table.seat_of(person) is not None else Role.FORMER if held else NOBODY
    invited = Role.INVITED if any(invitation.person == person for invitation in table.invitations) else NOBODY
    opener = Role.OPENER if table.opener == person and table.match is None else NOBODY
    return taking_part | invited | opener


def roles_here(table: Table, person: str, sight: Sight, *, organises: bool) -> Role:
    """Return the roles of a person who asks in the table's server; without any, the table is none for them.

    Everything that names or shows a table asks here, lists and completions too. To a private table, that of a match
    too, people who see its channel are strangers.
    """
    is_member = sight is not Sight.NOTHING if not table.private else sight is Sight.THREAD
    roles = roles_of(table, person)
    return roles | (Role.MEMBER if is_member else NOBODY) | (Role.ORGANISER if organises else NOBODY)


def check_here(table: Table, roles: Role, sight: Sight) -> None:
    """Raise RequestRefused for a person without a role who asks in the table's server.

    The refusal is that of a table that does not exist, unless its card in their channel tells them of it.
    """
    if roles:
        return
    if table.stage is Stage.LOBBY and sight is Sight.CHANNEL:
        raise RequestRefused(private_refusal(table), table.id)
    raise RequestRefused(fact(Refusal.NO_TABLE, name=""))


def check_away(table: Table, roles: Role, right: Right, channel: str) -> None:
    """Raise RequestRefused if something cannot be done from another server or a direct message.

    Outsiders learn nothing about the table. `channel`: the mention of the channel that shows the table. A refusal
    names it only if other roles have the right there than here.
    """
    if not roles:
        raise RequestRefused(fact(Refusal.NO_TABLE, name=""))
    if not roles & right.away and right.here != right.away:
        raise RequestRefused(fact(Refusal.DO_IT_THERE, table=table.name, channel=channel))


def check_member(table: Table, is_member: bool | None, channel: str) -> None:
    """Raise RequestRefused if a person who asks from elsewhere is not a member of the server, or that is unknown."""
    if is_member is None:
        raise RequestRefused(fact(Refusal.DO_IT_THERE, table=table.name, channel=channel))
    if not is_member:
        raise RequestRefused(fact(Refusal.NOT_MEMBER, table=table.name))


def own_seat(table: Table, person: str) -> int:
    seat = table.seat_of(person)
    if seat is None:
        held = any(tenure.person == person for tenure in table.tenures)
        raise RequestRefused(fact(Refusal.SEAT_LOST if held else Refusal.NOT_AT_TABLE, table=table.name))
    return seat


def check_playing(table: Table) -> None:
    if table.stage is Stage.LOBBY:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=table.name), table.id)
    if table.stage is not Stage.PLAYING:
        raise RequestRefused(end_refusal(table), table.id)


def check_dealt(table: Table) -> None:
    check_playing(table)
    if table.hand is None:
        raise RequestRefused(fact(Refusal.BETWEEN_HANDS, table=table.name), table.id)


def check_lobby(table: Table) -> None:
    if table.stage is not Stage.LOBBY:
        raise RequestRefused(fact(Refusal.ALREADY_STARTED, table=table.name), table.id)


def check_opener(table: Table, person: str, *, organises: bool = False) -> None:
    """Check that the person has opened the table, or `organises` its server's tables."""
    if not organises and table.opener != person:
        raise RequestRefused(opener_refusal(table), table.id)


def may_organise(table: Table, person: str, *, organises: bool) -> bool:
    """Return whether the person decides alone: an organiser of the server who holds no seat."""
    return organises and table.seat_of(person) is None
