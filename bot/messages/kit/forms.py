"""Forms: what people type into Discord's modals, as values and as modals."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from discord import ui

from bot.members.preferences import UTC
from bot.texts import Translator
from bot.texts.names import cut

FORM_TITLE: Final = 45
FORM_LABEL: Final = 45
FORM_HINT: Final = 100
LONGEST_LINE: Final = 100
"""The greatest length of a line that is typed into a form."""


class FormField(NamedTuple):
    """A line to type: its name in the answer, its label, what to type there, and what stands there at first."""

    name: str
    label: str
    hint: str = ""
    value: str = ""
    required: bool = False
    longest: int = LONGEST_LINE


class Form(NamedTuple):
    """A form; `custom_id`: of its answer."""

    custom_id: str
    title: str
    fields: tuple[FormField, ...]


def modal(form: Form) -> ui.Modal:
    """Build the modal of a form. It is stopped, so that discord.py does not keep it."""
    built = ui.Modal(title=cut(form.title, FORM_TITLE), custom_id=form.custom_id, timeout=None)
    for field in form.fields:
        built.add_item(_label(field))
    built.stop()
    return built


def _label(field: FormField) -> ui.Label[Any]:
    line: ui.TextInput[Any] = ui.TextInput(
        custom_id=field.name,
        default=field.value or None,
        required=field.required,
        max_length=field.longest,
    )
    hint = cut(field.hint, FORM_HINT) if field.hint else None
    return ui.Label(text=cut(field.label, FORM_LABEL), description=hint, component=line)


def clock_hint(zone: str, words: Translator) -> str:
    """Examples of a typed time, and the clock by which it is meant."""
    return words("form.time.zone", zone=zone.replace("_", " ")) if zone else words("form.time.utc")


def typed_moment(at: int, zone: str) -> str:
    """A moment (ms since the epoch) as it is typed by a clock; "" for 0."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone or UTC)).strftime("%Y-%m-%d %H:%M") if at else ""
