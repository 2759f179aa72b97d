"""The small print of menus: what stands below a choice, so that one knows what one chooses."""

from __future__ import annotations

import pytest

from bot.cups.messages.entrant_names import EntrantName
from bot.cups.messages.hall_of_fame import CupHallScene, PastCup
from bot.members.preferences import GuildPreferences, Preferences
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene
from bot.messages.learn.lessons import LessonLine, LessonsScene
from bot.messages.lobby.terms import TermsScene
from bot.messages.settings.organising import BanLine, BansScene
from bot.messages.settings.settings import QuietScene, ServerSettingsScene
from bot.tables.table_terms import CHOICES
from bot.texts import Translator
from bot.texts.reader import Reader
from tests.messages.given import head, menus

READER = Reader(Translator())
NOW = 1_763_000_000
"""02:13 in UTC."""


@pytest.mark.parametrize(
    ("scene", "value", "told"),
    [
        (BansScene("Nuuk", (BanLine("f" * 64, "Aja", "Left five games", "Ivalu", NOW),)), "f" * 64, "Left five games"),
        (BansScene("Nuuk", (BanLine("f" * 64, "Aja", "", "Ivalu", NOW),)), "f" * 64, None),
        (CupHallScene(7, "Nuuk", (PastCup(7, "Friday", NOW, 2, (EntrantName(("Aja",)),)),)), "7", "Aja"),
        (CupHallScene(7, "Nuuk", (PastCup(7, "Friday", NOW, 2, ()),)), "7", None),
        (LessonsScene("voormsi", (LessonLine("order", 2, 9),)), "order", "2 of 9 solved"),
        (QuietScene(Preferences(), NOW), "Europe/Berlin", "03:13 now"),
        (ServerSettingsScene("Nuuk", GuildPreferences(paces=(("Ferry", "7200+0"),)), tables=True), "Ferry", "2 hours"),
        (TermsScene(head(), CHOICES, {"7200+0": "Ferry"}), "7200+0", "2 hours"),
    ],
)
def test_the_small_print_of_a_choice_says_what_it_is(scene: Scene, value: str, told: str | None) -> None:
    offered = [option for menu in menus(draw(scene, READER)) for option in menu.get("options", ())]
    [found] = [option for option in offered if option["value"] == value]
    assert found.get("description") == told
