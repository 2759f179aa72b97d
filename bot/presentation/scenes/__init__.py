"""Scenes: everything that one message shows, for one audience.

A scene is built from a *view* (RULES §12), never from a game's state, and holds nothing that its audience may not know.
`bot.presentation.layouts` turns scenes into Discord's components; the publisher compares scenes to find out what
changed.
"""

from __future__ import annotations

from bot.presentation.scenes.answers import (
    AskScene,
    MoreScene,
    MyTablesScene,
    RanksScene,
    RulesScene,
    Waiting,
    WhyScene,
    WordScene,
)
from bot.presentation.scenes.calls import CallScene, MentionScene, Reminded, ReminderScene
from bot.presentation.scenes.hands import AheadScene, BeatsScene, ConfirmScene, HandScene, MayScene, QueuedPlay
from bot.presentation.scenes.lessons import (
    DailyPostScene,
    DailyScene,
    ExerciseScene,
    LessonLine,
    LessonScene,
    LessonsScene,
    Tally,
    head_of,
)
from bot.presentation.scenes.lobbies import LobbyScene, OptionsScene, SeatScene, TermsScene
from bot.presentation.scenes.posts import (
    DealtScene,
    LadderScene,
    NoticeScene,
    ProposalScene,
    ResultScene,
    SummaryScene,
    TrickScene,
)
from bot.presentation.scenes.replays import ReplayedTrick, ReplayScene
from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.settings import (
    EraseScene,
    PrivacyScene,
    QuietScene,
    ResetScene,
    ServerSettingsScene,
    SettingsScene,
)
from bot.presentation.scenes.table_context import TableContext
