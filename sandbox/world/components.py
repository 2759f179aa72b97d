"""Message components of both kinds: how to walk, read and complete them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

Component = dict[str, Any]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
INPUTS = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
LINK_STYLES = frozenset({5, 6})  # links and purchases: their presses do not reach the bot

DEFAULTS: dict[int, Component] = {
    BUTTON: {"disabled": False},
    **{kind: {"min_values": 1, "max_values": 1, "disabled": False} for kind in SELECTS},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}

Media = Callable[[str], dict[str, Any]]


def walk(components: Iterable[Component]) -> list[Component]:
    """Every component, outer before inner, in reading order."""
    found: list[Component] = []
    _collect(components, found)
    return found


def _collect(components: Iterable[Component], found: list[Component]) -> None:
    for component in components:
        found.append(component)
        if component.get("components"):
            _collect(component["components"], found)
        for inner in ("accessory", "component"):
            if component.get(inner):
                _collect((component[inner],), found)


def media_slots(component: Component) -> Iterator[Component]:
    """The objects inside one component that hold `media` (or a file's `file`)."""
    if component["type"] == GALLERY:
        yield from component["items"]
    elif component["type"] in (THUMBNAIL, FILE):
        yield component


def settle(components: list[Component], media: Media) -> list[Component]:
    """The components as Discord returns them: ids numbered, defaults filled in, pictures resolved by `media`."""
    settled = [_settled(component, media) for component in components]
    _number(settled)
    return settled


def _settled(component: Component, media: Media) -> Component:
    done = DEFAULTS.get(component["type"], {}) | _without_nulls(component)
    if "emoji" in done:
        done["emoji"] = _emoji(done["emoji"])
    if "options" in done:
        done["options"] = [_option(option) for option in done["options"]]
    if "components" in done:
        done["components"] = [_settled(inner, media) for inner in done["components"]]
    if "accessory" in done:
        done["accessory"] = _settled(done["accessory"], media)
    if done["type"] == GALLERY:
        done["items"] = [
            _pictured({"description": None, "spoiler": False} | item, "media", media) for item in done["items"]
        ]
    elif done["type"] == THUMBNAIL:
        done = _pictured(done, "media", media)
    elif done["type"] == FILE:
        done = _filed(_pictured(done, "file", media))
    return done


def _without_nulls(part: Component) -> Component:
    return {key: value for key, value in part.items() if value is not None}


def _option(option: Component) -> Component:
    done = _without_nulls(option)
    return done | {"emoji": _emoji(done["emoji"])} if "emoji" in done else done


def _emoji(emoji: Component) -> Component:
    """Return the id as a string: as a number it is too large for a browser."""
    done = _without_nulls(emoji)
    return done | {"id": str(done["id"])} if "id" in done else done


def _pictured(slot: Component, key: str, media: Media) -> Component:
    return slot | {key: media(slot[key]["url"])}


def _filed(component: Component) -> Component:
    return {"name": component["file"]["url"].rsplit("/", 1)[-1], "size": component["file"].pop("size", 0)} | component


def _number(components: list[Component]) -> None:
    everything = walk(components)
    taken = {component["id"] for component in everything if component.get("id")}
    free = (number for number in count(1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)


def words(components: Iterable[Component]) -> Iterator[str]:
    """All readable text of the components, alt texts included, in reading order."""
    for component in walk(components):
        yield from _own_words(component)


def _own_words(component: Component) -> Iterator[str]:
    for key in ("content", "label", "description", "placeholder", "title"):
        if component.get(key):
            yield component[key]
    if component["type"] == BUTTON and not component.get("label") and component.get("emoji"):
        yield component["emoji"].get("name") or ""
    for option in component.get("options") or ():
        yield " · ".join(text for text in (option["label"], option.get("description")) if text)
    for item in component.get("items") or ():
        if item.get("description"):
            yield item["description"]


def pressable(components: Iterable[Component]) -> Iterator[Component]:
    """The buttons and menus that have a custom_id, in reading order."""
    return (
        component for component in walk(components) if component["type"] != TEXT_INPUT and component.get("custom_id")
    )
