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

DEFAULTS: dict[int, Component] = {
    BUTTON: {"disabled": False},
    **{kind: {"min_values": 1, "max_values": 1, "disabled": False} for kind in SELECTS},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}

BESIDE = ("accessory", "component")
"""Fields that hold one component."""
READ = ("content", "label", "description", "placeholder", "title")
"""Fields that hold readable text."""

Media = Callable[[str], dict[str, Any]]
Path = tuple[str | int, ...]


def placed(components: Iterable[Component]) -> list[tuple[Path, Component]]:
    """Every component with its path, outer before inner, in reading order."""
    found: list[tuple[Path, Component]] = []
    for number, component in enumerate(components):
        _place(component, (number,), found)
    return found


def _place(component: Component, path: Path, found: list[tuple[Path, Component]]) -> None:
    found.append((path, component))
    for number, inner in enumerate(component.get("components") or ()):
        _place(inner, (*path, "components", number), found)
    for key in BESIDE:
        if component.get(key):
            _place(component[key], (*path, key), found)


def walk(components: Iterable[Component]) -> list[Component]:
    """Every component, outer before inner, in reading order."""
    found: list[Component] = []
    _walk(components, found)
    return found


def _walk(components: Iterable[Component], found: list[Component]) -> None:
    """`placed` without paths, which takes twice as long."""
    for component in components:
        found.append(component)
        if "components" in component:
            _walk(component["components"] or (), found)
        for key in BESIDE:
            if component.get(key):
                _walk((component[key],), found)


def settle(components: list[Component], media: Media) -> list[Component]:
    """The components as Discord returns them: ids numbered, defaults filled in, pictures resolved by `media`."""
    settled = [_settled(component, media) for component in components]
    everything = walk(settled)
    taken = {component["id"] for component in everything if component.get("id")}
    free = (number for number in count(1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)
    return settled


def _settled(component: Component, media: Media) -> Component:
    done = DEFAULTS.get(component["type"], {}) | _with_emoji(component)
    if "options" in done:
        done["options"] = [_with_emoji(option) for option in done["options"]]
    if "default_values" in done:  # as numbers they are too large for a browser
        done["default_values"] = [value | {"id": str(value["id"])} for value in done["default_values"]]
    if "components" in done:
        done["components"] = [_settled(inner, media) for inner in done["components"]]
    if "accessory" in done:
        done["accessory"] = _settled(done["accessory"], media)
    if done["type"] == GALLERY:
        items = [DEFAULTS[THUMBNAIL] | item for item in done["items"]]
        done["items"] = [item | {"media": media(item["media"]["url"])} for item in items]
    elif done["type"] == THUMBNAIL:
        done["media"] = media(done["media"]["url"])
    elif done["type"] == FILE:
        file = media(done["file"]["url"])
        done = {"name": file["url"].rsplit("/", 1)[-1], "size": 0} | done | {"file": file}
    return done


def _with_emoji(part: Component) -> Component:
    """Remove null fields. The id of an emoji becomes a string: as a number it is too large for a browser."""
    done = {key: value for key, value in part.items() if value is not None}
    if "emoji" in done:
        emoji = {key: value for key, value in done["emoji"].items() if value is not None}
        done["emoji"] = emoji | {"id": str(emoji["id"])} if "id" in emoji else emoji
    return done


def words(components: Iterable[Component]) -> Iterator[str]:
    """All readable text of the components, alt texts included, in reading order."""
    for component in walk(components):
        for key in READ:
            if component.get(key):
                yield component[key]
        if component["type"] == BUTTON and not component.get("label") and component.get("emoji"):
            yield component["emoji"].get("name") or ""
        for option in component.get("options") or ():
            yield " · ".join(text for text in (option["label"], option.get("description")) if text)
        yield from (item["description"] for item in component.get("items") or () if item.get("description"))


def pressable(components: Iterable[Component]) -> Iterator[Component]:
    """The buttons and menus that have a custom_id, in reading order."""
    return (
        component for component in walk(components) if component["type"] != TEXT_INPUT and component.get("custom_id")
    )
