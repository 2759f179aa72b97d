"""The settings: every wish has its menu, and what stands chosen is what is wished."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from bot.members.preferences import (
    Confirm,
    GuildPreferences,
    HandDelivery,
    MentionEvery,
    Openers,
    Posted,
    Preferences,
    ProfileVisibility,
    ReminderChannel,
    TableLocation,
    guild_preferences_of,
    preferences_of,
    stored_value,
)
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene
from bot.messages.settings.settings import QuietScene, ResetScene, ServerSettingsScene, SettingsScene
from bot.texts import in_language, languages
from bot.texts.reader import CardStyle, Reader
from tests.messages.faults import faults
from tests.messages.given import LONG, payload

READER = Reader(in_language("en"))
ALL_OTHER = Preferences("da", "kl", CardStyle.WORDS, True, True, HandDelivery.REQUEST, Confirm.SETS,
                   ReminderChannel.NONE, ProfileVisibility.HIDDEN, True, "22:30", "07:00",
                   "Asia/Kathmandu")  # fmt: skip
NOW = 1_763_000_000
PACES = tuple((LONG[:38] + str(number), f"{600 + number}+1800") for number in range(10))
SERVER = GuildPreferences("da", tuple(range(70, 90)), TableLocation.CHANNEL, Posted.HANDS, Openers.MANAGERS, 72, PACES,
                         tuple(range(50, 53)), 50, MentionEvery.DAY)  # fmt: skip


def menus(scene: Scene) -> dict[str, dict[str, Any]]:
    """Name of the wish -> its menu."""
    parts = (part for part in payload(draw(scene, READER)) if part["type"] in (3, 6, 8))
    return {part["custom_id"].rpartition(":")[2]: part for part in parts}


def said(menu: dict[str, Any]) -> Any:
    """The choice of a menu, as the store holds it."""
    if menu["type"] in (6, 8):
        ids = [int(one["id"]) for one in menu.get("default_values", ())]
        return next(iter(ids), None) if menu["max_values"] == 1 else ids
    values = [option["value"] for option in menu["options"] if option["default"]]
    if menu["max_values"] > 1:
        return [pace for pace in PACES if pace[0] in values]
    (value,) = values
    return stored_value(value)


@pytest.mark.parametrize("wishes", [Preferences(), ALL_OTHER])
def test_what_stands_chosen_is_what_a_person_wishes(wishes: Preferences) -> None:
    found = menus(SettingsScene(wishes)) | menus(SettingsScene(wishes, play=True)) | menus(QuietScene(wishes, NOW))
    assert list(found) == [field.name for field in fields(Preferences)]
    assert preferences_of({name: said(menu) for name, menu in found.items()}) == wishes


def test_places_are_named_in_the_readers_own_language() -> None:
    told = str(payload(draw(QuietScene(replace(ALL_OTHER, zone="Europe/Copenhagen"), NOW), Reader(in_language("da")))))
    assert "København" in told
    assert "Færøerne" in told


def test_the_hints_of_menus_have_no_formatting() -> None:
    scenes: list[Scene] = [SettingsScene(ALL_OTHER), SettingsScene(ALL_OTHER, play=True), QuietScene(ALL_OTHER, NOW)]
    scenes += [ServerSettingsScene("Nuuk", SERVER, tables=tables) for tables in (False, True)]
    assert [
        menu["placeholder"] for scene in scenes for menu in menus(scene).values() if "*" in menu["placeholder"]
    ] == []


@pytest.mark.parametrize("wishes", [GuildPreferences(), SERVER])
def test_what_stands_chosen_is_what_a_server_wishes(wishes: GuildPreferences) -> None:
    found = menus(ServerSettingsScene("Nuuk", wishes)) | menus(ServerSettingsScene("Nuuk", wishes, tables=True))
    assert set(found) | {"paces", "mention_every", "games"} == {field.name for field in fields(GuildPreferences)}
    assert ("paces" in found) == bool(wishes.paces)
    assert ("mention_every" in found) == bool(wishes.mention)
    assert guild_preferences_of({name: said(menu) for name, menu in found.items()}) == wishes


def test_where_one_game_alone_is_offered_no_menu_asks_which(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = ServerSettingsScene("Nuuk", GuildPreferences(), tables=True)
    assert "games" in menus(scene)
    monkeypatch.setattr("bot.messages.settings.settings.offered_games", lambda: ("voormsi",))
    assert "games" not in menus(scene)


def scenes() -> Iterator[Scene]:
    for wishes in (Preferences(), ALL_OTHER):
        yield from (SettingsScene(wishes), SettingsScene(wishes, play=True), QuietScene(wishes, NOW))
    for server in (GuildPreferences(), SERVER, replace(SERVER, channels=tuple(range(40)))):
        yield from (ServerSettingsScene(LONG * 3, server, tables) for tables in (False, True))
        yield ServerSettingsScene(LONG * 3, server, silent=True, named=tuple(range(25)))
    yield ResetScene()


@pytest.mark.parametrize("language", [code for code, _ in languages()])
def test_the_settings_are_within_the_limits_in_every_language(language: str) -> None:
    for scene in scenes():
        assert (scene, faults(draw(scene, Reader(in_language(language))))) == (scene, [])


def test_each_menu_or_all_of_its_choices_say_what_it_is_for() -> None:
    for scene in (
        SettingsScene(Preferences()),
        SettingsScene(Preferences(), play=True),
        ServerSettingsScene("Nuuk", GuildPreferences()),
        ServerSettingsScene("Nuuk", GuildPreferences(), tables=True),
    ):
        parts = payload(draw(scene, READER))
        for row, above in zip(parts[1:], parts, strict=False):
            if row["type"] == 1 and row["components"][0]["type"] != 2:
                assert above["type"] == 10
                assert "\n" in above["content"] or all("description" in one for one in row["components"][0]["options"])
