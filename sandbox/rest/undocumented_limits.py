"""Discord's limits that are missing from its OpenAPI description."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from sandbox.rest.routes import ApiRequest, Route
from sandbox.world import components, messages
from sandbox.world.components import Component
from sandbox.world.messages import Message

CONTENT = 2_000
COMPONENTS, TEXT = 40, 4_000  # of a V2 message in total
ROWS, ROW_BUTTONS, OPTIONS = 5, 5, 25
LABEL, CUSTOM_ID, PLACEHOLDER, ALT_TEXT, OPTION_TEXT = 80, 100, 150, 1_024, 100
MODAL_COMPONENTS, MODAL_TITLE, MODAL_LABEL, MODAL_INPUT = 5, 45, 45, 4_000
EMBEDS, EMBED_TEXT = 10, 6_000
EMBED_PARTS = {"title": 256, "description": 4_096}
COMMANDS, COMMAND_OPTIONS, CHOICES, COMMAND_TEXT = 100, 25, 25, 8_000
NAME, DESCRIPTION, CHOICE_TEXT = 32, 100, 100
THREAD_NAME = 100
FILES, FILE_BYTES = 10, 10 * 1024 * 1024
COMMAND_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")

Path = tuple[str | int, ...]
Body = dict[str, Any]


class FieldError(NamedTuple):
    """A broken limit: the path in the body, Discord's error code, the message."""

    path: Path
    code: str
    message: str

    def under(self, *path: str | int) -> FieldError:
        return self._replace(path=(*path, *self.path))


def broken_limits(route: Route, call: ApiRequest) -> Iterator[FieldError]:
    """The broken limits of a request that matches its schema."""
    if call.uploads:
        yield from _files(call)
    kind = route.template.rsplit("/", 1)[-1]
    if kind == "callback":
        yield from _callback(call)
    elif kind in ("messages", "{webhook_token}") and route.method == "POST":
        yield from message(call.body, has_files=bool(call.uploads))
    elif kind in ("{message_id}", "@original") and route.method == "PATCH":
        yield from message(call.body, has_files=bool(call.uploads), before=_edited(call))
    elif kind in ("commands", "{command_id}") and route.method in ("PUT", "POST", "PATCH"):
        yield from _commands(call.body)
    elif kind == "threads" or (kind == "{channel_id}" and route.method == "PATCH"):
        yield from _length(("name",), call.body.get("name"), THREAD_NAME, least=1)


def _edited(call: ApiRequest) -> Message | None:
    """The message before the edit."""
    if "message_id" in call.params:
        return call.world.messages.get(call.id("message_id"))
    interaction = call.world.interactions_by_token.get(call.params["webhook_token"])
    return interaction.original if interaction else None


