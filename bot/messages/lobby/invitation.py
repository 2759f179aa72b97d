"""Invitations: to the person, and the menu of the people for whom a lobby keeps seats."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.kit import ui
from bot.messages.kit.scene import PostContext, Scene, TableContext
from bot.messages.kit.table_text import TableText, span
from bot.messages.lobby.terms import told_in_short
from bot.tables.invitations import KEPT_FOR, KEPT_FOR_SLOW
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import Invitation, Stage, Table
from bot.texts import which_game
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class InvitationScene(Scene):
    """A person's invitation to a lobby, in a DM or, with a `mention`, in the table's channel; then how it ended."""

    head: TableContext
    by: SeatHolder
    person: SeatHolder
    state: str
    """`open`, `joined`, `declined` or `over`."""
    until: int | None
    """Until when the seat is kept, seconds since the epoch; None: as long as the lobby is open."""
    mention: bool = False

    @property
    def is_open(self) -> bool:
        return self.state == "open"


@dataclass(frozen=True, slots=True)
class InviteScene(Scene):
    """A menu of the people for whom a lobby keeps seats, private to who opened it. `invited`: Discord ids."""

    head: TableContext
    invited: tuple[int, ...]
    most: int
    """The most seats that can be kept."""
    private: bool = False
    """True if nobody else may join, so that the seats are kept as long as the lobby is open."""


@dataclass(frozen=True, slots=True)
class StartAskedScene(Scene):
    """In the table's channel: the opener is asked to start now, or (not `is_open`) was asked."""

    head: TableContext
    by: SeatHolder
    opener: SeatHolder
    is_open: bool


@ui.page_of.register
def start_asked(scene: StartAskedScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    texts = TableText(reader, scene.head, post)
    name, opener = texts.person(scene.by), scene.opener
    if not scene.is_open:
        return ui.layout(ui.text(texts("start-asked.over", name=name)))
    mention = f"<@{opener.discord_id}>" if opener.discord_id else texts.person(opener)
    told = texts("start-asked.open", mention=mention, name=name, table=texts.table())
    return ui.layout(ui.text(told), *ui.rows([texts.button("fill", style=ui.MAIN, key="play-now")]))


@ui.page_of.register
def invitation(scene: InvitationScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """An invitation: by whom, to what and until when, with buttons to join and decline; at its end, the outcome."""
    texts = TableText(reader, scene.head, post)
    if not scene.is_open:
        return ui.layout(
            ui.text(texts(f"invitation.{scene.state}", table=texts.table())), *ui.rows(texts.links()), colour=ui.YOURS
        )
    fields = {"name": texts.person(scene.by), "table": texts.table()}
    until = "" if scene.until is None else texts("invitation.until", at=scene.until)
    buttons = [texts.button("join", style=ui.GOOD), texts.button("decline")]
    if scene.mention:
        called = texts("invitation.call", mention=f"<@{scene.person.discord_id}>", **fields)
        return ui.layout(ui.text(called, until), *ui.rows(buttons))
    return ui.layout(
        ui.text(
            texts("invitation.title", **fields),
            *which_game(texts.game, texts.words),
            texts(f"{texts.game}.in-short"),
        ),
        ui.text(*told_in_short(scene.head, texts, usual=False), until),
        *ui.rows([*buttons, *texts.links()]),
        colour=ui.YOURS,
    )


@ui.page_of.register
def invite(scene: InviteScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    texts = TableText(reader, scene.head, post)
    usual, slow = span(KEPT_FOR, texts), span(KEPT_FOR_SLOW, texts)
    about = texts("invite.about-private") if scene.private else texts("invite.about", usual=usual, slow=slow)
    return ui.layout(
        ui.text(texts("invite.title", table=texts.table()), about),
        ui.people_menu(texts.custom_id("invited"), texts("invite.hint"), scene.invited, scene.most),
    )


def invitation_scene(table: Table, one: Invitation, context: PostContext) -> InvitationScene:
    """Return the message of an invitation to its person."""
    return InvitationScene(
        context.head,
        by=context.holders[table.opener],
        person=context.holders[one.person],
        state=one.state,
        until=one.until // 1000 or None,
    )


def start_asked_scene(table: Table, context: PostContext) -> StartAskedScene:
    """Return the question to the opener whether to start now."""
    by, opener = context.holders[table.start_asked_by or ""], context.holders[table.opener]
    return StartAskedScene(context.head, by, opener, table.stage is Stage.LOBBY)


def invite_scene(table: Table, context: PostContext) -> InviteScene:
    """Return the menu of the people for whom a lobby keeps seats."""
    invited = [context.holders[invitation.person].discord_id for invitation in table.invitations if invitation.is_open]
    most = sum(seat.kind is Holder.EMPTY for seat in table.seats)
    return InviteScene(context.head, tuple(filter(None, invited)), max(1, most), table.private)
