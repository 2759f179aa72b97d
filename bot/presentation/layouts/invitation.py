"""Invitations: to the person, and the menu of the people for whom a lobby keeps seats."""

from __future__ import annotations

from bot.presentation.layouts.components import GOOD, YOURS, PageOfItems, layout, page_of, people_menu, rows, text
from bot.presentation.layouts.pace_text import told_in_short
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import InvitationScene, InviteScene
from bot.texts import which_game
from bot.texts.reader import Reader


@page_of.register
def invitation(scene: InvitationScene, reader: Reader, post: str = "") -> PageOfItems:
    """An invitation: by whom, to what and until when, with buttons to join and decline; at its end, the outcome."""
    texts = TableText(reader, scene.head, post)
    if not scene.is_open:
        return layout(text(texts(f"invitation.{scene.state}", table=texts.table())), *rows(texts.links()), colour=YOURS)
    fields = {"name": texts.person(scene.by), "table": texts.table()}
    until = "" if scene.until is None else texts("invitation.until", at=scene.until)
    buttons = [texts.button("join", style=GOOD), texts.button("decline")]
    if scene.mention:
        called = texts("invitation.call", mention=f"<@{scene.person.discord_id}>", **fields)
        return layout(text(called, until), *rows(buttons))
    return layout(
        text(
            texts("invitation.title", **fields),
            *which_game(texts.game, texts.words),
            texts(f"{texts.game}.in-short"),
        ),
        text(*told_in_short(scene.head, texts, usual=False), until),
        *rows([*buttons, *texts.links()]),
        colour=YOURS,
    )


@page_of.register
def invite(scene: InviteScene, reader: Reader, post: str = "") -> PageOfItems:
    texts = TableText(reader, scene.head, post)
    return layout(
        text(
            texts("invite.title", table=texts.table()),
            texts("invite.about-private" if scene.private else "invite.about"),
        ),
        people_menu(texts.custom_id("invited"), texts("invite.hint"), scene.invited, scene.most),
    )