def _length(path: Path, text: str | None, most: int, *, least: int = 0) -> Iterator[FieldError]:
    if text is None:
        return
    if len(text) > most:
        yield FieldError(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    elif len(text) < least:
        yield FieldError(path, "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")


def _count(path: Path, things: list[Any], least: int, most: int) -> Iterator[FieldError]:
    if not least <= len(things) <= most:
        yield FieldError(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


# Messages


def message(body: Body, *, has_files: bool, before: Message | None = None) -> Iterator[FieldError]:
    """The broken limits of a new message, or of an edit (`before` is the message until then)."""
    flags = (body.get("flags") or 0) | (before.flags if before else 0)
    layout = body.get("components") or []
    after = (before.payload if before else {}) | body
    yield from _v2(after, body, layout) if flags & messages.V2 else _old_style(body, layout)
    if not has_files and not _says_something(after) and not (before and before.loading):
        yield FieldError((), "MESSAGE_EMPTY", "Cannot send an empty message")
    yield from _embeds(body.get("embeds") or [])
    yield from _alt_texts(body.get("attachments") or [])
    yield from _mentions(body.get("allowed_mentions") or {})
    yield from (error.under("components") for error in layout_errors(layout))


def _says_something(after: Body) -> bool:
    written = (after.get("content") or "").strip()
    return bool(
        written or any(after.get(key) for key in ("embeds", "components", "attachments", "sticker_ids", "poll"))
    )


def _v2(after: Body, body: Body, layout: list[Component]) -> Iterator[FieldError]:
    """A V2 message consists of components only; an edit to V2 must remove all content of the old kind."""
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if after.get(key):
            yield FieldError(
                (key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Cannot be used with components V2."
            )
    if "components" in body:
        everything = components.walk(layout)
        if len(everything) > COMPONENTS:
            yield FieldError(
                ("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"{len(everything)} of {COMPONENTS}."
            )
        written = sum(len(part["content"]) for part in everything if part["type"] == components.TEXT)
        if written > TEXT:
            told = f"{written} of {TEXT} characters of displayable text."
            yield FieldError(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", told)


def _old_style(body: Body, layout: list[Component]) -> Iterator[FieldError]:
    yield from _length(("content",), body.get("content"), CONTENT)
    if len(layout) > ROWS:
        yield FieldError(("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length.")
    for number, part in enumerate(layout):
        if part["type"] != components.ROW:
            told = "This component needs the flag IS_COMPONENTS_V2."
            yield FieldError(("components", number, "type"), "UNION_TYPE_CHOICES", told)


def _embeds(embeds: list[Body]) -> Iterator[FieldError]:
    yield from _count(("embeds",), embeds, 0, EMBEDS)
    for number, embed in enumerate(embeds):
        for key, most in EMBED_PARTS.items():
            yield from _length(("embeds", number, key), embed.get(key), most)
        yield from _embed_fields(embed.get("fields") or [], number)
    if sum(len(text) for embed in embeds for text in _embed_words(embed)) > EMBED_TEXT:
        yield FieldError(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TEXT}")


def _embed_fields(fields: list[Body], embed: int) -> Iterator[FieldError]:
    yield from _count(("embeds", embed, "fields"), fields, 0, 25)
    for number, field in enumerate(fields):
        for key, most in (("name", 256), ("value", 1_024)):
            yield from _length(("embeds", embed, "fields", number, key), field.get(key) or "", most, least=1)


def _embed_words(embed: Body) -> Iterator[str]:
    fields = chain.from_iterable((field["name"], field["value"]) for field in embed.get("fields") or ())
    own = (embed.get("title"), embed.get("description"))
    around = ((embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name"))
    return (text for text in (*own, *around, *fields) if text)


def _alt_texts(attachments: list[Body]) -> Iterator[FieldError]:
    for number, attachment in enumerate(attachments):
        yield from _length(("attachments", number, "description"), attachment.get("description"), ALT_TEXT)


def _mentions(allowed: Body) -> Iterator[FieldError]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            told = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield FieldError(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", told)
        if len(allowed.get(kind) or ()) > 100:
            yield FieldError(("allowed_mentions", kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")


def _files(call: ApiRequest) -> Iterator[FieldError]:
    if len(call.uploads) > FILES:
        yield FieldError(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    for number, upload in call.uploads.items():
        if len(upload.content) > FILE_BYTES:
            yield FieldError(("files", number), "ATTACHMENT_TOO_LARGE", f"Must be {FILE_BYTES} or fewer bytes.")
    listed = {str(attachment["id"]) for attachment in _attachments(call.body)}
    for number in call.uploads:
        if listed and str(number) not in listed:
            told = f"files[{number}] is in no attachment."
            yield FieldError(("attachments",), "ATTACHMENT_NOT_FOUND", told)


def _attachments(body: Body) -> list[Body]:
    return (body.get("data") or body).get("attachments") or []


# Components


def layout_errors(layout: list[Component]) -> Iterator[FieldError]:
    """The broken limits of the components of a message or modal, of either kind."""
    for path, part in _placed(layout):
        yield from (error.under(*path) for error in _component(part))
    yield from _twice(layout, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    yield from _twice(layout, "id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")


def _placed(layout: Iterable[Component], path: Path = ()) -> Iterator[tuple[Path, Component]]:
    for number, part in enumerate(layout):
        yield from _placed_one(part, (*path, number))


def _placed_one(part: Component, path: Path) -> Iterator[tuple[Path, Component]]:
    yield path, part
    yield from _placed(part.get("components") or (), (*path, "components"))
    for inner in ("accessory", "component"):
        if part.get(inner):
            yield from _placed_one(part[inner], (*path, inner))


def _twice(layout: list[Component], key: str, code: str, told: str) -> Iterator[FieldError]:
    seen = Counter(part[key] for part in components.walk(layout) if part.get(key))
    doubled = {value for value, times in seen.items() if times > 1}
    if doubled:
        yield from (FieldError((*path, key), code, told) for path, part in _placed(layout) if part.get(key) in doubled)


def _component(part: Component) -> Iterator[FieldError]:
    kind = part["type"]
    yield from _length(("custom_id",), part.get("custom_id"), CUSTOM_ID, least=1)
    yield from _length(("placeholder",), part.get("placeholder"), 100 if kind == components.TEXT_INPUT else PLACEHOLDER)
    if kind == components.BUTTON:
        yield from _button(part)
    elif kind == components.ROW:
        yield from _row(part["components"])
    elif kind in components.SELECTS:
        yield from _select(part)
    elif kind == components.TEXT:
        yield from _length(("content",), part["content"], TEXT, least=1)
    elif kind == components.GALLERY:
        yield from _count(("items",), part["items"], 1, 10)
    elif kind == components.SECTION:
        yield from _count(("components",), part["components"], 1, 3)
    for number, slot in enumerate(components.media_slots(part)):
        yield from _length(("items", number, "description"), slot.get("description"), ALT_TEXT)


def _button(button: Component) -> Iterator[FieldError]:
    yield from _length(("label",), button.get("label"), LABEL)
    is_link = button["style"] == 5
    if button["style"] == 6:
        return
    if is_link != bool(button.get("url")) or is_link == bool(button.get("custom_id")):
        yield FieldError(
            (), "BUTTON_COMPONENT_CUSTOM_ID_OR_URL", "A link has a url, another button a custom_id, none both."
        )
    if not button.get("label") and not button.get("emoji"):
        yield FieldError((), "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A label or an emoji is required.")


def _row(parts: list[Component]) -> Iterator[FieldError]:
    others = [part for part in parts if part["type"] != components.BUTTON]
    if len(parts) > ROW_BUTTONS or (others and len(parts) > 1):
        told = f"A row takes {ROW_BUTTONS} buttons or one other component."
        yield FieldError(("components",), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", told)


def _select(menu: Component) -> Iterator[FieldError]:
    fewest, most = menu.get("min_values"), menu.get("max_values")
    fewest, most = 1 if fewest is None else fewest, 1 if most is None else most
    if not 0 <= fewest <= most or not 1 <= most <= OPTIONS:
        yield FieldError(("min_values",), "SELECT_COMPONENT_VALUES", f"{fewest} to {most} is no number of values.")
    if menu["type"] == components.STRING_SELECT:
        yield from _options(menu["options"], fewest, most)


def _options(options: list[Component], fewest: int, most: int) -> Iterator[FieldError]:
    yield from _count(("options",), options, 1, OPTIONS)
    if max(fewest, most) > len(options):
        yield FieldError(("max_values",), "SELECT_COMPONENT_MAX_VALUES", f"Must be {len(options)} or fewer.")
    values = [option["value"] for option in options]
    for number, option in enumerate(options):
        for key in ("label", "value", "description"):
            least = 0 if key == "description" else 1
            yield from _length(("options", number, key), option.get(key), OPTION_TEXT, least=least)
        if option["value"] in values[:number]:
            told = "The specified option value is already used"
            yield FieldError(("options", number, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", told)
    if sum(bool(option.get("default")) for option in options) > most:
        yield FieldError(("options",), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", f"Only {most} may be chosen beforehand.")


# Interactions


def _callback(call: ApiRequest) -> Iterator[FieldError]:
    data = call.body.get("data") or {}
    match call.body["type"]:
        case 4:
            found = message(data, has_files=bool(call.uploads))
        case 7:
            found = message(data, has_files=bool(call.uploads), before=_pressed(call))
        case 8:
            found = _choices(data.get("choices") or [])
        case 9:
            found = _modal(data)
        case _:
            return
    yield from (error.under("data") for error in found)


def _pressed(call: ApiRequest) -> Message | None:
    interaction = call.world.interactions.get(call.id("interaction_id"))
    return interaction.message if interaction else None


def _modal(modal: Body) -> Iterator[FieldError]:
    yield from _length(("title",), modal["title"], MODAL_TITLE, least=1)
    yield from _length(("custom_id",), modal["custom_id"], CUSTOM_ID, least=1)
    yield from _count(("components",), modal["components"], 1, MODAL_COMPONENTS)
    for path, part in _placed(modal["components"]):
        if part["type"] in (components.LABEL, components.TEXT_INPUT):
            yield from _length(("components", *path, "label"), part.get("label"), MODAL_LABEL)
        if part["type"] == components.LABEL:
            yield from _length(("components", *path, "description"), part.get("description"), 100)
        if part["type"] == components.TEXT_INPUT:
            yield from _length(("components", *path, "value"), part.get("value"), part.get("max_length") or MODAL_INPUT)
    yield from (error.under("components") for error in layout_errors(modal["components"]))


def _choices(choices: list[Body]) -> Iterator[FieldError]:
    yield from _count(("choices",), choices, 0, CHOICES)
    for number, choice in enumerate(choices):
        yield from _length(("choices", number, "name"), choice["name"], CHOICE_TEXT, least=1)
        if isinstance(choice["value"], str):
            yield from _length(("choices", number, "value"), choice["value"], CHOICE_TEXT)
        elif abs(choice["value"]) > 2**53:
            yield FieldError(("choices", number, "value"), "NUMBER_TYPE_MAX", "Must be between -2^53 and 2^53.")


# Commands


def _commands(body: list[Body] | Body) -> Iterator[FieldError]:
    if isinstance(body, dict):
        yield from _command(body)
        return
    chat = [wish for wish in body if (wish.get("type") or 1) == 1]
    yield from _count((), chat, 0, COMMANDS)
    named = Counter((wish["name"], wish.get("type") or 1) for wish in body)
    for number, wish in enumerate(body):
        yield from (error.under(number) for error in _command(wish))
        if named[wish["name"], wish.get("type") or 1] > 1:
            told = "Application command names must be unique"
            yield FieldError((number, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", told)


def _command(wish: Body) -> Iterator[FieldError]:
    is_chat = (wish.get("type") or 1) == 1
    if "name" in wish:
        yield from _named(wish, lower=is_chat)
    if is_chat and "description" in wish:
        yield from _length(("description",), wish["description"], DESCRIPTION, least=1)
    yield from _command_options(wish.get("options") or [])
    if _command_size(wish) > COMMAND_TEXT:
        told = f"Command exceeds maximum size ({COMMAND_TEXT})"
        yield FieldError((), "APPLICATION_COMMAND_TOO_LARGE", told)


def _named(wish: Body, *, lower: bool) -> Iterator[FieldError]:
    names: dict[Path, str] = {("name",): wish["name"]}
    names |= {("name_localizations", locale): name for locale, name in (wish.get("name_localizations") or {}).items()}
    for path, name in names.items():
        yield from _length(path, name, NAME, least=1)
        if lower and (not COMMAND_NAME.fullmatch(name) or name != name.lower()):
            yield FieldError(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    for locale, text in (wish.get("description_localizations") or {}).items():
        yield from _length(("description_localizations", locale), text, DESCRIPTION, least=1)


def _command_options(options: list[Body]) -> Iterator[FieldError]:
    yield from _count(("options",), options, 0, COMMAND_OPTIONS)
    names = Counter(option["name"] for option in options)
    optional_seen = False
    for number, option in enumerate(options):
        yield from (error.under("options", number) for error in _option(option))
        if names[option["name"]] > 1:
            told = "Option names must be unique"
            yield FieldError(("options", number, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", told)
        if option.get("required") and optional_seen:
            told = "Required options must be placed before non-required options"
            yield FieldError(("options", number), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", told)
        optional_seen |= not option.get("required")


def _option(option: Body) -> Iterator[FieldError]:
    yield from _named(option, lower=True)
    yield from _length(("description",), option.get("description") or "", DESCRIPTION, least=1)
    yield from _command_options(option.get("options") or [])
    yield from _choices(option.get("choices") or [])
    if option.get("choices") and option.get("autocomplete"):
        told = "An option with choices cannot complete itself"
        yield FieldError(("autocomplete",), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", told)


def _command_size(part: Body) -> int:
    """The number of characters in names, descriptions and values; of localizations the longest counts."""
    own = sum(_longest(part, key) for key in ("name", "description"))
    choices = sum(_longest(choice, "name") + len(str(choice["value"])) for choice in part.get("choices") or ())
    return own + choices + sum(_command_size(option) for option in part.get("options") or ())


def _longest(part: Body, key: str) -> int:
    return max(map(len, (part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values())))
