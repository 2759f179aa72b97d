"""Discord's limits on messages, modals and commands (40 components, 4,000 characters) that its OpenAPI file lacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from sandbox.rest.routes import ApiRequest, Route
from sandbox.world import components, messages
from sandbox.world.components import Component, Path
from sandbox.world.messages import Message

CONTENT = 2_000
COMPONENTS, TEXT = 40, 4_000  # of a V2 message in total
ROWS, ROW_BUTTONS = 5, 5
MODAL_COMPONENTS, MODAL_INPUT = 5, 4_000
EMBED_TEXT = 6_000
COMMANDS, CHOICE_TEXT, COMMAND_TEXT = 100, 100, 8_000
FILES, FILE_BYTES = 10, 10 * 1024 * 1024
COMMAND_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]+")

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
    match route.method, route.template.rsplit("/", 1)[-1]:
        case "POST", "callback":
            yield from _callback(call)
        case "POST", "messages" | "{webhook_token}":
            yield from message(call.body, has_files=bool(call.uploads))
        case "POST", "threads" if call.body.get("message"):
            broken = message(call.body["message"], has_files=bool(call.uploads))
            yield from (error.under("message") for error in broken)
        case "PATCH", "{message_id}" | "@original":
            yield from message(call.body, has_files=bool(call.uploads), before=_edited(call))
        case "PUT" | "POST" | "PATCH", "commands" | "{command_id}":
            yield from _commands(call.body)
        case "PATCH", "{channel_id}":
            yield from _not_empty(("name",), call.body.get("name"))


def _edited(call: ApiRequest) -> Message | None:
    if "message_id" in call.params:
        return call.world.messages.get(call.id("message_id"))
    interaction = call.world.interactions_by_token.get(call.params["webhook_token"])
    return interaction.message if interaction else None


def _at_most(path: Path, text: str | None, most: int) -> Iterator[FieldError]:
    if text and len(text) > most:
        yield FieldError(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def _not_empty(path: Path, text: str | None) -> Iterator[FieldError]:
    if text == "":
        yield FieldError(path, "BASE_TYPE_MIN_LENGTH", "Must be 1 or more in length.")


def _bad_count(path: Path, least: int, most: int) -> FieldError:
    return FieldError(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


# Messages


def message(body: Body, *, has_files: bool, before: Message | None = None) -> Iterator[FieldError]:
    """The broken limits of a new message, or of an edit (`before` is the message until then)."""
    flags = (body.get("flags") or 0) | (before.flags if before else 0)
    layout = body.get("components") or []
    after = (before.payload if before else {}) | body
    yield from _v2(after, layout) if flags & messages.V2 else _old_style(body, layout)
    filled = any(after.get(key) for key in ("embeds", "components", "attachments", "sticker_ids", "poll"))
    if not (filled or has_files or (after.get("content") or "").strip() or (before and before.loading)):
        yield FieldError((), "MESSAGE_EMPTY", "Cannot send an empty message")
    yield from _embeds(body.get("embeds") or [])
    yield from _mentions(body.get("allowed_mentions") or {})
    yield from (error.under("components") for error in layout_errors(layout))


def _v2(after: Body, layout: list[Component]) -> Iterator[FieldError]:
    """A V2 message consists of components only; an edit to V2 must remove all content of the old kind."""
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if after.get(key):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            yield FieldError((key,), code, "Cannot be used with components V2.")
    parts = components.walk(layout)
    if len(parts) > COMPONENTS:
        reason = f"{len(parts)} of {COMPONENTS}."
        yield FieldError(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", reason)
    written = sum(len(part["content"]) for part in parts if part["type"] == components.TEXT)
    if written > TEXT:
        reason = f"{written} of {TEXT} characters of displayable text."
        yield FieldError(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", reason)


def _old_style(body: Body, layout: list[Component]) -> Iterator[FieldError]:
    yield from _at_most(("content",), body.get("content"), CONTENT)
    if len(layout) > ROWS:
        yield _bad_count(("components",), 1, ROWS)
    for number, part in enumerate(layout):
        if part["type"] != components.ROW:
            reason = "This component needs the flag IS_COMPONENTS_V2."
            yield FieldError(("components", number, "type"), "UNION_TYPE_CHOICES", reason)


def _embeds(embeds: list[Body]) -> Iterator[FieldError]:
    for number, embed in enumerate(embeds):
        for place, field in enumerate(embed.get("fields") or ()):
            for key in ("name", "value"):
                yield from _not_empty(("embeds", number, "fields", place, key), field[key])
    if sum(len(text) for embed in embeds for text in messages.embed_texts(embed)) > EMBED_TEXT:
        yield FieldError(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TEXT}")


def _mentions(allowed: Body) -> Iterator[FieldError]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            reason = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield FieldError(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", reason)


def _files(call: ApiRequest) -> Iterator[FieldError]:
    if len(call.uploads) > FILES:
        yield FieldError(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    for number, upload in call.uploads.items():
        if len(upload.content) > FILE_BYTES:
            yield FieldError(("files", number), "ATTACHMENT_TOO_LARGE", f"Must be {FILE_BYTES} or fewer bytes.")
    attachments = (call.body.get("data") or call.body).get("attachments") or []
    listed = {str(attachment["id"]) for attachment in attachments}
    for number in call.uploads:
        if listed and str(number) not in listed:
            reason = f"files[{number}] is in no attachment."
            yield FieldError(("attachments",), "ATTACHMENT_NOT_FOUND", reason)


# Components


def layout_errors(layout: list[Component]) -> Iterator[FieldError]:
    """The broken limits of the components of a message or modal, of either kind."""
    placed = components.placed(layout)
    for path, part in placed:
        yield from (error.under(*path) for error in _component(part))
    yield from _duplicates(placed, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id")
    yield from _duplicates(placed, "id", "COMPONENT_ID_DUPLICATED", "Component id")


def _duplicates(placed: list[tuple[Path, Component]], key: str, code: str, name: str) -> Iterator[FieldError]:
    uses = Counter(part[key] for _, part in placed if part.get(key))
    for path, part in placed:
        if uses[part.get(key)] > 1:
            yield FieldError((*path, key), code, f"{name} cannot be duplicated")


def _component(part: Component) -> Iterator[FieldError]:
    kind = part["type"]
    if kind == components.BUTTON:
        yield from _button(part)
    elif kind == components.ROW:
        yield from _row(part["components"])
    elif kind in components.SELECTS:
        yield from _select(part)


def _button(button: Component) -> Iterator[FieldError]:
    if button["style"] == 6:
        return
    is_link = button["style"] == 5
    if is_link != bool(button.get("url")) or is_link == bool(button.get("custom_id")):
        reason = "A link has a url, another button a custom_id, none both."
        yield FieldError((), "BUTTON_COMPONENT_CUSTOM_ID_OR_URL", reason)
    if not button.get("label") and not button.get("emoji"):
        yield FieldError((), "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A label or an emoji is required.")


def _row(parts: list[Component]) -> Iterator[FieldError]:
    if len(parts) > 1 and any(part["type"] != components.BUTTON for part in parts):
        reason = f"A row takes {ROW_BUTTONS} buttons or one other component."
        yield FieldError(("components",), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", reason)


def _select(menu: Component) -> Iterator[FieldError]:
    fewest, most = menu.get("min_values"), menu.get("max_values")
    fewest, most = 1 if fewest is None else fewest, 1 if most is None else most
    if fewest > most:
        yield FieldError(("min_values",), "SELECT_COMPONENT_VALUES", f"{fewest} to {most} is no number of values.")
    if menu["type"] == components.STRING_SELECT:
        yield from _options(menu["options"], fewest, most)


def _options(options: list[Component], fewest: int, most: int) -> Iterator[FieldError]:
    if max(fewest, most) > len(options):
        yield FieldError(("max_values",), "SELECT_COMPONENT_MAX_VALUES", f"Must be {len(options)} or fewer.")
    values = [option["value"] for option in options]
    for number, value in enumerate(values):
        if value in values[:number]:
            reason = "The specified option value is already used"
            yield FieldError(("options", number, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", reason)
    if sum(bool(option.get("default")) for option in options) > most:
        yield FieldError(("options",), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", f"Only {most} may be chosen beforehand.")


# Interactions


def _callback(call: ApiRequest) -> Iterator[FieldError]:
    data = call.body.get("data") or {}
    match call.body["type"]:
        case 4:
            found = message(data, has_files=bool(call.uploads))
        case 7:
            interaction = call.world.interactions.get(call.id("interaction_id"))
            before = interaction.pressed if interaction else None
            found = message(data, has_files=bool(call.uploads), before=before)
        case 8:
            found = _choices(data.get("choices") or [])
        case 9:
            found = _modal(data)
        case _:
            return
    yield from (error.under("data") for error in found)


def _modal(modal: Body) -> Iterator[FieldError]:
    if len(modal["components"]) > MODAL_COMPONENTS:
        yield _bad_count(("components",), 1, MODAL_COMPONENTS)
    for path, part in components.placed(modal["components"]):
        if part["type"] == components.TEXT_INPUT:
            most = part.get("max_length") or MODAL_INPUT
            yield from _at_most(("components", *path, "value"), part.get("value"), most)
    yield from (error.under("components") for error in layout_errors(modal["components"]))


def _choices(choices: list[Body]) -> Iterator[FieldError]:
    for number, choice in enumerate(choices):
        if isinstance(choice["value"], str):
            yield from _at_most(("choices", number, "value"), choice["value"], CHOICE_TEXT)
        elif abs(choice["value"]) > 2**53:
            yield FieldError(("choices", number, "value"), "NUMBER_TYPE_MAX", "Must be between -2^53 and 2^53.")


# Commands


def _commands(body: list[Body] | Body) -> Iterator[FieldError]:
    if isinstance(body, dict):
        yield from _command(body)
        return
    named = Counter((command["name"], command.get("type") or 1) for command in body)
    if sum(kind == 1 for _, kind in named.elements()) > COMMANDS:
        yield _bad_count((), 0, COMMANDS)
    for number, command in enumerate(body):
        yield from (error.under(number) for error in _command(command))
        if named[command["name"], command.get("type") or 1] > 1:
            reason = "Application command names must be unique"
            yield FieldError((number, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", reason)


def _command(command: Body) -> Iterator[FieldError]:
    if (command.get("type") or 1) == 1:
        if "name" in command:
            yield from _names(command)
        yield from _not_empty(("description",), command.get("description"))
    yield from _command_options(command.get("options") or [])
    if _command_size(command) > COMMAND_TEXT:
        reason = f"Command exceeds maximum size ({COMMAND_TEXT})"
        yield FieldError((), "APPLICATION_COMMAND_TOO_LARGE", reason)


def _names(command: Body) -> Iterator[FieldError]:
    names: dict[Path, str] = {("name",): command["name"]}
    localized = command.get("name_localizations") or {}
    names |= {("name_localizations", locale): name for locale, name in localized.items()}
    for path, name in names.items():
        if not COMMAND_NAME.fullmatch(name) or name != name.lower():
            yield FieldError(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _command_options(options: list[Body]) -> Iterator[FieldError]:
    names = Counter(option["name"] for option in options)
    optional_seen = False
    for number, option in enumerate(options):
        yield from (error.under("options", number) for error in _option(option))
        if names[option["name"]] > 1:
            reason = "Option names must be unique"
            yield FieldError(("options", number, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", reason)
        if option.get("required") and optional_seen:
            reason = "Required options must be placed before non-required options"
            yield FieldError(("options", number), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", reason)
        optional_seen |= not option.get("required")


def _option(option: Body) -> Iterator[FieldError]:
    yield from _names(option)
    yield from _command_options(option.get("options") or [])
    yield from _choices(option.get("choices") or [])
    if option.get("choices") and option.get("autocomplete"):
        reason = "An option with choices cannot complete itself"
        yield FieldError(("autocomplete",), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", reason)


def _command_size(part: Body) -> int:
    """The number of characters in names, descriptions and values; of localizations the longest counts."""
    own = sum(_longest(part, key) for key in ("name", "description"))
    choices = sum(_longest(choice, "name") + len(str(choice["value"])) for choice in part.get("choices") or ())
    return own + choices + sum(_command_size(option) for option in part.get("options") or ())


def _longest(part: Body, key: str) -> int:
    return max(map(len, (part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values())))
