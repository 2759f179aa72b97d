"""Layouts: build Discord components from scenes.

Pure: the same scene for the same reader gives the same layout.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from bot.presentation.layouts import (
    ahead,
    alts,
    confirm,
    consider,
    daily,
    deal,
    exercises,
    hand,
    ladders,
    lessons,
    lobby,
    notice,
    privacy,
    proposal,
    reminder,
    replay,
    result,
    rules,
    settings,
    tables,
    terms,
    trick,
    why,
)
from bot.presentation.layouts.parts import Item, PageOfItems, Unpictured
from bot.presentation.scenes import (
    AheadScene,
    AskScene,
    BeatsScene,
    CallScene,
    ConfirmScene,
    DailyPostScene,
    DailyScene,
    DealtScene,
    EraseScene,
    ExerciseScene,
    HandScene,
    LadderScene,
    LessonScene,
    LessonsScene,
    LobbyScene,
    MayScene,
    MentionScene,
    MoreScene,
    MyTablesScene,
    NoticeScene,
    OptionsScene,
    PrivacyScene,
    ProposalScene,
    QuietScene,
    RanksScene,
    ReminderScene,
    ReplayScene,
    ResetScene,
    ResultScene,
    RulesScene,
    Scene,
    SeatScene,
    ServerSettingsScene,
    SettingsScene,
    SummaryScene,
    TermsScene,
    TrickScene,
    WhyScene,
    WordScene,
)
from bot.texts.reader import NO_EMOJIS, Reader

DRAWN_BY: Final[dict[type, Callable[[Any, Reader, str], PageOfItems]]] = {
    LobbyScene: lobby.lobby,
    OptionsScene: lobby.option_menus,
    SeatScene: lobby.seat_menu,
    TermsScene: terms.term_menus,
    ProposalScene: proposal.proposal,
    DealtScene: deal.dealt,
    TrickScene: trick.trick,
    LadderScene: ladders.ladder,
    SummaryScene: deal.summary,
    ResultScene: result.result,
    NoticeScene: notice.notice,
    CallScene: notice.call,
    MentionScene: reminder.mention,
    ReminderScene: reminder.reminder,
    HandScene: hand.hand,
    AheadScene: ahead.ahead,
    ConfirmScene: confirm.confirm,
    WhyScene: why.why,
    MayScene: consider.may,
    BeatsScene: consider.beats,
    MyTablesScene: tables.my_tables,
    MoreScene: tables.more,
    RanksScene: rules.ranks,
    RulesScene: rules.rules,
    LessonsScene: lessons.lessons,
    LessonScene: lessons.lesson,
    ExerciseScene: exercises.exercise,
    DailyScene: daily.daily,
    DailyPostScene: daily.daily_post,
    AskScene: notice.ask,
    SettingsScene: settings.settings,
    QuietScene: settings.quiet,
    ServerSettingsScene: settings.server,
    ResetScene: settings.reset,
    PrivacyScene: privacy.privacy,
    EraseScene: privacy.erase,
    WordScene: notice.word,
    ReplayScene: replay.replay,
}


def draw(scene: Scene, reader: Reader, post: str = "", picture: str = "") -> ui.LayoutView:
    """Build the layout of a scene.

    `post`: the name of the public post that the buttons are on, written into their custom_ids ("" in private).
    `picture`: the name of the file sent with the message ("": none); it is shown below the first text. The view is
    stopped, so that discord.py does not keep it.
    """
    page = DRAWN_BY[type(scene)](scene, reader, post)
    items = page.items
    if picture:
        items = _with_picture(items, picture, alt(scene, reader))
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=discord.Colour(page.colour)))
    view.stop()
    return view


def alt(scene: Scene, reader: Reader) -> str:
    """The alt text of a scene's picture, at most 1,024 characters; "" if it has none."""
    return alts.alt(scene, replace(reader, emojis=NO_EMOJIS))


def _with_picture(items: tuple[Item, ...], picture: str, told: str) -> tuple[Item, ...]:
    shown = discord.MediaGalleryItem(f"attachment://{picture}", description=told or None)
    first, *others = (item for item in items if not isinstance(item, Unpictured))
    return first, ui.MediaGallery(shown), *others
