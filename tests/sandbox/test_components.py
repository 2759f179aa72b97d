"""Components are given back as Discord gives them."""

from __future__ import annotations

from typing import Any

from sandbox.world.components import BUTTON, ROLE_SELECT, ROW, STRING_SELECT, settle

EMOJI = {"id": 1_573_561_183_632_359_427, "name": "six_of_diamonds"}


def given_back(component: dict[str, Any]) -> dict[str, Any]:
    (row,) = settle([{"type": ROW, "components": [component]}], lambda url: {"url": url})
    found: dict[str, Any] = row["components"][0]
    return found


def test_the_id_of_an_emoji_comes_back_as_text_in_buttons_and_menus() -> None:
    button = given_back({"type": BUTTON, "style": 2, "custom_id": "a", "emoji": EMOJI})
    menu = given_back(
        {"type": STRING_SELECT, "custom_id": "b", "options": [{"label": "6♦", "value": "6D", "emoji": EMOJI}]}
    )
    assert button["emoji"]["id"] == menu["options"][0]["emoji"]["id"] == "1573561183632359427"


def test_what_stands_chosen_in_a_menu_of_roles_comes_back_with_its_id_as_text() -> None:
    menu = given_back({"type": ROLE_SELECT, "custom_id": "c", "default_values": [{"id": EMOJI["id"], "type": "role"}]})
    assert menu["default_values"] == [{"id": "1573561183632359427", "type": "role"}]
