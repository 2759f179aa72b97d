"""Scenes: everything that one message shows, for one audience.

A scene is built from a *view* (RULES §12), never from a game's state, and holds nothing that its audience may not know.
`bot.layouts` turns scenes into Discord's components; the publisher compares scenes to know what has changed.
"""

from __future__ import annotations

from bot.scenes.answers import AskScene, MoreScene, MyTablesScene, RanksScene, RulesScene, Waiting, WhyScene, WordScene
from bot.scenes.calls import CallScene, MentionScene, Reminded, ReminderScene
from bot.scenes.hands import AheadScene, BeatsScene, ConfirmScene, HandScene, Laid, MayScene
from bot.scenes.heads import EMPTY, Head, Holder, Sitter
from bot.scenes.lessons import (
    DailyPostScene,
    DailyScene,
    ExerciseScene,
    LessonLine,
    LessonScene,
    LessonsScene,
    Tally,
    head_of,
)
from bot.scenes.lobbies import LobbyScene, OptionsScene, SeatScene, TermsScene
from bot.scenes.posts import (
    DealtScene,
    HandResult,
    LadderScene,
    NoticeScene,
    ProposalScene,
    ResultScene,
    SummaryScene,
    TrickScene,
)
from bot.scenes.replays import ReplayedTrick, ReplayScene
from bot.scenes.settings import EraseScene, PrivacyScene, QuietScene, ResetScene, ServerSettingsScene, SettingsScene

Scene = (
    LobbyScene | DealtScene | TrickScene | LadderScene | SummaryScene | ResultScene | NoticeScene | CallScene
    | HandScene | WhyScene | MayScene | BeatsScene | MyTablesScene | RanksScene | RulesScene | OptionsScene | SeatScene
    | ProposalScene | TermsScene | MoreScene | AskScene | WordScene | ReplayScene
    | LessonsScene | LessonScene | ExerciseScene | DailyScene | DailyPostScene
    | ConfirmScene | SettingsScene | ServerSettingsScene | ResetScene
    | ReminderScene | MentionScene | QuietScene | AheadScene | PrivacyScene | EraseScene
)  # fmt: skip

__all__ = [
    "EMPTY",
    "AheadScene",
    "AskScene",
    "BeatsScene",
    "CallScene",
    "ConfirmScene",
    "DailyPostScene",
    "DailyScene",
    "DealtScene",
    "EraseScene",
    "ExerciseScene",
    "HandResult",
    "HandScene",
    "Head",
    "Holder",
    "LadderScene",
    "Laid",
    "LessonLine",
    "LessonScene",
    "LessonsScene",
    "LobbyScene",
    "MayScene",
    "MentionScene",
    "MoreScene",
    "MyTablesScene",
    "NoticeScene",
    "OptionsScene",
    "PrivacyScene",
    "ProposalScene",
    "QuietScene",
    "RanksScene",
    "Reminded",
    "ReminderScene",
    "ReplayScene",
    "ReplayedTrick",
    "ResetScene",
    "ResultScene",
    "RulesScene",
    "Scene",
    "SeatScene",
    "ServerSettingsScene",
    "SettingsScene",
    "Sitter",
    "SummaryScene",
    "Tally",
    "TermsScene",
    "TrickScene",
    "Waiting",
    "WhyScene",
    "WordScene",
    "head_of",
]
